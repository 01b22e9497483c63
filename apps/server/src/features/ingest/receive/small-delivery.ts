/** A full report has 17 to 27 KB, packed 2 to 4 KB; 200 short ones that differ little have 30 KB. */
const mostBytes = { plain: 32 * 1024, packed: 8 * 1024 };
export const mostSmallBytes = mostBytes.plain;

/**
 * Whether a delivery is that of a device which reports by itself, or of a few: it does not wait for the
 * hundreds of reports of a collector (0701, 0860). By its length as sent, which is known before its body is
 * read; without one it is not small.
 */
export const isSmall = (bytes: number, isPacked: boolean): boolean =>
  bytes <= (isPacked ? mostBytes.packed : mostBytes.plain);

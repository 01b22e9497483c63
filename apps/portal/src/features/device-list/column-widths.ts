/** Width of a character of a serial in px at the body's size, and the cell's padding on both sides. */
const codeCharacter = 7.2;
const padding = 21;

/** Columns of serial and model, px: 128 for a serial of 14 characters, 160 for a model of 19. */
const serialWidth = 128;
const bothWidths = 288;
/** What a long serial leaves for the model. */
const leastModel = 40;

/**
 * Width of a serial's cell in px; undefined for the width of the column. A serial is never cut (design README): one that
 * is longer takes its room from the model of its own row, so that no other column and no other row moves.
 */
export function toLongSerialWidth(serial: string | null): number | undefined {
  const needed = Math.ceil((serial?.length ?? 0) * codeCharacter) + padding;
  return needed <= serialWidth ? undefined : Math.min(bothWidths - leastModel, needed);
}

/** The grid's tracks in a row with such a serial. */
export const toLongSerialColumns = (width: number): string =>
  `minmax(0, 1fr) ${width}px ${bothWidths - width}px 21% 19%`;

/** Where the primary's log was written to (bytes), no earlier than at this moment (ms of one clock). */
export interface Sample {
  readonly at: number;
  readonly position: bigint;
}

/** A `pg_lsn` as PostgreSQL writes it (`16/B374D848`) in bytes. Throws on another text. */
export function toPosition(lsn: string): bigint {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(lsn) ?? [];
  if (high === undefined || low === undefined) throw new Error(`no position in the log: ${lsn}`);
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Samples that are compared: a replica further behind than these is left out whatever the limit. */
const mostSamples = 8;

/** The samples with one more, oldest first. Those that a new primary has not reached are dropped. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const before = samples.filter(({ position }) => position <= sample.position);
  return [...before, sample].slice(-mostSamples);
}

/**
 * Up to when a replica holds everything that was committed: the moment of the newest sample that it has
 * replayed. `-Infinity`: none. Clocks of other machines play no part, and an idle primary makes no replica
 * stale.
 */
export const toFreshAt = (samples: readonly Sample[], replayed: bigint): number =>
  samples.findLast(({ position }) => position <= replayed)?.at ?? Number.NEGATIVE_INFINITY;

/**
 * Distinct values of one code that are counted exactly; a code with more keeps its commonest values and a
 * sample.
 */
const exactValues = 128;
const sampleSize = 1024;
/** Share of the devices whose value must read as a number for the code to be one of numbers. */
const numericShare = 0.9;
/** Most owners that are counted; the rule needs no more than three. */
export const mostOwners = 3;
const decimal = /^[+-]?\d{1,15}(?:\.(\d{1,9}))?$/;

/**
 * What is known so far of one code over many devices. Bounded: at most some 30 kB, however many devices there
 * are.
 */
export interface CodeTally {
  devices: number;
  numbers: number;
  sum: number;
  /** Most decimals of any value. */
  decimals: number;
  readonly counts: Map<string, number>;
  /**
   * Dealers whose devices report the code, and per value of `counts` those whose devices have it: at most
   * three each.
   */
  readonly owners: Set<string>;
  readonly holders: Map<string, Set<string>>;
  /**
   * Of the numbers, once `counts` is no longer exact: those with the smallest priorities, so that tallies can
   * be put together.
   */
  sample: Sampled[] | null;
  drawn: number;
}

interface Sampled {
  readonly value: number;
  readonly priority: number;
}

export interface Weighted {
  readonly value: number;
  readonly weight: number;
}

export const startTally = (): CodeTally => ({
  devices: 0,
  numbers: 0,
  sum: 0,
  decimals: 0,
  counts: new Map(),
  owners: new Set(),
  holders: new Map(),
  sample: null,
  drawn: 0,
});

/** The number a code's text says; undefined for any other text (hexadecimal, names, dashes, nothing). */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  return decimal.test(trimmed) ? Number(trimmed) : undefined;
}

const decimalsOf = (text: string): number => decimal.exec(text.trim())?.[1]?.length ?? 0;

export const isNumeric = (tally: CodeTally): boolean => tally.numbers >= numericShare * tally.devices;

/** Adds the value of one device of a dealer. */
export function addValue(tally: CodeTally, text: string, dealer: string): void {
  const value = readNumber(text);
  tally.devices++;
  if (value !== undefined) {
    tally.numbers++;
    tally.sum += value;
    tally.decimals = Math.max(tally.decimals, decimalsOf(text));
    if (tally.sample !== null) draw(tally, value, 1);
  }
  tally.counts.set(text, (tally.counts.get(text) ?? 0) + 1);
  addOwners(tally.owners, [dealer]);
  addOwners(holdersOf(tally, text), [dealer]);
  bound(tally);
}

function addOwners(owners: Set<string>, more: Iterable<string>): void {
  for (const owner of more) if (owners.size < mostOwners) owners.add(owner);
}

function holdersOf(tally: CodeTally, text: string): Set<string> {
  const known = tally.holders.get(text);
  if (known !== undefined) return known;
  const holders = new Set<string>();
  tally.holders.set(text, holders);
  return holders;
}

/** Adds all devices of `from` to `into`. */
export function mergeTally(into: CodeTally, from: CodeTally): void {
  if (from.sample !== null) startSample(into);
  into.devices += from.devices;
  into.numbers += from.numbers;
  into.sum += from.sum;
  into.decimals = Math.max(into.decimals, from.decimals);
  for (const [text, times] of from.counts) {
    const value = from.sample === null && into.sample !== null ? readNumber(text) : undefined;
    if (value !== undefined) draw(into, value, times);
    into.counts.set(text, (into.counts.get(text) ?? 0) + times);
    addOwners(holdersOf(into, text), from.holders.get(text) ?? []);
  }
  addOwners(into.owners, from.owners);
  if (from.sample !== null && into.sample !== null) {
    into.sample.push(...from.sample);
    into.drawn += from.drawn;
    cut(into, sampleSize);
  }
  bound(into);
}

/** The numbers with how many devices have each, ascending: exact, or a sample of 1,024. */
export function weightedNumbers(tally: CodeTally): { values: Weighted[]; exact: boolean } {
  const values =
    tally.sample === null
      ? [...tally.counts].flatMap(([text, weight]) => {
          const value = readNumber(text);
          return value === undefined ? [] : [{ value, weight }];
        })
      : [...tally.sample]
          .sort((a, b) => a.priority - b.priority)
          .slice(0, sampleSize)
          .map(({ value }) => ({ value, weight: 1 }));
  return { values: values.sort((a, b) => a.value - b.value), exact: tally.sample === null };
}

/**
 * Beyond twice the bound the rarest values go, as Misra and Gries count: what is left is at most a 128th of
 * the devices short.
 */
function bound(tally: CodeTally): void {
  if (tally.sample === null) {
    if (tally.counts.size <= exactValues) return;
    startSample(tally);
  }
  if (tally.counts.size <= 2 * exactValues) return;
  const least = [...tally.counts.values()].sort((a, b) => b - a)[exactValues] ?? 0;
  for (const [text, times] of tally.counts) {
    if (times <= least) {
      tally.counts.delete(text);
      tally.holders.delete(text);
    } else tally.counts.set(text, times - least);
  }
}

function startSample(tally: CodeTally): void {
  if (tally.sample !== null) return;
  tally.sample = [];
  for (const [text, times] of tally.counts) {
    const value = readNumber(text);
    if (value !== undefined) draw(tally, value, times);
  }
}

function draw(tally: CodeTally, value: number, times: number): void {
  for (let i = 0; i < times; i++) tally.sample?.push({ value, priority: scramble(tally.drawn++) });
  cut(tally, 2 * sampleSize);
}

function cut(tally: CodeTally, limit: number): void {
  if (tally.sample === null || tally.sample.length <= limit) return;
  tally.sample = tally.sample.sort((a, b) => a.priority - b.priority).slice(0, sampleSize);
}

/**
 * Spreads consecutive numbers over 32 bits (a multiply-and-shift mix), so that the same devices always give
 * the same sample.
 */
function scramble(n: number): number {
  let h = Math.imul(n + 1, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

import {
  addValue,
  type CodeTally,
  isNumeric,
  mergeTally,
  mostOwners,
  startTally,
  type Weighted,
  weightedNumbers,
} from './code-tally.ts';
import { toFleetValue } from './fleet-value.ts';

/** Codes that are followed in one fleet, and commonest values kept of each. */
const mostCodes = 20_000;
const storedValues = 16;
/**
 * Fewer devices than this say nothing of what is usual: mode and average are unknown and no value is judged.
 */
export const devicesNeeded = 20;
/**
 * Dealers whose devices a value of the fleet must rest on, so that it does not reveal the settings of one
 * other dealer.
 */
export const dealersNeeded = mostOwners;
/** Robust distance from which a number is an outlier at all (OQ-75). */
export const firstLimit = 3.5;
/** Scales the median absolute deviation to the standard deviation of a normal distribution (OQ-75). */
export const normal = 0.6745;
/**
 * Share of the fleet that may lie beyond the first limit; half of it where only a sample is known, as that
 * errs.
 */
const clean = { exact: 0.01, sampled: 0.005 };

/** Centre and spread of a code's numbers on one scale. */
export interface Spread {
  readonly median: number;
  /** Median absolute deviation. */
  readonly mad: number;
}

/** One code (`main.sub`) over the devices of a model, or of a family and firmware; JSON (OQ-75). */
export interface CodeStats extends Spread {
  /** Devices that report the code. */
  readonly n: number;
  /**
   * Dealers they belong to, and those with the mode among them: counted up to three. Devices without a dealer
   * are of one.
   */
  readonly dealers: number;
  readonly modeDealers: number;
  /**
   * The most frequent text; of several as frequent the one nearest to the median, else the first in order.
   */
  readonly mode: string;
  /** Mean of the numbers, with as many decimals as the devices use; null where the values are no numbers. */
  readonly average: string | null;
  readonly numeric: boolean;
  /**
   * Spread of the logarithms, for numbers above 0 whose plain distances call more than 1 % of the fleet
   * outliers; else null.
   */
  readonly log: Spread | null;
  /** Distance from which a value is an outlier: 3.5, or more where over 1 % of the fleet lies beyond that. */
  readonly limit: number;
  /** Commonest values first, at most 16, with their devices. */
  readonly counts: readonly (readonly [value: string, devices: number])[];
}

export interface FleetCodes {
  readonly devices: number;
  readonly codes: Readonly<Record<string, CodeStats>>;
}

/** Codes of a fleet while its devices come one by one; memory grows with the codes, not with the devices. */
export interface FleetTally {
  devices: number;
  readonly codes: Map<string, CodeTally>;
}

export const startFleetTally = (): FleetTally => ({ devices: 0, codes: new Map() });

/**
 * Adds the table of one device of a dealer (number; '' for none). Texts that may not be shown to others count
 * as one hidden value. Codes beyond the 20,000th of the fleet are not followed.
 */
export function addTable(tally: FleetTally, table: ReadonlyMap<string, string>, dealer: string): void {
  tally.devices++;
  for (const [key, value] of table) {
    const code = codeOf(tally, key);
    if (code !== undefined) addValue(code, toFleetValue(value), dealer);
  }
}

/** Adds all devices of `from`, tallied apart, to `into`. */
export function mergeFleetTally(into: FleetTally, from: FleetTally): void {
  into.devices += from.devices;
  for (const [key, other] of from.codes) {
    const code = codeOf(into, key);
    if (code !== undefined) mergeTally(code, other);
  }
}

/**
 * Adds what is known of one code over other devices; `devices` becomes the most devices that any code has.
 */
export function addTally(into: FleetTally, key: string, code: CodeTally): void {
  const known = codeOf(into, key);
  if (known === undefined) return;
  mergeTally(known, code);
  into.devices = Math.max(into.devices, known.devices);
}

function codeOf(tally: FleetTally, key: string): CodeTally | undefined {
  const known = tally.codes.get(key);
  if (known !== undefined || tally.codes.size >= mostCodes) return known;
  const code = startTally();
  tally.codes.set(key, code);
  return code;
}

/** The body that is kept of a tally. */
export function finishFleetTally(tally: FleetTally): FleetCodes {
  return {
    devices: tally.devices,
    codes: Object.fromEntries([...tally.codes].map(([key, code]) => [key, toStats(code)])),
  };
}

/**
 * Mode, average and spread of every code over the tables of a fleet: `main.sub` → value, one table a device
 * (OQ-75). `dealerOf` names the dealer of the table at an index.
 */
export function toFleetCodes(
  tables: Iterable<ReadonlyMap<string, string>>,
  dealerOf: (index: number) => string,
): FleetCodes {
  const tally = startFleetTally();
  let index = 0;
  for (const table of tables) addTable(tally, table, dealerOf(index++));
  return finishFleetTally(tally);
}

function toStats(tally: CodeTally): CodeStats {
  const numeric = isNumeric(tally);
  const { values, exact } = weightedNumbers(tally);
  const spread = spreadOf(values);
  const counts = [...tally.counts].sort(
    ([a, n], [b, m]) =>
      m - n ||
      (numeric ? Math.abs(Number(a) - spread.median) - Math.abs(Number(b) - spread.median) || 0 : 0) ||
      (a < b ? -1 : 1),
  );
  return {
    n: tally.devices,
    dealers: tally.owners.size,
    modeDealers: tally.holders.get(counts[0]?.[0] ?? '')?.size ?? 0,
    mode: counts[0]?.[0] ?? '',
    average: numeric ? (tally.sum / tally.numbers).toFixed(tally.decimals) : null,
    numeric,
    ...spread,
    ...(numeric ? toLimit(values, spread, exact ? clean.exact : clean.sampled) : { log: null, limit: firstLimit }),
    counts: counts.slice(0, storedValues),
  };
}

/**
 * Skewed numbers lie far from their median without being wrong. Where the plain distance calls more of the
 * fleet outliers than it may, distances between logarithms must agree; where even these call too many, the
 * limit goes up to what the fleet itself reaches.
 */
function toLimit(values: readonly Weighted[], plain: Spread, share: number): Pick<CodeStats, 'log' | 'limit'> {
  const none = { log: null, limit: firstLimit };
  const allowed = share * values.reduce((sum, { weight }) => sum + weight, 0);
  if (plain.mad === 0 || beyond(values, plain, null, firstLimit) <= allowed) return none;
  const log = values.every(({ value }) => value > 0)
    ? spreadOf(values.map(({ value, weight }) => ({ value: Math.log(value), weight })))
    : null;
  if (log !== null && beyond(values, plain, log, firstLimit) <= Math.max(1, allowed)) return { log, limit: firstLimit };
  if (beyond(values, plain, null, firstLimit) <= Math.max(1, allowed)) return none;
  const distances = values
    .map(({ value, weight }) => ({ value: distanceOf(value, { ...plain, log }), weight }))
    .sort((a, b) => b.value - a.value);
  let passed = 0;
  for (const { value, weight } of distances) {
    passed += weight;
    if (passed > allowed) return { log, limit: Math.max(firstLimit, value) };
  }
  return { log, limit: firstLimit };
}

const beyond = (values: readonly Weighted[], plain: Spread, log: Spread | null, limit: number): number =>
  values.reduce((sum, { value, weight }) => sum + (distanceOf(value, { ...plain, log }) > limit ? weight : 0), 0);

/**
 * 0.6745 |x - median| / MAD (OQ-75), the smaller of both scales where the logarithms count too. 0 where there
 * is no spread.
 */
export function distanceOf(value: number, { median, mad, log }: Spread & { log: Spread | null }): number {
  const plain = mad === 0 ? 0 : (normal * Math.abs(value - median)) / mad;
  if (log === null || log.mad === 0 || value <= 0) return plain;
  return Math.min(plain, (normal * Math.abs(Math.log(value) - log.median)) / log.mad);
}

function spreadOf(values: readonly Weighted[]): Spread {
  const median = medianOf(values);
  const deviations = values.map(({ value, weight }) => ({ value: Math.abs(value - median), weight }));
  return { median, mad: medianOf(deviations.sort((a, b) => a.value - b.value)) };
}

/** Of ascending weighted values; the middle of the two middle ones; 0 of none. */
function medianOf(values: readonly Weighted[]): number {
  const half = values.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  for (const [i, { value, weight }] of values.entries()) {
    passed += weight;
    if (passed > half) return value;
    if (passed === half) return (value + (values[i + 1]?.value ?? value)) / 2;
  }
  return 0;
}

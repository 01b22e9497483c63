import type { codeScale } from '@platen/contract/figures';
import type * as z from 'zod/mini';
import { readNumber } from './code-tally.ts';
import { type CodeStats, dealersNeeded, devicesNeeded, type FleetCodes } from './fleet-codes.ts';
import { isShown, toFleetValue } from './fleet-value.ts';
import { distanceLevel, isSpread, type OutlierLevel, outlierLevel, rarityLevel } from './outlier-level.ts';

// What is stored about the codes of a fleet: only what a call needs, as arrays without field names, because
// each call reads all of it.

type CodeScale = z.infer<typeof codeScale>;

/**
 * By code (`main.sub`): the commonest value, null where it may not be shown, and the mean, null where the
 * values are no numbers; JSON.
 */
export type UsualCodes = Readonly<Record<string, readonly [mode: string | null, average: string | null]>>;

/** Devices and dealers that a value of the fleet rests on (docs/decisions/0119). */
const fleetNeeded = { devices: devicesNeeded, dealers: dealersNeeded };

/**
 * How the values of one code are judged; JSON. Numbers by `scale` where there is one, all else by its level
 * in the list, else by `other`.
 */
export type LevelRule = readonly [
  mode: string,
  other: OutlierLevel,
  levels: readonly (readonly [value: string, level: OutlierLevel])[],
  scale?: readonly [median: number, mad: number, limit: number, log: readonly [median: number, mad: number] | null],
];
export type LevelRules = Readonly<Record<string, LevelRule>>;

/**
 * Mode and mean of the codes that at least 20 devices of 3 dealers have. The mode is one that devices of 3
 * dealers have: else it would be a setting of one other dealer (docs/decisions/0119).
 */
export const toUsualCodes = (fleet: FleetCodes, needed = fleetNeeded): UsualCodes =>
  ofKnown(fleet, needed, ({ mode, modeDealers, average }) => [
    isShown(mode) && modeDealers >= needed.dealers ? mode : null,
    average,
  ]);

/**
 * Rules that give every value the level of `outlierLevel`; codes of fewer than 20 devices or 3 dealers are
 * left out.
 */
export const toLevelRules = (fleet: FleetCodes): LevelRules => ofKnown(fleet, fleetNeeded, toLevelRule);

function ofKnown<T>(
  { codes }: FleetCodes,
  needed: typeof fleetNeeded,
  make: (stats: CodeStats) => T,
): Record<string, T> {
  const known = Object.entries(codes).filter(([, { n, dealers }]) => n >= needed.devices && dealers >= needed.dealers);
  return Object.fromEntries(known.map(([key, stats]) => [key, make(stats)]));
}

function toLevelRule(stats: CodeStats): LevelRule {
  const { mode, median, mad, limit, log, counts } = stats;
  const other = rarityLevel(undefined, stats);
  const hasScale = isSpread(stats);
  const levels = counts.flatMap(([value]): [string, OutlierLevel][] => {
    if (value === mode || (hasScale && readNumber(value) !== undefined)) return [];
    const level = outlierLevel(value, stats) ?? other;
    return level === other ? [] : [[value, level]];
  });
  return hasScale
    ? [mode, other, levels, [median, mad, limit, log === null ? null : [log.median, log.mad]]]
    : [mode, other, levels];
}

/**
 * What the level of a value follows from by its rule; undefined where it is the mode, or judged by how rare
 * it is.
 */
export function scaleBy(text: string, rule: LevelRule | undefined): CodeScale | undefined {
  const scale = rule?.[3];
  const value = toFleetValue(text);
  if (rule === undefined || scale === undefined || value === rule[0] || readNumber(value) === undefined)
    return undefined;
  const [median, mad, limit, log] = scale;
  return { median, mad, limit, ...(log === null ? {} : { log: { median: log[0], mad: log[1] } }) };
}

/** The level of a value by its rule, as `outlierLevel` would give it; null without a rule. */
export function levelBy(text: string, rule: LevelRule | undefined): OutlierLevel | null {
  if (rule === undefined) return null;
  const value = toFleetValue(text);
  const [mode, other, levels, scale] = rule;
  if (value === mode) return 0;
  const number = scale === undefined ? undefined : readNumber(value);
  if (number === undefined || scale === undefined) return levels.find(([text]) => text === value)?.[1] ?? other;
  const [median, mad, limit, log] = scale;
  return distanceLevel(number, { median, mad, limit, log: log === null ? null : { median: log[0], mad: log[1] } });
}

import type { DeviceHistory } from '../src/history/day-reading.ts';

export const today = 20_000;

/** Repeatable numbers from 0 to below 1. */
export function toRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
  };
}

export const toNormal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A count of a Poisson distribution. */
export function toPoisson(random: () => number, mean: number): number {
  let count = 0;
  for (let passed = -Math.log(1 - random()); passed < mean; passed -= Math.log(1 - random())) count++;
  return count;
}

/** The history of a device whose last reading is of `today`, one entry a day. */
export const historyOf = (days: readonly Readonly<Record<string, number>>[]): DeviceHistory => ({
  family: 'F',
  model: null,
  firmware: null,
  days: days.map((values, at) => ({ day: today - days.length + 1 + at, values: new Map(Object.entries(values)) })),
  errors: [],
  replacements: [],
});

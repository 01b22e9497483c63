import { Random } from '@platen/simulator/fleet/random';
import type { RangeCase } from './range-cases.ts';
import { toShares } from './range-table.ts';

/** Fleets that are put together by chance, and those of them left out at each end. */
const fleets = 200;
const leftOut = 5;

/**
 * Between which shares the coverage of fleets like these lies, 95 of 100 times: devices drawn by chance, with
 * all their dates (bootstrap by cluster; Davison and Hinkley 1997, section 3.8). The dates of one device err
 * together, and where most parts are replaced by plan a few that were not decide how the late ends count.
 * Undefined where the devices are not known.
 */
export function coverageDoubt(cases: readonly RangeCase[]): readonly [least: number, most: number] | undefined {
  const devices = new Map<string, RangeCase[]>();
  for (const one of cases) {
    if (one.device === undefined) return undefined;
    const own = devices.get(one.device);
    if (own === undefined) devices.set(one.device, [one]);
    else own.push(one);
  }
  const all = [...devices.values()];
  if (all.length === 0) return undefined;
  const random = new Random('ranges', all.length);
  const covered = Array.from({ length: fleets }, () => {
    const drawn = Array.from(all, () => all[random.whole(0, all.length - 1)] ?? []);
    return toShares(drawn.flat()).covered;
  }).toSorted((one, other) => one - other);
  return [covered[leftOut] ?? 0, covered[fleets - 1 - leftOut] ?? 1];
}

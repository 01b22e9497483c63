import { readNumber } from './code-tally.ts';
import { type CodeStats, dealersNeeded, devicesNeeded, distanceOf, firstLimit } from './fleet-codes.ts';
import { toFleetValue } from './fleet-value.ts';

export type OutlierLevel = 0 | 1 | 2 | 3;

/** Robust distances of levels 2 and 3 (OQ-75); level 1 begins at the code's own limit, 3.5 or more. */
const limits = { second: 5, third: 8 };
/** Devices with the value per device with the mode from which a rare value is level 2 and 3. */
const rarities = { second: 0.005, third: 0.001 };
/** Largest share of the fleet, counted from the rarest value, that is called rare. */
const rareShare = 0.01;

/**
 * How far the value of a code lies from what is usual in the fleet, 0 (usual) to 3 (OQ-75): numbers by their
 * robust distance, other values, and numbers of a fleet that agrees (MAD 0), by how rare they are. The mode
 * is 0. At most 1 % of a clean fleet is above 0 (of fewer than 38 devices on average over its codes: a lone
 * value is one device). Null with fewer than 20 devices or 3 dealers, or an unknown code.
 */
export function outlierLevel(text: string, stats: CodeStats | undefined): OutlierLevel | null {
  if (stats === undefined || stats.n < devicesNeeded || stats.dealers < dealersNeeded) return null;
  const value = toFleetValue(text);
  if (value === stats.mode) return 0;
  const number = isSpread(stats) ? readNumber(value) : undefined;
  return number === undefined ? rarityLevel(value, stats) : distanceLevel(number, stats);
}

/** Whether numbers are judged by their distance. */
export const isSpread = ({ numeric, mad }: CodeStats): boolean => numeric && mad > 0;

/** Level of a number by its robust distance. */
export function distanceLevel(
  number: number,
  scale: Pick<CodeStats, 'median' | 'mad' | 'log' | 'limit'>,
): OutlierLevel {
  const distance = distanceOf(number, scale);
  if (distance < firstLimit || distance < scale.limit || (scale.limit > firstLimit && distance === scale.limit))
    return 0;
  const plain = distanceOf(number, { ...scale, log: null });
  return plain >= limits.third ? 3 : plain >= limits.second ? 2 : 1;
}

/** Level of a value by how rare it is; undefined: of any value that is not among those count. */
export function rarityLevel(value: string | undefined, { n, counts }: CodeStats): OutlierLevel {
  const count = counts.find(([text]) => text === value)?.[1];
  const times = count ?? 1;
  const commoner = counts.reduce((sum, [text, devices]) => sum + (text !== value && devices > times ? devices : 0), 0);
  // A value that no device of the fleet has counts as one more device.
  const asRare =
    n - commoner + (count === undefined && counts.reduce((sum, [, devices]) => sum + devices, 0) === n ? 1 : 0);
  if (asRare > Math.max(1, Math.floor(rareShare * n))) return 0;
  const rarity = times / (counts[0]?.[1] ?? n);
  return rarity <= rarities.third ? 3 : rarity <= rarities.second ? 2 : 1;
}

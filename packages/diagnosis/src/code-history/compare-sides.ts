import { toFleetValue } from '../codes/fleet-value.ts';
import type { OutlierLevel } from '../codes/outlier-level.ts';
import { toCodeNumber } from '../codes/thresholds.ts';
import { compareCodes, levelOf, type ModelValues, modeOf } from './model-values.ts';

/** A code that two sides have different values of. */
export interface CodeDifference {
  readonly code: string;
  /** Null: not reported on this side, which is no change (CH-04). */
  readonly left: string | null;
  readonly right: string | null;
  /** Right less left, where both are numbers. */
  readonly by: number | null;
  readonly mode: string | null;
  /** Of the right value, or of the left one where the right was not reported. */
  readonly level: OutlierLevel | null;
}

export interface Comparison {
  readonly differences: readonly CodeDifference[];
  /** Codes that at least one side has. */
  readonly compared: number;
}

/**
 * What differs between two sides (CH-03, CH-04), by code. With `isPartial` a side holds chosen codes alone (a
 * standard, the model's usual values): codes that only the other side has are left out.
 */
export function compareSides(
  left: ReadonlyMap<string, string>,
  right: ReadonlyMap<string, string>,
  values: ModelValues,
  { isPartial = false, isUsual = false }: { isPartial?: boolean; isUsual?: boolean } = {},
): Comparison {
  const differences: CodeDifference[] = [];
  let compared = 0;
  // Values of the model are stored as the fleet may see them (docs/decisions/0119).
  const isSame = (one: string, other: string) =>
    one === other || (isUsual && toFleetValue(one) === toFleetValue(other));
  const add = (code: string, before: string | null, after: string | null) =>
    differences.push({
      code,
      left: before,
      right: after,
      by: toDistance(before, after),
      mode: modeOf(code, values),
      level: levelOf(code, after ?? before ?? '', values),
    });
  for (const [code, before] of left) {
    const after = right.get(code);
    if (after === undefined) {
      if (isPartial) continue;
      compared++;
      add(code, before, null);
      continue;
    }
    compared++;
    if (!isSame(before, after)) add(code, before, after);
  }
  if (!isPartial)
    for (const [code, after] of right) {
      if (left.has(code)) continue;
      compared++;
      add(code, null, after);
    }
  return { differences: differences.sort((a, b) => compareCodes(a.code, b.code)), compared };
}

function toDistance(before: string | null, after: string | null): number | null {
  const [one, other] = [toCodeNumber(before ?? undefined), toCodeNumber(after ?? undefined)];
  // Rounded to nine decimals: a difference of decimal fractions shows no binary rest.
  return one === undefined || other === undefined ? null : Number((other - one).toFixed(9));
}

/** The commonest value of each code of the model that may be shown, as a side to compare with. */
export function toUsualSide(values: ModelValues): Map<string, string> {
  const side = new Map<string, string>();
  for (const kind of ['05', '08'] as const)
    for (const [key, [mode]] of Object.entries(values[kind].usual ?? {}))
      if (mode !== null) side.set(`${kind}-${key.replace('.', '-')}`, mode);
  return side;
}

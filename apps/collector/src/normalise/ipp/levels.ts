import type { Reading, ValueState } from '@platen/contract/values';
import { toFieldNumber } from './fields.ts';
import { type IppItem, toIppEvidence } from './items.ts';

/** prtMarkerSuppliesLevel and prtInputCurrentLevel: -1 no restriction, -2 unknown, -3 some remaining (RFC 3805). */
const levelStates: Readonly<Record<number, ValueState>> = {
  [-1]: 'notRestricted',
  [-2]: 'unknown',
  [-3]: 'someRemaining',
};

/** The level in a text of fields; undefined when the text has none. */
export function toFieldLevel(item: IppItem, text: string | undefined): Reading<number> | undefined {
  if (text === undefined) return undefined;
  const value = toFieldNumber(text);
  if (value !== undefined && value >= 0)
    return { state: 'measured', value, evidence: toIppEvidence(item, 'asReported') };
  return { state: levelStates[value ?? -2] ?? 'unknown', evidence: toIppEvidence(item, 'levelState') };
}

/** The capacity in a text of fields: -1 is no restriction, other negative numbers are unknown. */
export function toFieldCapacity(item: IppItem, text: string | undefined): Reading<number> | undefined {
  if (text === undefined) return undefined;
  const value = toFieldNumber(text);
  if (value !== undefined && value >= 0)
    return { state: 'measured', value, evidence: toIppEvidence(item, 'asReported') };
  return { state: value === -1 ? 'notRestricted' : 'unknown', evidence: toIppEvidence(item, 'capacityState') };
}

/** Percent of capacity, one decimal, only where both are known, the capacity is above zero and not exceeded. */
export function toFieldPercent(
  item: IppItem,
  level: string | undefined,
  capacity: string | undefined,
): Reading<number> {
  const part = toFieldLevel(item, level);
  if (part === undefined) return { state: 'unknown' };
  if (part.state !== 'measured') return { state: part.state, evidence: toIppEvidence(item, 'levelState') };
  const whole = toFieldNumber(capacity) ?? 0;
  if (whole <= 0) return { state: 'unknown', evidence: toIppEvidence(item, 'capacityState') };
  const evidence = toIppEvidence(item, 'levelOverCapacity');
  if (part.value > whole) return { state: 'unknown', evidence };
  return { state: 'measured', value: Number(((100 * part.value) / whole).toFixed(1)), evidence };
}

import type { Evidence, EvidenceRule, Reading, ValueState } from '@platen/contract/values';
import { toRawText } from '../snmp/value.ts';
import type { RawObject } from './raw-table.ts';
import { toText } from './text.ts';

/**
 * A number sent as one of SNMP's integer types; undefined for other types. Agents that store -1, -2 and -3 in
 * an unsigned variable send 4294967295, …294 and …293 (or the same of 64 bits): these are negative here.
 */
export function toNumber(object: RawObject | undefined): number | undefined {
  const value = object?.value;
  if (value === undefined || !('value' in value)) return undefined;
  if (typeof value.value === 'bigint') {
    const signed = BigInt.asIntN(64, value.value);
    // Beyond 2^53 JSON would round the number.
    if (signed < -3n || signed > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
    return toSigned(Number(signed));
  }
  return typeof value.value === 'number' ? toSigned(value.value) : undefined;
}

/**
 * The largest three of 32 bits are -1, -2 and -3 (RFC 3805 gives these a meaning); every other number
 * remains.
 */
export const toSigned = (value: number): number =>
  value >= 0xffff_fffd && value <= 0xffff_ffff ? value - 2 ** 32 : value;

/**
 * A text as read; an empty one means that the device does not know it. Undefined if the object is missing or
 * no text.
 */
export function toTextReading(object: RawObject | undefined): Reading<string> | undefined {
  const value = toText(object);
  if (object === undefined || value === undefined) return undefined;
  const evidence = toEvidence(object, 'textDecoded');
  return value.trim() === '' ? { state: 'unknown', evidence } : { state: 'measured', value, evidence };
}

/** A counter; negative values are states (RFC 3805 gives -2 as unknown). */
export function toCountReading(object: RawObject | undefined): Reading<number> | undefined {
  if (object === undefined) return undefined;
  const value = toNumber(object);
  const evidence = toEvidence(object, 'asReported');
  if (value === undefined || value < 0) return { state: 'unknown', evidence };
  return { state: 'measured', value, evidence };
}

/**
 * Meaning of negative levels: -1 no restriction, -2 unknown, -3 some remaining (RFC 3805,
 * prtMarkerSuppliesLevel).
 */
const levelStates: Readonly<Record<number, ValueState>> = {
  [-1]: 'notRestricted',
  [-2]: 'unknown',
  [-3]: 'someRemaining',
};

/** A level; undefined if the device has none. */
export function toLevel(object: RawObject | undefined): Reading<number> | undefined {
  const value = toNumber(object);
  if (object === undefined) return undefined;
  if (value !== undefined && value >= 0)
    return { state: 'measured', value, evidence: toEvidence(object, 'asReported') };
  return { state: levelStates[value ?? -2] ?? 'unknown', evidence: toEvidence(object, 'levelState') };
}

/** A capacity: -1 and -2 as for levels; -3 has no meaning here, and 0 is no capacity to divide by. */
export function toCapacity(object: RawObject | undefined): Reading<number> | undefined {
  const value = toNumber(object);
  if (object === undefined) return undefined;
  if (value !== undefined && value >= 0)
    return { state: 'measured', value, evidence: toEvidence(object, 'asReported') };
  return { state: value === -1 ? 'notRestricted' : 'unknown', evidence: toEvidence(object, 'capacityState') };
}

/**
 * Percent of capacity, one decimal; only if both are measured, the capacity is above zero and the level does
 * not exceed it: a level above the capacity is a contradiction that stays visible in the evidence.
 */
export function toPercent(level: RawObject | undefined, capacity: RawObject | undefined): Reading<number> {
  if (level === undefined) return { state: 'unknown' };
  const levelReading = toLevel(level);
  if (levelReading?.state !== 'measured')
    return percentState(levelReading?.state, toEvidence(level, 'levelState', [capacity]));
  const whole = toCapacity(capacity);
  if (whole?.state !== 'measured' || whole.value === 0)
    return percentState('unknown', toEvidence(level, 'capacityState', [capacity]));
  const evidence = toEvidence(level, 'levelOverCapacity', [capacity]);
  if (levelReading.value > whole.value) return percentState('unknown', evidence);
  return { state: 'measured', value: toOneDecimal((100 * levelReading.value) / whole.value), evidence };
}

const percentState = (state: ValueState | undefined, evidence: Evidence): Reading<number> => ({
  state: state ?? 'unknown',
  evidence,
});

/** Rounded to one decimal, an exact half to the even neighbour so that sums are unbiased. */
function toOneDecimal(value: number): number {
  const tenths = value * 10;
  const floor = Math.floor(tenths);
  if (tenths - floor === 0.5 && (value * 4) % 1 === 0) return (floor % 2 === 0 ? floor : floor + 1) / 10;
  return Number(value.toFixed(1));
}

/** Evidence of a value read from `object`; `also` names further objects the rule used. */
export function toEvidence(
  object: RawObject,
  rule: EvidenceRule,
  also: readonly (RawObject | undefined)[] = [],
): Evidence {
  const further = also.filter((item) => item !== undefined).map(toSource);
  return { protocol: 'snmp', ...toSource(object), rule, ...(further.length > 0 ? { also: further } : {}) };
}

const toSource = (object: RawObject) => ({
  source: object.oid.slice(0, 512),
  name: object.name.slice(0, 256),
  raw: toRawText(object.value),
});

import type { Evidence, EvidenceRule, Reading, ValueState } from '@platen/contract/values';
import { toRawText } from '../snmp/value.ts';
import type { RawObject } from './raw-table.ts';

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

type Evident = (rule: EvidenceRule) => Evidence;

/** The level that a number represents, in every protocol; undefined is no number. */
export function toLevelReading(value: number | undefined, evidence: Evident): Reading<number> {
  if (value !== undefined && value >= 0) return { state: 'measured', value, evidence: evidence('asReported') };
  return { state: levelStates[value ?? -2] ?? 'unknown', evidence: evidence('levelState') };
}

/** A capacity: -1 and -2 as for levels; -3 has no meaning here, and 0 is no capacity to divide by. */
export function toCapacityReading(value: number | undefined, evidence: Evident): Reading<number> {
  if (value !== undefined && value >= 0) return { state: 'measured', value, evidence: evidence('asReported') };
  return { state: value === -1 ? 'notRestricted' : 'unknown', evidence: evidence('capacityState') };
}

/** A level; undefined if the device has none. */
export const toLevel = (object: RawObject | undefined): Reading<number> | undefined =>
  object && toLevelReading(toNumber(object), (rule) => toEvidence(object, rule));

/** A capacity; undefined if the device has none. */
export const toCapacity = (object: RawObject | undefined): Reading<number> | undefined =>
  object && toCapacityReading(toNumber(object), (rule) => toEvidence(object, rule));

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

/**
 * Texts of table rows: RFC 3805 allows 255 octets; twice that keeps a hostile device's report within the
 * server's limit.
 */
export const rowTextLimit = 512;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * A device's text: UTF-8 if it is valid UTF-8, else Latin-1 (RFC 3805 leaves the character set to
 * prtGeneralLocalization, which devices do not observe). The symbol set before HP's PML strings and control
 * characters are removed; line feeds and tabs remain, as they are part of some texts.
 */
export function decodeText(bytes: Uint8Array): string {
  return decode(withoutPmlHead(bytes))
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])[\p{Cc}\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** The text of an OCTET STRING object; undefined for every other type. */
export function toText(object: RawObject | undefined, limit = 1024): string | undefined {
  if (object?.value.type !== 'octets') return undefined;
  return cutText(decodeText(object.value.bytes), limit);
}

/**
 * HP's PML puts a symbol set before the text, two octets: 32 times its number plus its letter's position (8U,
 * Roman-8, is 0x0115). Those that devices send: 0N, 0U, 8U, 9U, 10U, 18N, 19U.
 */
const pmlSymbolSets = new Set([0x000e, 0x0015, 0x0115, 0x0135, 0x0155, 0x024e, 0x0275]);

function withoutPmlHead(bytes: Uint8Array): Uint8Array {
  const [high, low] = bytes;
  return high !== undefined && low !== undefined && pmlSymbolSets.has(high * 256 + low) ? bytes.subarray(2) : bytes;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    // Not TextDecoder: its `latin1` is windows-1252.
    return Buffer.from(bytes).toString('latin1');
  }
}

/** At most `limit` UTF-16 units, never half a character: databases refuse those. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const short = text.slice(0, limit);
  return /[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short;
}

/** Placeholders for "no serial": used as a serial they would merge many devices into one. */
const noSerial =
  /^(0+|x+|[-. *?#_]*|unknown|none|n\/?a|null|nil|default|unavailable|not (available|set|specified|applicable)|serial ?(number|no\.?)?|to be filled by o\.?e\.?m\.?)$/i;

/** Whether a text is a serial number at all. */
export const isSerial = (text: string): boolean => !noSerial.test(text.trim());

const labelled =
  /(?<![\p{L}\p{N}])(?:s\/n_?|sn|serial(?: ?(?:number|no|nr)\.?)?)(?:\s*[:#=]\s*|\s+)([0-9A-Z][0-9A-Z-]{5,31})(?![\w-])/iu;

/**
 * The serial after its label in a description; undefined if there is none, or the word after the label is
 * none.
 */
export function readLabelledSerial(text: string): string | undefined {
  const value = labelled.exec(text)?.[1];
  return value !== undefined && /\d/.test(value) && isSerial(value) ? value : undefined;
}

import type { Reading, ValueState } from '@platen/contract/values';
import { toSigned } from '../readings.ts';
import { type IppItem, toIppEvidence } from './items.ts';

/**
 * `key=value;key=value` as PWG 5100.9 and 5100.13 write alerts, trays and supplies; keys in lower case, the
 * first of repeated keys counts. Some printers prefix the attribute's own name and index (`printer-alert[0] =
 * code=jam`), which is removed.
 */
export function readFields(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const part of withoutPlace(text).split(';')) {
    const equals = part.indexOf('=');
    const key = part.slice(0, Math.max(0, equals)).trim().toLowerCase();
    if (equals > 0 && !fields.has(key)) fields.set(key, part.slice(equals + 1).trim());
  }
  return fields;
}

/** Removes the attribute name and index that some printers prefix, and the quotes they then add. */
export function withoutPlace(text: string): string {
  const match = /^printer-[a-z-]+\[\d+\]\s*=\s*(.*)$/s.exec(text);
  const rest = match?.[1];
  return rest === undefined ? text : rest.replace(/^'(.*)'$/s, '$1');
}

/** A whole number of a field, with its sign (4294967294 is -2); undefined for anything else. */
export function toFieldNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,10}$/.test(text) ? toSigned(Number(text)) : undefined;
}

/**
 * prtMarkerSuppliesLevel and prtInputCurrentLevel: -1 no restriction, -2 unknown, -3 some remaining (RFC
 * 3805).
 */
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

/** Percent of capacity, one decimal; only if both are known, the capacity is above zero and not exceeded. */
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

/**
 * The standard name of an enumerated value: by name in any spelling (`ink-cartridge`, `inkCartridge`), with
 * `ending` optional, or by number. Unknown names are returned unchanged; undefined for an empty text.
 */
export function toNameOrNumber(
  names: Readonly<Record<number, string>>,
  text: string | undefined,
  ending = '',
): string | undefined {
  const given = text?.trim() ?? '';
  if (given === '') return undefined;
  if (/^\d{1,5}$/.test(given)) return names[Number(given)] ?? given;
  const key = toKey(given);
  const known = Object.values(names).find((name) => toKey(name) === key || toKey(name) === key + toKey(ending));
  return known ?? given.slice(0, 256);
}

const toKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

import type { Evidence, EvidenceRule, Reading } from '@platen/contract/values';
import type { IppAttribute, IppValue } from '../../ipp/message.ts';
import { cutText, decodeText, toCapacityReading, toLevelReading, toSigned } from '../readings.ts';

/**
 * One value of an attribute: `name` contains its index if there are several (`marker-levels[2]`, the first is
 * 0).
 */
export interface IppItem {
  attribute: string;
  name: string;
  value: IppValue;
}

/**
 * The values of an attribute by its name, in the order sent; of an attribute that is sent twice the first
 * counts.
 */
export type IppItems = (attribute: string) => readonly IppItem[];

export function toItems(attributes: readonly IppAttribute[]): IppItems {
  const byName = new Map<string, IppItem[]>();
  for (const { name, values } of attributes)
    if (!byName.has(name))
      byName.set(
        name,
        values.map((value, position) => ({
          attribute: name,
          name: values.length > 1 ? `${name}[${position}]` : name,
          value,
        })),
      );
  return (attribute) => byName.get(attribute) ?? [];
}

/**
 * Texts of every kind, and octetStrings, which PWG 5100.9 and 5100.13 fill with text; undefined for all else.
 */
export function toItemText(item: IppItem | undefined): string | undefined {
  const value = item?.value;
  return value?.type === 'text' || value?.type === 'octets' ? decodeText(value.bytes) : undefined;
}

/** A whole number, integer or enum; undefined for all else: an out-of-band value is no number. */
export const toItemNumber = (item: IppItem | undefined): number | undefined =>
  item?.value.type === 'integer' ? item.value.value : undefined;

/** Evidence of a value read from `item`; `also` names further items the rule used. */
export function toIppEvidence(
  item: IppItem,
  rule: EvidenceRule,
  also: readonly (IppItem | undefined)[] = [],
): Evidence {
  const further = also.filter((other) => other !== undefined).map(toSource);
  return { protocol: 'ipp', ...toSource(item), rule, ...(further.length > 0 ? { also: further } : {}) };
}

const toSource = (item: IppItem) => ({
  source: item.attribute.slice(0, 512),
  name: item.name.slice(0, 256),
  raw: toRawText(item.value),
});

/**
 * The value as evidence shows it: numbers plain, texts unchanged, binary octets as `0x…`; at most 1,024
 * characters.
 */
function toRawText(value: IppValue): string {
  if ('bytes' in value) {
    const text = Buffer.from(value.bytes).toString('utf8');
    const isText = !/[\p{Cc}\ufffd]/u.test(text);
    return cutText(isText ? text : `0x${Buffer.from(value.bytes).toString('hex')}`, 1024);
  }
  if (value.type === 'outOfBand') return value.name;
  return 'value' in value ? String(value.value) : value.type;
}

/**
 * `key=value;key=value` as PWG 5100.9 and 5100.13 write alerts, trays and supplies; keys in lower case, the
 * first of repeated keys counts. Some printers prefix the attribute's own name and index (`printer-alert[0] =
 * code=jam`), which is removed.
 */
export function readFields(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const part of withoutPrefix(text).split(';')) {
    const equals = part.indexOf('=');
    const key = part.slice(0, Math.max(0, equals)).trim().toLowerCase();
    if (equals > 0 && !fields.has(key)) fields.set(key, part.slice(equals + 1).trim());
  }
  return fields;
}

/** Removes the attribute name and index that some printers prefix, and the quotes they then add. */
export function withoutPrefix(text: string): string {
  const match = /^printer-[a-z-]+\[\d+\]\s*=\s*(.*)$/s.exec(text);
  const rest = match?.[1];
  return rest === undefined ? text : rest.replace(/^'(.*)'$/s, '$1');
}

/** A whole number of a field, with its sign (4294967294 is -2); undefined for anything else. */
export function toFieldNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,10}$/.test(text) ? toSigned(Number(text)) : undefined;
}

/** The level in a text of fields (prtMarkerSuppliesLevel, prtInputCurrentLevel); undefined without one. */
export const toFieldLevel = (item: IppItem, text: string | undefined): Reading<number> | undefined =>
  text === undefined ? undefined : toLevelReading(toFieldNumber(text), (rule) => toIppEvidence(item, rule));

/** The capacity in a text of fields; undefined when it has none. */
export const toFieldCapacity = (item: IppItem, text: string | undefined): Reading<number> | undefined =>
  text === undefined ? undefined : toCapacityReading(toFieldNumber(text), (rule) => toIppEvidence(item, rule));

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

import type { Evidence, EvidenceRule } from '@platen/contract/values';
import type { IppAttribute, IppValue } from '../../ipp/message.ts';
import { cutText, decodeText } from '../text.ts';

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

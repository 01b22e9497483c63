import type { FirmwareMatcher, SearchCriteria } from '@platen/contract/devices';
import { can } from '@platen/contract/rights';
import { toFirmwareKey } from '@platen/diagnosis/firmware-order';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { type Parameters, toContains } from '../sql/parameters.ts';
import { type Query, toComparable } from './distinct-texts.ts';
import { type FoundByField, findTexts, indexedLength, isLong, type TextField, textKeys } from './find-texts.ts';
import { toFreeSearch } from './free-search.ts';

/** What narrows a list beside visibility and group. */
export type Filter = { readonly search?: string | undefined } | { readonly criteria: SearchCriteria };

/** A filter with what had to be read from the store before its conditions can be written. */
export type PreparedFilter =
  | { readonly search?: string | undefined }
  | { readonly criteria: SearchCriteria; readonly found: FoundByField };

/** Reads what the conditions of a filter need: which texts of the fleet hold the entries of an advanced search. */
export const prepareFilter = async (query: Query, filter: Filter): Promise<PreparedFilter> =>
  'criteria' in filter ? { ...filter, found: await findTexts(query, filter.criteria) } : filter;

/** The conditions of a filter on `device d`; all must hold. Alternatives within a list are joined by `or` (OQ-46). */
export function toConditions(
  filter: PreparedFilter,
  parameters: Parameters,
  { role }: Pick<SignedInUser, 'role'>,
): string[] {
  if (!('criteria' in filter)) {
    const text = filter.search ?? '';
    return text === '' ? [] : [toFreeSearch(text, parameters, can(role, 'seeCollectors'))];
  }
  const { criteria, found } = filter;
  const conditions: string[] = [];
  const push = (values: readonly string[] | undefined, toCondition: (values: readonly string[]) => string) => {
    if (values !== undefined && values.length > 0) conditions.push(toCondition(values));
  };
  push(criteria.mfpIdentifiers, (values) => whole('serial', values, parameters));
  push(criteria.models, (values) => contains(['model'], values, found, parameters));
  push(criteria.customerNumbers, (values) => whole('customer_number', values, parameters));
  push(criteria.customerNamesAndDescriptions, (values) =>
    contains(['customerName', 'description'], values, found, parameters),
  );
  push(criteria.dealerNumbers, (values) => whole('dealer_number', values, parameters));
  push(criteria.dealerNames, (values) => contains(['dealerName'], values, found, parameters));
  if (criteria.firmwareVersion) {
    const { matcher, versions } = criteria.firmwareVersion;
    conditions.push(toFirmwareCondition(matcher, versions, parameters));
  }
  return conditions;
}

/** Whole values, ignoring case, through the index of the column; the contract allows ASCII only in these lists. */
function whole(column: string, values: readonly string[], parameters: Parameters): string {
  const lower = [...new Set(values.map((value) => value.toLowerCase()))];
  const keys = parameters.add([...new Set(lower.map((value) => value.slice(0, indexedLength)))]);
  const found = `left(lower(d.${column}), ${indexedLength}) = any(${keys}::text[])`;
  if (lower.every((value) => value.length < indexedLength)) return found;
  return `(${found} and lower(d.${column}) = any(${parameters.add(lower)}::text[]))`;
}

const columns: Readonly<Record<TextField, string>> = {
  model: 'model',
  customerName: 'customer_name',
  description: 'description',
  dealerName: 'dealer_name',
};

/** Contained text, ignoring case, in one of the fields. */
function contains(
  fields: readonly TextField[],
  values: readonly string[],
  found: FoundByField,
  parameters: Parameters,
): string {
  const conditions: string[] = [];
  for (const field of fields) {
    const texts = found[field];
    if (texts === undefined) return containsByPatterns(fields, values, parameters);
    const [key, column] = [textKeys[field], `d.${columns[field]}`];
    conditions.push(`(${key} = any(${parameters.add(texts.texts)}::text[]) and ${column} is not null)`);
    if (texts.cut.length === 0) continue;
    const patterns = parameters.add([...new Set(values)].map((value) => toContains(value.normalize('NFKC'))));
    const whole = `${toComparable(column)} like any(select lower(pattern) from unnest(${patterns}::text[]) pattern)`;
    conditions.push(`(${key} = any(${parameters.add(texts.cut)}::text[]) and ${whole})`);
  }
  return `(${conditions.join(' or ')})`;
}

/** Compares each device; for an entry that holds a trigram the index over the joined texts finds the candidates. */
function containsByPatterns(fields: readonly TextField[], values: readonly string[], parameters: Parameters): string {
  const texts = new Set(values.map((value) => value.normalize('NFKC')));
  const conditions = [...texts].map((text) => {
    const pattern = `lower(${parameters.add(toContains(text))})`;
    const any = fields.map((field) => `${toComparable(`d.${columns[field]}`)} like ${pattern}`).join(' or ');
    return isLong(text) ? `(d.search_text like ${pattern} and (${any}))` : `(${any})`;
  });
  return `(${conditions.join(' or ')})`;
}

const comparisons: Readonly<Record<Exclude<FirmwareMatcher, 'equal' | 'notEqual'>, string>> = {
  lessThan: '<',
  greaterThan: '>',
  greaterThanEqual: '>=',
  lessThanEqual: '<=',
};

/**
 * Firmware of the system software by version order (OQ-44, OQ-45). The four comparisons hold only within one line.
 * A device whose version nobody knows matches none of the six: unknown is neither equal nor different.
 */
function toFirmwareCondition(matcher: FirmwareMatcher, versions: readonly string[], parameters: Parameters): string {
  const keys = versions.map(toFirmwareKey);
  const line = parameters.add(keys.map((key) => key.line));
  const key = parameters.add(keys.map((item) => item.key));
  if (matcher === 'equal' || matcher === 'notEqual') {
    const among = `(d.firmware_line, d.firmware_key) in (select * from unnest(${line}::text[], ${key}::text[]))`;
    return matcher === 'equal' ? among : `(d.firmware_key is not null and not coalesce(${among}, false))`;
  }
  return `(d.firmware_line = (${line}::text[])[1] and d.firmware_key ${comparisons[matcher]} (${key}::text[])[1] collate "C")`;
}

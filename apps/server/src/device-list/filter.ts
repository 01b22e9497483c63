import type { FirmwareMatcher, SearchCriteria } from '@platen/contract/devices';
import { toFirmwareKey } from '@platen/diagnosis/firmware-order';
import { type Parameters, toContains } from '../sql/parameters.ts';

/** What narrows a list beside visibility and group. */
export type Filter = { readonly search?: string | undefined } | { readonly criteria: SearchCriteria };

/** Beyond this many alternatives one scan with an array is cheaper than as many index look-ups. */
const fewAlternatives = 12;

/** A pattern shorter than this has no trigram: the index would be read from end to end, five times as slow as the table. */
const trigram = 3;
const isLong = (text: string) => Array.from(text).length >= trigram;

/** With another collation than the index's own PostgreSQL reads the table instead. */
const toFound = (text: string, parameters: Parameters): string =>
  `d.search_text${isLong(text) ? '' : ' collate "C"'} like lower(${parameters.add(toContains(text))})`;

/** The conditions of a filter on `device d`; all must hold. Alternatives within a list are joined by `or` (OQ-46). */
export function toConditions(filter: Filter, parameters: Parameters): string[] {
  if (!('criteria' in filter)) {
    const text = filter.search ?? '';
    return text === '' ? [] : [toFound(text, parameters)];
  }
  const { criteria } = filter;
  const conditions: string[] = [];
  const push = (values: readonly string[] | undefined, toCondition: (values: readonly string[]) => string) => {
    if (values !== undefined && values.length > 0) conditions.push(toCondition(values));
  };
  push(criteria.mfpIdentifiers, (values) => whole(['serial'], values, parameters, true));
  push(criteria.models, (values) => contains(['model'], values, parameters, true));
  push(criteria.customerNumbers, (values) => whole(['customer_number'], values, parameters, true));
  push(criteria.customerNamesAndDescriptions, (values) =>
    contains(['customer_name', 'description'], values, parameters, true),
  );
  push(criteria.dealerNumbers, (values) => whole(['dealer_number'], values, parameters, false));
  push(criteria.dealerNames, (values) => contains(['dealer_name'], values, parameters, false));
  if (criteria.firmwareVersion) {
    const { matcher, versions } = criteria.firmwareVersion;
    conditions.push(toFirmwareCondition(matcher, versions, parameters));
  }
  return conditions;
}

type Column =
  | 'serial'
  | 'model'
  | 'customer_number'
  | 'customer_name'
  | 'description'
  | 'dealer_number'
  | 'dealer_name';

/**
 * Whole values, ignoring case. For columns that are part of `search_text` the trigram index finds the candidates.
 */
function whole(columns: Column[], values: readonly string[], parameters: Parameters, indexed: boolean): string {
  const any = (place: string) => columns.map((column) => `lower(d.${column}) = lower(${place})`).join(' or ');
  if (indexed && values.length <= fewAlternatives && values.every(isLong))
    return oneOf(values, (value) => {
      const [place, pattern] = [`${parameters.add(value)}::text`, parameters.add(toContains(value))];
      return `(d.search_text like lower(${pattern}) and (${any(place)}))`;
    });
  const array = parameters.add(values.map((value) => value.toLowerCase()));
  return `(${columns.map((column) => `lower(d.${column}) = any(${array}::text[])`).join(' or ')})`;
}

/** Contained text, ignoring case. */
function contains(columns: Column[], values: readonly string[], parameters: Parameters, indexed: boolean): string {
  const distinct = [...new Set(values)];
  return oneOf(distinct, (value) => {
    const pattern = parameters.add(toContains(value));
    const any = columns.map((column) => `lower(d.${column}) like lower(${pattern})`).join(' or ');
    return indexed && distinct.length <= fewAlternatives && isLong(value)
      ? `(d.search_text like lower(${pattern}) and (${any}))`
      : `(${any})`;
  });
}

const oneOf = (values: readonly string[], toCondition: (value: string) => string): string =>
  `(${values.map(toCondition).join(' or ')})`;

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

import type { FirmwareMatcher, SearchCriteria } from '@platen/contract/devices';
import { can } from '@platen/contract/rights';
import { toFirmwareKey } from '@platen/diagnosis/firmware-order';
import { type RawBuilder, sql } from 'kysely';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { anyOf, type Query, type TextField, toComparable, toContains } from './distinct-texts.ts';
import { type FoundByField, findTexts, indexedLength, isLong, textKeys } from './find-texts.ts';
import { containsSearched, containsText, readRareGrams } from './searched-text.ts';

/** What narrows a list in addition to visibility and group. */
export type Filter = { readonly search?: string | undefined } | { readonly criteria: SearchCriteria };

/** A filter with what had to be read from the store before its conditions can be written. */
export type PreparedFilter =
  | { readonly search?: string | undefined; readonly grams?: readonly string[] | null | undefined }
  | { readonly criteria: SearchCriteria; readonly found: FoundByField };

/**
 * Reads what the conditions of a filter need: which texts of the fleet hold the entries of an advanced
 * search, or by which grams of its text a free search finds its devices.
 */
export async function prepareFilter(query: Query, filter: Filter): Promise<PreparedFilter> {
  if ('criteria' in filter) return { ...filter, found: await findTexts(query, filter.criteria) };
  const grams = await readRareGrams(query, toText(filter.search ?? ''));
  return grams === undefined ? filter : { ...filter, grams };
}

/** The same filter where an order is walked: each device that is met is compared, none is looked for. */
export const toWalked = (filter: PreparedFilter): PreparedFilter =>
  'grams' in filter ? { ...filter, grams: null } : filter;

const fieldsOfCells: ReadonlySet<string> = new Set(['dealerNumbers', 'dealerNames'] satisfies (keyof SearchCriteria)[]);

/** Whether the conditions of a filter hold for `cells d` as for `device d`: it asks for dealers at most. */
export function isOfCells(filter: PreparedFilter): boolean {
  if (!('criteria' in filter)) return (filter.search ?? '') === '';
  const { criteria, found } = filter;
  const isFound = (criteria.dealerNames ?? []).length === 0 || found.dealerName !== undefined;
  const asked = Object.entries(criteria).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return isFound && asked.every(([name, value]) => value === undefined || fieldsOfCells.has(name));
}

/**
 * The conditions of a filter on `device d`; all must hold. Alternatives within a list are joined by `or`
 * (OQ-46).
 */
export function toConditions(
  filter: PreparedFilter,
  user: Pick<SignedInUser, 'role' | 'rights'>,
): RawBuilder<boolean>[] {
  if (!('criteria' in filter)) {
    const text = filter.search ?? '';
    return text === '' ? [] : [toFreeSearch(text, user, filter.grams)];
  }
  const { criteria, found } = filter;
  const conditions: RawBuilder<boolean>[] = [];
  const push = (
    values: readonly string[] | undefined,
    toCondition: (values: readonly string[]) => RawBuilder<boolean>,
  ) => {
    if (values !== undefined && values.length > 0) conditions.push(toCondition(values));
  };
  push(criteria.mfpIdentifiers, (values) => whole('serial', values));
  push(criteria.models, (values) => contains(['model'], values, found));
  push(criteria.customerNumbers, (values) => whole('customer_number', values));
  push(criteria.customerNamesAndDescriptions, (values) => contains(['customerName', 'description'], values, found));
  push(criteria.dealerNumbers, (values) => whole('dealer_number', values));
  push(criteria.dealerNames, (values) => contains(['dealerName'], values, found));
  if (criteria.firmwareVersion) {
    const { matcher, versions } = criteria.firmwareVersion;
    conditions.push(toFirmwareCondition(matcher, versions));
  }
  return conditions;
}

/** Three or four hexadecimal digits: as much as can be part of a device code (`C391`). */
const partOfCode = /^[0-9a-f]{3,4}$/i;
/** At least three bytes of a MAC address: in groups of two or four digits, or in one piece. */
const partOfMac = /^[0-9a-f]{2}([-:]?[0-9a-f]{2}){2,5}$|^[0-9a-f]{4}\.[0-9a-f]{4}(\.[0-9a-f]{4})?$/i;

/** `collector:` and the name of a collector: the devices whose newest report it delivered. */
const ofCollector = /^collector: ?(.+)$/i;

/** In the form in which MAC addresses are stored, in lower case; undefined: the text is no part of one. */
const toMac = (text: string): string | undefined =>
  partOfMac.test(text)
    ? (
        text
          .toLowerCase()
          .replaceAll(/[^0-9a-f]/g, '')
          .match(/../g) ?? []
      ).join(':')
    : undefined;

/**
 * The condition of the free search on `device d` (OQ-32, decision 0238), ignoring case and the width of
 * letters: a text anywhere in serial, model, number and name of customer and dealer, or description; the code
 * of an open condition; a part of an address. Names of collectors are looked up for those who may see them
 * (0131): a dealer's text is plain.
 * Codes are found by those who may see them (OA-20). A number without a dot is looked for in no
 * address: it would find every device of a network.
 */
function toFreeSearch(
  typed: string,
  user: Pick<SignedInUser, 'role' | 'rights'>,
  grams: readonly string[] | null | undefined,
): RawBuilder<boolean> {
  const { collector, text, isCode, addresses } = readSearch(typed, user);
  if (collector !== undefined)
    return sql<boolean>`d.collector_id in
      (select c.collector_id from collector c where lower(c.name) = lower(${collector}))`;
  return anyOf([
    containsSearched(text, grams),
    ...(isCode ? [containsText('code_text', text)] : []),
    ...addresses.map((part) => containsText('address_text', part)),
  ]);
}

const toText = (typed: string): string => typed.normalize('NFKC').trim();

function readSearch(typed: string, user: Pick<SignedInUser, 'role' | 'rights'>) {
  const text = toText(typed);
  return {
    text,
    collector: can(user, 'seeCollectors') ? ofCollector.exec(text)?.[1] : undefined,
    isCode: can(user, 'readCodes') && partOfCode.test(text),
    addresses: [/[.:]/.test(text) ? text : undefined, toMac(text)].filter((part) => part !== undefined),
  };
}

/** A text that is looked for in `device.search_text`, whose totals may know it (0730). */
export interface CountedText {
  readonly text: string;
  /** Where else it is looked for: in codes of open conditions, which few devices have. */
  readonly elsewhere: RawBuilder<boolean> | undefined;
}

/**
 * The text of a free search; undefined: there is none, or it is looked for in addresses, of which a short
 * part may be that of a whole network.
 */
export function toCountedText(
  filter: PreparedFilter,
  user: Pick<SignedInUser, 'role' | 'rights'>,
): CountedText | undefined {
  if ('criteria' in filter || (filter.search ?? '') === '') return undefined;
  const { text, collector, isCode, addresses } = readSearch(filter.search ?? '', user);
  if (collector !== undefined || addresses.length > 0 || text === '') return undefined;
  return { text, elsewhere: isCode ? containsText('code_text', text) : undefined };
}

/**
 * Whole values, ignoring case, through the index of the column; the contract allows ASCII only in these
 * lists.
 */
function whole(name: string, values: readonly string[]): RawBuilder<boolean> {
  const column = sql.ref(`d.${name}`);
  const lower = [...new Set(values.map((value) => value.toLowerCase()))];
  const keys = [...new Set(lower.map((value) => value.slice(0, indexedLength)))];
  const found = sql<boolean>`left(lower(${column}), ${sql.lit(indexedLength)}) = any(${keys}::text[])`;
  if (lower.every((value) => value.length < indexedLength)) return found;
  return sql<boolean>`(${found} and lower(${column}) = any(${lower}::text[]))`;
}

const columns: Readonly<Record<TextField, RawBuilder<string | null>>> = {
  model: sql`d.model`,
  customerName: sql`d.customer_name`,
  description: sql`d.description`,
  dealerName: sql`d.dealer_name`,
};

/** Contained text, ignoring case, in one of the fields. */
function contains(fields: readonly TextField[], values: readonly string[], found: FoundByField): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = [];
  for (const field of fields) {
    const texts = found[field];
    if (texts === undefined) return containsByPatterns(fields, values);
    const [key, column] = [textKeys[field], columns[field]];
    conditions.push(sql<boolean>`(${key} = any(${texts.texts}::text[]) and ${column} is not null)`);
    if (texts.cut.length === 0) continue;
    const patterns = [...new Set(values)].map((value) => toContains(value.normalize('NFKC')));
    const whole = sql`${toComparable(column)} like any(select lower(pattern) from unnest(${patterns}::text[]) pattern)`;
    conditions.push(sql<boolean>`(${key} = any(${texts.cut}::text[]) and ${whole})`);
  }
  return anyOf(conditions);
}

/**
 * Compares each device; for an entry that holds a trigram the index over the joined texts finds the
 * candidates.
 */
function containsByPatterns(fields: readonly TextField[], values: readonly string[]): RawBuilder<boolean> {
  const texts = new Set(values.map((value) => value.normalize('NFKC')));
  return anyOf(
    [...texts].map((text) => {
      const pattern = sql`lower(${toContains(text)})`;
      const inOneField = anyOf(fields.map((field) => sql<boolean>`${toComparable(columns[field])} like ${pattern}`));
      return isLong(text) ? sql<boolean>`(${containsSearched(text)} and ${inOneField})` : inOneField;
    }),
  );
}

const comparisons: Readonly<Record<Exclude<FirmwareMatcher, 'equal' | 'notEqual'>, RawBuilder<unknown>>> = {
  lessThan: sql`<`,
  greaterThan: sql`>`,
  greaterThanEqual: sql`>=`,
  lessThanEqual: sql`<=`,
};

/**
 * Firmware of the system software by version order (OQ-44, OQ-45). The four comparisons hold only within one
 * line. A device without a known version matches none of the six: unknown is neither equal nor different.
 */
function toFirmwareCondition(matcher: FirmwareMatcher, versions: readonly string[]): RawBuilder<boolean> {
  const keys = versions.map(toFirmwareKey);
  const line = keys.map((key) => key.line);
  const key = keys.map((item) => item.key);
  if (matcher === 'equal' || matcher === 'notEqual') {
    const among = sql<boolean>`
      (d.firmware_line, d.firmware_key) in (select * from unnest(${line}::text[], ${key}::text[]))`;
    return matcher === 'equal' ? among : sql<boolean>`(d.firmware_key is not null and not coalesce(${among}, false))`;
  }
  return sql<boolean>`(d.firmware_line = (${line}::text[])[1]
    and d.firmware_key ${comparisons[matcher]} (${key}::text[])[1] collate "C")`;
}

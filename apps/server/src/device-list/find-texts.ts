import { setImmediate } from 'node:timers/promises';
import type { SearchCriteria } from '@platen/contract/devices';
import { type RawBuilder, sql } from 'kysely';
import { createContainedTexts } from '../base/contained-texts.ts';
import {
  type DistinctText,
  type Query,
  readAllTexts,
  readFewTexts,
  type TextField,
  toComparable,
} from './distinct-texts.ts';

/** Longest part of a text that an index holds: an entry of an index has a limit of 2,704 bytes. */
export const indexedLength = 200;

/**
 * What the index of each field holds, as in the function `distinct_texts`. Names of customers share the index
 * of the list's order, in which a number stands where a name is missing; the condition has to leave those
 * out.
 */
export const textKeys: Readonly<Record<TextField, RawBuilder<string>>> = {
  model: sql`coalesce(d.model, '')`,
  customerName: sql`coalesce(d.customer_name, d.customer_number, '')`,
  description: sql`coalesce(d.description, '')`,
  dealerName: sql`left(d.dealer_name, ${sql.lit(indexedLength)})`,
};

/** The values of a field's key that hold one of the entries of a search. */
interface FoundTexts {
  readonly texts: readonly string[];
  /** Keys that were cut and do not match so far: the whole text may. */
  readonly cut: readonly string[];
}

/** Per field that is searched by its distinct texts; a field without them is searched by patterns. */
export type FoundByField = Partial<Readonly<Record<TextField, FoundTexts>>>;

/**
 * Up to this number of entries the trigram index is faster than the distinct texts of a fleet with thousands
 * of customers.
 */
const fewForTrigrams = 4;
/** Up to this number, comparing every device is faster than reading a hundred thousand distinct texts. */
const fewForPatterns = 12;

/** An entry shorter than this holds no trigram. */
const trigram = 3;
export const isLong = (text: string): boolean => Array.from(text).length >= trigram;

/** Texts compared at one go; other calls get their turn between. */
const batch = 5000;

/**
 * Finds the texts of the fleet that hold one of the entries of an advanced search. A fleet has few models,
 * customers and dealers compared with its devices, so the time hardly depends on the number of entries, and
 * short ones need no index of their own.
 */
export async function findTexts(query: Query, criteria: SearchCriteria): Promise<FoundByField> {
  const { models, customerNamesAndDescriptions: names, dealerNames } = criteria;
  return {
    ...(models && (await findInFields(query, ['model'], models))),
    ...(names && !isForTrigrams(names) && (await findInFields(query, ['customerName', 'description'], names))),
    ...(dealerNames && (await findInFields(query, ['dealerName'], dealerNames))),
  };
}

const isForTrigrams = (entries: readonly string[]) =>
  entries.length <= fewForTrigrams && entries.every((entry) => isLong(entry.normalize('NFKC')));

/** All of these fields, or none where their texts are too many for so few entries. */
async function findInFields(
  query: Query,
  fields: readonly TextField[],
  entries: readonly string[],
): Promise<FoundByField> {
  const comparable = await readComparable(query, entries);
  const found: Partial<Record<TextField, FoundTexts>> = {};
  for (const field of fields) {
    const few = await readFewTexts(query, field);
    if (few === undefined && comparable.length <= fewForPatterns) return {};
    found[field] = await findIn(few ?? (await readAllTexts(query, textKeys[field])), comparable);
  }
  return found;
}

async function readComparable(query: Query, entries: readonly string[]): Promise<string[]> {
  const [found] = await query(
    sql<{ comparable: string[] | null }>`select json_agg(distinct ${toComparable(sql.ref('entry'))}) as comparable
      from unnest(${[...new Set(entries)]}::text[]) entry`,
  );
  return found?.comparable ?? [];
}

async function findIn(texts: readonly DistinctText[], entries: readonly string[]): Promise<FoundTexts> {
  const longest = texts.reduce((length, { comparable }) => Math.max(length, comparable.length), 0);
  const { containsAny } = createContainedTexts(entries.filter((entry) => entry.length <= longest));
  const matching: string[] = [];
  const cut: string[] = [];
  for (let from = 0; from < texts.length; from += batch) {
    if (from > 0) await setImmediate();
    for (const { text, comparable } of texts.slice(from, from + batch))
      if (containsAny(comparable)) matching.push(text);
      else if (text.length >= indexedLength) cut.push(text);
  }
  return { texts: matching, cut };
}

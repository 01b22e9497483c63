import { isPlaceholder, type TableName, tableOf, toDeviceCode } from './device-code.ts';
import { createLookup, type Lookup } from './lookup.ts';
import type { Facts, FactsTable, MessageTable, Words } from './tables.ts';

/** The files of one series, with messages and words in one language. */
export interface SeriesTables {
  readonly messages: MessageTable;
  readonly facts: FactsTable;
  readonly places: Words;
  readonly actions: Words;
}

export interface Explanation extends Omit<Facts, 'place' | 'action'> {
  /** The code as the tables write it. */
  readonly code: string;
  readonly message: string;
  /** Undefined for a code of no series. */
  readonly series: TableName | undefined;
  /** Where on the machine, in words. */
  readonly place: string;
  /** What to do, in words. */
  readonly action: string;
  /** False where only the fallback of the series answered. */
  readonly isKnown: boolean;
}

/** Stands where there is nothing to say (OQ-95). */
const nothing = '-';
const messageLookups = new WeakMap<MessageTable, Lookup<string>>();
/** By what the lookup found: it answers the same list for all codes that the same entries hold. */
const mergedFacts = new WeakMap<readonly Partial<Facts>[], Facts>();
const factsLookups = new WeakMap<FactsTable, Lookup<Partial<Facts>>>();

/**
 * The message of a code out of its series' table. '-' for null and header, the fallback for every code that
 * the table does not name, also one of another series (DM-002, DM-005, OQ-95, OQ-101, OQ-102).
 */
export function messageOf(raw: string, table: MessageTable): string {
  const code = toDeviceCode(raw);
  return isPlaceholder(code) ? nothing : (find(code, table) ?? table.fallback);
}

/**
 * Everything known of a code. `tables` are those of `tableToAsk(raw)`. Facts come field by field from the
 * most specific entry that names the field. A place or action without a word gives '-'.
 */
export function explain(raw: string, tables: SeriesTables): Explanation {
  const code = toDeviceCode(raw);
  const { category, place, who, severity, action } = factsOf(code, tables.facts);
  const isEmpty = isPlaceholder(code);
  return {
    code,
    message: messageOf(code, tables.messages),
    series: tableOf(code),
    category,
    who,
    severity,
    place: (isEmpty ? undefined : tables.places[place]) ?? nothing,
    action: (isEmpty ? undefined : tables.actions[action]) ?? nothing,
    isKnown: !isEmpty && find(code, tables.messages) !== undefined,
  };
}

function factsOf(code: string, table: FactsTable): Facts {
  let lookup = factsLookups.get(table);
  if (lookup === undefined) {
    lookup = createLookup(table.codes);
    factsLookups.set(table, lookup);
  }
  const found = lookup(code);
  let facts = mergedFacts.get(found);
  if (facts === undefined) {
    facts = found.reduceRight<Facts>((known, more) => ({ ...known, ...more }), table.fallback);
    mergedFacts.set(found, facts);
  }
  return facts;
}

function find(code: string, table: MessageTable): string | undefined {
  let lookup = messageLookups.get(table);
  if (lookup === undefined) {
    lookup = createLookup(table.specified, table.project);
    messageLookups.set(table, lookup);
  }
  return lookup(code)[0];
}

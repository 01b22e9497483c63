import type { TableName } from '@platen/catalogue/device-codes/device-code';
import type { SeriesTables } from '@platen/catalogue/device-codes/explain';
import {
  type FactsTable,
  isFactsTable,
  isMessageTable,
  isRecord,
  isWords,
  type MessageTable,
  type Words,
} from '@platen/catalogue/device-codes/tables';
import type { Locale } from '@platen/catalogue/locale';
import { queryOptions } from '@tanstack/react-query';
import { loadResource } from '../platform/lazy-resource.ts';
import { factAddresses, messageAddresses, wordAddresses } from './addresses.ts';

/**
 * One file, looked at before it is believed. Gives up after 120 s (CN-19). No signal of who asked is passed on: what is on
 * its way is awaited by all, and goes on when one of them leaves the screen.
 */
async function fetchTable<T>(address: string, isTable: (value: unknown) => value is T): Promise<T> {
  const value = await loadResource(async (): Promise<unknown> => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`a table of device codes was refused with status ${response.status}`);
    return response.json();
  });
  if (!isTable(value)) throw new TypeError('what came has not the form of a table of device codes');
  return value;
}

/** Kept as long as the page: a table never changes under its address. A failure is not kept; whoever comes next asks anew. */
const tableQuery = <T>(address: string, isTable: (value: unknown) => value is T) =>
  queryOptions({
    queryKey: ['deviceCodes', address],
    queryFn: () => fetchTable(address, isTable),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

const isBilingual = (value: unknown): value is Readonly<Record<Locale, Words>> =>
  isRecord(value) && isWords(value['en-us']) && isWords(value['ja-jp']);

/** The messages of one series in one language. */
export const messagesQuery = (table: TableName, locale: Locale) =>
  tableQuery<MessageTable>(messageAddresses[locale][table], isMessageTable);

/** All that is needed to explain the codes of one series in one language: its messages, its facts, and their words. */
export const seriesQuery = (table: TableName, locale: Locale) =>
  queryOptions({
    queryKey: ['deviceCodes', 'series', locale, table],
    queryFn: async ({ client }): Promise<SeriesTables> => {
      const [messages, facts, places, actions] = await Promise.all([
        client.fetchQuery(messagesQuery(table, locale)),
        client.fetchQuery(tableQuery<FactsTable>(factAddresses[table], isFactsTable)),
        client.fetchQuery(tableQuery(wordAddresses.places, isBilingual)),
        client.fetchQuery(tableQuery(wordAddresses.actions, isBilingual)),
      ]);
      return { messages, facts, places: places[locale], actions: actions[locale] };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

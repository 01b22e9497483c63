import actions from '@platen/catalogue/data/device-codes/actions.json?url&no-inline';
import enA from '@platen/catalogue/data/device-codes/en-us/a.json?url&no-inline';
import enC from '@platen/catalogue/data/device-codes/en-us/c.json?url&no-inline';
import enD from '@platen/catalogue/data/device-codes/en-us/d.json?url&no-inline';
import enE from '@platen/catalogue/data/device-codes/en-us/e.json?url&no-inline';
import enEvents from '@platen/catalogue/data/device-codes/en-us/events.json?url&no-inline';
import enF from '@platen/catalogue/data/device-codes/en-us/f.json?url&no-inline';
import factsA from '@platen/catalogue/data/device-codes/facts/a.json?url&no-inline';
import factsC from '@platen/catalogue/data/device-codes/facts/c.json?url&no-inline';
import factsD from '@platen/catalogue/data/device-codes/facts/d.json?url&no-inline';
import factsE from '@platen/catalogue/data/device-codes/facts/e.json?url&no-inline';
import factsEvents from '@platen/catalogue/data/device-codes/facts/events.json?url&no-inline';
import factsF from '@platen/catalogue/data/device-codes/facts/f.json?url&no-inline';
import jaA from '@platen/catalogue/data/device-codes/ja-jp/a.json?url&no-inline';
import jaC from '@platen/catalogue/data/device-codes/ja-jp/c.json?url&no-inline';
import jaD from '@platen/catalogue/data/device-codes/ja-jp/d.json?url&no-inline';
import jaE from '@platen/catalogue/data/device-codes/ja-jp/e.json?url&no-inline';
import jaEvents from '@platen/catalogue/data/device-codes/ja-jp/events.json?url&no-inline';
import jaF from '@platen/catalogue/data/device-codes/ja-jp/f.json?url&no-inline';
import places from '@platen/catalogue/data/device-codes/places.json?url&no-inline';
import { type TableName, tableToAsk } from '@platen/catalogue/device-codes/device-code';
import { type Explanation, explain, messageOf, type SeriesTables } from '@platen/catalogue/device-codes/explain';
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
import { queryOptions, useQuery } from '@tanstack/react-query';
import { environment } from '../platform/environment.ts';
import { loadResource } from '../platform/load-texts.ts';
import type { CodeMessage } from '../ui/use-reason-text.ts';

/**
 * Fetches and checks one file. Gives up after 120 s (CN-19). The signal of the caller is not passed on: a
 * running fetch is shared and continues when one of its callers leaves the screen.
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

/**
 * Cached as long as the page: a table never changes under its address. A failure is not cached; the next
 * caller retries.
 */
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

/**
 * All that is needed to explain the codes of one series in one language: its messages, its facts, and their
 * words.
 */
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

/**
 * Where the tables of the device codes are fetched from: separate files next to the scripts, named by their
 * content, so that a browser caches them for good and loads only the series that some device reports.
 */
const messageAddresses: Readonly<Record<Locale, Readonly<Record<TableName, string>>>> = {
  'en-us': { a: enA, c: enC, d: enD, e: enE, f: enF, events: enEvents },
  'ja-jp': { a: jaA, c: jaC, d: jaD, e: jaE, f: jaF, events: jaEvents },
};
const factAddresses: Readonly<Record<TableName, string>> = {
  a: factsA,
  c: factsC,
  d: factsD,
  e: factsE,
  f: factsF,
  events: factsEvents,
};
/** The phrases of both languages, in one file each. */
const wordAddresses = { actions, places };

/**
 * Messages of device codes in the user's language, for lists: fetches the series the codes belong to and no
 * other, each once. Undefined while a series is on its way or did not come: a list then shows the code alone,
 * without an error.
 */
export function useDeviceMessages(codes: readonly (string | null)[]): CodeMessage {
  const wanted = new Set(codes.flatMap((code) => (code === null ? [] : [tableToAsk(code)])));
  // One line a table: the library's hook for any number of them would add to what every screen loads.
  const tables: Readonly<Record<TableName, MessageTable | undefined>> = {
    a: useMessages('a', wanted),
    c: useMessages('c', wanted),
    d: useMessages('d', wanted),
    e: useMessages('e', wanted),
    f: useMessages('f', wanted),
    events: useMessages('events', wanted),
  };
  return (code) => {
    const table = tables[tableToAsk(code)];
    return table === undefined ? undefined : messageOf(code, table);
  };
}

const useMessages = (name: TableName, wanted: ReadonlySet<TableName>): MessageTable | undefined =>
  useQuery({ ...messagesQuery(name, environment().locale), enabled: wanted.has(name) }).data;

/** The same of one code. */
export const useDeviceMessage = (code: string | null): string | undefined => {
  const messageOfCode = useDeviceMessages([code]);
  return code === null ? undefined : messageOfCode(code);
};

type CodeState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly explanation: Explanation }
  | { readonly kind: 'failed'; readonly busy: boolean; readonly retry: () => void };

/** Everything known of one device code: message, place, who can act and what to do (GN-08). */
export function useCodeExplanation(code: string): CodeState {
  const query = useQuery(seriesQuery(tableToAsk(code), environment().locale));
  if (query.data !== undefined) return { kind: 'known', explanation: explain(code, query.data) };
  // While it is asked for again the control stays, and with it the focus.
  if (query.errorUpdateCount === 0) return { kind: 'loading' };
  return { kind: 'failed', busy: query.isFetching, retry: () => void query.refetch() };
}

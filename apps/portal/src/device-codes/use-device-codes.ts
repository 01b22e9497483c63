import { type TableName, tableToAsk } from '@platen/catalogue/device-codes/device-code';
import { type Explanation, explain, messageOf } from '@platen/catalogue/device-codes/explain';
import type { MessageTable } from '@platen/catalogue/device-codes/tables';
import { useQuery } from '@tanstack/react-query';
import { environment } from '../platform/environment.ts';
import type { CodeMessage } from '../ui/use-reason-text.ts';
import { messagesQuery, seriesQuery } from './code-queries.ts';

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

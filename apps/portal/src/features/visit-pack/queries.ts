import type { BodyOf } from '@platen/contract/endpoint';
import { fetchPart } from '@platen/contract/visit-pack';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { readPack, type ShownPack } from '../../offline/read-pack.ts';

const packKey = (visitId: string) => ['visits', 'pack', visitId] as const;

/** The pack of a visit: of the server, and of this device where the server does not answer (VP-22). */
export const packQuery = (visitId: string) =>
  queryOptions({
    queryKey: packKey(visitId),
    queryFn: ({ signal }) => readPack(visitId, {}, signal),
    staleTime: 60_000,
  });

/** Makes a new pack (VP-17). */
export async function refreshPack(client: QueryClient, visitId: string): Promise<void> {
  client.setQueryData(packKey(visitId), await readPack(visitId, { refresh: '1' }));
}

/** Marks a part in the fetch box, and shows the marks as the server has them then. */
export async function markPart(client: QueryClient, visitId: string, body: BodyOf<typeof fetchPart>): Promise<void> {
  const { fetched } = (await call(fetchPart, { params: { id: visitId }, body })).data;
  client.setQueryData<ShownPack>(packKey(visitId), (shown) =>
    shown === undefined ? undefined : { ...shown, pack: { ...shown.pack, fetched } },
  );
}

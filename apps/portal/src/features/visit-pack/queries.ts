import type { BodyOf } from '@platen/contract/endpoint';
import { fetchPart, readVisitPack, type VisitPack } from '@platen/contract/visit-pack';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { readStoredPack, storePack } from '../../offline/packs.ts';
import { ApiFailure } from '../../platform/failure.ts';
import { logError } from '../../platform/log.ts';

/** A pack as shown. `storedAt`: it comes from this device, stored then; null: from the server. */
export interface ShownPack {
  readonly pack: VisitPack;
  readonly storedAt: Date | null;
}

/** Longest wait for the server where the pack is stored on this device (FG-12). */
const patienceMs = 2500;

const isSilence = (thrown: unknown): boolean => thrown instanceof ApiFailure && thrown.state.statusCode === null;

const packKey = (visitId: string) => ['visits', 'pack', visitId] as const;

/** The pack of a visit: of the server, and of this device where the server does not answer (VP-22). */
export const packQuery = (visitId: string) =>
  queryOptions({
    queryKey: packKey(visitId),
    queryFn: ({ signal }) => readPack(visitId, {}, signal),
    staleTime: 60_000,
  });

async function readPack(visitId: string, query: { refresh?: '1' }, signal?: AbortSignal): Promise<ShownPack> {
  const stored = await readStoredPack(visitId).catch((thrown: unknown) => {
    logError('the stored pack could not be read', thrown);
    return undefined;
  });
  const asked = call(readVisitPack, { params: { id: visitId }, query, signal }).then(async ({ data }) => {
    // Only what was fetched ahead for the user is stored; here it is brought up to date.
    if (stored !== undefined) await storePack(data).catch((thrown: unknown) => logError('not stored', thrown));
    return { pack: data, storedAt: null };
  });
  if (stored === undefined) return await asked;
  const own = { pack: stored.pack, storedAt: new Date(stored.storedAt) };
  const late = new Promise<ShownPack>((done) => void setTimeout(() => done(own), navigator.onLine ? patienceMs : 0));
  return await Promise.race([asked, late]).catch((thrown: unknown) => {
    if (isSilence(thrown)) return own;
    throw thrown;
  });
}

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

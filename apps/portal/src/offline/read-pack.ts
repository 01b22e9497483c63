import { readVisitPack, type VisitPack } from '@platen/contract/visit-pack';
import { call } from '../api/client.ts';
import { ApiFailure } from '../platform/failure.ts';
import { logError } from '../platform/log.ts';
import { readStoredPack, updateStoredPack } from './packs.ts';

/** A pack as shown. `storedAt`: it comes from this device, stored then; null: from the server. */
export interface ShownPack {
  readonly pack: VisitPack;
  readonly storedAt: Date | null;
}

/** Longest wait for the server where the pack is stored on this device (FG-12). */
const patienceMs = 2500;

/** Whether a call failed without an answer of the server. */
export const isSilence = (thrown: unknown): boolean => thrown instanceof ApiFailure && thrown.state.statusCode === null;

/** The pack of a visit: of the server, and of this device where the server does not answer (VP-22). */
export async function readPack(
  visitId: string,
  query: { readonly refresh?: '1' },
  signal?: AbortSignal,
): Promise<ShownPack> {
  const stored = await readStoredPack(visitId).catch((thrown: unknown) => {
    logError('the stored pack could not be read', thrown);
    return undefined;
  });
  const asked = call(readVisitPack, { params: { id: visitId }, query, signal }).then(async ({ data }) => {
    // Only what was fetched ahead for the user is stored; here it is brought up to date.
    if (stored !== undefined) await updateStoredPack(data).catch((thrown: unknown) => logError('not stored', thrown));
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

import { notePackStored, readVisitPack, type VisitPack } from '@platen/contract/visit-pack';
import { mostStoredPacks, packMinutes, storedDaysAfter, storedDaysAhead } from '@platen/contract/visit-pack-names';
import { listVisits } from '@platen/contract/visits';
import { call } from '../api/client.ts';
import { ApiFailure } from '../platform/failure.ts';
import { logError } from '../platform/log.ts';
import { forgetStoredPacks, mayReadPacks, notePacksOf } from '../platform/stored-packs.ts';
import { readSession } from '../session/stored-session.ts';
import { openPacks, type StoredPack } from './open-stores.ts';

const dayMs = 86_400_000;
const lastSyncKey = 'platen.packsSyncedAt';

/** A pack on this device; undefined: it is not stored, or this user may not read it now (VP-26). */
export async function readStoredPack(visitId: string): Promise<StoredPack | undefined> {
  const subject = readSession()?.subject;
  if (subject === undefined || !mayReadPacks(subject)) return undefined;
  const db = await openPacks();
  try {
    const found = await db.get('packs', visitId);
    return found?.subject === subject ? found : undefined;
  } finally {
    db.close();
  }
}

/** All packs of the signed-in user on this device, by day. */
export async function listStoredPacks(): Promise<StoredPack[]> {
  const subject = readSession()?.subject;
  if (subject === undefined || !mayReadPacks(subject)) return [];
  const db = await openPacks();
  try {
    const all = await db.getAll('packs');
    return all
      .filter((one) => one.subject === subject)
      .sort((one, other) => (one.pack.plannedDay ?? '').localeCompare(other.pack.plannedDay ?? ''));
  } finally {
    db.close();
  }
}

/** Stores a pack; what is older than the stored one changes nothing. */
export async function storePack(pack: VisitPack): Promise<void> {
  const subject = readSession()?.subject;
  if (subject === undefined) return;
  const db = await openPacks();
  try {
    await db.put('packs', { visitId: pack.visitId, subject, storedAt: Date.now(), pack });
  } finally {
    db.close();
  }
}

/** Brings a stored pack up to date; one that went meanwhile, or whose visit is over, is not stored again. */
export const updateStoredPack = (pack: VisitPack): Promise<void> =>
  alone(async () => {
    const isOver = pack.state === 'done' || pack.state === 'cancelled';
    if (!isOver && (await readStoredPack(pack.visitId)) !== undefined) await storePack(pack);
  });

/** A visit is done and sent: its pack goes (VP-25), also one that is being fetched at this moment. */
export const dropPack = (visitId: string): Promise<void> => alone(() => deletePack(visitId));

/** One change of the stored packs at a time, in all tabs. */
const alone = (work: () => Promise<void>): Promise<void> => navigator.locks.request('platen.packs', work);

async function deletePack(visitId: string): Promise<void> {
  const db = await openPacks();
  try {
    await db.delete('packs', visitId);
  } finally {
    db.close();
  }
}

/**
 * Fetches the packs of the user's own visits of today and the next 7 days, at most 50 (VP-21), and deletes
 * those whose time has passed. At most once an hour, unless a visit is new here.
 */
export async function syncPacks(now = Date.now()): Promise<void> {
  const subject = readSession()?.subject;
  if (subject === undefined) return;
  await alone(async () => {
    try {
      await sync(subject, now);
    } catch (thrown) {
      // Refused: somebody else may hold this device now. Silence deletes nothing.
      if (thrown instanceof ApiFailure && thrown.state.statusCode !== null && thrown.state.isMoveToLogin)
        forgetStoredPacks();
      else logError('the packs could not be fetched', thrown);
    }
  });
}

async function sync(subject: string, now: number): Promise<void> {
  const wanted = await listWanted();
  notePacksOf(subject);
  const db = await openPacks();
  const stored = new Map((await db.getAll('packs')).map((one) => [one.visitId, one]));
  db.close();
  await dropOthers([...stored.values()], wanted, { subject, now });
  const isDue = now - Number(localStorage.getItem(lastSyncKey) ?? 0) >= packMinutes * 60_000;
  for (const { visitId, version } of wanted) {
    const known = stored.get(visitId);
    if (known?.subject === subject && known.pack.version === version && !isDue) continue;
    await storePack((await call(readVisitPack, { params: { id: visitId } })).data);
    await call(notePackStored, { params: { id: visitId }, body: {} });
  }
  if (isDue) localStorage.setItem(lastSyncKey, String(now));
  if (wanted.length > 0 && !(await navigator.storage.persisted())) await navigator.storage.persist();
}

/** Own visits of today and the next 7 days, in the days of the organisation. */
async function listWanted(): Promise<readonly { readonly visitId: string; readonly version: number }[]> {
  const { today } = (await call(listVisits, { query: { assignee: 'me', limit: 1 } })).data;
  const to = new Date(Date.parse(today) + storedDaysAhead * dayMs).toISOString().slice(0, 10);
  const { visits } = (await call(listVisits, { query: { assignee: 'me', from: today, to, limit: mostStoredPacks } }))
    .data;
  return visits.filter(({ state }) => state === 'planned' || state === 'underWay').slice(0, mostStoredPacks);
}

/** Deletes packs of other users, of days long past, and of visits that are no longer the user's (VP-25). */
async function dropOthers(
  stored: readonly StoredPack[],
  wanted: readonly { readonly visitId: string }[],
  { subject, now }: { readonly subject: string; readonly now: number },
): Promise<void> {
  const ids = new Set(wanted.map(({ visitId }) => visitId));
  for (const { visitId, subject: owner, pack } of stored) {
    const isPast = pack.plannedDay !== null && Date.parse(pack.plannedDay) + (storedDaysAfter + 1) * dayMs < now;
    const isAhead = pack.plannedDay === null || Date.parse(pack.plannedDay) + dayMs > now;
    // Of an earlier day it stays: its record may still wait for a connection.
    if (owner !== subject || isPast || (!ids.has(visitId) && isAhead)) await deletePack(visitId);
  }
}

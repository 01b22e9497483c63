import { readSession } from '../session/stored-session.ts';
import { withRecords } from './open-stores.ts';
import type { RecordDraft } from './record-draft.ts';

/** Days after its last change for which a draft is stored. */
const draftDays = 30;
const dayMs = 86_400_000;

/** What the signed-in user entered so far of the devices of a visit, by device: a reload loses nothing. */
export async function readDrafts(visitId: string): Promise<Readonly<Record<string, RecordDraft>>> {
  const subject = readSession()?.subject;
  if (subject === undefined) return {};
  const all = await withRecords((db) =>
    db.getAll('drafts', IDBKeyRange.bound([subject, visitId], [subject, visitId, []])),
  );
  return Object.fromEntries(all.map(({ deviceId, draft }) => [deviceId, draft]));
}

/** Keeps what was entered of a device; undefined: the record was saved, or the draft was discarded. */
export async function writeDraft(visitId: string, deviceId: string, draft: RecordDraft | undefined): Promise<void> {
  const subject = readSession()?.subject;
  if (subject === undefined) return;
  await withRecords(async (db) => {
    if (draft === undefined) await db.delete('drafts', [subject, visitId, deviceId]);
    else await db.put('drafts', { subject, visitId, deviceId, changedAt: Date.now(), draft });
  });
}

/** Drops drafts of all users that were left lying. */
export async function dropOldDrafts(now = Date.now()): Promise<void> {
  await withRecords(async (db) => {
    for (const { subject, visitId, deviceId, changedAt } of await db.getAll('drafts'))
      if (changedAt < now - draftDays * dayMs) await db.delete('drafts', [subject, visitId, deviceId]);
  });
}

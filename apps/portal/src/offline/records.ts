import { recordVisit } from '@platen/contract/visit-records';
import { call } from '../api/client.ts';
import { ApiFailure, toStateOf } from '../platform/failure.ts';
import { createArea } from '../platform/state.ts';
import { readSession } from '../session/stored-session.ts';
import { dropOldDrafts } from './drafts.ts';
import { type StoredRecord, withRecords } from './open-stores.ts';
import { dropPack } from './packs.ts';

/** Days for which a sent record is listed. */
const sentDays = 1;
const dayMs = 86_400_000;

/** Changes with each change of the stored records, in this tab; other tabs hear of it by the channel. */
export const recordsArea = createArea<number>('offlineRecords', 0);
const channel = 'platen.records';

function noteChange(): void {
  recordsArea.set(recordsArea.get() + 1);
  const others = new BroadcastChannel(channel);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  others.postMessage('changed');
  others.close();
}

/** Follows what other tabs store; returns how to end it. */
export function followRecords(): () => void {
  const others = new BroadcastChannel(channel);
  others.addEventListener('message', () => recordsArea.set(recordsArea.get() + 1));
  return () => others.close();
}

/** All records of the signed-in user on this device, the oldest first. */
export async function listRecords(): Promise<StoredRecord[]> {
  const subject = readSession()?.subject;
  if (subject === undefined) return [];
  const all = await withRecords((db) => db.getAllFromIndex('records', 'bySubject', subject));
  return all.sort((one, other) => one.savedAt - other.savedAt);
}

export type NewRecord = Pick<StoredRecord, 'visitId' | 'body' | 'label' | 'customer'>;

/** Whether a stored record is of this visit and of a device of the other one. */
const isOfSame = (one: StoredRecord, other: NewRecord): boolean =>
  one.visitId === other.visitId &&
  other.body.devices.some(({ deviceId }) => one.body.devices.some((device) => device.deviceId === deviceId));

/**
 * Stores a record on this device before anything is sent, with its idempotency key (VP-23). Resolves once
 * it is on disk: whatever happens then, it is sent once. It takes the place of what the user recorded of the
 * device before and was not taken by the server yet: of a device one record waits. The same record keeps its
 * key; another one has a new key, as the same key with another body is refused (GE-07).
 */
export async function saveRecord(record: NewRecord): Promise<StoredRecord> {
  const subject = readSession()?.subject;
  if (subject === undefined) throw new Error('a record is saved by a signed-in user');
  const stored: StoredRecord = {
    ...record,
    key: crypto.randomUUID(),
    subject,
    savedAt: Date.now(),
    state: 'waiting',
    triedAt: null,
    sentAt: null,
    refusal: null,
    isOnOlderPlan: false,
  };
  const result = await withRecords(async (db) => {
    const trx = db.transaction(['records', 'drafts'], 'readwrite', { durability: 'strict' });
    const store = trx.objectStore('records');
    const unsent = (await store.index('bySubject').getAll(subject)).filter(
      (one) => one.state !== 'sent' && isOfSame(one, record),
    );
    const same = unsent.find(
      ({ state, body }) => state === 'waiting' && JSON.stringify(body) === JSON.stringify(record.body),
    );
    for (const { key } of unsent) if (key !== same?.key) await store.delete(key);
    if (same === undefined) await store.put(stored);
    // What was entered is the record from here on.
    for (const { deviceId } of record.body.devices)
      await trx.objectStore('drafts').delete([subject, record.visitId, deviceId]);
    await trx.done;
    return same ?? stored;
  });
  noteChange();
  return result;
}

/** Discards a record that was not sent. */
export async function discardRecord(key: string): Promise<void> {
  await withRecords((db) => db.delete('records', key));
  noteChange();
}

/**
 * Sends what waits, the oldest first, in one tab at a time. A record leaves the waiting ones only by an
 * answer of the server: a connection that breaks before it leaves the record and its key, and the server
 * answers the repetition as the first time. What the server refuses stays with the reason.
 */
export async function sendRecords(): Promise<void> {
  await navigator.locks.request('platen.records', async () => {
    for (const record of await listRecords()) {
      if (record.state === 'waiting') {
        if (!(await sendOne(record))) return;
      } else if (record.state === 'sent' && (record.sentAt ?? 0) < Date.now() - sentDays * dayMs)
        await discardRecord(record.key);
    }
    await dropOldDrafts();
  });
}

/** Whether the next one may be tried: not without a connection or a sign-in. */
async function sendOne(record: StoredRecord): Promise<boolean> {
  const triedAt = Date.now();
  try {
    const { data } = await call(recordVisit, {
      params: { id: record.visitId },
      body: record.body,
      idempotencyKey: record.key,
    });
    const isOnOlderPlan = data.records.some((one) => one.isOnOlderPlan);
    await update({ ...record, state: 'sent', triedAt, sentAt: Date.now(), refusal: null, isOnOlderPlan });
    if (data.state === 'done') await dropPack(record.visitId);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof ApiFailure)) throw thrown;
    const { statusCode, errorCode, isMoveToLogin, detail } = toStateOf(thrown);
    const isRefused = statusCode !== null && statusCode >= 400 && statusCode < 500 && statusCode !== 429;
    if (!isRefused || isMoveToLogin) {
      await update({ ...record, triedAt });
      return false;
    }
    const refusal = { code: errorCode, detail: detail.map(({ msg }) => msg).join('\n') };
    await update({ ...record, state: 'refused', triedAt, refusal });
    return true;
  }
}

/** Notes what became of a record, unless another one took its place meanwhile. */
async function update(record: StoredRecord): Promise<void> {
  await withRecords(async (db) => {
    const trx = db.transaction('records', 'readwrite');
    if ((await trx.store.get(record.key)) !== undefined) await trx.store.put(record);
    await trx.done;
  });
  noteChange();
}

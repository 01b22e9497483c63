import type { VisitRow } from '@platen/contract/visits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aPack, visitId } from '../../test/visit-pack/a-pack.ts';
import { visitRow } from '../../test/visits/data.ts';
import { configureApi } from '../api/client.ts';
import { popupArea } from '../platform/state.ts';
import { forgetStoredPacks, notePacksOf } from '../platform/stored-packs.ts';
import { storeSession } from '../session/stored-session.ts';
import { dropOldDrafts, readDrafts, writeDraft } from './drafts.ts';
import { openPacks, openRecords } from './open-stores.ts';
import { listStoredPacks, readStoredPack, storePack, syncPacks } from './packs.ts';
import { emptyDraft } from './record-draft.ts';
import { listRecords, saveRecord, sendRecords } from './records.ts';
import { startOffline } from './start-offline.ts';

const session = {
  accessToken: 'a',
  refreshToken: 'r',
  idToken: null,
  scope: null,
  subject: 'mori',
  expiresAt: Date.now() + 3_600_000,
};
const record = (at: number) => ({
  visitId,
  body: {
    version: 1,
    devices: [{ deviceId: `0193e0a0-0000-7000-8000-${String(at).padStart(12, '0')}`, notDone: 'noTime' as const }],
  },
  label: `PAAX${String(at)}`,
  customer: 'Bexholm',
});

beforeEach(async () => {
  localStorage.clear();
  storeSession(session);
  configureApi({ base: '', language: 'en-US', readToken: async () => 'a' });
  const db = await openRecords();
  await db.clear('records');
  db.close();
  const packs = await openPacks();
  await packs.clear('packs');
  packs.close();
});
afterEach(() => vi.unstubAllGlobals());

type Answer = (request: { path: string; key: string | null; body: unknown }) => Response | Promise<Response>;
const serve = (answer: Answer) =>
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    return answer({ path: address, key: new Headers(init.headers).get('idempotency-key'), body });
  });
const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
const taken = { state: 'underWay', version: 2, records: [], nextVisitId: null };

/** Where a connection breaks: before the call leaves, before the answer leaves, within the answer. */
const cuts = ['before', 'answer', 'within', 'none'] as const;

/**
 * A server that takes each record once by its key (GE-07), behind a connection that breaks as `toCut`
 * says.
 */
function serveRecords(toCut: (call: number) => (typeof cuts)[number]) {
  const arrived = new Map<string, unknown>();
  let [calls, doubles] = [0, 0];
  serve(({ key, body }) => {
    const cut = toCut(calls++);
    if (cut === 'before') throw new TypeError('Failed to fetch');
    if (key === null) throw new Error('a record without a key');
    if (arrived.has(key)) doubles++;
    arrived.set(key, body);
    if (cut === 'answer') throw new TypeError('Failed to fetch');
    if (cut === 'within') {
      const half = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"state":'));
          controller.error(new TypeError('network error'));
        },
      });
      return new Response(half, { status: 200 });
    }
    return json(taken);
  });
  return { arrived, doubles: () => doubles };
}

test('FG-13 VP-23: 100 records with the connection cut at every moment arrive once each, in any order of cuts', async () => {
  for (let at = 0; at < 100; at++) await saveRecord(record(at));
  let seed = 7;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
  const server = serveRecords(() => cuts[Math.floor(random() * cuts.length)] ?? 'none');
  for (let round = 0; round < 2000; round++) {
    await sendRecords();
    if ((await listRecords()).every(({ state }) => state === 'sent')) break;
  }
  expect((await listRecords()).filter(({ state }) => state !== 'sent')).toEqual([]);
  // By their keys each counts once, though some calls came twice.
  expect(server.arrived.size).toBe(100);
  expect(server.doubles()).toBeGreaterThan(10);
  expect(new Set([...server.arrived.values()].map((body) => JSON.stringify(body))).size).toBe(100);
});

test('VP-23: two tabs that send at the same time send each record once', async () => {
  for (let at = 0; at < 20; at++) await saveRecord(record(at));
  const server = serveRecords(() => 'none');
  await Promise.all([sendRecords(), sendRecords(), sendRecords()]);
  expect([server.arrived.size, server.doubles()]).toEqual([20, 0]);
});

test('VP-23: what the server refuses stays with its reason, the others are sent, and a mended one has a new key', async () => {
  const refusedOne = await saveRecord(record(1));
  await saveRecord(record(2));
  serve(({ key }) =>
    key === refusedOne.key
      ? json({ errorCode: 202003, detail: [{ msg: 'the device was retired' }] }, 409)
      : json(taken),
  );
  await sendRecords();
  const [first, second] = await listRecords();
  expect(first).toMatchObject({ state: 'refused', refusal: { code: 202003, detail: 'the device was retired' } });
  expect(second?.state).toBe('sent');
  // Of the same device, and with something else in it.
  const corrected = await saveRecord({ ...record(1), body: { ...record(1).body, version: 2 } });
  expect(corrected.key).not.toBe(refusedOne.key);
  expect((await listRecords()).some(({ key }) => key === refusedOne.key)).toBe(false);
});

test('VP-23: of a device one record waits: saved again it keeps its key, changed it has a new one', async () => {
  const first = await saveRecord(record(1));
  expect((await saveRecord(record(1))).key).toBe(first.key);
  const changed = await saveRecord({ ...record(1), body: { ...record(1).body, version: 2 } });
  expect(changed.key).not.toBe(first.key);
  await saveRecord(record(2));
  expect((await listRecords()).map(({ key, body }) => [key === changed.key, body.version])).toEqual([
    [true, 2],
    [false, 1],
  ]);
});

test('VP-23: a record that is changed while it is being sent is sent too, and comes back as nothing else', async () => {
  await saveRecord(record(1));
  const arrived: unknown[] = [];
  serve(async ({ body }) => {
    arrived.push(body);
    if (arrived.length === 1) await saveRecord({ ...record(1), body: { ...record(1).body, version: 2 } });
    return json(taken);
  });
  await sendRecords();
  await sendRecords();
  expect(arrived).toEqual([record(1).body, { ...record(1).body, version: 2 }]);
  expect((await listRecords()).map(({ state }) => state)).toEqual(['sent']);
});

test('VR-01: what was entered survives a reload, until it is saved or 30 days have passed', async () => {
  const draft = { ...emptyDraft('2026-11-26T12:00:00.000Z'), note: 'Half of a sen' };
  await writeDraft(visitId, 'a', draft);
  await writeDraft(visitId, 'b', draft);
  expect(await readDrafts(visitId)).toEqual({ a: draft, b: draft });
  await writeDraft(visitId, 'a', undefined);
  expect(Object.keys(await readDrafts(visitId))).toEqual(['b']);
  // A saved record takes the place of what was entered, in one step.
  const [device] = record(1).body.devices;
  await writeDraft(visitId, device?.deviceId ?? '', draft);
  await saveRecord(record(1));
  expect(Object.keys(await readDrafts(visitId))).toEqual(['b']);
  storeSession({ ...session, subject: 'lindholm' });
  expect(await readDrafts(visitId)).toEqual({});
  storeSession(session);
  await dropOldDrafts(Date.now() + 31 * 86_400_000);
  expect(await readDrafts(visitId)).toEqual({});
});

test('VP-23: an overload, a proxy without a connection or an ended session refuses nothing', async () => {
  await saveRecord(record(1));
  for (const [status, code] of [
    [503, 203001],
    [502, 0],
    [429, 203002],
    [401, 102002],
  ] as const) {
    serve(() => json({ errorCode: code, detail: [] }, status));
    await sendRecords();
    expect(await listRecords()).toMatchObject([{ state: 'waiting' }]);
  }
});

test('VP-23 VP-26: records of another user are neither listed nor sent, and survive the logout', async () => {
  await saveRecord(record(1));
  forgetStoredPacks();
  storeSession({ ...session, subject: 'lindholm' });
  const server = serveRecords(() => 'none');
  await sendRecords();
  expect([await listRecords(), server.arrived.size]).toEqual([[], 0]);
  storeSession(session);
  expect(await listRecords()).toHaveLength(1);
});

const row = (id: string, version = 1): VisitRow => ({ ...visitRow, visitId: id, version });
const head = Object.fromEntries(
  ['today', 'devicesToday', 'underWay', 'doneToday', 'mine', 'open', 'drafts', 'overdue', 'toRead', 'done'].map(
    (name) => [name, 0],
  ),
);
const today = new Date().toISOString().slice(0, 10);

/** The visits of the user, and how often each call came. */
function serveVisits(visits: () => readonly object[]) {
  const calls: string[] = [];
  serve(({ path }) => {
    calls.push(path);
    if (path.startsWith('/v1/visits?')) return json({ visits: visits(), head, today, zone: 'UTC', workingHours: null });
    if (path.endsWith('/stored')) return json({ storedAt: null });
    const id = path.split('/')[3] ?? '';
    return json(aPack({ visitId: id, plannedDay: today }));
  });
  return calls;
}
const idAt = (at: number) => `0193e0a0-0000-7000-8000-00000000a${String(at).padStart(3, '0')}`;

test('VP-21 VP-06: own visits of today and the next 7 days are stored, at most 50, once an hour, and the server is notified', async () => {
  const calls = serveVisits(() => Array.from({ length: 60 }, (_, at) => row(idAt(at))));
  await syncPacks();
  expect(await listStoredPacks()).toHaveLength(50);
  expect(calls.filter((path) => path.endsWith('/stored'))).toHaveLength(50);
  expect(calls.find((path) => path.includes('from='))).toContain(`from=${today}`);
  const before = calls.length;
  await syncPacks();
  expect(calls.slice(before).filter((path) => path.endsWith('/pack'))).toEqual([]);
});

test('VP-21: a visit that is newly assigned, or whose plan changed, is fetched within the hour', async () => {
  let visits = [row(idAt(1))];
  const calls = serveVisits(() => visits);
  await syncPacks();
  visits = [row(idAt(1), 2), row(idAt(2))];
  const before = calls.length;
  await syncPacks();
  const fetched = calls.slice(before).filter((path) => path.endsWith('/pack'));
  expect(fetched).toHaveLength(2);
});

test('VP-25: packs of visits that are no longer the user’s, and those of 7 days ago, are deleted', async () => {
  notePacksOf('mori');
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  await storePack(aPack({ visitId: idAt(1), plannedDay: today }));
  await storePack(aPack({ visitId: idAt(2), plannedDay: ago(3) }));
  await storePack(aPack({ visitId: idAt(3), plannedDay: ago(9) }));
  serveVisits(() => []);
  await syncPacks();
  expect((await listStoredPacks()).map(({ visitId: id }) => id)).toEqual([idAt(2)]);
});

test('VP-25: a pack is deleted when its visit is done and sent, on logout, and when the server refuses the user', async () => {
  notePacksOf('mori');
  await storePack(aPack());
  await saveRecord(record(1));
  serve(() => json({ ...taken, state: 'done' }));
  await sendRecords();
  expect(await readStoredPack(visitId)).toBeUndefined();
  await storePack(aPack());
  serve(() => json({ errorCode: 201001, detail: [] }, 401));
  await syncPacks();
  expect(localStorage.getItem('platen.packs')).toBeNull();
  notePacksOf('mori');
  expect(await listStoredPacks()).toEqual([]);
});

test('VP-25: silence of the server deletes nothing', async () => {
  notePacksOf('mori');
  await storePack(aPack());
  serve(() => {
    throw new TypeError('Failed to fetch');
  });
  await syncPacks();
  expect(await listStoredPacks()).toHaveLength(1);
});

test('AU-09 VP-21: what the server refuses before the terms are agreed to opens no popup over them', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // The next try in a minute would reach into another test.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const paths: string[] = [];
  serve(({ path }) => {
    paths.push(path);
    return json({ errorCode: 200001, detail: [{ msg: 'the terms are not agreed to' }] }, 403);
  });
  await startOffline();
  expect(paths).toEqual([expect.stringMatching(/users\/me$/)]);
  expect(popupArea.get()).toBe('none');
  vi.useRealTimers();
  vi.restoreAllMocks();
});

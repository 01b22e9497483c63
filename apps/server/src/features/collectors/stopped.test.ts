import { listStoppedDevices } from '@platen/contract/collectors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCollector } from '../../../test/collectors.ts';
import { hoursAgo, toReport } from '../../../test/reports.ts';
import { addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { markOffline, markStopped } from '../../jobs/offline.ts';
import { recountTotals } from '../../store/fleet-totals.ts';

const day = 24;
let platen: TestApp;
const keys = { north: 'key-of-the-north-site', south: 'key-of-the-south-site' };
beforeAll(async () => {
  platen = await createTestApp({
    PLATEN_COLLECTOR_RATE: '1000000',
    // A fleet that may report seldom: one test is about devices that are offline.
    PLATEN_OFFLINE_HOURS: String(366 * day),
  });
  await agreeForAll(platen.database);
  for (const [name, key] of Object.entries(keys)) await addCollector(platen.database, { name, key });
});
afterAll(() => platen.close());

const post = async (path: string, key: string, body: unknown) => {
  const answer = await fetch(`${platen.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'OK' }]);
};
/** Reports of one device, each the given number of hours ago. */
const report = (serial: string, hours: readonly number[], address = `host-${serial}`, key = keys.north) =>
  post('/v1/ingest/reports', key, {
    reports: hours.map((count) =>
      toReport(serial, hoursAgo(count), { source: { kind: 'collector', name: 'x', version: '1', address } }),
    ),
  });
const status = (key: string, everyMs: number | null, failures: object[] = []) =>
  post('/v1/ingest/status', key, {
    name: 'x',
    version: '1',
    startedAt: hoursAgo(100).toISOString(),
    sentAt: new Date().toISOString(),
    everyMs,
    queue: { reports: 0, bytes: 0, refused: 0 },
    round: null,
    failures,
    findings: [],
  });
const stopped = async (query = '', subject = 'service') => {
  const answer = await platen.get(subject, `/v1/devices/stopped${query}`);
  expect(answer.status).toBe(200);
  return {
    ...listStoppedDevices.answer.parse(await answer.json()),
    hasMore: answer.headers.get('has-more'),
    total: answer.headers.get('total-count'),
  };
};
const serials = async (query = '', subject = 'service') =>
  (await stopped(query, subject)).devices.map(({ serial }) => serial);
/** Starts over, with a collector whose rounds are the given hours apart; null: it does not report that. */
const begin = async (everyHours: number | null) => {
  await platen.database.owner.query('truncate device, device_report, collector_status, device_identity cascade');
  await recountTotals(platen.database.db);
  await status(keys.north, everyHours === null ? null : everyHours * 3_600_000);
};

test('a device is stopped after a day without a report, the longest silence first; a new report ends it at once', async () => {
  await begin(1);
  await report('S-RECENT', [23]);
  await report('S-TWO-DAYS', [2 * day]);
  await report('S-WEEK', [7 * day]);
  expect(await serials()).toEqual([]);
  expect(await markStopped(platen.database.db, new Date())).toBe(2);
  expect(await serials()).toEqual(['S-WEEK', 'S-TWO-DAYS']);
  expect(await markStopped(platen.database.db, new Date())).toBe(0);
  await report('S-WEEK', [1]);
  expect(await serials()).toEqual(['S-TWO-DAYS']);
  await markStopped(platen.database.db, new Date());
  expect(await serials()).toEqual(['S-TWO-DAYS']);
  expect(await markStopped(platen.database.db, new Date(Date.now() + 30 * 3_600_000))).toBe(2);
  expect(await serials()).toEqual(['S-TWO-DAYS', 'S-RECENT', 'S-WEEK']);
});

test('a device that reports once a week is missed after three weeks', async () => {
  await begin(null);
  const weeks = (...counts: number[]) => counts.map((count) => count * 7 * day);
  await report('S-WEEKLY-STOPPED', weeks(7, 6, 5, 4, 3.1));
  await report('S-WEEKLY', weeks(6, 5, 4, 3, 2));
  await report('S-DAILY', [8 * day, 7 * day, 6 * day, 5 * day, 4 * day]);
  await markStopped(platen.database.db, new Date());
  expect(await serials()).toEqual(['S-WEEKLY-STOPPED', 'S-DAILY']);
});

test('of the rounds of the collector and how reports came the longer time counts', async () => {
  await begin(2 * day);
  const daily = [8 * day, 7 * day, 6 * day, 5 * day, 4 * day];
  await report('S-NORTH', daily, 'a', keys.north);
  await report('S-SOUTH', daily, 'a', keys.south);
  await status(keys.south, 3_600_000);
  await markStopped(platen.database.db, new Date());
  expect(await serials()).toEqual(['S-SOUTH']);
});

test('a device with an unknown reporting interval is missed after three days', async () => {
  await begin(null);
  await report('S-NEW', [2 * day]);
  await report('S-OLDER', [3 * day + 1, 9 * day]);
  await markStopped(platen.database.db, new Date());
  expect(await serials()).toEqual(['S-OLDER']);
});

test('however seldom it reports, a device is missed after 45 days', async () => {
  await begin(null);
  await report('S-SELDOM', [200 * day, 150 * day, 100 * day, 50 * day]);
  await markStopped(platen.database.db, new Date());
  expect(await serials()).toEqual(['S-SELDOM']);
});

test('OQ-30: a device that is offline is listed, however seldom it reports, so that the two lists agree', async () => {
  await begin(null);
  await report(
    'S-WEEKLY',
    [6, 5, 4, 3, 2].map((count) => count * 7 * day),
  );
  await report('S-DAILY', [5 * day, 4 * day, 3 * day, 2 * day + 2]);
  await report('S-LATE', [4 * day, 3 * day, 2 * day, day + 2]);
  expect(await markStopped(platen.database.db, new Date())).toBe(0);
  expect(await markOffline(platen.database.db, new Date(), 2 * day)).toBe(2);
  expect(await markStopped(platen.database.db, new Date())).toBe(2);
  expect(await serials()).toEqual(['S-WEEKLY', 'S-DAILY']);
  expect(await markOffline(platen.database.db, new Date(), day)).toBe(1);
  await markStopped(platen.database.db, new Date());
  expect(await serials()).toEqual(['S-WEEKLY', 'S-DAILY', 'S-LATE']);
});

test('it says where the device was last read, by which collector, and why it is silent if the collector knows', async () => {
  await begin(1);
  await report('S-1', [30], '10.0.0.1');
  await report('S-2', [31], '10.0.0.2');
  await report('S-3', [32], 'fe80::3', keys.south);
  await report('S-4', [33], '10.0.0.4', keys.south);
  const since = hoursAgo(29).toISOString();
  const silent = { kind: 'silent', reason: 'no answer over SNMP 2c or 1', since };
  await status(keys.north, 900_000, [
    { ...silent, target: '10.0.0.1:161' },
    { ...silent, target: '10.0.0.2', serial: 'S-OF-ANOTHER' },
    { ...silent, target: '10.0.0.4' },
  ]);
  await status(keys.south, 900_000, [{ ...silent, target: '[fe80::3]:161', serial: 'S-3' }]);
  await markStopped(platen.database.db, new Date());
  const { devices } = await stopped();
  expect(devices.map(({ serial, address, collector, failure }) => [serial, address, collector, failure])).toEqual([
    ['S-4', '10.0.0.4', { name: 'south', state: 'working', reportedName: 'x' }, null],
    ['S-3', 'fe80::3', { name: 'south', state: 'working', reportedName: 'x' }, silent],
    ['S-2', '10.0.0.2', { name: 'north', state: 'working', reportedName: 'x' }, null],
    ['S-1', '10.0.0.1', { name: 'north', state: 'working', reportedName: 'x' }, silent],
  ]);
  for (const set of ['collector set last_contact_at', 'collector_status set received_at'])
    await platen.database.pool.query(`update ${set} = $1`, [hoursAgo(1)]);
  expect((await stopped()).devices[0]?.collector).toEqual({ name: 'south', state: 'silent', reportedName: 'x' });
});

test('AP-35 AP-36 AU-44 DL-26: everybody sees those of the own devices, page by page', async () => {
  await begin(1);
  for (const n of [1, 2, 3, 4, 5]) await report(`S-${n}`, [day * n + 1]);
  await addGroup(platen.database, 1, 'One', 'dealer');
  await platen.database.pool.query(`update device set group_ids = '{1}' where serial in ('S-2', 'S-4')`);
  await markStopped(platen.database.db, new Date());
  expect(await serials('', 'dealer')).toEqual(['S-4', 'S-2']);
  expect(await stopped('', 'dealer')).toMatchObject({ hasMore: 'False', total: '2' });
  expect(await serials('?groupId=1')).toEqual(['S-4', 'S-2']);
  expect(await serials('?groupId=2', 'dealer')).toEqual([]);
  const first = await stopped('?limit=3');
  const second = await stopped('?limit=3&offset=3');
  expect([first.hasMore, first.total, second.hasMore, second.total]).toEqual(['True', '5', 'False', '5']);
  expect([...first.devices, ...second.devices].map(({ serial }) => serial)).toEqual([
    'S-5',
    'S-4',
    'S-3',
    'S-2',
    'S-1',
  ]);
  for (const query of ['limit=0', 'limit=101', 'offset=-1', 'groupId=x', 'sortColumn=serial'])
    expect((await platen.get('service', `/v1/devices/stopped?${query}`)).status).toBe(422);
});

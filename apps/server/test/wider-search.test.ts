import { readFileSync } from 'node:fs';
import type { DeviceReport } from '@platen/contract/report';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCursors } from '../src/features/devices/cursors.ts';
import { readDevicePage } from '../src/features/devices/store.ts';
import { deliver } from '../src/features/ingest/receive/deliver.ts';
import type { SignedInUser } from '../src/identity/signed-in-user.ts';
import { addCollector, everywhere } from './collectors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { hoursAgo, toItems, toReport } from './reports.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const measured = (value: string) => ({ state: 'measured' as const, value });
const service: SignedInUser = {
  userId: '01900000-0000-7000-8000-00000000000a',
  subject: 'service',
  name: 'Service',
  role: 'service',
  seesAll: true,
  groups: [],
  agreedTermsVersion: '1.0.1',
};

const send = (...reports: DeviceReport[]) => sendBy(v7(), ...reports);
const sendBy = (collectorId: string, ...reports: DeviceReport[]) =>
  deliver(database.db, toItems(reports), {
    collectorId,
    scope: everywhere,
    now: new Date(),
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  });

async function find(search: string, user = service): Promise<string[]> {
  const { rows, total } = await readDevicePage(
    async (statement) => (await statement.execute(database.db)).rows,
    { cursors: createCursors(), count: (statement) => database.pool.query(statement) },
    { user, filter: { search }, groupId: 0, sort: { column: 'serial', order: 'asc' }, offset: 0, limit: 100 },
  );
  expect(total).toBe(rows.length);
  return rows.map(({ serial }) => serial ?? '');
}

const at = (serial: string, hours: number, address: string, more: Partial<DeviceReport> = {}): DeviceReport => {
  const report = toReport(serial, hoursAgo(hours), more);
  return { ...report, source: { ...report.source, address } };
};
const interfaces = (ipAddress: string, macAddress: string) => ({
  network: { interfaces: [{ ipAddress: measured(ipAddress), macAddress: measured(macAddress) }] },
});

test('DL-23: a device is found by each of its addresses, and by a former one no longer', async () => {
  await send(at('ADDR1', 3, '192.0.2.7', interfaces('198.51.100.9', '00:80:91:B4:1C:7E')));
  expect(await find('192.0.2.7')).toEqual(['ADDR1']);
  expect(await find('198.51.100.')).toEqual(['ADDR1']);
  // A later report without addresses of the interfaces leaves them; one with others replaces them.
  await send(at('ADDR1', 2, '192.0.2.8'));
  expect(await find('192.0.2.7')).toEqual([]);
  expect(await find('198.51.100.9')).toEqual(['ADDR1']);
  await send(at('ADDR1', 1, '192.0.2.8', interfaces('198.51.100.77', '00:80:91:B4:1C:7E')));
  expect(await find('198.51.100.9')).toEqual([]);
  // A report that comes late, with what was true before, changes nothing.
  await send(at('ADDR1', 4, '192.0.2.1', interfaces('198.51.100.1', '00:80:91:B4:1C:7E')));
  expect(await Promise.all(['198.51.100.77', '192.0.2.8', '192.0.2.1'].map((text) => find(text)))).toEqual([
    ['ADDR1'],
    ['ADDR1'],
    [],
  ]);
});

test('DL-23: a MAC address is found in every usual form, whole and in part', async () => {
  await send(at('MAC1', 1, '192.0.2.20', interfaces('198.51.100.20', '00:80:91:AB:CD:EF')));
  for (const text of ['00:80:91:ab:cd:ef', '91-AB-CD', '0080.91ab.cdef', '008091ABCDEF', 'abcdef', ':cd:ef'])
    expect([text, await find(text)]).toEqual([text, ['MAC1']]);
});

test('DL-23: figures of a serial number are looked for in no address', async () => {
  await send(at('NET168', 1, '192.168.5.30'), at('NET200', 1, '192.168.5.31'));
  expect(await find('168')).toEqual(['NET168']);
  expect(await find('.168.')).toEqual(['NET168', 'NET200']);
});

test('DL-23: a device is found by the code that is open on its panel, until it is cleared', async () => {
  const status = { hrDeviceStatus: 'running' as const, detectedErrors: [] };
  await send(at('CODE1', 2, '192.0.2.40', { status: { ...status, deviceCode: 'C391' } }));
  expect(await Promise.all(['c391', 'C39', 'Ｃ３９１'].map((text) => find(text)))).toEqual([
    ['CODE1'],
    ['CODE1'],
    ['CODE1'],
  ]);
  await send(at('CODE1', 1, '192.0.2.40', { status }));
  expect(await find('C391')).toEqual([]);
});

test('DL-23: a device is found by the code of repeated service calls', async () => {
  await send(at('CALLS1', 1, '192.0.2.41'));
  const reasons = [{ source: 'serviceCalls' as const, code: 'C412', severity: 'warning' as const, count: 3 }];
  await database.db
    .updateTable('device')
    .set({ status_reasons: JSON.stringify(reasons) })
    .where('serial', '=', 'CALLS1')
    .execute();
  expect(await find('C412')).toEqual(['CALLS1']);
});

test('DL-23: the devices whose newest report a collector delivered, by its name, for who may see collectors', async () => {
  const north = await addCollector(database, { name: 'North office', key: 'key-of-the-north' });
  const south = await addCollector(database, { name: 'South', key: 'key-of-the-south' });
  await sendBy(north, at('COL1', 5, '192.0.2.71'), at('COL2', 5, '192.0.2.72'));
  expect(await find('collector:north OFFICE')).toEqual(['COL1', 'COL2']);
  await sendBy(south, at('COL2', 3, '192.0.2.72'));
  // A late report of the former collector changes nothing.
  await sendBy(north, at('COL2', 4, '192.0.2.72'));
  expect(await find('collector:North office')).toEqual(['COL1']);
  expect(await find('collector: South')).toEqual(['COL2']);
  await sql`update device set group_ids = '{1}' where serial in ('COL1', 'COL2')`.execute(database.db);
  const groups = [{ groupId: 1, name: 'One' }];
  expect(await find('collector:South', { ...service, seesAll: false, groups })).toEqual(['COL2']);
  expect(await find('collector:South', { ...service, role: 'dealer', seesAll: false, groups })).toEqual([]);
});

test('DL-26: an address outside the own groups finds nothing', async () => {
  await send(at('FOREIGN1', 1, '192.0.2.50'));
  expect(await find('192.0.2.50', { ...service, role: 'dealer', seesAll: false })).toEqual([]);
});

test('the addresses of devices stored before are found as those of devices that report again', async () => {
  await send(
    at('OLD1', 2, '192.0.2.60', interfaces('198.51.100.60', '00:80:91:00:00:60')),
    at('OLD2', 2, '192.0.2.61', { network: { interfaces: [{ ipAddress: { state: 'unknown' } }] } }),
  );
  const read = async () =>
    (await sql`select serial, address_text from device order by serial`.execute(database.db)).rows;
  const reported = await read();
  await sql`update device set address_text = ''`.execute(database.db);
  const migration = readFileSync(new URL('../src/store/migrations/0017-wider-search.sql', import.meta.url), 'utf8');
  const fill = /^update device [^;]*;/m.exec(migration)?.[0] ?? '';
  await database.owner.query(fill);
  expect(await read()).toEqual(reported);
});

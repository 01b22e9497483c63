import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCollector } from '../../../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { hoursAgo, toReport } from '../../../../test/reports.ts';
import { readSettings } from '../../../settings/settings.ts';
import { createDeliverBody } from '../receive/deliver.ts';
import { createCheckDelivery } from './check-delivery.ts';

const settings = readSettings({});
const scope = { places: [{ dealerNumber: 'D-7', customerNumber: 'C-100' }] };
let database: TestDatabase;
let collectorId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  collectorId = await addCollector(database, { scope });
});
afterAll(() => database.close());

const elsewhere = { customerNumber: 'C-9', customerName: 'Other', dealerNumber: 'D-9' };
const toReports = (name: string) => [
  toReport(`${name}1`, hoursAgo(3)),
  toReport(`${name}2`, hoursAgo(3), { site: elsewhere }),
  toReport(`${name}3`, new Date(Date.now() + 3_600_000)),
  { ...toReport(`${name}4`, hoursAgo(3)), sensors: 'none' },
  { ...toReport(`${name}5`, hoursAgo(3)), identity: {} },
  toReport(`${name}6`, '2001-01-01T00:00:00Z'),
];
const toDelivery = (bytes: Uint8Array, isPacked: boolean, type: string) => ({
  body: { bytes, isPacked },
  type,
  collectorId,
  scope,
  now: new Date(),
  clockOffset: 0,
});
const asLines = (reports: readonly unknown[]) => reports.map((report) => JSON.stringify(report)).join('\n');

test('AP-05: before it is published a delivery gets the results and warnings that storing it gives', async () => {
  const check = createCheckDelivery(database.db, settings);
  const deliver = createDeliverBody(database.db, settings);
  const lines = toDelivery(new Uint8Array(gzipSync(asLines(toReports('A')))), true, 'application/x-ndjson');
  const json = Buffer.from(JSON.stringify({ reports: toReports('B') }, null, 2));
  const pretty = toDelivery(new Uint8Array(json), false, 'application/json');
  for (const delivery of [lines, pretty]) {
    const checked = await check({ ...delivery, mostBytes: 1_000_000 });
    const { results } = await deliver(delivery);
    expect(results.map(({ result }) => result)).toEqual(['stored', 'stored', 'stored', 'stored', 'refused', 'refused']);
    expect(results.filter(({ warnings }) => warnings !== undefined)).toHaveLength(3);
    expect(checked.results).toEqual(results);
    expect(checked).toMatchObject({ isWhole: false, type: 'application/x-ndjson' });
    expect(
      gunzipSync(checked.messages[0] ?? '')
        .toString()
        .trim()
        .split('\n'),
    ).toHaveLength(4);
  }
});

test('AP-05: a packed delivery without refusals is published as it came', async () => {
  const check = createCheckDelivery(database.db, settings);
  const bytes = new Uint8Array(gzipSync(asLines([toReport('C1', hoursAgo(2))])));
  const delivery = toDelivery(bytes, true, 'application/x-ndjson');
  expect(await check({ ...delivery, mostBytes: bytes.length })).toMatchObject({ isWhole: true, messages: [] });
  expect(await check({ ...delivery, mostBytes: 1_000_000 })).toMatchObject({ isWhole: true, messages: [] });
});

test('AP-05: a report that is too large for a message is stored at once, the others are published', async () => {
  const check = createCheckDelivery(database.db, settings);
  const noise = Array.from({ length: 40 }, (_, n) => [
    `f${n}`,
    { state: 'measured', value: randomBytes(90).toString('hex') },
  ]);
  const large = { ...toReport('D1', hoursAgo(2)), firmware: Object.fromEntries(noise) };
  const body = new Uint8Array(gzipSync(asLines([toReport('D0', hoursAgo(2)), large, toReport('D2', hoursAgo(2))])));
  const checked = await check({ ...toDelivery(body, true, 'application/x-ndjson'), mostBytes: 1500 });
  expect(checked.results.map(({ result }) => result)).toEqual(['stored', 'stored', 'stored']);
  expect(checked.messages.length).toBeGreaterThan(0);
  const published = checked.messages.map((message) => gunzipSync(message).toString()).join('');
  expect(['D0', 'D1', 'D2'].filter((serial) => published.includes(`"${serial}"`))).toEqual(['D0', 'D2']);
  const { rows } = await database.pool.query(`select serial from device where serial like 'D_'`);
  expect(rows).toEqual([{ serial: 'D1' }]);
});

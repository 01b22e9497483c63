import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCollector, everywhere } from '../../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { hoursAgo, toItems, toReport } from '../../../test/reports.ts';
import { deliver } from './receive/deliver.ts';

let database: TestDatabase;
let collectorId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  collectorId = await addCollector(database);
});
afterAll(() => database.close());

/** The status of a printer that is read by IPP only: no bits, no hrDeviceStatus. */
async function statusOf(serial: string, status: object, more: object = {}) {
  const report = { ...toReport(serial, hoursAgo(1)), status, ...more };
  await deliver(database.db, toItems([report]), {
    collectorId,
    scope: everywhere,
    now: new Date(),
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  });
  const row = await database.db
    .selectFrom('device')
    .select(['status', 'status_reasons'])
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow();
  return row;
}

test('a jam that a printer reports by IPP only is an error in the list', async () => {
  const row = await statusOf('IPP-1', { printerState: 'stopped', stateReasons: ['media-jam-error'], alerts: [] });
  expect(row.status).toBe('error');
  expect(JSON.stringify(row)).toContain('jammed');
});

test('an idle printer that is read by IPP only is normal, not unknown', async () => {
  expect((await statusOf('IPP-2', { printerState: 'idle', stateReasons: [] })).status).toBe('normal');
});

test('a cartridge that a state reason reports as empty is a warning, whatever its level', async () => {
  const supplies = [
    { index: '1', type: 'toner', tonerColor: 'black', condition: 'empty', percent: { state: 'unknown' } },
  ];
  const row = await statusOf('IPP-3', { printerState: 'idle', stateReasons: ['toner-empty-warning'] }, { supplies });
  expect(row.status).toBe('warning');
});

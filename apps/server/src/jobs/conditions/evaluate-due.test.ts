import type { DeviceReport } from '@platen/contract/report';
import { v7 } from 'uuid';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { everywhere } from '../../../test/collectors.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { findDeviceId } from '../../../test/device-ids.ts';
import { toItems, toReport } from '../../../test/reports.ts';
import { deliver } from '../../features/ingest/receive/deliver.ts';
import { reevaluate } from '../../worklist/evaluate-entities.ts';
import { evaluateDue } from './evaluate-due.ts';

const database = await createTestDatabase();
const { db } = database;
afterAll(() => database.close());
beforeEach(async () => {
  await database.owner.query(
    'truncate device, device_identity, device_report, condition, condition_event, evaluation, worklist_row cascade',
  );
});

const minute = 60_000;
const hour = 60 * minute;
/** A Monday, 08:00 UTC. */
const start = Date.parse('2026-11-16T08:00:00Z');
const fault: Partial<DeviceReport> = { status: { hrDeviceStatus: 'down', detectedErrors: [], deviceCode: 'C371' } };

const collectorId = v7();
/** Delivers what a device reported at these times, all at once at `now`. */
async function send(
  serial: string,
  now: number,
  reports: readonly (readonly [at: number, more?: Partial<DeviceReport>])[],
): Promise<string> {
  const values = reports.map(([at, more]) => toReport(serial, new Date(at), more));
  await deliver(db, toItems(values), {
    collectorId,
    scope: everywhere,
    now: new Date(now),
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  });
  return await findDeviceId(database, values[0] ?? toReport(serial, new Date(now)));
}

const run = (at: number) => evaluateDue(db, { now: () => new Date(at), offlineHours: 48 });
const conditions = (deviceId: string) =>
  db
    .selectFrom('condition')
    .select(['kind', 'subject', 'work', 'signal', 'opened_at', 'resolved_at', 'resolution', 'version'])
    .where('entity_id', '=', deviceId)
    .orderBy('opened_at')
    .execute();
const steps = (deviceId: string) =>
  db
    .selectFrom('condition_event')
    .select(['at', 'change', 'work_from', 'work_to'])
    .where('entity_id', '=', deviceId)
    .orderBy('at')
    .execute();
const row = (deviceId: string) =>
  db.selectFrom('worklist_row').selectAll().where('entity_id', '=', deviceId).executeTakeFirst();

describe('reports in, conditions out', () => {
  test('WL-05 WL-20: a device that is down in two reports opens a condition and a row P1', async () => {
    const deviceId = await send('A1', start, [[start, fault]]);
    await run(start + 2 * minute);
    expect(await conditions(deviceId)).toEqual([]);
    await send('A1', start + 15 * minute, [[start + 15 * minute, fault]]);
    await run(start + 16 * minute);
    expect(await conditions(deviceId)).toMatchObject([{ kind: 'down', subject: 'C371', work: 'open', version: 1 }]);
    expect(await row(deviceId)).toMatchObject({
      entity: 'device',
      customer_number: 'C-100',
      priority: 1,
      kinds: ['down'],
      actors: ['technician'],
      states: ['open'],
      conditions: 1,
      opened_at: new Date(start + 15 * minute),
    });
    expect(await steps(deviceId)).toMatchObject([{ change: 'opened', work_from: null, work_to: 'open' }]);
  });

  test('WL-29: a device that is well in two reports leaves the list half an hour later, by time alone', async () => {
    const deviceId = await send('A2', start + hour, [[start, fault], [start + 15 * minute, fault], [start + hour]]);
    await run(start + hour + minute);
    await send('A2', start + 2 * hour, [[start + 2 * hour]]);
    await run(start + 2 * hour + minute);
    expect(await conditions(deviceId)).toMatchObject([{ work: 'open', signal: 'clearing' }]);
    expect(await run(start + 3 * hour)).toBe(1);
    expect(await conditions(deviceId)).toMatchObject([{ work: 'resolved', resolution: 'device' }]);
    expect(await row(deviceId)).toBeUndefined();
  });

  test('GE-14: a second run evaluates nothing, and evaluating again changes nothing', async () => {
    const deviceId = await send('A3', start + hour, [
      [start, fault],
      [start + 15 * minute, fault],
    ]);
    expect(await run(start + 2 * hour)).toBe(1);
    expect(await run(start + 2 * hour)).toBe(0);
    const before = [await conditions(deviceId), await steps(deviceId), await row(deviceId)];
    const options = { now: new Date(start + 2 * hour), offlineHours: 48 };
    await db.transaction().execute((trx) => reevaluate(trx, [deviceId], options));
    expect([await conditions(deviceId), await steps(deviceId), await row(deviceId)]).toEqual(before);
  });

  test('a device that nothing concerns has no row and no condition', async () => {
    const deviceId = await send('A4', start, [[start]]);
    expect(await run(start + minute)).toBe(1);
    expect(await row(deviceId)).toBeUndefined();
    expect(await run(start + 2 * minute)).toBe(0);
  });
});

import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everywhere } from '../../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { toReport } from '../../../test/reports.ts';
import { deliver } from './receive/deliver.ts';
import { splitBody } from './receive/split-body.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const now = new Date();
const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * 3_600_000);
const firmware = (system: string) => ({ firmware: { system: { state: 'measured', value: system } } });

async function send(...reports: object[]): Promise<void> {
  const body = Buffer.from(reports.map((report) => JSON.stringify(report)).join('\n'));
  const rules = { now, offlineHours: 48, readingMonths: 13, eventMonths: 24 };
  const results = await deliver(database.db, splitBody(body, 'application/x-ndjson'), {
    collectorId: v7(),
    ...rules,
    scope: everywhere,
  });
  expect(results.map(({ result }) => result)).toEqual(reports.map(() => 'stored'));
}

/** When a section was last reported, when its body last changed, and the version of its row. */
async function readSection(serial: string, section: string) {
  const { rows } = await sql<{ reported: Date; changed: Date; version: string; body: unknown }>`
    select t.observed_at as reported, s.observed_at as changed, s.xmin::text as version, t.body
    from device d join device_section s using (device_id) join reported_section t using (device_id, section)
    where d.serial = ${serial} and section = ${section}`.execute(database.db);
  return rows[0];
}

describe('AP-05: a section that is reported again unchanged', () => {
  test('counts as reported again, and its body is not written', async () => {
    await send({ ...toReport('SAME', at(30)), ...firmware('T1') });
    const first = await readSection('SAME', 'firmware');
    await send({ ...toReport('SAME', at(10)), ...firmware('T1') });
    const second = await readSection('SAME', 'firmware');
    expect(second).toEqual({ ...first, reported: at(10) });
    expect(second?.changed).toEqual(at(30));
    expect(second?.body).toEqual(firmware('T1').firmware);
  });

  test('is still the newest: a late report of a time in between does not replace it', async () => {
    await send({ ...toReport('LATE', at(30)), ...firmware('T1') });
    await send({ ...toReport('LATE', at(10)), ...firmware('T1') });
    await send({ ...toReport('LATE', at(20)), ...firmware('T2') });
    expect(await readSection('LATE', 'firmware')).toMatchObject({ reported: at(10), body: firmware('T1').firmware });
  });

  test('is written when it changes, and when it changes back', async () => {
    for (const [hours, system] of [
      [30, 'T1'],
      [20, 'T2'],
      [10, 'T1'],
    ] as const) {
      await send({ ...toReport('BACK', at(hours)), ...firmware(system) });
      expect(await readSection('BACK', 'firmware')).toMatchObject({
        reported: at(hours),
        body: firmware(system).firmware,
      });
    }
  });
});

import type { DeviceReport } from '@platen/contract/report';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everywhere } from '../../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { findDeviceId } from '../../../test/device-ids.ts';
import { toItems, toReport } from '../../../test/reports.ts';
import { loadCodes, loadHistories } from '../../history/load-histories.ts';
import { deliver } from './receive/deliver.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const now = new Date('2026-11-21T12:00:00Z');
const today = Math.floor(now.getTime() / 86_400_000);
const measured = <T>(value: T) => ({ state: 'measured' as const, value });
const send = async (...reports: unknown[]) => {
  const results = await deliver(database.db, toItems(reports), {
    collectorId: v7(),
    scope: everywhere,
    now,
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  });
  const [first] = reports;
  const deviceId = results[0]?.result === 'stored' ? await findDeviceId(database, first) : '';
  return results.map((result) => ({ ...result, deviceId }));
};
/** A report of `days` ago, at an hour of that day (UTC). */
const report = (serial: string, days: number, hour: number, more: Partial<DeviceReport>) => {
  const { counters: _counters, ...rest } = toReport(serial, new Date((today - days) * 86_400_000 + hour * 3_600_000));
  return { ...rest, ...more };
};
async function load(since: number, ...results: Awaited<ReturnType<typeof send>>) {
  const id = results[0]?.deviceId ?? '';
  const history = (await loadHistories(database.db, [id], since)).get(id)?.();
  const codes = (await loadCodes(database.db, [id], since)).get(id);
  return {
    ...history,
    days: history?.days.map(({ day, values }) => [today - day, Object.fromEntries(values)]),
    codes: codes?.map(({ day, values }) => [today - day, Object.fromEntries(values)]),
  };
}
const total = (value: number) => ({ total: { unit: 'impressions' as const, reading: measured(value) } });

describe('the history of a device', () => {
  test('within a day the newer of each kind of reading counts, and days without a report are left out', async () => {
    const results = await send(
      report('H1', 3, 9, { counters: total(10), sensors: [{ name: 'fuserWarmUp', reading: measured(20) }] }),
      report('H1', 3, 8, { counters: total(9), sensors: [{ name: 'fuserWarmUp', reading: measured(19) }] }),
      report('H1', 1, 1, { supplies: [{ index: '1', tonerColor: 'black', percent: measured(50) }] }),
    );
    await send(report('H1', 3, 10, { supplies: [{ index: '1', tonerColor: 'black', percent: measured(60) }] }));
    await send(
      report('H1', 3, 7, {
        parts: [{ partsCode: '6250', pages: measured(5) }],
        supplies: [{ index: '1', tonerColor: 'black', percent: measured(61) }],
      }),
    );
    expect((await load(today - 10, ...results)).days).toEqual([
      [3, { 'pages.total': 10, 'sensor.fuserWarmUp': 20, 'toner.black': 60, 'part.6250.pages': 5 }],
      [1, { 'toner.black': 50 }],
    ]);
    expect((await load(today - 1, ...results)).days).toEqual([[1, { 'toner.black': 50 }]]);
  });

  test('holds errors with their settings, reported replacements and the identity of the device', async () => {
    const results = await send(
      report('H2', 2, 9, {
        identity: { serial: measured('H2'), enterprise: 99_999, model: measured('Example 4500'), series: 'SHASTA3' },
        firmware: { system: measured('T100') },
        errors: [
          { code: 'E010', occurredAt: '2026-11-19T08:00:00.250Z', counter: 7, conditions: { paperSource: '3' } },
          { code: 'C260', occurredAt: '2026-11-18T08:00:00Z' },
        ],
        parts: [{ partsCode: '6250', replacedAt: '2026-03-04T10:00:00Z' }],
      }),
    );
    const { family, model, firmware, errors, replacements, days } = await load(today - 10, ...results);
    expect({ family, model, firmware }).toEqual({ family: 'SHASTA3', model: 'Example 4500', firmware: 'T100' });
    expect(errors).toEqual([
      { at: Date.parse('2026-11-18T08:00:00Z'), code: 'C260', category: 'serviceCall', counter: null, conditions: {} },
      {
        at: Date.parse('2026-11-19T08:00:00.250Z'),
        code: 'E010',
        category: 'jamPrint',
        counter: 7,
        conditions: { paperSource: '3' },
      },
    ]);
    expect(replacements).toEqual([{ item: 'part.6250', day: Date.parse('2026-03-04') / 86_400_000 }]);
    expect(days).toEqual([]);
  });

  test('codes are listed for the days on which they changed', async () => {
    const codes = (days: number, value: string) =>
      report('H3', days, 9, {
        codes: { code05: [{ main: 3612, sub: 0, value }], code13: [{ main: 100, value: '1' }] },
      });
    const results = await send(codes(5, '4'), codes(4, '4'), codes(3, '6'), codes(1, '4'));
    await send(report('H3', 2, 9, { firmware: { system: measured('T100') } }));
    expect((await load(today - 10, ...results)).codes).toEqual([
      [5, { '05-3612-0': '4', '13-100': '1' }],
      [3, { '05-3612-0': '6', '13-100': '1' }],
      [1, { '05-3612-0': '4', '13-100': '1' }],
    ]);
    const versions = await database.db
      .selectFrom('section_version')
      .select('section')
      .where('device_id', '=', results[0]?.deviceId ?? '')
      .orderBy('section')
      .execute();
    expect(versions.map(({ section }) => section)).toEqual(['codes', 'codes', 'firmware']);
  });

  test('a reported replacement takes precedence over an inferred one', async () => {
    const results = await send(report('H4', 4, 9, {}));
    const seen = { device_id: results[0]?.deviceId ?? '', item: 'part.6250', replaced_on: '2026-11-10' };
    await database.db
      .insertInto('device_replacement')
      .values({ ...seen, origin: 'seen', counter: 12, average_pixel_count: null })
      .execute();
    expect((await load(today - 10, ...results)).replacements).toEqual([]);
    await send(report('H4', 3, 9, { parts: [{ partsCode: '6250', replacedAt: '2026-11-10T10:00:00Z' }] }));
    expect((await load(today - 10, ...results)).replacements).toEqual([
      { item: 'part.6250', day: Date.parse('2026-11-10') / 86_400_000 },
    ]);
    expect(
      await database.db.selectFrom('device_replacement').selectAll().where('device_id', '=', seen.device_id).execute(),
    ).toEqual([{ ...seen, origin: 'reported', counter: 12, average_pixel_count: null, serial: null, visit_id: null }]);
  });

  test('devices that do not exist are left out', async () => {
    expect(await loadHistories(database.db, [], today)).toEqual(new Map());
    expect(await loadHistories(database.db, [v7()], today)).toEqual(new Map());
  });
});

import { describe, expect, test } from 'vitest';
import { addReports, addSections } from '../../../test/telemetry.ts';
import { addDevices, testAppAt } from '../../../test/test-app.ts';
import { ensurePartitions, toMonth } from '../../store/partitions.ts';

const now = new Date('2026-11-21T10:00:00Z');
const platen = testAppAt(now);

type Category = 'jamDF' | 'jamPrint' | 'jamFinisher' | 'serviceCall' | 'other';
async function addErrors(id: string, ...errors: [at: string, code: string, category: Category, counter?: number][]) {
  const { db } = platen().database;
  for (const [at, code, category, counter = null] of errors) {
    await ensurePartitions(db, [{ table: 'device_error', month: toMonth(new Date(at)) }]);
    const conditions = JSON.stringify(counter === null ? {} : { paperSource: '3', duplex: '1', panel: 'x' });
    await db
      .insertInto('device_error')
      .values({ device_id: id, occurred_at: new Date(at), code, category, counter, conditions })
      .execute();
  }
}
const addDevice = async () => (await addDevices(platen().database, [{}]))[0] ?? '';
const read = async (id: string, part: string) =>
  (await (await platen().get('service', `/v1/device/${id}/error/${part}`)).json()) as Record<string, never>;

interface Daily {
  readonly date: string;
  readonly count: number | null;
}
const jams = async (id: string): Promise<Record<Category, Daily[]>> => {
  const { dailyJam } = await read(id, 'jams');
  return dailyJam ?? expect.fail('no dailyJam');
};
const counted = (list: readonly Daily[]) =>
  Object.fromEntries(list.filter(({ count }) => count !== null).map(({ date, count }) => [date, count]));

describe('error/jams', () => {
  test('AP-17 CN-13 ER-01 ER-05 OQ-67: 14 UTC days, oldest first; zero with a report, null without, errors by kind', async () => {
    const id = await addDevice();
    await addSections(platen().database, id, { errors: [] });
    await addReports(platen().database, id, '2026-11-07T12:00:00Z', '2026-11-08T00:00:00Z', '2026-11-20T23:59:59Z');
    await addErrors(
      id,
      ['2026-11-07T23:59:59Z', 'E010', 'jamPrint'],
      ['2026-11-20T00:00:00Z', 'E010', 'jamPrint'],
      ['2026-11-20T23:59:59Z', 'E010', 'jamPrint'],
      ['2026-11-20T23:59:59Z', 'E712', 'jamDF'],
    );
    const lists = await jams(id);
    expect(Object.keys(lists)).toEqual(['jamDF', 'jamPrint', 'jamFinisher', 'serviceCall', 'other']);
    const dates = Array.from({ length: 14 }, (_, n) => `2026-11-${String(n + 8).padStart(2, '0')}`);
    for (const list of Object.values(lists)) expect(list.map(({ date }) => date)).toEqual(dates);
    expect(counted(lists.jamPrint)).toEqual({ '2026-11-08': 0, '2026-11-20': 2 });
    expect(counted(lists.jamDF)).toEqual({ '2026-11-08': 0, '2026-11-20': 1 });
    expect(counted(lists.other)).toEqual({ '2026-11-08': 0, '2026-11-20': 0 });
  });

  test('ER-01: an error reported later counts on its day, though that day had no report', async () => {
    const id = await addDevice();
    await addReports(platen().database, id, '2026-11-15T12:00:00Z');
    await addErrors(id, ['2026-11-13T08:00:00Z', 'EA10', 'jamFinisher']);
    const lists = await jams(id);
    expect(counted(lists.jamFinisher)).toEqual({ '2026-11-13': 1, '2026-11-15': 0 });
    expect(counted(lists.jamPrint)).toEqual({ '2026-11-13': 0, '2026-11-15': 0 });
  });

  test('ER-01: a day of readings counts as a day with a report', async () => {
    const id = await addDevice();
    const { db } = platen().database;
    await addSections(platen().database, id, { errors: [] });
    await ensurePartitions(db, [{ table: 'reading_day', month: '2026-11' }]);
    await db.insertInto('reading_day').values({ device_id: id, day: '2026-11-10' }).execute();
    expect(counted((await jams(id)).serviceCall)).toEqual({ '2026-11-10': 0 });
  });

  test('ER-01: a device that never says a word about errors has no zeros', async () => {
    const id = await addDevice();
    await addReports(platen().database, id, '2026-11-15T12:00:00Z');
    for (const list of Object.values(await jams(id))) expect(counted(list)).toEqual({});
  });
});

test('AP-18 CN-14 ER-02 ER-04 OQ-68: the log of 30 days, newest first, with the coded settings that have a category', async () => {
  const id = await addDevice();
  await addErrors(
    id,
    ['2026-10-22T09:59:59Z', 'E010', 'jamPrint'],
    ['2026-10-22T10:00:00Z', 'E020', 'jamPrint'],
    ['2026-11-21T09:00:00.250Z', 'C0E0', 'serviceCall', 1_284_306],
    ['2026-11-01T00:00:00Z', 'F100', 'serviceCall'],
  );
  expect(await read(id, 'logs')).toEqual({
    errorLogs: [
      {
        errorCode: 'C0E0',
        occurredAt: '2026-11-21T09:00:00.250Z',
        category: 'serviceCall',
        counter: 1_284_306,
        conditions: { paperSource: '3', duplex: '1' },
      },
      {
        errorCode: 'F100',
        occurredAt: '2026-11-01T00:00:00.000Z',
        category: 'serviceCall',
        counter: null,
        conditions: {},
      },
      {
        errorCode: 'E020',
        occurredAt: '2026-10-22T10:00:00.000Z',
        category: 'jamPrint',
        counter: null,
        conditions: {},
      },
    ],
  });
  expect(await read(await addDevice(), 'logs')).toEqual({ errorLogs: [] });
});

test('AP-19 ER-03 OQ-69: six UTC months, oldest first; zeros with a report, nulls without', async () => {
  const id = await addDevice();
  await addReports(platen().database, id, '2026-07-31T23:59:59Z', '2026-11-01T00:00:00Z');
  await addErrors(
    id,
    ['2026-05-31T23:59:59Z', 'E010', 'jamPrint'],
    ['2026-06-01T00:00:00Z', 'E010', 'jamPrint'],
    ['2026-11-01T00:00:00Z', 'E010', 'jamPrint'],
    ['2026-11-21T09:59:00Z', 'E011', 'jamPrint'],
    ['2026-11-21T09:59:00Z', 'F100', 'serviceCall'],
  );
  const none = { jamDF: null, jamPrint: null, jamFinisher: null, serviceCall: null, other: null };
  const zeros = { jamDF: 0, jamPrint: 0, jamFinisher: 0, serviceCall: 0, other: 0 };
  expect(await read(id, 'monthly')).toEqual({
    monthly: [
      { month: '2026-06', ...zeros, jamPrint: 1 },
      { month: '2026-07', ...zeros },
      { month: '2026-08', ...none },
      { month: '2026-09', ...none },
      { month: '2026-10', ...none },
      { month: '2026-11', ...zeros, jamPrint: 2, serviceCall: 1 },
    ],
  });
});

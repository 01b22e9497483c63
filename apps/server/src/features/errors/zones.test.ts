import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addReports, addSections } from '../../../test/telemetry.ts';
import { addDevices, testAppAt } from '../../../test/test-app.ts';
import { ensurePartitions, toMonth } from '../../store/partitions.ts';

// In Japan it is 02:00 of the 22nd already.
const now = new Date('2026-11-21T17:00:00Z');
const platen = testAppAt(now);

interface Counts {
  readonly dailyJam: Record<string, { date: string; count: number | null }[]>;
  readonly monthly: { month: string; jamPrint: number | null }[];
  readonly errorLogs: { occurredAt: string }[];
  readonly errorCounters: { jamPrint: number | null };
  readonly countedTime: { timeZone: string; from: string; to: string };
}
const get = (id: string, part: string, zone?: string) =>
  platen().get(
    'service',
    `/v1/device/${id}/${part}${zone === undefined ? '' : `?timeZone=${encodeURIComponent(zone)}`}`,
  );
const read = async (id: string, part: string, zone?: string) => (await (await get(id, part, zone)).json()) as Counts;
const counted = (list: readonly { date: string; count: number | null }[]) =>
  Object.fromEntries(list.flatMap(({ date, count }) => (count === null ? [] : [[date, count]])));

async function addDevice(...errors: Date[]): Promise<string> {
  const { db } = platen().database;
  const [id = ''] = await addDevices(platen().database, [{}]);
  for (const [n, at] of errors.entries()) {
    await ensurePartitions(db, [{ table: 'device_error', month: toMonth(at) }]);
    await db
      .insertInto('device_error')
      .values({ device_id: id, occurred_at: at, code: `E${n}`, category: 'jamPrint', counter: null, conditions: '{}' })
      .execute();
  }
  return id;
}

const zones = ['Asia/Tokyo', 'Europe/Berlin', 'Pacific/Honolulu', 'Asia/Kolkata', 'UTC'];
/** Written by another way than the one under test. */
const dayOf = (at: string, timeZone: string) => new Date(at).toLocaleDateString('sv-SE', { timeZone });
const count = (days: readonly string[]) =>
  Object.fromEntries(days.map((day) => [day, days.filter((other) => other === day).length]));

describe('ER-01 OQ-67: errors by day of a time zone', () => {
  test.each([
    ['Asia/Tokyo', { '2026-11-20': 1, '2026-11-21': 1, '2026-11-22': 2 }],
    ['Europe/Berlin', { '2026-11-20': 1, '2026-11-21': 3 }],
    ['Pacific/Honolulu', { '2026-11-19': 1, '2026-11-20': 1, '2026-11-21': 2 }],
    ['Asia/Kolkata', { '2026-11-20': 1, '2026-11-21': 3 }],
    [undefined, { '2026-11-20': 2, '2026-11-21': 2 }],
  ])('%s', async (zone, days) => {
    const id = await addDevice(
      new Date('2026-11-20T09:59:00Z'),
      new Date('2026-11-20T23:30:00Z'),
      new Date('2026-11-21T15:00:00Z'),
      new Date('2026-11-21T16:59:00Z'),
    );
    expect(counted((await read(id, 'error/jams', zone)).dailyJam['jamPrint'] ?? [])).toEqual(days);
  });

  test('a report counts for the local day it was made on', async () => {
    const id = await addDevice();
    await addSections(platen().database, id, { errors: [] });
    await addReports(platen().database, id, '2026-11-15T15:00:00Z', '2026-11-17T14:59:59Z');
    const { dailyJam } = await read(id, 'error/jams', 'Asia/Tokyo');
    expect(counted(dailyJam['other'] ?? [])).toEqual({ '2026-11-16': 0, '2026-11-17': 0 });
  });

  test.each([
    ['2026-11-07T23:30:00Z', null],
    ['2026-11-08T00:00:00Z', 0],
  ])('without a zone the profile covers the same 14 days of UTC: a device last read at %s', async (at, jams) => {
    const id = await addDevice();
    await addSections(platen().database, id, { errors: [] });
    await addReports(platen().database, id, at);
    const { dailyJam } = await read(id, 'error/jams');
    expect(Object.values(counted(dailyJam['jamPrint'] ?? []))).toEqual(jams === null ? [] : [jams]);
    expect((await read(id, 'profile')).errorCounters.jamPrint).toBe(jams);
  });

  test.each([
    ['Asia/Tokyo', '2026-11-08T15:00:00.000Z', '2026-11-22T15:00:00.000Z'],
    ['Pacific/Honolulu', '2026-11-08T10:00:00.000Z', '2026-11-22T10:00:00.000Z'],
  ])('the answer names %s and the time counted', async (timeZone, from, to) => {
    const { countedTime } = await read(await addDevice(), 'error/jams', timeZone);
    expect(countedTime).toEqual({ timeZone, from, to });
    expect(await read(await addDevice(), 'error/jams')).not.toHaveProperty('countedTime');
  });
});

test('ER-03 OQ-69: errors by month of a time zone', async () => {
  const id = await addDevice(new Date('2026-10-31T14:59:00Z'), new Date('2026-10-31T15:00:00Z'));
  const monthly = async (zone?: string) =>
    (await read(id, 'error/monthly', zone)).monthly.map(({ month, jamPrint }) => [month, jamPrint]);
  expect((await monthly('Asia/Tokyo')).slice(-2)).toEqual([
    ['2026-10', 1],
    ['2026-11', 1],
  ]);
  expect((await monthly()).slice(-2)).toEqual([
    ['2026-10', 2],
    ['2026-11', null],
  ]);
});

test.each(['error/jams', 'error/monthly', 'profile'])('%s: an unknown zone is 202001 with its name', async (part) => {
  for (const zone of ['Asia/Edo', '+09:00', '']) {
    const answer = await get(await addDevice(), part, zone);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      errorCode: 202001,
      detail: [{ msg: expect.stringContaining(`timeZone: unknown time zone '${zone}'`) }],
    });
  }
});

test('ER-01 PR-31: each error is counted on the day that the history shows, and the profile has their sum', async () => {
  const span = 18 * 86_400_000;
  const times = fc.uniqueArray(fc.integer({ min: 0, max: span }), { minLength: 1, maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(times, fc.constantFrom(...zones), async (ages, zone) => {
      const id = await addDevice(...ages.map((age) => new Date(now.getTime() - age)));
      const { errorLogs } = await read(id, 'error/logs');
      const { dailyJam } = await read(id, 'error/jams', zone);
      const days = dailyJam['jamPrint'] ?? [];
      expect(days).toHaveLength(14);
      expect(days.at(-1)?.date).toBe(dayOf(now.toISOString(), zone));
      const shown = errorLogs.map(({ occurredAt }) => dayOf(occurredAt, zone));
      const expected = shown.filter((day) => day >= (days[0]?.date ?? ''));
      expect(counted(days)).toEqual(count(expected));
      // A device that has neither reported nor had an error in these days is not known to have had none.
      const sum = expected.length === 0 ? null : expected.length;
      expect((await read(id, 'profile', zone)).errorCounters.jamPrint).toBe(sum);
      const { monthly } = await read(id, 'error/monthly', zone);
      expect(monthly.reduce((sum, { jamPrint }) => sum + (jamPrint ?? 0), 0)).toBe(ages.length);
    }),
    { numRuns: 25, examples: [[[1_130_400_001], 'Asia/Tokyo']] },
  );
});

test.each([
  // The 14 days of Japan begin at 15:00 UTC of the 8th, those of UTC at midnight.
  ['Asia/Tokyo', '2 (2026-11-09/2026-11-22)', '4 (2026-06-01/2026-11-22)'],
  ['UTC', '3 (2026-11-08/2026-11-21)', '3 (2026-11-08/2026-11-21)'],
])(
  'AP-05 ER-03: in %s the evidence counts the errors of the days and months that are shown',
  async (zone, daily, monthly) => {
    const times = ['2026-05-31T15:30Z', '2026-11-08T14:30Z', '2026-11-08T15:30Z', '2026-11-21T16:00Z'];
    const id = await addDevice(...times.map((time) => new Date(time)));
    await addSections(platen().database, id, { errors: [] });
    const { evidence } = (await (await get(id, 'evidence', zone)).json()) as {
      evidence: Record<string, { raw: string }>;
    };
    expect(evidence['errors.daily']?.raw).toBe(daily);
    expect(evidence['errors.monthly']?.raw).toBe(monthly);
    const shown = Object.values(counted((await read(id, 'error/jams', zone)).dailyJam['jamPrint'] ?? []));
    expect(shown.reduce((sum, one) => sum + one, 0)).toBe(Number.parseInt(daily, 10));
  },
);

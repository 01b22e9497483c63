import type { PlainDevice } from '@platen/contract/plain-devices';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testWorklist } from '../../../test/test-worklist.ts';

const worklist = testWorklist();
const read = async (subject: string) => {
  const answer = await worklist.platen.get(subject, '/v1/devices/plain');
  expect(answer.status).toBe(200);
  return (await answer.json()) as { devices: PlainDevice[]; counts: Record<string, number> };
};

test('OA-62 OA-20: a customer sees state, since when the dealer knows, planned day and days left, of own devices alone', async () => {
  const { db } = worklist.platen.database;
  await db
    .updateTable('device')
    .set({ status: 'error', status_rank: 0 })
    .where('device_id', '=', worklist.own)
    .execute();
  await worklist.call(worklist.own);
  const visit = { kind: 'repair', devices: [{ deviceId: worklist.own, conditionIds: [] }], plannedDay: '2099-01-05' };
  expect((await worklist.send('service', 'POST', '/v1/visits', visit)).status).toBe(200);
  await db.insertInto('device_fact').values({ device_id: worklist.own, place: 'Floor 1' }).execute();
  const left = (value: number) => ({
    daysLeft: { state: 'known', value: { value, lower: value - 2, upper: value + 3 }, basis: {} },
  });
  const result = JSON.stringify({
    toner: { black: left(40.2), magenta: left(4.4), cyan: { daysLeft: { state: 'withheld', basis: {} } } },
    bring: ['6342'],
  });
  await sql`
    insert into device_judgement (device_id, judged_at, through, rules, result, summary, summary_day, summary_days)
    values (${worklist.own}, now(), now(), 1, ${result}, '{}', current_date, -1)`.execute(db);
  const { devices, counts } = await read('customer');
  expect(devices).toEqual([
    {
      deviceId: worklist.own,
      serial: 'A',
      model: 'M',
      place: 'Floor 1',
      state: 'needsService',
      knownSince: expect.stringMatching(/^20/) as string,
      plannedDay: '2099-01-05',
      emptyFirst: { color: 'magenta', days: 4, lower: 2, upper: 7 },
      lowest: null,
      updatedAt: expect.stringMatching(/^20/) as string,
    },
  ]);
  expect(counts).toEqual({ needsService: 1, silent: 0, unknown: 0, works: 0 });
  expect((await read('admin')).devices.map(({ serial }) => serial)).toContain('B');
  // What people gave as its place goes before the description that reports have.
  await db.updateTable('device').set({ description: 'Print room' }).where('device_id', '=', worklist.own).execute();
  expect((await read('customer')).devices[0]?.place).toBe('Floor 1');
  await db.deleteFrom('device_fact').where('device_id', '=', worklist.own).execute();
  expect((await read('customer')).devices[0]?.place).toBe('Print room');
});

test('OA-62: a device that works, one that is silent and one whose state is not known say so', async () => {
  const { db } = worklist.platen.database;
  for (const [status, state] of [
    ['normal', 'works'],
    ['warning', 'works'],
    ['offline', 'silent'],
    ['unknown', 'unknown'],
  ] as const) {
    await db.updateTable('device').set({ status }).where('device_id', '=', worklist.own).execute();
    const found = (await read('customer')).devices.find(({ deviceId }) => deviceId === worklist.own);
    expect(found).toMatchObject({ state, knownSince: null, plannedDay: null, emptyFirst: null });
  }
});

test('OA-62: a customer reads pages by month of own devices, and no codes or predictions', async () => {
  const status = async (path: string) => (await worklist.platen.get('customer', path)).status;
  expect(await status(`/v1/device/${worklist.own}/counter`)).toBe(200);
  expect(await status(`/v1/device/${worklist.foreign}/counter`)).toBe(403);
  for (const refused of ['error/logs', 'code/08', 'prediction/fuser'])
    expect([refused, await status(`/v1/device/${worklist.own}/${refused}`)]).toEqual([refused, 403]);
});

test('OA-62: before days can be judged a customer reads the level of the emptiest cartridge', async () => {
  const { db } = worklist.platen.database;
  const cartridge = (tonerColor: string, value: number) => ({
    index: tonerColor,
    tonerColor,
    percent: { state: 'measured', value },
  });
  const body = JSON.stringify([cartridge('black', 55), cartridge('cyan', 7.6), { index: 'waste', type: 'wasteToner' }]);
  await sql`insert into device_section (device_id, section, observed_at, received_at, source_name, body)
    values (${worklist.own}, 'supplies', now(), now(), 'test', ${body})`.execute(db);
  const found = (await read('customer')).devices.find(({ deviceId }) => deviceId === worklist.own);
  expect(found).toMatchObject({ emptyFirst: null, lowest: { color: 'cyan', percent: 8 } });
});

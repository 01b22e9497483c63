import { judgeDevice } from '@platen/diagnosis/judge/judge-device';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createJudgedDevices, daysAgo, pages } from '../../../test/judged-devices.ts';
import { dropOldJudgements } from '../retention.ts';
import { loadJudged } from './past-judgements.ts';

const { database, run, send } = await createJudgedDevices();
const { db } = database;
const dayMs = 86_400_000;
const rest = () => Promise.resolve();
const metrics = ['supplyDays'] as const;
const measured = (value: number) => ({ state: 'measured' as const, value });

/** A device whose black toner falls by two percent a day. */
async function report(serial: string, days: number): Promise<string> {
  let deviceId = '';
  for (let ago = days; ago >= 0; ago -= 1)
    deviceId = await send(serial, daysAgo(ago), {
      ...pages(10_000 + 200 * (days - ago)),
      supplies: [{ index: '1', tonerColor: 'black', percent: measured(90 - 2 * (days - ago)) }],
    });
  return deviceId;
}
const rows = async () =>
  (await sql<{ day: string; figures: string }>`select day, figures from judgement_day order by day`.execute(db)).rows;

test('BT-06: the judging of a day writes it in short form, once; it goes with the device and after 400 days', async () => {
  const deviceId = await report('D1', 20);
  await run(judgeDevice);
  const [written, ...others] = await rows();
  expect(others).toEqual([]);
  expect(written?.day).toBe(new Date().toISOString().slice(0, 10));
  expect(written?.figures).toMatch(/^K\d+\.\d+\.\d+;/);
  await sql`update device_judgement set rules = -1`.execute(db);
  await run(judgeDevice);
  expect(await rows()).toEqual([written]);
  expect(await dropOldJudgements(db, new Date(Date.now() + 400 * dayMs))).toBe(0);
  expect(await dropOldJudgements(db, new Date(Date.now() + 401 * dayMs))).toBe(1);
  await sql`update device_judgement set rules = -1`.execute(db);
  await run(judgeDevice);
  await sql`delete from device where device_id = ${deviceId}`.execute(db);
  expect(await rows()).toEqual([]);
});

test('BT-06: what was stored is used as it was judged then; before it is worked out at weekly days, which is stated', async () => {
  const deviceId = await report('D2', 30);
  await run(judgeDevice);
  const today = Math.floor(Date.now() / dayMs);
  const span = { from: today - 27, to: today, now: Date.now() };
  await sql`delete from judgement_day`.execute(db);
  await sql`
    insert into judgement_day select ${deviceId}, date '1970-01-01' + ${today - 6 + 0}::int + n,
      to_timestamp(${(today - 6) * 86_400}) + n * interval '1 day', 'K' || (50 - n) || '.60.70;;;'
    from generate_series(0, 6) as n`.execute(db);
  const { figures, judgedFrom } = await loadJudged(db, [deviceId], { span, metrics, rest });
  expect(judgedFrom).toBe(today - 6);
  const list = figures.get(deviceId) ?? [];
  expect(list.slice(-7).map(({ supplyDays }) => supplyDays)).toEqual(
    [50, 49, 48, 47, 46, 45, 44].map((black) => ({ black })),
  );
  const worked = list.slice(0, -7);
  expect(worked.map(({ at }) => Math.floor(at / dayMs) - span.from)).toEqual([0, 7, 14]);
  expect(worked.at(-1)?.supplyDays['black']).toBeGreaterThan(0);
  const whole = { ...span, from: today - 3 };
  expect(await loadJudged(db, [deviceId], { span: whole, metrics, rest })).toMatchObject({ judgedFrom: null });
});

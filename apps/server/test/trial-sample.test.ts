import { jobAccepted } from '@platen/contract/jobs';
import { mostTrialDevices, trialAnswer } from '@platen/contract/rule-trials';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMonths, ensurePartitions, toMonth } from '../src/store/partitions.ts';
import { runJobs } from './jobs.ts';
import { agreeForAll, createTestApp, type TestApp } from './test-app.ts';

const fleet = 10_400;
const low = 10;
let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp({ PLATEN_USER_RATE: '1000000' });
  await agreeForAll(platen.database);
  const { db, pool } = platen.database;
  const months = [0, -1].map((back) => addMonths(toMonth(new Date()), back));
  await ensurePartitions(
    db,
    months.map((month) => ({ table: 'reading_day' as const, month })),
  );
  await pool.query(
    `insert into device (device_id, serial, manufacturer, model, status, status_rank, reported_status, status_reasons,
       group_ids, created_at, updated_at, received_at, processed_at)
     select gen_random_uuid(), 'MANY' || n, 'Bench', 'MFP 2500', 'normal', 4, 'normal', '[]', '{}',
       now() - interval '30 days', now(), now(), now()
     from generate_series(1, $1::int) n`,
    [fleet],
  );
  // Every fifth device is low from two days ago on.
  await pool.query(
    `insert into reading_day (device_id, day, supplies_at, supplies)
     select device_id, current_date - back, current_date - back + time '12:00',
       json_build_object('black', array[case when right(serial, 1) in ('0', '5') and back < 3 then $1::int else 60 end])
     from device, generate_series(1, 5) back`,
    [low],
  );
});
afterAll(() => platen.close());

test('BT-13: of more than 10,000 devices the first 10,000 by hash are tried, and the fleet is estimated from them', async () => {
  const asked = await fetch(`${platen.url}/v1/rules/try`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await platen.bearer('service')) },
    body: JSON.stringify({ form, days: 7 }),
  });
  expect(asked.status).toBe(202);
  const { jobId } = jobAccepted.parse(await asked.json());
  await runJobs(platen.database);
  const answer = await fetch(`${platen.url}/v1/rules/try/${jobId}`, { headers: await platen.bearer('service') });
  const { result } = trialAnswer.parse(await answer.json());
  const { rows } = await platen.database.pool.query<{ low: number }>(
    `select (count(*) filter (where right(serial, 1) in ('0', '5')))::int as low
     from (select serial from device order by hashtext(device_id::text), device_id limit $1) tried`,
    [mostTrialDevices],
  );
  const found = rows[0]?.low ?? 0;
  expect(result).toMatchObject({
    devices: found,
    coverage: { inScope: fleet, tried: mostTrialDevices, reporting: mostTrialDevices },
    sample: { devices: Math.round((found * fleet) / mostTrialDevices) },
  });
  // Of 10,400 devices 2,080 are low; 400 of them were not looked at.
  expect(Math.abs((result.sample?.devices ?? 0) - fleet / 5)).toBeLessThan(4 * (result.sample?.devicesError ?? 0));
  expect(result.sample?.devicesError).toBeGreaterThan(0);
}, 240_000);

const form = {
  name: 'Low',
  note: '',
  scope: {},
  tests: [{ metric: 'supplyPercent', subject: 'black', comparison: 'below', value: 20, clear: 25 }],
  openDelayMinutes: 0,
  clearDelayMinutes: 0,
  priority: 'P3',
  whoCanAct: 'technician',
  inWorklist: true,
};

import type { FactRow } from '@platen/contract/device-facts';
import { listRules } from '@platen/contract/rules';
import { beforeAll, expect, test } from 'vitest';
import { testRules } from '../../../test/test-rules.ts';
import { findDue } from '../../jobs/judge/due.ts';

// Retired devices (OA-41): out of lists, rules, counts and work, but not of history.

const world = testRules();
const { addDevice, conditionsOf, enable, evaluate, send, write } = world;
let deviceId = '';

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const listed = async (path: string) =>
  ((await send('admin', 'GET', path)).value as { devices: FactRow[] }).devices.map((one) => one.deviceId);
const factsOf = async () =>
  ((await send('admin', 'GET', `/v1/device/${deviceId}/facts`)).value as { facts: FactRow['facts'] }).facts;
const change = async (body: object) => {
  const { version } = await factsOf();
  const answer = await send('admin', 'PUT', `/v1/device/${deviceId}/facts`, { version, ...body });
  await evaluate();
  return answer;
};
const work = async () => {
  const { value } = await send('admin', 'GET', '/v1/worklist');
  return (value as { rows: { rowId: string; conditions: { kind: string; subject: string }[] }[] }).rows.flatMap(
    ({ rowId, conditions }) => (rowId === deviceId ? conditions.map(({ kind, subject }) => [kind, subject]) : []),
  );
};

beforeAll(async () => {
  deviceId = await addDevice({ serial: 'OLD' });
  await evaluate();
});

test('OA-41 WL-37: a retired device is in no list, rule, count or work, and its history stays', async () => {
  const rule = await enable(await write('Everywhere'));
  await evaluate();
  expect(await conditionsOf(rule)).toMatchObject([{ work: 'open' }]);
  const inScope = async () => listRules.answer.parse((await send('admin', 'GET', '/v1/rules')).value).rules[0]?.devices;
  const organisation = async () =>
    ((await send('admin', 'GET', '/v1/organisations')).value as { organisations: { devices: number }[] })
      .organisations[0]?.devices;
  const places = ['/v1/devices', '/v1/devices?search=OLD', '/v1/devices/facts', '/v1/devices/facts?view=notPlaced'];
  for (const path of places) expect([path, await listed(path)]).toEqual([path, [deviceId]]);
  expect([await inScope(), await organisation(), await findDue(world.platen.database.db, 9)]).toEqual([
    1,
    1,
    [deviceId],
  ]);
  expect(await change({ retiredOn: dayBefore(-2) })).toMatchObject({ status: 422, value: { errorCode: 202001 } });
  expect(await change({ retiredOn: dayBefore(0) })).toMatchObject({ value: { facts: { reportsAgain: false } } });
  expect(await conditionsOf(rule)).toMatchObject([{ work: 'resolved', resolution: 'retired' }]);
  for (const path of places) expect([path, await listed(path)]).toEqual([path, []]);
  expect(await listed('/v1/devices/facts?view=retired')).toEqual([deviceId]);
  expect([await inScope(), await organisation(), await findDue(world.platen.database.db, 9)]).toEqual([0, 0, []]);
  expect(await work()).toEqual([]);
  expect((await send('admin', 'GET', `/v1/device/${deviceId}/facts`)).status).toBe(200);
});

test('OA-41: one that reports after its day opens "reports again", and nothing else, until it is answered', async () => {
  await change({ retiredOn: dayBefore(2) });
  expect(await work()).toEqual([['identity', 'reportsAgain']]);
  expect(await listed('/v1/devices/facts?view=reportsAgain')).toEqual([deviceId]);
  expect(await factsOf()).toMatchObject({ reportsAgain: true, retiredOn: dayBefore(2) });
  await change({ retiredOn: null });
  expect(await work()).toEqual([['rule', expect.any(String)]]);
  expect(await listed('/v1/devices')).toEqual([deviceId]);
});

test('OA-40 WL-48: the weight among the facts is that of the worklist, and an entry of the audit', async () => {
  expect(await change({ weight: 5 })).toMatchObject({ status: 422 });
  await change({ weight: 2.5 });
  expect(await factsOf()).toMatchObject({ weight: 2.5 });
  const { value } = await send('admin', 'GET', `/v1/worklist/${deviceId}`);
  expect(value).toMatchObject({ use: { weight: { factor: 2.5 } } });
  const csv = 'serial,weight,retired\nOLD,0.5,\n';
  expect(
    await send('admin', 'PUT', '/v1/devices/facts', { csv: csv.replace('0.5', '9'), dryRun: false }),
  ).toMatchObject({ value: { refusedCount: 1, refused: [{ line: 2, field: 'weight' }] } });
  await send('admin', 'PUT', '/v1/devices/facts', { csv, dryRun: false });
  expect(await factsOf()).toMatchObject({ weight: 0.5, retiredOn: null });
  await change({ weight: null });
  expect(await factsOf()).toMatchObject({ weight: null });
  const { rows } = await world.platen.database.pool.query(
    `select detail -> 'before' ->> 'weight' as before, detail -> 'after' ->> 'weight' as after from audit_entry
     where action = 'devices facts' and detail -> 'after' ? 'weight' order by audit_id`,
  );
  expect(rows).toEqual([
    { before: null, after: '2.5' },
    { before: '2.5', after: '0.5' },
    { before: '0.5', after: null },
  ]);
});

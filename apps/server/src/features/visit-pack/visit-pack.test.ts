import { readVisitPack } from '@platen/contract/visit-pack';
import { v7 as newId } from 'uuid';
import { expect, test } from 'vitest';
import { testWorklist } from '../../../test/test-worklist.ts';
import { addToWorklist } from '../../../test/worklist.ts';
import { ensurePartitions, toMonth } from '../../store/partitions.ts';

const world = testWorklist();
const pool = () => world.platen.database.pool;

/** A planned visit of these devices, for the technician. */
async function addVisit(devices: readonly string[], more: { readonly bring?: string } = {}): Promise<string> {
  const visitId = newId();
  await pool().query(
    `insert into visit (visit_id, state, customer_name, place, access, planned_day, planned_hours, assignee, note)
     values ($1, 'planned', 'Bexholm Outfitters', 'Floor 1', 'Goods lift', current_date, '13:00-15:00', $2, 'Two people')`,
    [visitId, world.idOf('tech')],
  );
  for (const deviceId of devices)
    await pool().query(`insert into visit_device (device_id, visit_id, bring) values ($1, $2, $3)`, [
      deviceId,
      visitId,
      more.bring ?? '[]',
    ]);
  return visitId;
}

async function read(visitId: string, { as = 'tech', query = '' } = {}) {
  const answer = await world.platen.get(as, `/v1/visits/${visitId}/pack${query}`);
  return { status: answer.status, etag: answer.headers.get('etag'), body: await answer.json() };
}
const readPack = async (visitId: string, options = {}) =>
  readVisitPack.answer.parse((await read(visitId, options)).body);

test('VP-07 VP-18: a pack has the head of the visit and a page for each device, with a tag', async () => {
  const visitId = await addVisit([world.own]);
  const { status, etag, body } = await read(visitId);
  expect(status).toBe(200);
  expect(readVisitPack.answer.parse(body)).toMatchObject({
    customerName: 'Bexholm Outfitters',
    access: 'Goods lift',
    hours: { from: '13:00', to: '15:00' },
    devices: [{ serial: 'A', lastVisitAt: null }],
    fresh: null,
  });
  const again = await fetch(`${world.platen.url}/v1/visits/${visitId}/pack`, {
    headers: { ...(await world.platen.bearer('tech')), 'if-none-match': etag ?? '' },
  });
  expect(again.status).toBe(304);
});

test('VP-07: a pack names asset number and place as people entered them', async () => {
  await pool().query(`insert into device_fact (device_id, asset_number, place) values ($1, 'BX-0417', 'Floor 1')`, [
    world.own,
  ]);
  const pack = await readPack(await addVisit([world.own]));
  expect(pack.devices).toMatchObject([{ assetNumber: 'BX-0417', description: 'Floor 1' }]);
});

test('GE-05 VP-18: foreign and unknown visits are answered alike, and foreign devices of a visit are left out', async () => {
  const foreign = await addVisit([world.foreign]);
  const [one, other] = [await read(foreign), await read(newId())];
  expect([one.status, one.body.errorCode]).toEqual([404, 204001]);
  expect([other.status, other.body.errorCode]).toEqual([one.status, one.body.errorCode]);
  const mixed = await readPack(await addVisit([world.own, world.foreign]));
  expect([mixed.devices.length, mixed.hidden]).toEqual([1, 1]);
});

test('VP-17: a pack stays as it was until it is refreshed, and what is new since is marked', async () => {
  const visitId = await addVisit([world.own]);
  const first = await readPack(visitId);
  const month = toMonth(new Date(Date.now() - 3_600_000));
  await ensurePartitions(world.platen.database.db, [{ table: 'device_error', month }]);
  await pool().query(
    `insert into device_error (device_id, occurred_at, code, category, counter, conditions)
     values ($1, now() - interval '1 hour', 'C447', 'serviceCall', 270774, '{}')`,
    [world.own],
  );
  const same = await readPack(visitId);
  expect(same.madeAt).toBe(first.madeAt);
  expect(same.devices[0]?.errors.count).toBe(0);
  const next = await readPack(visitId, { query: '?refresh=1' });
  expect(next.devices[0]?.errors.groups).toMatchObject([{ code: 'C447', count: 1, counter: 270_774 }]);
  expect(next.fresh?.since).toBe(first.madeAt);
  expect(next.fresh?.keys).toEqual([expect.stringContaining(`${world.own} errors C447`)]);
});

test('VP-17: a changed plan makes a new pack, and a recorded visit keeps the one it was recorded from', async () => {
  const visitId = await addVisit([world.own]);
  const first = await readPack(visitId);
  await pool().query(`update visit set version = version + 1, note = 'Changed' where visit_id = $1`, [visitId]);
  const second = await readPack(visitId);
  expect([second.note, second.madeAt > first.madeAt]).toEqual(['Changed', true]);
  await readPack(visitId, { as: 'service' });
  await pool().query(
    `insert into visit_record (device_id, visit_id, revision, body, recorded_by, recorded_at, is_on_older_plan)
     values ($1, $2, 1, $3, $4, now(), false)`,
    [world.own, visitId, JSON.stringify({ deviceId: world.own, notDone: 'noTime' }), world.idOf('tech')],
  );
  await pool().query(`update visit set state = 'done', done_at = now(), note = 'Later' where visit_id = $1`, [visitId]);
  const frozen = await readPack(visitId, { as: 'service', query: '?refresh=1' });
  expect(frozen).toMatchObject({ isFrozen: true, note: 'Changed', madeAt: second.madeAt });
});

test('VP-17: of a visit that was done without a pack, one that is made later is not taken for the one it was recorded from', async () => {
  const visitId = await addVisit([world.own]);
  await pool().query(`update visit set state = 'done', done_at = now() - interval '1 minute' where visit_id = $1`, [
    visitId,
  ]);
  await readPack(visitId, { as: 'service' });
  expect((await readPack(visitId, { as: 'service' })).isFrozen).toBe(false);
});

test('VP-08 VP-20: what people entered is brought with the own number of the narrowest pattern', async () => {
  await pool().query(
    `insert into part_number (organisation_id, item, model_pattern, own_number)
     select organisation_id, '6342', pattern, number from organisation,
       (values ('*', 'ANY'), ('M', '4409-F')) as given(pattern, number) where kind = 'operator' on conflict do nothing`,
  );
  const visitId = await addVisit([world.own], { bring: '[{"item": "6342", "pieces": 2}]' });
  expect((await readPack(visitId)).devices[0]?.bring).toMatchObject([
    { item: '6342', pieces: 2, group: 'asked', ownNumber: '4409-F' },
  ]);
});

test('VP-08 GE-11: a part that is not in stock is seen at once by others, with who noted it, and audited', async () => {
  const visitId = await addVisit([world.own]);
  await readPack(visitId, { as: 'service' });
  const body = { deviceId: world.own, item: '6250', state: 'notInStock' };
  const marked = await world.send('tech', 'PUT', `/v1/visits/${visitId}/fetched`, body);
  expect(marked.status).toBe(200);
  expect((await readPack(visitId, { as: 'service' })).fetched).toMatchObject([
    { item: '6250', state: 'notInStock', by: { name: 'Tina' } },
  ]);
  const { rows } = await pool().query(`select detail from audit_entry where action = 'visit.fetch' and subject = $1`, [
    `visit:${visitId}`,
  ]);
  expect(rows).toMatchObject([{ detail: { before: 'toPack', after: 'notInStock' } }]);
  await world.send('tech', 'PUT', `/v1/visits/${visitId}/fetched`, { ...body, state: 'toPack' });
  expect((await readPack(visitId)).fetched).toEqual([]);
  const foreign = { ...body, deviceId: world.foreign };
  expect((await world.send('tech', 'PUT', `/v1/visits/${visitId}/fetched`, foreign)).status).toBe(404);
});

test('VP-06 VP-21: only the telephone of the assignee says that the pack is stored', async () => {
  const visitId = await addVisit([world.own]);
  await world.send('service', 'POST', `/v1/visits/${visitId}/stored`, {});
  expect((await readPack(visitId)).storedAt).toBeNull();
  await world.send('tech', 'POST', `/v1/visits/${visitId}/stored`, {});
  expect((await readPack(visitId)).storedAt).toMatch(/^20/);
});

test('VP-14 VP-17: of an earlier record the pack has what its page shows, not what made it large', async () => {
  const former = await addVisit([world.own]);
  await pool().query(`update visit set state = 'done', done_at = now() where visit_id = $1`, [former]);
  const record = {
    deviceId: world.own,
    arrivedAt: '2026-11-03T13:00:00.000Z',
    leftAt: '2026-11-03T14:00:00.000Z',
    result: 'fixed',
    done: Array.from({ length: 100 }, (_, at) => ({ done: 'other', text: `${at} ${'x'.repeat(1900)}` })),
    parts: [{ item: '6342', answer: 'replaced' }],
    counters: [{ counter: 'total', reported: null, typed: 271_240 }],
    conditions: [],
  };
  await pool().query(
    `insert into visit_record (device_id, visit_id, revision, body, recorded_at, is_on_older_plan)
     values ($1, $2, 1, $3, now(), false)`,
    [world.own, former, JSON.stringify(record)],
  );
  const [device] = (await readPack(await addVisit([world.own]))).devices;
  const shown = device?.before.find(({ visitId }) => visitId === former)?.record?.record;
  expect(shown).toMatchObject({ result: 'fixed', parts: [{ item: '6342' }], counters: [], proposals: [] });
  expect(shown).toHaveProperty('done', record.done.slice(0, 5));
});

test('VP-07: each condition has its own class, and the device that of its row', async () => {
  const [pressing, small] = await addToWorklist(world.platen.database, world.own, [
    { kind: 'down', subject: 'C447', points: 7 },
    { kind: 'supply', subject: 'magenta', points: 0.5 },
  ]);
  const visitId = await addVisit([world.own]);
  for (const conditionId of [pressing, small])
    await pool().query(`insert into visit_condition (device_id, condition_id, visit_id) values ($1, $2, $3)`, [
      world.own,
      conditionId,
      visitId,
    ]);
  const [device] = (await readPack(visitId)).devices;
  expect(device?.priority).toBe('P1');
  expect(device?.conditions.map(({ subject, priority }) => [subject, priority])).toEqual([
    ['C447', 'P1'],
    ['magenta', 'P3'],
  ]);
});

import { readVisit } from '@platen/contract/visits';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ensureMonths } from '../../../../test/telemetry.ts';
import { inDays, testWorklist } from '../../../../test/test-worklist.ts';

const worklist = testWorklist();
const db = () => worklist.platen.database.db;

test('VR-05 JN-02 VR-07: a visit answers what was reported since its record: the total after it, parts and conditions', async () => {
  const { own } = worklist;
  const { conditionId } = await worklist.call();
  const body = { kind: 'repair', plannedDay: inDays(0), devices: [{ deviceId: own, conditionIds: [conditionId] }] };
  const made = await worklist.send('service', 'POST', '/v1/visits', body);
  const { visitId, version } = readVisit.answer.parse(made.value).visit;
  const leftAt = `${inDays(-2)}T10:00:00.000Z`;
  const recorded = {
    deviceId: own,
    arrivedAt: `${inDays(-2)}T09:00:00.000Z`,
    leftAt,
    result: 'fixed',
    done: [{ done: 'firmware', line: 'system', from: 'T1', to: 'T2' }],
    parts: [{ item: 'drum.black', answer: 'replaced' }],
    counters: [{ counter: 'total', reported: null, typed: 271_240 }],
    conditions: [{ conditionId, outcome: 'fixed' }],
  };
  const sent = await worklist.send('service', 'POST', `/v1/visits/${visitId}/record`, { version, devices: [recorded] });
  expect(sent.status).toBe(200);
  const proofs = async () => {
    const answer = await worklist.platen.get('service', `/v1/visits/${visitId}`);
    const { visit } = readVisit.answer.parse(await answer.json());
    return visit.devices[0]?.proofs;
  };
  await sql`update device set updated_at = ${`${inDays(-3)}T10:00:00Z`}, firmware_version = 'T1' where device_id = ${own}`.execute(
    db(),
  );
  expect((await proofs())?.map(({ state }) => state)).toEqual(['awaited', 'awaited', 'awaited', 'awaited']);

  // The reading of 06:00 is from before the visit; that of 12:00 is the first after it.
  await ensureMonths(worklist.platen.database, 'counter_day', [new Date(leftAt)]);
  await sql`
    insert into counter_day (device_id, day, observed_at, total, q1_at, q1_total, q2_at, q2_total) values
      (${own}, ${inDays(-2)}, ${`${inDays(-2)}T20:00:00Z`}, 271_900, ${`${inDays(-2)}T05:50:00Z`}, 271_100,
       ${`${inDays(-2)}T11:55:00Z`}, 271_249)`.execute(db());
  await sql`
    insert into device_replacement (device_id, item, replaced_on, origin) values (${own}, 'part.6250', ${inDays(-2)}, 'reported')
    on conflict (device_id, item, replaced_on) do update set origin = 'reported'`.execute(db());
  await sql`update device set updated_at = now(), firmware_version = 'T2' where device_id = ${own}`.execute(db());
  await sql`update condition set work = 'open', resolved_at = null, resolution = null where condition_id = ${conditionId}`.execute(
    db(),
  );
  expect(await proofs()).toEqual([
    { subject: 'part', key: 'drum.black', state: 'proved', at: `${inDays(-2)}T00:00:00.000Z`, value: null },
    { subject: 'firmware', key: 'system', state: 'proved', at: expect.any(String), value: 'T2' },
    { subject: 'total', key: 'total', state: 'proved', at: `${inDays(-2)}T11:55:00.000Z`, value: '271249' },
    { subject: 'condition', key: conditionId, state: 'contradicted', at: expect.any(String), value: null },
  ]);
});

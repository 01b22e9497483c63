import { listVisitEffects } from '@platen/contract/visit-effects';
import { readVisitPack } from '@platen/contract/visit-pack';
import { listDeviceVisits, type RecordedDevice, recordVisit } from '@platen/contract/visit-records';
import { makeVisit } from '@platen/contract/visits';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { describe, expect, test } from 'vitest';
import { addCounterDays, ensureMonths } from '../../../../test/telemetry.ts';
import { inDays, testWorklist } from '../../../../test/test-worklist.ts';

const worklist = testWorklist();
const { act, call, send } = worklist;
const db = () => worklist.platen.database.db;
const today = () => inDays(0);

/** A planned visit of today with two conditions of the own device. */
async function planned() {
  const [noise, slow] = [await call(worklist.own, 'noise'), await call(worklist.own, 'slow')];
  await act('service', { action: 'plan', plannedDay: today(), assignee: null }, noise, slow);
  const { rows } = await sql<{ visitId: string; version: number }>`
    select v.visit_id as "visitId", version from visit v join visit_device using (visit_id)
    where device_id = ${worklist.own}`.execute(db());
  const [visit] = rows;
  if (visit === undefined) throw new Error('no visit');
  await sql`
    insert into visit_condition select ${worklist.own}, c, ${visit.visitId} from unnest(${[noise.conditionId, slow.conditionId]}::uuid[]) c
    on conflict do nothing`.execute(db());
  return { ...visit, noise: noise.conditionId, slow: slow.conditionId };
}

const record = (deviceId: string, more: Record<string, unknown> = {}) => ({
  deviceId,
  arrivedAt: new Date(Date.now() - 40 * 60_000).toISOString(),
  leftAt: new Date(Date.now() - 5 * 60_000).toISOString(),
  result: 'worksForNow',
  done: [],
  parts: [],
  counters: [],
  conditions: [],
  ...more,
});

async function save(visitId: string, version: number, devices: unknown[], subject = 'service', key?: string) {
  const { status, value } = await send(subject, 'POST', `/v1/visits/${visitId}/record`, { version, devices }, key);
  expect([status, value]).toEqual([200, expect.anything()]);
  return recordVisit.answer.parse(value);
}
const replacements = async (deviceId: string) =>
  (
    await sql<{ item: string; origin: string; serial: string | null; visit: boolean }>`
      select item, origin, serial, visit_id is not null as visit from device_replacement where device_id = ${deviceId} order by item`.execute(
      db(),
    )
  ).rows;
const works = async (ids: string[]) =>
  new Map(
    (
      await sql<{ id: string; work: string; how: string | null }>`
        select condition_id as id, work, resolution as how from condition where condition_id = any(${ids}::uuid[])`.execute(
        db(),
      )
    ).rows.map(({ id, work, how }) => [id, how ?? work]),
  );

describe('the record of a visit', () => {
  test('VR-01 VR-02 VR-03 VR-07 VR-08 WL-32 VP-02: it resolves, returns and drafts what follows from its answers', async () => {
    const { visitId, version, noise, slow } = await planned();
    const answer = await save(visitId, version, [
      record(worklist.own, {
        done: [{ done: 'cleaned', item: 'fuser' }],
        parts: [
          { item: 'feedRoller.CST1', answer: 'replaced' },
          { item: '6251', answer: 'lookedAtGood' },
          { item: 'drum.black', answer: 'notDone', isMissing: true },
        ],
        conditions: [
          { conditionId: noise, outcome: 'fixed' },
          { conditionId: slow, outcome: 'notFixed', reason: 'the drum was not there' },
        ],
        counters: [{ counter: 'total', reported: null, typed: 271_240 }],
      }),
    ]);
    expect(answer).toMatchObject({ state: 'done', records: [{ revision: 1, isOnOlderPlan: false }] });
    expect(await works([noise, slow])).toEqual(
      new Map([
        [noise, 'visit'],
        [slow, 'acknowledged'],
      ]),
    );
    expect((await replacements(worklist.own)).map(({ item, origin }) => `${item} ${origin}`)).toEqual(
      ['part.6410', 'part.6411', 'part.6412'].map((item) => `${item} recorded`),
    );
    const draft = await sql<{ state: string; bring: unknown; conditions: string[] }>`
      select v.state, x.bring, (select json_agg(condition_id) from visit_condition c where c.visit_id = v.visit_id) as conditions
      from visit v join visit_device x using (visit_id) where v.former_id = ${visitId}`.execute(db());
    expect(draft.rows).toEqual([{ state: 'draft', bring: [{ item: 'drum.black', pieces: 1 }], conditions: [slow] }]);
    const good = await sql`select item from part_found_good where device_id = ${worklist.own}`.execute(db());
    expect(good.rows).toEqual([{ item: 'part.6251' }]);

    const listed = await worklist.platen.get('service', `/v1/device/${worklist.own}/visits`);
    const { visits, count } = listDeviceVisits.answer.parse(await listed.json());
    expect(count).toBe(2);
    expect(visits.find((one) => one.visitId === visitId)?.record?.record).toMatchObject({ result: 'worksForNow' });
  });

  test('VR-10 GE-07: records in any order and repetition leave one visit, one replacement and one draft', async () => {
    const { visitId, version, noise } = await planned();
    const first = record(worklist.own, {
      parts: [
        { item: 'fuser', answer: 'replaced' },
        { item: 'toner.cyan', answer: 'notDone', isMissing: true },
      ],
      conditions: [{ conditionId: noise, outcome: 'fixed' }],
    });
    const key = `key-${newId()}`;
    const answers = [
      await save(visitId, version, [first], 'service', key),
      await save(visitId, version, [first], 'service', key),
      await save(visitId, version, [first]),
      ...(await Promise.all([1, 2, 3].map(() => save(visitId, version, [{ ...first }], 'service', `key-${newId()}`)))),
    ];
    expect(new Set(answers.map(({ nextVisitId }) => nextVisitId)).size).toBe(1);
    expect(answers.at(-1)?.records.map(({ revision }) => revision)).toEqual([1]);
    expect(await replacements(worklist.own)).toHaveLength(1);
    const drafts = await sql`select 1 from visit where former_id = ${visitId}`.execute(db());
    expect(drafts.rows).toHaveLength(1);
  });

  test('VR-10 VP-23 FG-08: records in any order, repeated and at once, leave one visit with each record once', async () => {
    const devices = [worklist.own, worklist.foreign];
    const result = fc.constantFrom('fixed', 'worksForNow');
    const parts = fc.subarray(['fuser', 'drum.black', 'toner.cyan']);
    const isMissing = fc.boolean();
    const one = fc.record({
      device: fc.constantFrom(0, 1),
      result,
      parts,
      isMissing,
      copies: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 5 }), fc.boolean(), async (recorded, isAtOnce) => {
        const body = {
          kind: 'repair',
          plannedDay: today(),
          devices: devices.map((deviceId) => ({ deviceId, conditionIds: [] })),
        };
        const made = await send('service', 'POST', '/v1/visits', body);
        const { visit } = makeVisit.answer.parse(made.value);
        const bodies = recorded.map(({ device, result: outcome, parts: replaced, isMissing: lacks }) =>
          record(devices[device] ?? '', {
            arrivedAt: '2026-11-20T10:00:00.000Z',
            leftAt: '2026-11-20T11:00:00.000Z',
            result: outcome,
            parts: [
              ...replaced.map((item) => ({ item, answer: 'replaced' })),
              ...(lacks ? [{ item: 'secondTransfer', answer: 'notDone', isMissing: true }] : []),
            ],
          }),
        );
        const calls = bodies.flatMap((sent, n) =>
          Array.from(
            { length: recorded[n]?.copies ?? 1 },
            () => () => save(visit.visitId, visit.version, [sent], 'service', `${visit.visitId}-${n}`),
          ),
        );
        if (isAtOnce) await Promise.all(calls.map((run) => run()));
        else for (const run of calls.toReversed()) await run();
        const stored = await sql<{ device: string; revision: number; body: RecordedDevice }>`
          select device_id as device, revision, body from visit_record where visit_id = ${visit.visitId} order by device_id, revision`.execute(
          db(),
        );
        const distinct = new Set(bodies.map((sent) => JSON.stringify(sent)));
        expect(stored.rows).toHaveLength(distinct.size);
        for (const deviceId of devices) {
          const own = stored.rows.filter(({ device }) => device === deviceId);
          expect(own.map(({ revision }) => revision)).toEqual(own.map((_, n) => n + 1));
          const newest = own.at(-1)?.body;
          const replaced =
            newest === undefined || 'notDone' in newest
              ? []
              : newest.parts.filter(({ answer }) => answer === 'replaced');
          const written =
            await sql`select 1 from device_replacement where device_id = ${deviceId} and visit_id = ${visit.visitId}`.execute(
              db(),
            );
          expect(written.rows).toHaveLength(replaced.length);
        }
        const drafts = await sql`select 1 from visit where former_id = ${visit.visitId}`.execute(db());
        expect(drafts.rows.length).toBeLessThanOrEqual(1);
        // The next run is about other days of these devices.
        await sql`delete from device_replacement where device_id = any(${devices}::uuid[])`.execute(db());
      }),
      { numRuns: 12, seed: 17 },
    );
  });

  test('VP-24 VP-17: a record of an older plan is taken whatever became of the visit, and both plans stay readable', async () => {
    const { visitId, version, noise } = await planned();
    const pack = await worklist.platen.get('service', `/v1/visits/${visitId}/pack`);
    expect(pack.status).toBe(200);
    const cancelled = await send('dealer', 'POST', `/v1/visits/${visitId}/cancel`, { reason: 'byCustomer', version });
    expect(cancelled.status).toBe(200);
    const answer = await save(visitId, version, [record(worklist.own)]);
    expect(answer).toMatchObject({ state: 'done', records: [{ isOnOlderPlan: true }] });
    expect(answer.records[0]?.olderPlan?.conditions.map(({ conditionId }) => conditionId)).toContain(noise);
  });

  test('VP-24: a start, or records of other devices, make no older plan of the one that a telephone holds', async () => {
    const { visitId, version } = await planned();
    await sql`update device set group_ids = '{1}' where device_id = ${worklist.foreign}`.execute(db());
    await sql`insert into visit_device (device_id, visit_id) values (${worklist.foreign}, ${visitId})`.execute(db());
    expect((await send('service', 'POST', `/v1/visits/${visitId}/start`, {})).status).toBe(200);
    await save(visitId, version, [record(worklist.own)]);
    const { records } = await save(visitId, version, [{ deviceId: worklist.foreign, notDone: 'noTime' }]);
    expect(records.map(({ isOnOlderPlan }) => isOnOlderPlan)).toEqual([false, false]);
  });

  test('GE-05: who does not see every device of a visit can record none of them', async () => {
    const { visitId, version } = await planned();
    await sql`insert into visit_device (device_id, visit_id) values (${worklist.foreign}, ${visitId})`.execute(db());
    const body = { version, devices: [record(worklist.own)] };
    expect((await worklist.platen.get('dealer', `/v1/visits/${visitId}`)).status).toBe(404);
    expect(await send('dealer', 'POST', `/v1/visits/${visitId}/record`, body)).toMatchObject({
      value: { errorCode: 204001 },
    });
  });

  test('VR-04: of a reported and a recorded replacement within 3 days the reported one stays, with what the other knows', async () => {
    const { visitId, version } = await planned();
    await sql`
      insert into device_replacement (device_id, item, replaced_on, origin) values
        (${worklist.own}, 'toner.magenta', current_date - 2, 'reported'), (${worklist.own}, 'part.6342', current_date - 1, 'seen'),
        (${worklist.own}, 'part.6250', current_date - 9, 'reported')`.execute(db());
    await save(visitId, version, [
      record(worklist.own, {
        parts: ['toner.magenta', 'fuser', 'drum.black'].map((item) => ({
          item,
          answer: 'replaced',
          serial: `S-${item}`,
        })),
      }),
    ]);
    expect(await replacements(worklist.own)).toEqual([
      { item: 'part.6250', origin: 'reported', serial: null, visit: false },
      { item: 'part.6250', origin: 'recorded', serial: 'S-drum.black', visit: true },
      { item: 'part.6342', origin: 'recorded', serial: 'S-fuser', visit: true },
      { item: 'toner.magenta', origin: 'reported', serial: 'S-toner.magenta', visit: true },
    ]);
  });

  test('VR-06 LG-09: an exchange of the board answers the counter break of that day', async () => {
    const { visitId, version } = await planned();
    await sql`
      insert into counter_break (device_id, key, day, kind, value_before, value_after)
      values (${worklist.own}, 'pages.total', current_date, 'fell', 88412, 31), (${worklist.own}, 'pages.total', current_date - 20, 'fell', 9, 1)`.execute(
      db(),
    );
    await save(visitId, version, [record(worklist.own, { done: [{ done: 'exchanged', what: 'board' }] })]);
    const breaks =
      await sql`select cause, answered_by from counter_break where device_id = ${worklist.own} order by day`.execute(
        db(),
      );
    expect(breaks.rows).toEqual([
      { cause: null, answered_by: null },
      { cause: 'boardExchanged', answered_by: 'service' },
    ]);
  });

  test('VP-02 GE-06: a correction keeps the former record and takes back what it did; an older one is refused', async () => {
    const { visitId, version, noise } = await planned();
    await save(visitId, version, [
      record(worklist.own, {
        parts: [{ item: 'fuser', answer: 'replaced' }],
        conditions: [{ conditionId: noise, outcome: 'fixed' }],
      }),
    ]);
    const corrected = record(worklist.own, {
      parts: [{ item: 'fuser', answer: 'lookedAtGood' }],
      conditions: [{ conditionId: noise, outcome: 'notFixed', reason: 'heard again' }],
    });
    const correct = (revision: number, subject = 'service', body: unknown = corrected) =>
      send(subject, 'PUT', `/v1/visits/${visitId}/record`, {
        devices: [body],
        revisions: { [worklist.own]: revision },
      });
    expect(await correct(1)).toMatchObject({ status: 200, value: { records: [{ revision: 2 }] } });
    expect(await replacements(worklist.own)).toEqual([]);
    expect((await works([noise])).get(noise)).toBe('acknowledged');
    expect(await correct(1, 'service', { ...corrected, note: 'again' })).toMatchObject({
      status: 409,
      value: {
        errorCode: 202002,
        current: { visit: { visitId, devices: [{ record: { revision: 2 } }] } },
        changedBy: { userId: worklist.idOf('service') },
      },
    });
    // The dealer did not write it.
    expect(await correct(2, 'dealer', { ...corrected, note: 'mine' })).toMatchObject({ value: { errorCode: 200002 } });
    const revisions = await sql`select revision from visit_record where visit_id = ${visitId} order by 1`.execute(db());
    expect(revisions.rows).toEqual([{ revision: 1 }, { revision: 2 }]);
  });

  test('GE-05 GE-18 VR-01: foreign and unknown visits answer alike, and contradictions name their field', async () => {
    const { visitId, version } = await planned();
    const body = { version, devices: [record(worklist.own)] };
    await sql`update device set group_ids = '{}' where device_id = ${worklist.own}`.execute(db());
    const refused = [visitId, newId()].map((id) => send('dealer', 'POST', `/v1/visits/${id}/record`, body));
    const [foreign, unknown] = await Promise.all(refused);
    expect(foreign).toMatchObject({ status: 404 });
    expect(foreign?.value).toMatchObject({ errorCode: 204001 });
    expect(unknown).toMatchObject({ status: foreign?.status, value: { errorCode: 204001 } });
    const wrong = {
      version,
      devices: [record(worklist.own, { leftAt: '2020-01-01T00:00:00Z', note: 'x'.repeat(2001) })],
    };
    expect(await send('service', 'POST', `/v1/visits/${visitId}/record`, wrong)).toMatchObject({
      status: 422,
      value: { errorCode: 202001 },
    });
  });
});

describe('what visits changed', () => {
  test('VE-01 VE-02 VE-03 VE-05 VP-14 GE-05: a replaced fuser is compared with the days before it, with all it rests on', async () => {
    const { database } = worklist.platen;
    const { visitId, version } = await planned();
    const counted = Array.from({ length: 81 }, (_, n) => [inDays(n - 80), [100_000 + 100 * n] as const] as const);
    await addCounterDays(database, worklist.own, Object.fromEntries(counted));
    const errors = [-65, -60, -55, -50, -48, -44, -42, -40, -20].map((days) => new Date(`${inDays(days)}T10:00:00Z`));
    await ensureMonths(database, 'device_error', errors);
    for (const at of errors)
      await sql`
        insert into device_error (device_id, occurred_at, code, category, conditions)
        values (${worklist.own}, ${at}, 'C447', 'serviceCall', '{}')`.execute(db());
    await save(visitId, version, [
      record(worklist.own, {
        arrivedAt: `${inDays(-40)}T09:00:00Z`,
        leftAt: `${inDays(-40)}T10:00:00Z`,
        parts: [{ item: 'fuser', answer: 'replaced' }],
      }),
    ]);
    const read = (subject = 'service') => worklist.platen.get(subject, `/v1/device/${worklist.own}/visits/effects`);
    const { effects } = listVisitEffects.answer.parse(await (await read()).json());
    // One of nine lies on the day of the visit, and counts for neither side.
    expect(effects).toMatchObject([
      {
        visitId,
        done: 'replaced',
        item: 'fuser',
        measure: 'unitErrors',
        of: 'fuser',
        before: { count: 7, from: inDays(-70), to: inDays(-41) },
        after: { count: 1, from: inDays(-39), to: inDays(-10) },
        isOver: true,
        usual: null,
        judged: { state: 'known', verdict: 'better', ratio: expect.closeTo(0.14, 1) },
      },
    ]);
    // The pack of the next visit says the same of the one before (VP-14).
    await act('service', { action: 'plan', plannedDay: today(), assignee: null }, await call(worklist.own, 'paperJam'));
    const { rows } = await sql<{ next: string }>`
      select visit_id as next from visit join visit_device using (visit_id)
      where device_id = ${worklist.own} and state = 'planned'`.execute(db());
    const pack = await worklist.platen.get('service', `/v1/visits/${rows[0]?.next}/pack`);
    const before = readVisitPack.answer.parse(await pack.json()).devices[0]?.before;
    expect(before).toMatchObject([{ visitId, effects }]);
    await sql`update device set group_ids = '{}' where device_id = ${worklist.own}`.execute(db());
    expect(await (await read('dealer')).json()).toMatchObject({ errorCode: 200003 });
  });
});

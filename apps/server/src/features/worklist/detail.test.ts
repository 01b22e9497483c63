import { readWorklistRow } from '@platen/contract/worklist';
import { v7 as newId } from 'uuid';
import { describe, expect, test } from 'vitest';
import { addDevices } from '../../../test/test-app.ts';
import { inDays, one, testWorklist } from '../../../test/test-worklist.ts';
import { ensurePartitions } from '../../store/partitions.ts';

const worklist = testWorklist();
const { idOf, call, act } = worklist;

describe('the drawer', () => {
  test('WL-59 WL-67: holds the conditions, resolved ones last, and what people did, newest first', async () => {
    const first = await call(worklist.own, 'noise');
    const second = await call(worklist.own, 'slow');
    await act('service', { action: 'note', note: 'Key at the desk.' }, second);
    await act('service', { action: 'resolve', reason: 'fixed' }, first);
    const answer = await worklist.platen.get('dealer', `/v1/worklist/${worklist.own}`);
    const detail = readWorklistRow.answer.parse(await answer.json());
    expect(detail).toMatchObject({
      row: { rowId: worklist.own, conditionCount: 1 },
      status: 'normal',
      conditions: [
        { subject: 'slow', state: 'open' },
        { subject: 'noise', state: 'resolved', resolution: 'fixed' },
      ],
      conditionCount: 2,
      use: { pagesAMonth: null, factor: null, weight: null, hoursOfNextDay: 8 },
      notes: [{ text: 'Key at the desk.', by: { userId: idOf('service') } }],
    });
    const ofPeople = detail.events.filter(({ by }) => by !== null);
    expect(ofPeople.map(({ change, to }) => [change, to])).toEqual([
      ['resolve', 'resolved'],
      ['note', 'open'],
      ['call', 'open'],
      ['call', 'open'],
    ]);
  });

  test('WL-42 WL-67: names an action only to who can still take it back, the assignee, and the device when nothing is open', async () => {
    const condition = await call(worklist.own, 'noise');
    await act('service', { action: 'resolve', reason: 'fixed' }, condition);
    const read = async (subject: string) => {
      const answer = await worklist.platen.get(subject, `/v1/worklist/${worklist.own}`);
      return readWorklistRow.answer.parse(await answer.json());
    };
    const detail = await read('service');
    expect(detail).toMatchObject({ row: null, device: { serial: 'A', model: 'M', customerName: null } });
    const [event] = detail.events;
    expect(event).toMatchObject({ change: 'resolve', actionId: expect.any(String) });
    expect((await read('dealer')).events[0]?.actionId).toBeUndefined();
    const [now] = detail.conditions;
    await act('service', { action: 'undo', actionId: event?.actionId }, ...(now === undefined ? [] : [now]));
    const after = await read('service');
    expect(after.row).toMatchObject({ rowId: worklist.own, state: 'open' });
    const ofPeople = after.events.filter(({ by }) => by !== null);
    expect(ofPeople.map(({ change, undone, actionId }) => [change, undone, actionId])).toEqual([
      ['undo', false, undefined],
      ['resolve', true, undefined],
      ['call', false, undefined],
    ]);
    const { pool } = worklist.platen.database;
    await act('service', { action: 'assign', assignee: idOf('tech') }, one({ current: after.conditions }));
    expect((await read('service')).events[0]?.detail).toMatchObject({ assigneeName: 'Tina' });
    await pool.query(`update condition_event set at = at - interval '10 minutes 1 second' where entity_id = $1`, [
      worklist.own,
    ]);
    const [late] = (await read('service')).events;
    expect([late?.change, late?.actionId]).toEqual(['assign', undefined]);
  });

  test('WL-01: a condition has every field of the entity, whatever is known of it', async () => {
    await call(worklist.own, 'network');
    const answer = await worklist.platen.get('dealer', `/v1/worklist/${worklist.own}`);
    const { conditions }: { conditions: object[] } = await answer.json();
    const fields =
      `conditionId kind subject source signal work assignee openedAt lastSeenAt clearedAt resolvedAt resolution
      regressions marks inhibitedBy cost visitId snooze version`.split(/\s+/);
    expect(conditions).not.toEqual([]);
    for (const condition of conditions) for (const field of fields) expect(condition).toHaveProperty(field);
  });

  test('WL-59 CH-02: codes that changed since the last visit, or within 30 days where none is recorded', async () => {
    const { db, pool } = worklist.platen.database;
    const months = [...new Set([inDays(-20), inDays(0)].map((one) => one.slice(0, 7)))];
    await ensurePartitions(
      db,
      months.map((month) => ({ table: 'reading_day', month })),
    );
    for (const [digest, value] of [
      [1, '128'],
      [2, '96'],
    ])
      await pool.query(`insert into section_version (device_id, section, digest, body) values ($1, 'codes', $2, $3)`, [
        worklist.own,
        digest,
        JSON.stringify({ '08-2103-0': value, '05-1-0': '7' }),
      ]);
    for (const [ago, digest] of [
      [20, 1],
      [9, 1],
      [8, 2],
      [1, 2],
    ])
      await pool.query(
        `insert into reading_day (device_id, day, codes_at, codes_digest)
         values ($1, current_date - $2::int, (current_date - $2::int)::timestamp at time zone 'UTC', $3)`,
        [worklist.own, ago, digest],
      );
    const change = {
      code: '08-2103-0',
      before: '128',
      after: '96',
      usual: null,
      level: null,
      lastBefore: `${inDays(-9)}T00:00:00.000Z`,
      firstAfter: `${inDays(-8)}T00:00:00.000Z`,
      context: 'unknown',
    };
    const read = async () =>
      readWorklistRow.answer.parse(await (await worklist.platen.get('dealer', `/v1/worklist/${worklist.own}`)).json());
    expect((await read()).codeChanges).toEqual({
      since: inDays(-30),
      isVisit: false,
      changes: [change],
      count: 1,
      adjusting: 0,
    });
    const visit = async (ago: number, state: string) => {
      const id = newId();
      await pool.query(`insert into visit (visit_id, state, planned_day, note) values ($1, $2, $3, 'Fuser')`, [
        id,
        state,
        inDays(-ago),
      ]);
      await pool.query('insert into visit_device (device_id, visit_id) values ($1, $2)', [worklist.own, id]);
    };
    await visit(12, 'done');
    await visit(-5, 'planned');
    await visit(3, 'cancelled');
    expect(await read()).toMatchObject({
      codeChanges: { since: inDays(-12), isVisit: true, changes: [change] },
      visits: [{ day: inDays(-12), state: 'done', note: 'Fuser' }],
    });
    await visit(5, 'done');
    expect((await read()).codeChanges).toMatchObject({ since: inDays(-5), changes: [], count: 0 });
  });

  test('QF-03: says of a matter that it was mostly resolved without a visit, from 20 known ones on', async () => {
    const { conditionId } = await call(worklist.own, 'slow');
    const others = await addDevices(
      worklist.platen.database,
      Array.from({ length: 22 }, (_, index) => ({
        serial: `Q${index}`,
        model: 'M',
        group_ids: [1],
        updated_at: new Date(),
      })),
    );
    const resolve = (deviceId: string, resolution: string) =>
      worklist.platen.database.pool.query(
        `insert into condition (entity_id, condition_id, entity, kind, subject, source, signal, work, opened_at, last_seen_at,
           resolved_at, resolution, who_can_act, facts, evaluated, model)
         values ($1, $2, 'device', 'person', 'slow', 'person', 'cleared', 'resolved', now(), now(), now(), $3, 'technician',
           '{}', '{}', 'M')`,
        [deviceId, newId(), resolution],
      );
    const read = async (subject = 'dealer') =>
      readWorklistRow.answer.parse(await (await worklist.platen.get(subject, `/v1/worklist/${worklist.own}`)).json())
        .phone;
    for (const id of others.slice(0, 14)) await resolve(id, 'fixed');
    for (const id of others.slice(14, 19)) await resolve(id, 'visit');
    // A foreign device, and a reason that names no visit.
    await resolve(worklist.foreign, 'fixed');
    await resolve(others[0] ?? '', 'double');
    expect(await read()).toEqual([]);
    for (const id of others.slice(19)) await resolve(id, 'visit');
    expect(await read()).toEqual([{ conditionId, without: 14, known: 22 }]);
    expect(await read('service')).toEqual([{ conditionId, without: 15, known: 23 }]);
    for (const id of others.slice(0, 8)) await resolve(id, 'visit');
    expect(await read()).toEqual([]);
  });

  test('GE-05: a foreign device is refused as by its other calls, any other id as unknown', async () => {
    const read = async (id: string): Promise<unknown> =>
      (await worklist.platen.get('dealer', `/v1/worklist/${id}`)).json();
    expect(await read(worklist.foreign)).toMatchObject({ errorCode: 200003 });
    expect(await read(newId())).toMatchObject({ errorCode: 204001 });
  });
});

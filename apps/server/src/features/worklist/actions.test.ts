import {
  actOnWorklist,
  enterCall,
  listPeople,
  listWorklist,
  readWorklistRow,
  setPriority,
  setWeight,
} from '@platen/contract/worklist';
import type { Condition } from '@platen/contract/worklist-item';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensurePartitions } from '../../store/partitions.ts';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

let platen: TestApp;
let own: string;
let foreign: string;
let users: Map<string, string>;

beforeAll(async () => {
  platen = await createTestApp();
  const { database } = platen;
  await database.pool.query(
    `insert into app_user (user_id, subject, name, role) values ($1, 'tech', 'Tina', 'technician')
     on conflict (subject) do nothing`,
    [newId()],
  );
  await agreeForAll(database);
  await addGroup(database, 1, 'One', 'dealer', 'tech');
  const { rows } = await database.pool.query<{ subject: string; user_id: string }>(
    'select subject, user_id from app_user',
  );
  users = new Map(rows.map(({ subject, user_id: id }) => [subject, id]));
});
beforeEach(async () => {
  [own = '', foreign = ''] = await addDevices(platen.database, [
    { serial: 'A', model: 'M', group_ids: [1], updated_at: new Date() },
    { serial: 'B', model: 'M', updated_at: new Date() },
  ]);
});
afterAll(() => platen.close());

const idOf = (subject: string) => users.get(subject) ?? '';
const send = async (subject: string, method: 'POST' | 'PUT', path: string, body: unknown, key?: string) => {
  const answer = await fetch(`${platen.url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(await platen.bearer(subject)),
    },
    body: JSON.stringify(body),
  });
  const value: unknown = await answer.json();
  return { status: answer.status, value };
};
const call = async (deviceId = own, matter = 'noise', subject = 'service', key?: string): Promise<Condition> => {
  const body = { deviceId, matter, unusable: false, text: 'It rattles.' };
  const { status, value } = await send(subject, 'POST', '/v1/worklist/conditions', body, key);
  expect([status, value]).toEqual([200, expect.anything()]);
  return enterCall.answer.parse(value).condition;
};
const act = async (
  subject: string,
  body: Record<string, unknown>,
  ...conditions: readonly Pick<Condition, 'conditionId' | 'version'>[]
) => {
  const items = conditions.map(({ conditionId, version }) => ({ conditionId, version }));
  const { status, value } = await send(subject, 'POST', '/v1/worklist/actions', { ...body, items });
  expect([status, value]).toEqual([200, expect.anything()]);
  const { actionId, results } = actOnWorklist.answer.parse(value);
  return { actionId, codes: results.map(({ code }) => code), current: results.flatMap(({ current }) => current ?? []) };
};
const one = ({ current }: { current: readonly Condition[] }): Condition => {
  const [condition] = current;
  if (condition === undefined) throw new Error('no condition');
  return condition;
};
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const count = async (table: string) =>
  Number((await platen.database.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);

describe("a customer's call", () => {
  test('WL-19 WL-69 opens a condition, which stands in the list; a second one adds to it', async () => {
    const condition = await call();
    expect(condition).toMatchObject({
      kind: 'person',
      source: 'person',
      state: 'open',
      facts: { matter: 'noise', unusable: false, text: 'It rattles.' },
      cost: { points: 1 },
    });
    const list = listWorklist.answer.parse(await (await platen.get('service', '/v1/worklist')).json());
    expect(list.rows.find(({ rowId }) => rowId === own)?.conditions).toMatchObject([
      { conditionId: condition.conditionId },
    ]);
    expect((await call()).conditionId).toBe(condition.conditionId);
    expect((await call(own, 'slow')).conditionId).not.toBe(condition.conditionId);
  });

  test('GE-07: the same key answers as the first time and makes nothing; with another body it is refused', async () => {
    const key = `key-${newId()}`;
    const first = await call(own, 'paperJam', 'service', key);
    const events = await count('condition_event');
    expect(await call(own, 'paperJam', 'service', key)).toEqual(first);
    expect(await count('condition_event')).toBe(events);
    const other = { deviceId: own, matter: 'network', unusable: false };
    expect(await send('service', 'POST', '/v1/worklist/conditions', other, key)).toMatchObject({
      status: 409,
      value: { errorCode: 202003 },
    });
    // Another user's key is another key.
    expect((await call(own, 'network', 'dealer', key)).subject).toBe('network');
    expect((await send('service', 'POST', '/v1/worklist/conditions', other, 'short')).status).toBe(422);
  });

  test('GE-05 OA-20: a foreign or unknown device is refused as by its other calls, a technician enters no call', async () => {
    const body = (deviceId: string) => ({ deviceId, matter: 'noise', unusable: false });
    expect(await send('dealer', 'POST', '/v1/worklist/conditions', body(foreign))).toMatchObject({
      value: { errorCode: 200003 },
    });
    expect(await send('dealer', 'POST', '/v1/worklist/conditions', body(newId()))).toMatchObject({
      value: { errorCode: 200004 },
    });
    expect(await send('tech', 'POST', '/v1/worklist/conditions', body(own))).toMatchObject({
      value: { errorCode: 200002 },
    });
  });
});

describe('actions', () => {
  test('WL-21 WL-22 WL-27 WL-31 WL-68 GE-06: each step raises the version, and an older one is refused with what is there', async () => {
    const opened = await call();
    const acknowledged = one(await act('service', { action: 'acknowledge' }, opened));
    expect(acknowledged).toMatchObject({ state: 'acknowledged', version: opened.version + 1 });
    const stale = await act('service', { action: 'assign', assignee: idOf('admin') }, opened);
    expect([stale.codes, one(stale)]).toEqual([[202002], acknowledged]);
    const assigned = one(await act('service', { action: 'assign', assignee: idOf('admin') }, acknowledged));
    expect(assigned).toMatchObject({ state: 'assigned', assignee: { userId: idOf('admin') } });
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const snoozed = one(
      await act('service', { action: 'snooze', until, untilWorse: false, reason: 'waitingForPart' }, assigned),
    );
    expect(snoozed).toMatchObject({ state: 'snoozed', snooze: { until, reason: 'waitingForPart' } });
    const woken = one(await act('service', { action: 'wake' }, snoozed));
    expect(woken.state).toBe('assigned');
    const resolved = one(await act('service', { action: 'resolve', reason: 'fixed' }, woken));
    expect(resolved).toMatchObject({ state: 'resolved', resolution: 'fixed' });
    expect((await act('service', { action: 'acknowledge' }, resolved)).codes).toEqual([202003]);
  });

  test('WL-23 WL-24: planning makes a visit or joins the one of that device, day and person; an empty one is cancelled', async () => {
    const conditions = [await call(own, 'noise'), await call(own, 'slow')] as const;
    const plan = { action: 'plan', plannedDay: day(2), assignee: idOf('admin') };
    const first = one(await act('service', plan, conditions[0]));
    const second = one(await act('service', plan, conditions[1]));
    expect(first).toMatchObject({ state: 'planned', plannedDay: day(2), assignee: { userId: idOf('admin') } });
    expect(second.visitId).toBe(first.visitId);
    const other = one(await act('service', { ...plan, plannedDay: day(3) }, second));
    expect(other.visitId).not.toBe(first.visitId);
    expect(one(await act('service', { action: 'unplan' }, other)).state).toBe('assigned');
    const states = await platen.database.pool.query('select visit_id, state from visit where visit_id = any($1)', [
      [first.visitId, other.visitId],
    ]);
    expect(new Map(states.rows.map((row: { visit_id: string; state: string }) => [row.visit_id, row.state]))).toEqual(
      new Map([
        [first.visitId, 'planned'],
        [other.visitId, 'cancelled'],
      ]),
    );
    const { value } = await send('service', 'POST', '/v1/worklist/actions', {
      ...plan,
      plannedDay: day(-1),
      items: [{ conditionId: other.conditionId, version: 1 }],
    });
    expect(value).toMatchObject({ errorCode: 202001 });
  });

  test('WL-42: the same person takes an action back within ten minutes, once', async () => {
    const opened = await call();
    const {
      actionId,
      current: [acknowledged = opened],
    } = await act('service', { action: 'acknowledge' }, opened);
    const undo = { action: 'undo', actionId };
    expect((await act('admin', undo, acknowledged)).codes).toEqual([202003]);
    const back = await act('service', undo, acknowledged);
    expect([back.codes, one(back).state]).toEqual([[0], 'open']);
    expect((await act('service', undo, one(back))).codes).toEqual([202003]);
    const again = await act('service', { action: 'acknowledge' }, one(back));
    await platen.database.pool.query(
      `update condition_event set at = at - interval '11 minutes' where action_id = $1`,
      [again.actionId],
    );
    expect((await act('service', { action: 'undo', actionId: again.actionId }, one(again))).codes).toEqual([202003]);
    const { rows } = await platen.database.pool.query<{ n: number }>(
      `select count(*)::int as n from audit_entry where action = 'worklist undo' and subject = $1`,
      [`condition:${opened.conditionId}`],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('OA-20 WL-22: a technician takes what has no assignee, and only for the technician', async () => {
    const free = await call();
    const taken = one(await act('tech', { action: 'assign', assignee: idOf('tech') }, free));
    expect(taken.assignee?.userId).toBe(idOf('tech'));
    const others = one(await act('service', { action: 'assign', assignee: idOf('admin') }, taken));
    expect((await act('tech', { action: 'resolve', reason: 'fixed' }, others)).codes).toEqual([202003]);
    const items = [{ conditionId: others.conditionId, version: others.version }];
    for (const body of [
      { action: 'assign', assignee: idOf('dealer') },
      { action: 'plan', plannedDay: day(1), assignee: null },
    ])
      expect(await send('tech', 'POST', '/v1/worklist/actions', { ...body, items })).toMatchObject({
        value: { errorCode: 200002 },
      });
  });

  test('GE-05: a foreign and an unknown condition answer alike, and change nothing', async () => {
    const hidden = await call(foreign);
    const unknown = { conditionId: newId(), version: 1 };
    const answer = await act('dealer', { action: 'acknowledge' }, hidden, unknown);
    expect([answer.codes, answer.current]).toEqual([[204001, 204001], []]);
    expect((await act('service', { action: 'acknowledge' }, hidden)).codes).toEqual([0]);
  });

  test('GE-11: an action writes one audit entry a condition, without the text of people', async () => {
    const opened = await call();
    await act('service', { action: 'resolve', reason: 'willNotBeDone', note: 'Too old.' }, opened);
    const { rows } = await platen.database.pool.query<{ actor: string; detail: unknown }>(
      `select actor, detail from audit_entry where action = 'worklist resolve' and subject = $1`,
      [`condition:${opened.conditionId}`],
    );
    expect(rows).toEqual([
      {
        actor: 'service',
        detail: expect.objectContaining({
          before: expect.objectContaining({ work: 'open' }),
          after: expect.objectContaining({ work: 'resolved', resolution: 'willNotBeDone' }),
          note: '(changed)',
          request: expect.any(String),
        }),
      },
    ]);
  });

  test.each([
    { action: 'snooze', untilWorse: false, reason: 'other', until: new Date(Date.now() + 3_600_000).toISOString() },
    { action: 'snooze', untilWorse: false, reason: 'waitingForPart' },
    {
      action: 'snooze',
      untilWorse: false,
      reason: 'waitingForPart',
      until: new Date(Date.now() + 91 * 86_400_000).toISOString(),
    },
    { action: 'resolve', reason: 'willNotBeDone' },
    { action: 'assign', assignee: '01900000-0000-7000-8000-00000000ffff' },
  ])('WL-27 WL-31: %j is refused', async (body) => {
    const items = [{ conditionId: newId(), version: 1 }];
    expect(await send('service', 'POST', '/v1/worklist/actions', { ...body, items })).toMatchObject({
      value: { errorCode: 202001 },
    });
  });

  test('WL-60 GE-18: a note stays with the device', async () => {
    const opened = await call();
    expect((await act('service', { action: 'note', note: 'Key at the desk.' }, opened)).codes).toEqual([0]);
    const { rows } = await platen.database.pool.query('select text from device_note where device_id = $1', [own]);
    expect(rows).toEqual([{ text: 'Key at the desk.' }]);
  });
});

describe('set by hand', () => {
  test('WL-52 WL-70: a class holds until its end, and is taken back', async () => {
    await call();
    const path = `/v1/worklist/${own}/priority`;
    const set = await send('service', 'PUT', path, { priority: 'P1', reason: 'Board meeting' });
    expect(setPriority.answer.parse(set.value).row).toMatchObject({
      priority: 'P1',
      byHand: { reason: 'Board meeting', computed: 'P3' },
      marks: ['setByHand'],
    });
    expect(await send('service', 'PUT', path, { priority: 'P1' })).toMatchObject({ status: 422 });
    const until = new Date(Date.now() + 15 * 86_400_000).toISOString();
    expect(await send('service', 'PUT', path, { priority: 'P1', reason: 'x', until })).toMatchObject({ status: 422 });
    const back = await send('service', 'PUT', path, { priority: null, version: 1 });
    expect(setPriority.answer.parse(back.value).row).toMatchObject({ priority: 'P3', byHand: null });
  });

  test('GE-05: the row of a foreign device is refused as the device, any other as unknown', async () => {
    await call(foreign);
    const set = (id: string) => send('dealer', 'PUT', `/v1/worklist/${id}/priority`, { priority: null });
    expect(await set(foreign)).toMatchObject({ value: { errorCode: 200003 } });
    expect(await set(newId())).toMatchObject({ value: { errorCode: 204001 } });
    expect(await set(own)).toMatchObject({ value: { errorCode: 202003 } });
  });

  test('WL-48 GE-06: a weight carries its version; another one is refused with the present weight', async () => {
    const path = `/v1/device/${own}/weight`;
    const first = await send('service', 'PUT', path, { weight: 2, reason: 'Only printer of the ward' });
    expect(setWeight.answer.parse(first.value).weight).toMatchObject({ factor: 2, version: 1 });
    const stale = await send('service', 'PUT', path, { weight: 3, reason: 'x' });
    expect(stale).toMatchObject({
      status: 409,
      value: { errorCode: 202002, current: { weight: { factor: 2, version: 1 } } },
    });
    expect((await send('service', 'PUT', path, { weight: null, version: 1 })).value).toEqual({ weight: null });
  });
});

describe('the drawer', () => {
  test('WL-59 WL-67: holds the conditions, resolved ones last, and what people did, newest first', async () => {
    const first = await call(own, 'noise');
    const second = await call(own, 'slow');
    await act('service', { action: 'note', note: 'Key at the desk.' }, second);
    await act('service', { action: 'resolve', reason: 'fixed' }, first);
    const answer = await platen.get('dealer', `/v1/worklist/${own}`);
    const detail = readWorklistRow.answer.parse(await answer.json());
    expect(detail).toMatchObject({
      row: { rowId: own, conditionCount: 1 },
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

  test('WL-59 CH-02: codes that changed since the last visit, or within 30 days where none is recorded', async () => {
    const { db, pool } = platen.database;
    const months = [...new Set([day(-20), day(0)].map((one) => one.slice(0, 7)))];
    await ensurePartitions(
      db,
      months.map((month) => ({ table: 'reading_day', month })),
    );
    for (const [digest, value] of [
      [1, '128'],
      [2, '96'],
    ])
      await pool.query(`insert into section_version (device_id, section, digest, body) values ($1, 'codes', $2, $3)`, [
        own,
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
        `insert into reading_day (device_id, day, codes_at, codes_digest) values ($1, current_date - $2::int, now(), $3)`,
        [own, ago, digest],
      );
    const change = {
      code: '08-2103-0',
      before: '128',
      after: '96',
      lastBefore: day(-9),
      firstAfter: day(-8),
    };
    const read = async () =>
      readWorklistRow.answer.parse(await (await platen.get('dealer', `/v1/worklist/${own}`)).json());
    expect((await read()).codeChanges).toEqual({
      since: day(-30),
      isVisit: false,
      changes: [change],
      count: 1,
      adjusted: 0,
    });
    const visit = async (ago: number, state: string) => {
      const id = newId();
      await pool.query(`insert into visit (visit_id, state, planned_day, note) values ($1, $2, $3, 'Fuser')`, [
        id,
        state,
        day(-ago),
      ]);
      await pool.query('insert into visit_device (device_id, visit_id) values ($1, $2)', [own, id]);
    };
    await visit(12, 'done');
    await visit(-5, 'planned');
    await visit(3, 'cancelled');
    expect(await read()).toMatchObject({
      codeChanges: { since: day(-12), isVisit: true, changes: [change] },
      visits: [{ day: day(-12), state: 'done', note: 'Fuser' }],
    });
    await visit(5, 'done');
    expect((await read()).codeChanges).toMatchObject({ since: day(-5), changes: [], count: 0 });
  });

  test('QF-03: says of a matter that it was mostly resolved without a visit, from 20 known ones on', async () => {
    const { conditionId } = await call(own, 'slow');
    const others = await addDevices(
      platen.database,
      Array.from({ length: 22 }, (_, index) => ({
        serial: `Q${index}`,
        model: 'M',
        group_ids: [1],
        updated_at: new Date(),
      })),
    );
    const resolve = (deviceId: string, resolution: string) =>
      platen.database.pool.query(
        `insert into condition (entity_id, condition_id, entity, kind, subject, source, signal, work, opened_at, last_seen_at,
           resolved_at, resolution, who_can_act, facts, evaluated, model)
         values ($1, $2, 'device', 'person', 'slow', 'person', 'cleared', 'resolved', now(), now(), now(), $3, 'technician',
           '{}', '{}', 'M')`,
        [deviceId, newId(), resolution],
      );
    const read = async (subject = 'dealer') =>
      readWorklistRow.answer.parse(await (await platen.get(subject, `/v1/worklist/${own}`)).json()).phone;
    for (const id of others.slice(0, 14)) await resolve(id, 'fixed');
    for (const id of others.slice(14, 19)) await resolve(id, 'visit');
    // A foreign device, and a reason that names no visit.
    await resolve(foreign, 'fixed');
    await resolve(others[0] ?? '', 'double');
    expect(await read()).toEqual([]);
    for (const id of others.slice(19)) await resolve(id, 'visit');
    expect(await read()).toEqual([{ conditionId, without: 14, known: 22 }]);
    expect(await read('service')).toEqual([{ conditionId, without: 15, known: 23 }]);
    for (const id of others.slice(0, 8)) await resolve(id, 'visit');
    expect(await read()).toEqual([]);
  });

  test('GE-05: a foreign device is refused as by its other calls, any other id as unknown', async () => {
    const read = async (id: string): Promise<unknown> => (await platen.get('dealer', `/v1/worklist/${id}`)).json();
    expect(await read(foreign)).toMatchObject({ errorCode: 200003 });
    expect(await read(newId())).toMatchObject({ errorCode: 204001 });
  });
});

test('WL-22: people to whom one may assign are those who share a group; staff see everybody', async () => {
  const people = async (subject: string) =>
    listPeople.answer.parse(await (await platen.get(subject, '/v1/worklist/people')).json()).people;
  expect(new Set((await people('dealer')).map(({ userId }) => userId))).toEqual(
    new Set([idOf('dealer'), idOf('tech')]),
  );
  expect((await people('service')).length).toBe(users.size);
});

test('WL-63: marked as seen, the later instant counts', async () => {
  const at = new Date(Date.now() - 60_000).toISOString();
  expect((await send('admin', 'POST', '/v1/worklist/seen', { at })).value).toEqual({ at });
  const earlier = new Date(Date.now() - 120_000).toISOString();
  expect((await send('admin', 'POST', '/v1/worklist/seen', { at: earlier })).value).toEqual({ at });
  expect((await send('admin', 'POST', '/v1/worklist/seen', { at: '2999-01-01T00:00:00Z' })).status).toBe(422);
});

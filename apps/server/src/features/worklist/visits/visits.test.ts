import { roles } from '@platen/contract/rights';
import { listVisits, readVisit, type Visit } from '@platen/contract/visits';
import { v7 as newId } from 'uuid';
import { describe, expect, test } from 'vitest';
import { addDevices } from '../../../../test/test-app.ts';
import { inDays, one, testWorklist } from '../../../../test/test-worklist.ts';
import { visitDoors } from '../../../../test/visit-doors.ts';
import { rightsOfRoles, toRequest } from '../../../../test/worklist-doors.ts';
import { subjects } from '../../../../test/worklist-world.ts';
import { dropOldVisits } from '../../../jobs/retention.ts';

const worklist = testWorklist();
const { idOf, send, call, act } = worklist;

const make = async (body: Record<string, unknown>, subject = 'service', key?: string): Promise<Visit> => {
  const { status, value } = await send(subject, 'POST', '/v1/visits', { kind: 'repair', ...body }, key);
  expect([status, value]).toEqual([200, expect.anything()]);
  return readVisit.answer.parse(value).visit;
};
const step = async (visit: Visit, name: string, body: Record<string, unknown> = {}, subject = 'service') => {
  const { status, value } = await send(subject, 'POST', `/v1/visits/${visit.visitId}/${name}`, body);
  expect([status, value]).toEqual([200, expect.anything()]);
  return readVisit.answer.parse(value).visit;
};
const read = async (visitId: string, subject = 'service') => {
  const answer = await worklist.platen.get(subject, `/v1/visits/${visitId}`);
  return readVisit.answer.parse(await answer.json()).visit;
};
const list = async (query: string, subject = 'service') =>
  listVisits.answer.parse(await (await worklist.platen.get(subject, `/v1/visits?${query}`)).json());
const codeOf = ({ value }: { value: unknown }) => (value as { errorCode?: number }).errorCode;
const plannedFor = (deviceId: string, ...conditionIds: string[]) => [{ deviceId, conditionIds }];

describe('planning', () => {
  test('VP-04 GE-05: no user is sent to a device that is not shown to them, neither at once nor by a change', async () => {
    const tech = { assignee: idOf('tech') };
    const day = { plannedDay: inDays(2) };
    const refused = { status: 422, value: { errorCode: 202001 } };
    const body = { kind: 'repair', devices: plannedFor(worklist.foreign), ...day };
    expect(await send('service', 'POST', '/v1/visits', { ...body, ...tech })).toMatchObject(refused);
    const visit = await make(body);
    const path = `/v1/visits/${visit.visitId}`;
    const change = { ...tech, version: visit.version };
    expect(await send('service', 'PUT', path, change)).toMatchObject(refused);
    expect(await send('service', 'POST', `${path}/plan`, { ...change, ...day })).toMatchObject(refused);
    const own = await make({ devices: plannedFor(worklist.own), ...day, ...tech });
    const both = [...plannedFor(worklist.own), ...plannedFor(worklist.foreign)];
    const more = { devices: both, version: own.version };
    expect(await send('service', 'PUT', `/v1/visits/${own.visitId}`, more)).toMatchObject(refused);
    const other = { ...more, assignee: idOf('admin') };
    expect(await send('service', 'PUT', `/v1/visits/${own.visitId}`, other)).toMatchObject({ status: 200 });
  });

  test('VP-01 VP-02 VP-04 WL-23 WL-24: a draft gets a day, moves, and gives its conditions back when it is cancelled', async () => {
    const [noise, slow] = [await call(), await call(worklist.own, 'slow')];
    const draft = await make({ devices: plannedFor(worklist.own, noise.conditionId, slow.conditionId), note: 'Ring.' });
    expect(draft).toMatchObject({ state: 'draft', plannedDay: null, note: 'Ring.', devices: [{ serial: 'A' }] });
    expect(draft.devices[0]?.conditions.map(({ work }) => work)).toEqual(['open', 'open']);
    const planned = await step(draft, 'plan', {
      plannedDay: inDays(2),
      hours: { from: '09:30', to: '11:00' },
      assignee: idOf('tech'),
      version: draft.version,
    });
    expect(planned).toMatchObject({
      state: 'planned',
      hours: { from: '09:30', to: '11:00' },
      assignee: { name: 'Tina' },
    });
    for (const condition of planned.devices[0]?.conditions ?? [])
      expect(condition).toMatchObject({
        work: 'planned',
        visitId: draft.visitId,
        plannedDay: inDays(2),
        assignee: { name: 'Tina' },
      });
    const moved = await step(planned, 'plan', { plannedDay: inDays(3), version: planned.version });
    expect(moved.devices[0]?.conditions.map(({ plannedDay }) => plannedDay)).toEqual([inDays(3), inDays(3)]);
    const { visitId } = moved;
    const one = await send('service', 'PUT', `/v1/visits/${visitId}`, {
      devices: plannedFor(worklist.own, noise.conditionId),
      version: moved.version,
    });
    expect(readVisit.answer.parse(one.value).visit.devices[0]?.conditions).toHaveLength(1);
    const { version } = await read(visitId);
    const cancelled = await step(moved, 'cancel', { reason: 'byCustomer', version });
    expect(cancelled).toMatchObject({ state: 'cancelled', cancelled: { reason: 'byCustomer' }, actions: [] });
    expect(cancelled.devices[0]?.conditions).toMatchObject([{ work: 'acknowledged', visitId: null }]);
  });

  test('GE-06 GE-07 VP-18: the same key makes one visit, an older version is refused with the present one', async () => {
    const key = `key-${newId()}`;
    const body = { devices: plannedFor(worklist.own), plannedDay: inDays(1) };
    const first = await make(body, 'service', key);
    expect(await make(body, 'service', key)).toEqual(first);
    const { visitId, version } = first;
    await step(first, 'plan', { plannedDay: inDays(2), version });
    const stale = await send('service', 'PUT', `/v1/visits/${visitId}`, { place: 'Hall', version });
    expect(stale).toMatchObject({
      status: 409,
      value: { errorCode: 202002, current: { visit: { version: version + 1 } } },
    });
    const { rows } = await worklist.platen.database.pool.query(
      `select action from audit_entry where subject = $1 order by audit_id`,
      [`visit:${visitId}`],
    );
    expect(rows).toEqual([{ action: 'visits make' }, { action: 'visits plan' }]);
  });

  test('VP-04 XC-04: a visit is to one customer; a condition has one visit ahead, and what nothing is left of is cancelled', async () => {
    const [other = ''] = await addDevices(worklist.platen.database, [
      { serial: 'C', customer_number: 'K9', group_ids: [1], updated_at: new Date() },
    ]);
    const two = [...plannedFor(worklist.own), ...plannedFor(other)];
    expect(codeOf(await send('service', 'POST', '/v1/visits', { kind: 'repair', devices: two }))).toBe(202001);
    const condition = await call();
    const former = await make({ devices: plannedFor(worklist.own, condition.conditionId), plannedDay: inDays(1) });
    const present = (await read(former.visitId)).devices[0]?.conditions ?? [];
    const [moved] = (await act('service', { action: 'plan', plannedDay: inDays(5), assignee: null }, ...present))
      .current;
    expect(moved?.visitId).not.toBe(former.visitId);
    expect(await read(former.visitId)).toMatchObject({ state: 'cancelled', cancelled: { reason: 'nothingLeft' } });
    const latter = await read(moved?.visitId ?? '');
    expect(latter).toMatchObject({ state: 'planned', plannedDay: inDays(5), devices: [{ deviceId: worklist.own }] });
    expect(latter.devices[0]?.conditions).toHaveLength(1);
  });

  test('WL-23 VP-04: hours of a plan are those of the visit; at other hours of that day it is another visit', async () => {
    const [noise, slow, paper] = [await call(), await call(worklist.own, 'slow'), await call(worklist.own, 'paperJam')];
    const plan = { action: 'plan', plannedDay: inDays(6), assignee: null };
    const early = { from: '09:00', to: '10:30' };
    const first = one(await act('service', { ...plan, hours: early }, noise));
    expect(await read(first.visitId ?? '')).toMatchObject({ hours: early, devices: [{ deviceId: worklist.own }] });
    expect(one(await act('service', { ...plan, hours: early }, slow)).visitId).toBe(first.visitId);
    expect(one(await act('service', { ...plan, hours: { from: '14:00', to: null } }, paper)).visitId).not.toBe(
      first.visitId,
    );
  });

  test('WL-24: a visit with a task stays when its last condition is taken out', async () => {
    const condition = await call();
    const devices = [{ deviceId: worklist.own, conditionIds: [condition.conditionId], tasks: ['Bring the manual.'] }];
    const visit = await make({ devices, plannedDay: inDays(1) });
    await act('service', { action: 'unplan' }, ...(visit.devices[0]?.conditions ?? []));
    expect(await read(visit.visitId)).toMatchObject({
      state: 'planned',
      devices: [{ tasks: ['Bring the manual.'], conditions: [] }],
    });
  });

  test('VP-02: "I am there" begins a visit once, and makes one of no user the own', async () => {
    const visit = await make({ devices: plannedFor(worklist.own), plannedDay: inDays(0) });
    const begun = await step(visit, 'start', {}, 'tech');
    expect(begun).toMatchObject({ state: 'underWay', assignee: { name: 'Tina' }, actions: ['record'] });
    expect(await step(visit, 'start', {}, 'tech')).toEqual(begun);
    const refused = await send('service', 'POST', `/v1/visits/${visit.visitId}/cancel`, {
      reason: 'double',
      version: begun.version,
    });
    expect(codeOf(refused)).toBe(202003);
  });

  test.each([
    ['a day that has passed', { plannedDay: '2020-01-01' }],
    ['hours that end before they begin', { plannedDay: inDays(1), hours: { from: '10:00', to: '09:00' } }],
    ['a person who is unknown', { assignee: newId() }],
    ['a condition of no device', { devices: [{ deviceId: '$own', conditionIds: [newId()] }] }],
    ['a kind of other systems', { kind: 'elsewhere' }],
    ['no device', { devices: [] }],
  ])('VP-01: %s is refused by name of the field, and nothing is made', async (_name, body) => {
    const count = async () => (await worklist.platen.database.pool.query('select count(*) from visit')).rows;
    const before = await count();
    const text = JSON.stringify({ kind: 'repair', devices: plannedFor('$own'), ...body }).replaceAll(
      '$own',
      worklist.own,
    );
    const answer = await send('service', 'POST', '/v1/visits', JSON.parse(text));
    expect([codeOf(answer), JSON.stringify(answer.value)]).toEqual([202001, expect.stringMatching(/(body\.)?\w+: /)]);
    expect(await count()).toEqual(before);
  });
});

describe('lists', () => {
  test('VP-06: lists hold what is open, drafts and what is overdue, with the numbers of each', async () => {
    const mine = await make({ devices: plannedFor(worklist.own), plannedDay: inDays(0), assignee: idOf('tech') });
    const draft = await make({ devices: plannedFor(worklist.own) });
    const late = await make({ devices: plannedFor(worklist.own), plannedDay: inDays(1) });
    await worklist.platen.database.pool.query(`update visit set planned_day = '2020-02-03' where visit_id = $1`, [
      late.visitId,
    ]);
    const ids = async (query: string, subject = 'service') =>
      (await list(query, subject)).visits.map(({ visitId }) => visitId);
    expect(await ids('assignee=me', 'tech')).toContain(mine.visitId);
    expect(await ids('list=drafts')).toContain(draft.visitId);
    const overdue = await list('list=overdue&search=A');
    expect(overdue.visits.find(({ visitId }) => visitId === late.visitId)).toMatchObject({ isOverdue: true });
    expect(await ids('')).not.toContain(late.visitId);
    expect(await ids('search=no%25such')).toEqual([]);
    expect(overdue.head.overdue).toBeGreaterThan(0);
    expect(overdue.head.drafts).toBeGreaterThan(0);
  });
});

describe('who may', () => {
  test('VR-09: a visit that a technician is called to stands in its list of today from the first on', async () => {
    const noise = await call();
    const body = { devices: plannedFor(worklist.own, noise.conditionId), assignee: idOf('tech') };
    const called = await make(body, 'tech');
    expect(called).toMatchObject({ state: 'planned', plannedDay: inDays(0), assignee: { name: 'Tina' } });
    expect(called.devices[0]?.conditions).toMatchObject([{ work: 'planned', plannedDay: inDays(0) }]);
    const today = await list(`assignee=me&from=${inDays(0)}&to=${inDays(0)}`, 'tech');
    expect(today.visits.map(({ visitId }) => visitId)).toContain(called.visitId);
  });

  test.each(roles)(
    'OA-20 VR-09: %s makes visits by its right; who records alone makes one of today for itself',
    async (role) => {
      const subject = subjects[role];
      const body = (more: object) => ({ kind: 'repair', devices: plannedFor(worklist.own), ...more });
      const planned = await send(subject, 'POST', '/v1/visits', body({ plannedDay: inDays(2) }));
      const own = await send(subject, 'POST', '/v1/visits', body({ plannedDay: inDays(0), assignee: idOf(subject) }));
      const plans = rightsOfRoles['visit.plan'][role] !== 'no';
      const records = rightsOfRoles['visit.record'][role] !== 'no';
      expect([planned.status, own.status]).toEqual([plans ? 200 : 403, records ? 200 : 403]);
      const visit = await make({ devices: plannedFor(worklist.own), plannedDay: inDays(2), assignee: idOf('admin') });
      const change = await send(subject, 'PUT', `/v1/visits/${visit.visitId}`, {
        place: 'Hall',
        version: visit.version,
      });
      expect(change.status).toBe(plans ? 200 : 403);
      const start = await send(subject, 'POST', `/v1/visits/${visit.visitId}/start`, {});
      expect(start.status).toBe(plans ? 200 : records ? 409 : 403);
    },
  );

  test('OA-20: the walk below goes through every call of a visit', () => {
    const elsewhere = /^\/v1\/visits\/(effect|feed|import)/;
    const served = worklist.platen.app.platform.endpoints.flatMap(({ access, method, path }) =>
      access === 'user' && path.startsWith('/v1/visits') && !elsewhere.test(path) ? `${method} ${path}` : [],
    );
    expect(new Set(visitDoors.map(({ call: { method, path } }) => `${method} ${path}`))).toEqual(new Set(served));
  });

  test.each(visitDoors.map((door) => [door.name, door] as const))(
    'OA-20: %s is for those roles that have the right, and refused without a sign-in',
    async (_name, door) => {
      for (const role of roles) {
        const visit = await make({ devices: plannedFor(worklist.own) });
        const ids = { visit: visit.visitId, device: worklist.own, person: idOf('dealer'), serial: 'A', nothing: '' };
        const id = Object.entries(ids).find(([name]) => name === door.names)?.[1] ?? '';
        const { method, path, body } = toRequest(door, { id });
        const ask = async (headers: Record<string, string>) =>
          await fetch(`${worklist.platen.url}${path}`, {
            method,
            headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
            ...(body !== undefined && { body }),
          });
        const answer = await ask(await worklist.platen.bearer(subjects[role]));
        const isRefused = rightsOfRoles[door.right][role] === 'no';
        const code = answer.status === 403 ? codeOf({ value: await answer.json() }) : undefined;
        expect([role, code]).toEqual([role, isRefused ? 200002 : undefined]);
        expect((await ask({})).status).toBe(401);
      }
    },
  );

  test('GE-05 FG-09: a foreign visit answers as an unknown one, on every call and in every list', async () => {
    const visit = await make({ devices: plannedFor(worklist.foreign), plannedDay: inDays(1), place: 'Secret place' });
    for (const subject of ['dealer', 'tech'])
      for (const id of [visit.visitId, newId()]) {
        const answers = [
          await worklist.platen
            .get(subject, `/v1/visits/${id}`)
            .then(async (answer) => [answer.status, await answer.json()]),
          ...(
            await Promise.all([
              send(subject, 'POST', `/v1/visits/${id}/start`, {}),
              ...(subject === 'dealer'
                ? [
                    send(subject, 'PUT', `/v1/visits/${id}`, { version: 1 }),
                    send(subject, 'POST', `/v1/visits/${id}/plan`, { plannedDay: inDays(1), version: 1 }),
                    send(subject, 'POST', `/v1/visits/${id}/cancel`, { reason: 'double', version: 1 }),
                    send(subject, 'POST', `/v1/visits/${id}/seen`, {}),
                  ]
                : []),
            ])
          ).map(({ status, value }) => [status, value]),
        ];
        expect(answers).toEqual(
          answers.map(() => [404, { errorCode: 204001, detail: [{ msg: 'there is no visit with this id' }] }]),
        );
      }
    const mixed = await make({ devices: plannedFor(worklist.own), plannedDay: inDays(1) });
    await worklist.platen.database.pool.query('insert into visit_device (device_id, visit_id) values ($1, $2)', [
      worklist.foreign,
      mixed.visitId,
    ]);
    for (const name of ['open', 'drafts', 'done'])
      for (const { visitId } of (await list(`list=${name}`, 'dealer')).visits)
        expect([visit.visitId, mixed.visitId]).not.toContain(visitId);
    expect(
      codeOf(await send('dealer', 'POST', '/v1/visits', { kind: 'repair', devices: plannedFor(worklist.foreign) })),
    ).toBe(200003);
  });

  test('GE-16: a visit of a device that is gone stays readable by those who see every device', async () => {
    const visit = await make({ devices: plannedFor(worklist.own), plannedDay: inDays(1) });
    await worklist.platen.database.pool.query('delete from device where device_id = $1', [worklist.own]);
    expect(await read(visit.visitId)).toMatchObject({ devices: [{ serial: 'A', model: 'M' }] });
    expect((await worklist.platen.get('dealer', `/v1/visits/${visit.visitId}`)).status).toBe(404);
  });
});

test('VP-03: a program makes a visit elsewhere with its key, which takes conditions to planned', async () => {
  const condition = await call();
  const form = { name: 'ERP', scopes: ['visits.write'], ofOrganisation: false, endsOn: inDays(30), addresses: [] };
  const { value } = await send('service', 'POST', '/v1/tokens', form);
  const { token } = value as { token: string };
  const answer = await fetch(`${worklist.platen.url}/v1/visits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      kind: 'elsewhere',
      plannedDay: inDays(1),
      externalKey: '#48211',
      devices: plannedFor(worklist.own, condition.conditionId),
    }),
  });
  const { visit } = readVisit.answer.parse(await answer.json());
  expect(visit).toMatchObject({ kind: 'elsewhere', state: 'planned', externalKey: '#48211' });
  expect(visit.devices[0]?.conditions).toMatchObject([{ state: 'planned', visitId: visit.visitId }]);
  expect(one({ current: visit.devices[0]?.conditions ?? [] }).plannedDay).toBe(inDays(1));
});

test('GE-16: a visit goes ten years after its end with all that belongs to it, and one that is ahead never', async () => {
  const condition = await call();
  const visit = await make({ devices: plannedFor(worklist.own, condition.conditionId), plannedDay: inDays(1) });
  const { db, pool } = worklist.platen.database;
  const later = (years: number) => new Date(Date.now() + years * 365.25 * 86_400_000);
  await dropOldVisits(db, later(11));
  expect((await read(visit.visitId)).state).toBe('planned');
  await step(await read(visit.visitId), 'cancel', { reason: 'double', version: visit.version });
  await dropOldVisits(db, later(9.9));
  expect((await read(visit.visitId)).state).toBe('cancelled');
  await dropOldVisits(db, later(10.1));
  const { rows } = await pool.query('select from visit_condition where visit_id = $1', [visit.visitId]);
  expect(rows).toEqual([]);
});

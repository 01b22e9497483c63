import { handedOverByRule, isTicketEnded } from '@platen/contract/ticket-names';
import { handOver, listTicketSystems, previewTickets } from '@platen/contract/tickets';
import { conditionSources, priorities } from '@platen/contract/worklist-names';
import { classOf } from '@platen/diagnosis/conditions/rank';
import { array, assert, asyncProperty, constantFrom, record } from 'fast-check';
import { v7 as newId } from 'uuid';
import { expect, test } from 'vitest';
import { handOverDue } from '../src/delivery/hand-over-due.ts';
import { addChannel } from './delivery-channels.ts';
import { systemForm, testTickets, toItems } from './test-tickets.ts';
import { addToWorklist } from './worklist.ts';

// Ticket systems of others, their rules of handing over, and what never leaves by them (TK-01, TK-05, XC-01).

const { at, connect, deliver, now, received, send } = testTickets();

test('TK-04 OA-20: only a webhook or mail channel of the organisation, by those who manage delivery', async () => {
  const teams = await addChannel(at.platen.database.db, { kind: 'teams' });
  const own = await addChannel(at.platen.database.db, { owner_id: at.idOf('service') });
  for (const channelId of [teams, own, newId()]) {
    const { status: code, value } = await at.send('service', 'POST', '/v1/ticket-systems', systemForm(channelId));
    expect([code, JSON.stringify(value)]).toEqual([422, expect.stringContaining('channelId')]);
  }
  const channelId = await addChannel(at.platen.database.db, { kind: 'mail' });
  for (const subject of ['dealer', 'tech'])
    expect((await at.send(subject, 'POST', '/v1/ticket-systems', systemForm(channelId))).status).toBe(403);
});

test('TK-01 GE-05: those who may hand over see the systems without their rules; others see none', async () => {
  await connect({ rules: [{ scope: {}, leastPriority: 'P1', delayMinutes: 5, quiet: null }] });
  const read = async (subject: string) =>
    listTicketSystems.answer.parse(await (await at.platen.get(subject, '/v1/ticket-systems')).json()).systems;
  expect(await read('service')).toMatchObject([{ own: true, rules: [{ leastPriority: 'P1' }] }]);
  expect(await read('dealer')).toMatchObject([{ own: false, rules: [] }]);
  expect(await read('tech')).toEqual([]);
});

test('GE-06 TX-19 TK-02: another version is refused with the present one and whose it is; what is disconnected frees its conditions', async () => {
  const systemId = await connect();
  const condition = await at.call();
  await send(systemId, [condition]);
  const [system] = listTicketSystems.answer.parse(
    await (await at.platen.get('service', '/v1/ticket-systems')).json(),
  ).systems;
  const body = { ...systemForm(system?.channelId ?? ''), name: 'Desk', version: 9 };
  const { status: code, value } = await at.send('service', 'PUT', `/v1/ticket-systems/${systemId}`, body);
  expect([code, value]).toMatchObject([409, { errorCode: 202002, current: { systemId, version: 1 } }]);
  await at.send('admin', 'PUT', `/v1/ticket-systems/${systemId}`, { ...body, version: 1 });
  const later = await at.send('service', 'PUT', `/v1/ticket-systems/${systemId}`, body);
  expect(later.value).toMatchObject({ current: { version: 2 }, changedBy: { name: expect.any(String) } });
  const gone = await fetch(`${at.platen.url}/v1/ticket-systems/${systemId}?version=2`, {
    method: 'DELETE',
    headers: await at.platen.bearer('service'),
  });
  expect(gone.status).toBe(200);
  const second = await connect();
  expect((await send(second, [await now(condition.conditionId)])).tickets).toMatchObject([{ isNew: true }]);
  expect(isTicketEnded('closed')).toBe(true);
});

const rule = { scope: {}, leastPriority: 'P4', delayMinutes: 15, quiet: null } as const;

test('TK-05: what is open for the delay goes by itself, once; a person has not acted by that', async () => {
  const { db } = at.platen.database;
  await connect({ rules: [rule] });
  const condition = await at.call();
  expect(await handOverDue(db, new Date())).toBe(0);
  const later = new Date(Date.now() + 16 * 60_000);
  expect(await handOverDue(db, later)).toBe(1);
  expect(await handOverDue(db, later)).toBe(0);
  await deliver(16 * 60_000);
  expect(received).toMatchObject([
    { data: { change: 'requested', conditions: [{ conditionId: condition.conditionId }] } },
  ]);
  const { rows } = await at.platen.database.pool.query('select user_id from condition_event where change = $1', [
    'handOverByRule',
  ]);
  expect(rows).toEqual([{ user_id: null }]);
});

test('TK-05: two servers at once hand over once', async () => {
  const { db } = at.platen.database;
  await connect({ rules: [rule] });
  await at.call();
  const later = new Date(Date.now() + 16 * 60_000);
  const counts = await Promise.all([handOverDue(db, later), handOverDue(db, later)]);
  expect(counts.toSorted()).toEqual([0, 1]);
});

test('TK-05 XC-01: whatever a rule says, no judgement is handed over by it', async () => {
  const { db, owner, pool } = at.platen.database;
  const systemId = await connect({ rules: [rule] });
  await assert(
    asyncProperty(
      array(record({ source: constantFrom(...conditionSources), points: constantFrom(0.1, 2, 9) }), {
        minLength: 1,
        maxLength: 8,
      }),
      constantFrom(...priorities),
      async (conditions, leastPriority) => {
        await owner.query('truncate ticket, condition, condition_event, worklist_row cascade');
        await owner.query(
          `update ticket_system set form = jsonb_set(form, '{rules}', $1::jsonb) where system_id = $2`,
          [JSON.stringify([{ ...rule, leastPriority }]), systemId],
        );
        const ids = await addToWorklist(
          at.platen.database,
          at.own,
          conditions.map(({ points }, n) => ({ subject: `S${n}`, points })),
        );
        for (const [n, { source }] of conditions.entries())
          await owner.query('update condition set source = $1 where condition_id = $2', [source, ids[n]]);
        await handOverDue(db, new Date());
        const { rows } = await pool.query<{ source: string }>(
          'select c.source from ticket_condition tc join condition c using (condition_id)',
        );
        expect(rows.filter(({ source }) => source === 'judgement')).toEqual([]);
        const pressing = conditions.filter(
          ({ points }) => priorities.indexOf(classOf(points)) <= priorities.indexOf(leastPriority),
        );
        expect(rows).toHaveLength(
          pressing.filter(({ source }) => handedOverByRule.some((one) => one === source)).length,
        );
      },
    ),
    { numRuns: 25 },
  );
});

test('TK-05: the form has no field by which a judgement would go', async () => {
  const channelId = await addChannel(at.platen.database.db, { kind: 'mail' });
  for (const more of [{ sources: ['judgement'] }, { withJudged: true }]) {
    const rules = [{ ...rule, ...more }];
    const { status: code } = await at.send('service', 'POST', '/v1/ticket-systems', {
      ...systemForm(channelId),
      rules,
    });
    expect(code).toBe(422);
  }
});

test('XC-01 XC-02: a judgement leaves with a ticket only where a person chose it, and is not brought along', async () => {
  const { owner } = at.platen.database;
  const systemId = await connect();
  const [drum = '', fuser = ''] = await addToWorklist(at.platen.database, at.own, [
    { kind: 'part', subject: 'drum.yellow' },
    { kind: 'part', subject: 'fuser' },
  ]);
  await owner.query(`update condition set source = 'judgement'`);
  const { rows } = await owner.query<{ ticket: string }>(
    `insert into ticket (ticket_id, system_id, device_id, serial, state, asked_at) values ($1, $2, $3, 'A', 'requested', now())
     returning ticket_id as ticket`,
    [newId(), systemId, at.own],
  );
  const ticketId = rows[0]?.ticket ?? '';
  const link = (conditionId: string) =>
    owner.query('insert into ticket_condition values ($1, $2, $3, true)', [at.own, conditionId, ticketId]);
  await link(drum);
  await link(fuser);
  // Forged into the store: no person acted.
  const out = (change: string) =>
    owner.query(
      `insert into delivery (delivery_id, channel_id, kind, at, state, due_at, message_id, composed_at, content)
       select id, channel_id, 'ticket', now(), 'waiting', now(), id, now(), $2::jsonb
       from ticket_system, (select $1::uuid as id) given`,
      [newId(), JSON.stringify({ kind: 'ticket', ticketId, change, note: null })],
    );
  await out('requested');
  await deliver(1000);
  expect(received).toEqual([]);
  await owner.query(
    `insert into condition_event (entity_id, event_id, condition_id, at, change, user_id) values ($1, $2, $3, now(), 'handOver', $4)`,
    [at.own, newId(), drum, at.idOf('service')],
  );
  await owner.query(`update ticket set state = 'requested'`);
  await out('requested');
  await deliver(1000);
  expect(received).toHaveLength(1);
  expect(received[0]?.data.conditions.map(({ conditionId }) => conditionId)).toEqual([drum]);
  expect(JSON.stringify(received[0])).not.toContain('fuser');
});

test('OA-20 GE-05: a technician hands nothing over; a dealer only what the dealer sees', async () => {
  const systemId = await connect();
  const [own, foreign] = [await at.call(), await at.call(at.foreign)];
  const as = async (subject: string, path: string, body: object) => await at.send(subject, 'POST', path, body);
  const items = toItems([own, foreign]);
  for (const [path, body] of [
    ['/v1/tickets', { systemId, items }],
    ['/v1/tickets/preview', { systemId, rowIds: [at.own] }],
  ] as const)
    expect((await as('tech', path, body)).status).toBe(403);
  const preview = await as('dealer', '/v1/tickets/preview', { systemId, rowIds: [at.own, at.foreign] });
  expect(previewTickets.answer.parse(preview.value)).toMatchObject({ leftOut: 1, devices: [{ rowId: at.own }] });
  const { value } = await as('dealer', '/v1/tickets', { systemId, items });
  expect(handOver.answer.parse(value).results.map(({ code }) => code)).toEqual([0, 204001]);
});

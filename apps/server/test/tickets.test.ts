import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { handedOverByRule, isTicketEnded, ticketAnswers, usualEffects } from '@platen/contract/ticket-names';
import {
  answerTicket,
  type HandOverResult,
  handOver,
  listTicketSystems,
  previewTickets,
  readTicket,
  type TicketSystemForm,
} from '@platen/contract/tickets';
import { addToken } from '@platen/contract/tokens';
import { type TicketWebhook, webhookBody } from '@platen/contract/webhook-events';
import { listWorklist } from '@platen/contract/worklist';
import type { WorklistRow } from '@platen/contract/worklist-item';
import { conditionSources, priorities } from '@platen/contract/worklist-names';
import { classOf } from '@platen/diagnosis/conditions/rank';
import { array, assert, asyncProperty, constantFrom, record } from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handOverDue, noteNotConfirmed } from '../src/delivery/hand-over-due.ts';
import { createSecrets } from '../src/delivery/secrets.ts';
import { createMailWay, type Mail } from '../src/delivery/ways/mail.ts';
import { createWebhookWay } from '../src/delivery/ways/webhook.ts';
import { allowedDestinations } from '../src/settings/webhook-allow.ts';
import { addChannel, createRecorder, deliverAt } from './delivery-channels.ts';
import { testWorklist } from './test-worklist.ts';
import { addToWorklist } from './worklist.ts';

// Tickets of other systems (TK), on a real receiver that checks signatures.

const at = testWorklist();
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const secrets = createSecrets(Buffer.alloc(32, 1));
const day = 86_400_000;

let receiver: Server;
let status = 204;
const received: TicketWebhook[] = [];
const mails: Mail[] = [];

beforeAll(async () => {
  const receive = async (request: IncomingMessage): Promise<void> => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const body = webhookBody.parse(new Webhook(secret).verify(await text(request), headers));
    if (body.type === 'ticket.requested' || body.type === 'ticket.updated') received.push(body);
  };
  receiver = createServer((request, response) => {
    receive(request).then(
      () => response.writeHead(status).end(),
      () => response.writeHead(400).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterAll(() => void receiver.close());
beforeEach(async () => {
  [received.length, mails.length, status] = [0, 0, 204];
  await at.platen.database.owner.query(
    'truncate ticket_system, ticket, condition, condition_event, worklist_row, visit, channel cascade',
  );
});

const deliver = (after = 0, recorder = createRecorder()) => {
  const webhook = createWebhookWay({ allowed: allowedDestinations('127.0.0.0/8') });
  const mail = createMailWay({
    from: { name: 'Platen', address: 'platen@platen.example' },
    replyTo: undefined,
    transport: (one) => {
      mails.push(one);
      return Promise.resolve({ outcome: 'accepted', code: 250, answer: 'taken' });
    },
  });
  return deliverAt(at.platen.database.db, Date.now() + after, { ways: { ...recorder.ways, webhook, mail }, secrets });
};
const form = (channelId: string, more: Partial<TicketSystemForm> = {}): TicketSystemForm => ({
  name: 'Merrow service desk',
  channelId,
  withNetworkAddress: false,
  effects: { ...usualEffects },
  rules: [],
  ...more,
});
async function connect(more: Partial<TicketSystemForm> = {}, kind: 'webhook' | 'mail' = 'webhook'): Promise<string> {
  const { port } = receiver.address() as AddressInfo;
  const sealed = { secrets: [{ sealed: secrets.seal(secret), madeAt: new Date(0).toISOString(), until: null }] };
  const channelId = await addChannel(at.platen.database.db, {
    kind,
    address: kind === 'webhook' ? `http://127.0.0.1:${port}/hook` : 'desk@merrow.example',
    sealed: JSON.stringify(kind === 'webhook' ? sealed : {}),
  });
  const { status: code, value } = await at.send('service', 'POST', '/v1/ticket-systems', form(channelId, more));
  expect([code, value]).toEqual([200, expect.anything()]);
  return (value as { system: { systemId: string } }).system.systemId;
}
type Item = { readonly conditionId: string; readonly version: number };
const toItems = (items: readonly Item[]) => items.map(({ conditionId, version }) => ({ conditionId, version }));
async function send(systemId: string, items: readonly Item[], more: object = {}): Promise<HandOverResult> {
  const body = { systemId, items: toItems(items), ...more };
  const { status: code, value } = await at.send('service', 'POST', '/v1/tickets', body);
  expect([code, value]).toEqual([200, expect.anything()]);
  return handOver.answer.parse(value);
}
let sequence = 0;
async function answer(ticketId: string, state: string, more: object = {}, as = 'service') {
  sequence += 1;
  const body = { state, changedAt: new Date().toISOString(), sequence, ...more };
  const { status: code, value } = await at.send(as, 'POST', `/v1/tickets/${ticketId}/state`, body);
  return { status: code, value };
}
const now = async (conditionId: string) => {
  const { rows } = await at.platen.database.pool.query<{ work: string; resolution: string | null; version: number }>(
    'select work, resolution, version from condition where condition_id = $1',
    [conditionId],
  );
  return { conditionId, work: rows[0]?.work, resolution: rows[0]?.resolution, version: rows[0]?.version ?? 0 };
};
const row = async (): Promise<WorklistRow | undefined> => {
  const found = await at.platen.get('service', '/v1/worklist?planned=1');
  return listWorklist.answer.parse(await found.json()).rows.find(({ rowId }) => rowId === at.own);
};
const ticketOf = ({ tickets }: HandOverResult) => tickets[0]?.ticket.ticketId ?? '';

describe('out', () => {
  test('TK-02 TK-03 TK-04 TK-06: conditions of a device become one ticket, sent by a signed webhook with its fields', async () => {
    const systemId = await connect();
    const [noise, network] = [await at.call(), await at.call(at.own, 'network')];
    const result = await send(systemId, [noise, network], { note: 'Customer is in until five.' });
    expect(result.results.map(({ code }) => code)).toEqual([0, 0]);
    expect(result.tickets).toMatchObject([{ rowId: at.own, isNew: true, ticket: { state: 'requested', key: null } }]);
    await deliver();
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      type: 'ticket.requested',
      data: {
        ticketId: ticketOf(result),
        change: 'requested',
        title: expect.stringMatching(/^A · /) as string,
        serial: 'A',
        model: 'M',
        note: 'Customer is in until five.',
        url: expect.stringContaining(`row=${at.own}`) as string,
      },
    });
    expect(received[0]?.data.conditions.map(({ conditionId }) => conditionId).toSorted()).toEqual(
      [noise.conditionId, network.conditionId].toSorted(),
    );
    expect(received[0]?.data).not.toHaveProperty('networkAddress');
    expect((await row())?.ticket).toMatchObject({ state: 'requested', system: 'Merrow service desk' });
  });

  test('TK-03: a later condition of the device is a note on its ticket, unless a ticket of its own is wanted', async () => {
    const systemId = await connect();
    const first = await send(systemId, [await at.call()]);
    const later = await send(systemId, [await at.call(at.own, 'network')]);
    expect(later.tickets).toMatchObject([{ isNew: false, ticket: { ticketId: ticketOf(first) } }]);
    const own = await send(systemId, [await at.call(at.own, 'slow')], { apart: [at.own] });
    expect(own.tickets).toMatchObject([{ isNew: true }]);
    expect(ticketOf(own)).not.toBe(ticketOf(first));
    await deliver();
    expect(received.map(({ data }) => data.change).toSorted()).toEqual(['added', 'requested', 'requested']);
  });

  test('TK-02: a condition has at most one ticket that is not ended; what was changed meanwhile or is unknown is named', async () => {
    const systemId = await connect();
    const condition = await at.call();
    await send(systemId, [condition]);
    const again = await send(systemId, [
      { ...(await now(condition.conditionId)) },
      { conditionId: newId(), version: 1 },
    ]);
    expect(again.results.map(({ code }) => code)).toEqual([202003, 204001]);
    expect(again.tickets).toEqual([]);
    const other = await at.call(at.own, 'network');
    expect((await send(systemId, [{ ...other, version: 9 }])).results.map(({ code }) => code)).toEqual([202002]);
  });

  test('TK-03: the preview names what would be done and makes nothing', async () => {
    const systemId = await connect();
    const first = await send(systemId, [await at.call()]);
    const free = await at.call(at.own, 'network');
    const { value } = await at.send('service', 'POST', '/v1/tickets/preview', {
      systemId,
      rowIds: [at.own, at.foreign, newId()],
    });
    const preview = previewTickets.answer.parse(value);
    expect(preview).toMatchObject({ leftOut: 2, devices: [{ rowId: at.own, ticket: { ticketId: ticketOf(first) } }] });
    expect(preview.devices[0]?.conditions.map(({ conditionId }) => conditionId)).toEqual([free.conditionId]);
    const { rowCount } = await at.platen.database.pool.query('select 1 from ticket');
    expect(rowCount).toBe(1);
  });

  test('TK-04: a mail begins with the ticket, and has its fields as lines', async () => {
    const systemId = await connect({}, 'mail');
    const result = await send(systemId, [await at.call()]);
    await deliver();
    const [mail] = mails;
    const lines = mail?.text.split('\n') ?? [];
    expect(lines[0]).toBe(`platen-ticket: ${ticketOf(result)}`);
    expect(lines).toContain('serial: A');
    expect(lines).toContain('change: requested');
    expect(mail).toMatchObject({ to: 'desk@merrow.example' });
  });

  test('TK-02 DE-18: a request that cannot be sent fails, and its conditions can be handed over again', async () => {
    const systemId = await connect();
    const condition = await at.call();
    const first = await send(systemId, [condition]);
    status = 410;
    await deliver();
    const { value } = await at.send('service', 'POST', `/v1/tickets/preview`, { systemId, rowIds: [at.own] });
    expect(previewTickets.answer.parse(value).devices[0]?.conditions[0]?.ticket).toMatchObject({
      ticketId: ticketOf(first),
      state: 'failed',
    });
    const again = await send(systemId, [await now(condition.conditionId)]);
    expect(again.tickets).toMatchObject([{ isNew: true }]);
  });

  test('TK-09: what people do here is reported, what the system itself reported is not', async () => {
    const systemId = await connect();
    const condition = await at.call();
    const ticketId = ticketOf(await send(systemId, [condition]));
    await answer(ticketId, 'open', { key: '48211' });
    await deliver();
    expect(received.map(({ data }) => data.change)).toEqual(['requested']);
    await at.act(
      'service',
      { action: 'snooze', untilWorse: true, reason: 'waitingForPart' },
      await now(condition.conditionId),
    );
    await at.act('service', { action: 'wake' }, await now(condition.conditionId));
    await at.act(
      'service',
      { action: 'plan', plannedDay: new Date(Date.now() + 2 * day).toISOString().slice(0, 10), assignee: null },
      await now(condition.conditionId),
    );
    await at.act('service', { action: 'resolve', reason: 'fixed' }, await now(condition.conditionId));
    await deliver();
    expect(received.map(({ data }) => data.change)).toEqual(['requested', 'planned', 'resolved']);
    expect(received.at(-1)?.data).toMatchObject({
      key: '48211',
      conditions: [{ state: 'resolved', resolution: 'fixed' }],
    });
  });

  test('TK-10: what comes back after it was solved asks for the same ticket, and for no other', async () => {
    const systemId = await connect();
    const condition = await at.call();
    const ticketId = ticketOf(await send(systemId, [condition]));
    await answer(ticketId, 'solved', { key: '7' });
    expect(await now(condition.conditionId)).toMatchObject({ work: 'resolved', resolution: 'ticket' });
    // The customer calls once more about the same matter.
    await at.call();
    expect(await now(condition.conditionId)).toMatchObject({ work: 'open' });
    await deliver();
    expect(received.map(({ data }) => [data.change, data.ticketId])).toEqual([
      ['requested', ticketId],
      ['reopen', ticketId],
    ]);
    expect((await row())?.ticket).toMatchObject({ ticketId, state: 'requested', key: '7' });
    await answer(ticketId, 'rejected', { note: 'Out of contract.' });
    expect((await row())?.ticket).toBeUndefined();
    const { rowCount } = await at.platen.database.pool.query('select 1 from ticket');
    expect(rowCount).toBe(1);
  });

  test('TK-11: a ticket without an answer for a day is shown as not confirmed, and its maker is notified once', async () => {
    const { db, owner } = at.platen.database;
    const systemId = await connect();
    const own = await addChannel(db, { owner_id: at.idOf('service'), address: 'service@platen.example' });
    const ticketId = ticketOf(await send(systemId, [await at.call()]));
    expect(await noteNotConfirmed(db, new Date())).toBe(0);
    await owner.query(`update ticket set waiting_since = now() - interval '25 hours'`);
    expect((await row())?.ticket).toMatchObject({ ticketId, isNotConfirmed: true });
    expect(await noteNotConfirmed(db, new Date())).toBe(1);
    expect(await noteNotConfirmed(db, new Date())).toBe(0);
    const recorder = createRecorder();
    await deliverAt(db, Date.now(), { ways: recorder.ways, secrets });
    expect(recorder.sent.filter(({ channel }) => channel.channelId === own)).toMatchObject([
      { message: { kind: 'ticketNotConfirmed', system: 'Merrow service desk', serial: 'A' } },
    ]);
    await answer(ticketId, 'open', { key: '1' });
    expect((await row())?.ticket).toMatchObject({ isNotConfirmed: false, state: 'open', key: '1' });
  });
});

describe('in', () => {
  test('TK-07: a token of the scope reports it; an older change or a known sequence changes nothing', async () => {
    const systemId = await connect();
    const condition = await at.call();
    const ticketId = ticketOf(await send(systemId, [condition]));
    const made = await at.platen.post('service', '/v1/tokens', {
      name: 'Desk',
      scopes: ['tickets.write'],
      ofOrganisation: false,
      endsOn: new Date(Date.now() + 9 * day).toISOString().slice(0, 10),
      addresses: [],
    });
    const { token = '' } = addToken.answer.parse(await made.json());
    const post = async (body: object) => {
      const found = await fetch(`${at.platen.url}/v1/tickets/${ticketId}/state`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(found.status).toBe(200);
      return answerTicket.answer.parse(await found.json());
    };
    const changedAt = new Date().toISOString();
    const first = { state: 'open', key: '48211', url: 'https://desk.example/48211', changedAt, sequence: 5 };
    expect(await post(first)).toMatchObject({ changed: true, ticket: { state: 'open', key: '48211' } });
    expect(await now(condition.conditionId)).toMatchObject({ work: 'acknowledged' });
    for (const old of [
      { ...first, state: 'solved' },
      { ...first, state: 'solved', sequence: 4 },
      { ...first, state: 'solved', sequence: 9, changedAt: new Date(Date.now() - day).toISOString() },
    ])
      expect(await post(old)).toMatchObject({ changed: false, ticket: { state: 'open' } });
    expect(await post({ ...first, state: 'solved', sequence: 6 })).toMatchObject({ changed: true });
    const found = await at.platen.get('service', `/v1/tickets/${ticketId}`);
    expect(readTicket.answer.parse(await found.json()).ticket.events.map(({ way, change }) => [way, change])).toEqual([
      ['out', 'requested'],
      ['in', 'open'],
      ['in', 'solved'],
    ]);
  });

  test.each(ticketAnswers)('TK-08 VP-03: %s does with the condition what the table says', async (state) => {
    const systemId = await connect();
    const condition = await at.call();
    const ticketId = ticketOf(await send(systemId, [condition]));
    if (state === 'rejected' || state === 'reopened') await answer(ticketId, 'open');
    const plannedDay = new Date(Date.now() + 3 * day).toISOString().slice(0, 10);
    const { status: code } = await answer(ticketId, state, {
      note: 'see there',
      ...(state === 'planned' && { plannedDay }),
    });
    expect(code).toBe(200);
    const expected = { acknowledge: 'acknowledged', plan: 'planned', resolve: 'resolved', open: 'open', none: 'open' };
    expect((await now(condition.conditionId)).work).toBe(expected[usualEffects[state]]);
    const { rows } = await at.platen.database.pool.query('select kind, state, planned_day from visit');
    const visit = { kind: 'elsewhere', state: 'planned', planned_day: plannedDay };
    expect(rows).toEqual(state === 'planned' ? [visit] : []);
    const free = await send(systemId, [await now(condition.conditionId)]);
    const isEnded = state === 'closed' || state === 'rejected';
    const isOpen = (await now(condition.conditionId)).work !== 'resolved';
    expect(free.results[0]?.code).toBe(isEnded && isOpen ? 0 : 202003);
  });

  test('TK-08: the table can be another one for a system', async () => {
    const systemId = await connect({ effects: { ...usualEffects, open: 'none', solved: 'none' } });
    const condition = await at.call();
    const ticketId = ticketOf(await send(systemId, [condition]));
    await answer(ticketId, 'open');
    await answer(ticketId, 'solved');
    expect(await now(condition.conditionId)).toMatchObject({ work: 'open' });
  });

  test('TK-07 GE-05: what cannot be is refused with its field; a ticket that the user does not see is unknown', async () => {
    const systemId = await connect();
    const ticketId = ticketOf(await send(systemId, [await at.call(at.foreign)]));
    const text = JSON.stringify((await answer(ticketId, 'planned')).value);
    expect(text).toContain('plannedDay');
    const future = await answer(ticketId, 'open', { changedAt: new Date(Date.now() + day).toISOString() });
    expect(JSON.stringify(future.value)).toContain('changedAt');
    const hostile = await answer(ticketId, 'open', { url: 'javascript:alert(1)' });
    expect([hostile.status, JSON.stringify(hostile.value)]).toEqual([422, expect.stringContaining('url')]);
    for (const id of [ticketId, newId()]) {
      const { status: code, value } = await answer(id, 'open', {}, 'dealer');
      expect([code, value]).toMatchObject([404, { errorCode: 204001 }]);
      expect((await at.platen.get('dealer', `/v1/tickets/${id}`)).status).toBe(404);
    }
  });
});

describe('rules of handing over', () => {
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
        ...form(channelId),
        rules,
      });
      expect(code).toBe(422);
    }
  });
});

describe('XC-02', () => {
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

test('GE-07: the same call again hands nothing over twice', async () => {
  const systemId = await connect();
  const body = { systemId, items: toItems([await at.call()]) };
  const key = newId();
  const first = await at.send('service', 'POST', '/v1/tickets', body, key);
  const again = await at.send('service', 'POST', '/v1/tickets', body, key);
  expect(again).toEqual(first);
  await deliver();
  expect(received).toHaveLength(1);
});

describe('systems', () => {
  test('TK-04 OA-20: only a webhook or mail channel of the organisation, by those who manage delivery', async () => {
    const teams = await addChannel(at.platen.database.db, { kind: 'teams' });
    const own = await addChannel(at.platen.database.db, { owner_id: at.idOf('service') });
    for (const channelId of [teams, own, newId()]) {
      const { status: code, value } = await at.send('service', 'POST', '/v1/ticket-systems', form(channelId));
      expect([code, JSON.stringify(value)]).toEqual([422, expect.stringContaining('channelId')]);
    }
    const channelId = await addChannel(at.platen.database.db, { kind: 'mail' });
    for (const subject of ['dealer', 'tech'])
      expect((await at.send(subject, 'POST', '/v1/ticket-systems', form(channelId))).status).toBe(403);
  });

  test('TK-01 GE-05: those who may hand over see the systems without their rules; others see none', async () => {
    await connect({ rules: [{ scope: {}, leastPriority: 'P1', delayMinutes: 5, quiet: null }] });
    const read = async (subject: string) =>
      listTicketSystems.answer.parse(await (await at.platen.get(subject, '/v1/ticket-systems')).json()).systems;
    expect(await read('service')).toMatchObject([{ own: true, rules: [{ leastPriority: 'P1' }] }]);
    expect(await read('dealer')).toMatchObject([{ own: false, rules: [] }]);
    expect(await read('tech')).toEqual([]);
  });

  test('GE-06 TK-02: another version is refused with the present one; what is disconnected frees its conditions', async () => {
    const systemId = await connect();
    const condition = await at.call();
    await send(systemId, [condition]);
    const [system] = listTicketSystems.answer.parse(
      await (await at.platen.get('service', '/v1/ticket-systems')).json(),
    ).systems;
    const body = { ...form(system?.channelId ?? ''), name: 'Desk', version: 9 };
    const { status: code, value } = await at.send('service', 'PUT', `/v1/ticket-systems/${systemId}`, body);
    expect([code, value]).toMatchObject([409, { errorCode: 202002, current: { systemId, version: 1 } }]);
    const gone = await fetch(`${at.platen.url}/v1/ticket-systems/${systemId}?version=1`, {
      method: 'DELETE',
      headers: await at.platen.bearer('service'),
    });
    expect(gone.status).toBe(200);
    const second = await connect();
    expect((await send(second, [await now(condition.conditionId)])).tickets).toMatchObject([{ isNew: true }]);
    expect(isTicketEnded('closed')).toBe(true);
  });
});

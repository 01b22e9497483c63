import { listDeliveries } from '@platen/contract/deliveries';
import { previewTickets } from '@platen/contract/tickets';
import { v7 as newId } from 'uuid';
import { expect, test } from 'vitest';
import { noteNotConfirmed } from '../src/delivery/hand-over-due.ts';
import { addChannel, createRecorder, deliverAt } from './delivery-channels.ts';
import { secrets, testTickets, ticketOf, toItems } from './test-tickets.ts';

// Conditions handed over to a ticket system of others, and what it hears of them later (TK-02 to TK-11).

const { answer, answerWith, at, connect, deliver, mails, now, received, row, send } = testTickets();
const day = 86_400_000;

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

test('DE-20 GE-05: the log names the device of a ticket, and lists it for those alone who see the device', async () => {
  const systemId = await connect();
  await send(systemId, [await at.call()]);
  await deliver();
  const logged = async (subject: string) => {
    const answer = await at.platen.get(subject, '/v1/deliveries?kind=ticket');
    return listDeliveries.answer.parse(await answer.json()).deliveries.map(({ kind, device }) => [kind, device]);
  };
  const device = { serial: 'A', model: 'M', customerName: null };
  expect(await logged('service')).toEqual([['ticket', device]]);
  // The log of an own channel is read by everybody.
  await at.platen.database.pool.query('update channel set owner_id = $1', [at.idOf('dealer')]);
  expect(await logged('dealer')).toEqual([['ticket', device]]);
  await at.platen.database.pool.query(`update device set group_ids = '{}' where device_id = $1`, [at.own]);
  expect(await logged('dealer')).toEqual([]);
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
  const again = await send(systemId, [{ ...(await now(condition.conditionId)) }, { conditionId: newId(), version: 1 }]);
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
  answerWith(410);
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

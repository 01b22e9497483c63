import { spawn } from 'node:child_process';
import path from 'node:path';
import { ticketAnswers, usualEffects } from '@platen/contract/ticket-names';
import { answerTicket, readTicket } from '@platen/contract/tickets';
import { addToken } from '@platen/contract/tokens';
import { v7 as newId } from 'uuid';
import { expect, test } from 'vitest';
import { findFreePort } from '../../../bench/src/lib/free-port.ts';
import { channelSecret, testTickets, ticketOf } from './test-tickets.ts';

// What a ticket system of others reports of a ticket (TK-07, TK-08).

const { answer, at, connect, deliver, now, row, send } = testTickets();
const day = 86_400_000;

async function makeToken(): Promise<string> {
  const made = await at.platen.post('service', '/v1/tokens', {
    name: 'Desk',
    scopes: ['tickets.write'],
    ofOrganisation: false,
    endsOn: new Date(Date.now() + 9 * day).toISOString().slice(0, 10),
    addresses: [],
  });
  return addToken.answer.parse(await made.json()).token ?? '';
}

test('TK-04 TK-07 TK-08: the example of the documentation takes a ticket, numbers it and solves it', async () => {
  const port = String(await findFreePort());
  const example = path.resolve(import.meta.dirname, '../../../docs/examples/ticket-desk.mjs');
  const desk = spawn(process.execPath, [example], {
    env: {
      PLATEN_URL: at.platen.url,
      SECRET: channelSecret,
      TOKEN: await makeToken(),
      PORT: port,
      SOLVE_SECONDS: '0.5',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let printed = '';
    desk.stdout.on('data', (text: Buffer) => (printed += text.toString()));
    await expect.poll(() => printed, { timeout: 30_000 }).toContain('listens on');
    const systemId = await connect({}, 'webhook', `http://127.0.0.1:${port}/`);
    const condition = await at.call();
    await send(systemId, [condition]);
    await deliver();
    await expect
      .poll(async () => (await row())?.ticket, { timeout: 30_000 })
      .toMatchObject({ key: '#48211', state: 'open' });
    await expect
      .poll(async () => await now(condition.conditionId), { timeout: 30_000 })
      .toMatchObject({ work: 'resolved', resolution: 'ticket' });
    await expect
      .poll(() => printed, { timeout: 30_000 })
      .toMatch(/<- ticket\.requested requested A · .*\n-> open #48211: 200\n-> solved #48211: 200/);
  } finally {
    desk.kill();
  }
});

test('TK-07: a token of the scope reports it; an older change or a known sequence changes nothing', async () => {
  const systemId = await connect();
  const condition = await at.call();
  const ticketId = ticketOf(await send(systemId, [condition]));
  const token = await makeToken();
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

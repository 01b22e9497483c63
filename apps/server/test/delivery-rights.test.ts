import { addChannel as addChannelCall, listChannels } from '@platen/contract/channels';
import { listDeliveries, sendAgain } from '@platen/contract/deliveries';
import { type Role, roles } from '@platen/contract/rights';
import { usualEffects } from '@platen/contract/ticket-names';
import { addTicketSystem, listTicketSystems } from '@platen/contract/tickets';
import { v7 as newId } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDealer, operatorId } from './dealers.ts';
import { addChannel } from './delivery-channels.ts';
import { deliveryDoors } from './delivery-doors.ts';
import { hoursAgo } from './reports.ts';
import { testWorklist } from './test-worklist.ts';
import { type Door, type Named, toRequest } from './worklist-doors.ts';
import { subjects } from './worklist-world.ts';

// Who may do what with channels, messages and tickets (OA-20): every call as every role.

const at = testWorklist();
let dealerId: string;
beforeAll(async () => {
  const { admin: _admin, service: _service, ...ofDealer } = subjects;
  dealerId = await addDealer(at.platen.database, 1, ...Object.values(ofDealer));
});

/** `no`: refused (200002). `unseen`: as if it did not exist (204001). */
type Answer = 'yes' | 'no' | 'unseen';
type Answers = Readonly<Record<Role, Answer>>;
const everybody: Answers = {
  admin: 'yes',
  service: 'yes',
  dealer: 'yes',
  technician: 'yes',
  dealerAdmin: 'yes',
  billing: 'yes',
  customer: 'yes',
};
/** worklist.read */
const readers: Answers = { ...everybody, billing: 'no', customer: 'no' };
/** delivery.manage of the row OA-20. */
const managers: Answers = {
  admin: 'yes',
  service: 'yes',
  dealer: 'no',
  technician: 'no',
  dealerAdmin: 'yes',
  billing: 'no',
  customer: 'no',
};
/** Ticket systems take what the operator sees. */
const connectors: Answers = { ...managers, dealerAdmin: 'no' };
const seenByManagers: Answers = {
  ...managers,
  dealer: 'unseen',
  technician: 'unseen',
  billing: 'unseen',
  customer: 'unseen',
};
/** Of the operator, and of people who belong to no organisation of the dealer's. */
const seenByOperator: Answers = { ...seenByManagers, dealerAdmin: 'unseen' };
/** worklist.act on what others may have. */
const actors: Answers = { ...readers, technician: 'no' };
/** Of a device that only those see who see every device. */
const foreign = (answers: Answers): Answers => {
  const ofOthers = (role: Role): Answer => (answers[role] === 'no' ? 'no' : 'unseen');
  return {
    admin: 'yes',
    service: 'yes',
    dealer: ofOthers('dealer'),
    technician: ofOthers('technician'),
    dealerAdmin: ofOthers('dealerAdmin'),
    billing: ofOthers('billing'),
    customer: ofOthers('customer'),
  };
};

const reads = new Set(['channel', 'subscriptions', 'log of a channel', 'one message']);
/** What calls about a channel, or a message of it, answer by whose it is. */
const ofChannel = {
  own: () => everybody,
  'of the organization': () => seenByOperator,
  'of the dealer': () => seenByManagers,
  'of another user': ({ name, call }: Pick<Door, 'name' | 'call'>): Answers => {
    if (reads.has(name)) return seenByOperator;
    // A message of a channel that one may not change is none to send again.
    const refused = call === sendAgain ? 'unseen' : 'no';
    return { ...seenByOperator, admin: refused, service: refused };
  },
};
type Owner = keyof typeof ofChannel;

async function makeChannel(role: Role, owner: Owner): Promise<{ channel: string; delivery: string }> {
  const { db } = at.platen.database;
  const other = await db.selectFrom('app_user').select('user_id').where('subject', '=', 'other').executeTakeFirst();
  const otherId = other?.user_id ?? newId();
  if (other === undefined)
    await db.insertInto('app_user').values({ user_id: otherId, subject: 'other', name: 'O', role: 'dealer' }).execute();
  const ownerId = {
    own: at.idOf(subjects[role]),
    'of the organization': null,
    'of the dealer': null,
    'of another user': otherId,
  }[owner];
  const home = owner === 'of the dealer' ? dealerId : operatorId;
  const channel = await addChannel(db, { kind: 'webhook', owner_id: ownerId, organisation_id: home });
  const delivery = newId();
  await at.platen.database.pool.query(
    `insert into delivery (delivery_id, channel_id, kind, at, state, due_at, message_id, content)
     values ($1, $2, 'test', now(), 'givenUp', now(), $1, '{}')`,
    [delivery, channel],
  );
  return { channel, delivery };
}

async function makeSystem(): Promise<{ systemId: string; channelId: string }> {
  const [systemId, channelId] = [newId(), await addChannel(at.platen.database.db, { kind: 'webhook' })];
  await at.platen.database.pool.query(
    `insert into ticket_system (system_id, organisation_id, channel_id, form, name)
     select $1, organisation_id, $2, $3::jsonb, 'Desk' from organisation where kind = 'operator'`,
    [systemId, channelId, JSON.stringify({ withNetworkAddress: false, effects: { ...usualEffects }, rules: [] })],
  );
  return { systemId, channelId };
}

async function makeTicket(deviceId: string): Promise<string> {
  const [ticket, { systemId }] = [newId(), await makeSystem()];
  await at.platen.database.pool.query(
    `insert into ticket (ticket_id, system_id, device_id, serial, state, asked_at) values ($1, $2, $3, 'A', 'open', now())`,
    [ticket, systemId, deviceId],
  );
  return ticket;
}

const ask = async (role: Role, { method, path, body }: { method: string; path: string; body: string | undefined }) => {
  const answer = await fetch(`${at.platen.url}${path}`, {
    method,
    headers: {
      ...(await at.platen.bearer(subjects[role])),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const code = (JSON.parse(text) as { errorCode?: number }).errorCode;
  const given: Answer = code === 200002 ? 'no' : code === 204001 ? 'unseen' : 'yes';
  expect(answer.status).toBeLessThan(500);
  return { given, text };
};
const doorsOf = (...names: readonly Named[]) => deliveryDoors.filter((door) => names.includes(door.names));
const titled = (list: readonly Door[]) => list.map((door) => [door.name, door] as const);

describe.each(roles)('OA-20 DE-32: %s', (role) => {
  describe.each(['own', 'of the organization', 'of the dealer', 'of another user'] as const)(
    'a channel %s',
    (owner) => {
      const single = doorsOf('channel', 'delivery').filter(
        ({ call, names }) => call !== sendAgain || names !== 'channel',
      );

      test.each(titled(single))('%s', async (_name, door) => {
        const { channel, delivery } = await makeChannel(role, owner);
        const { given, text } = await ask(role, toRequest(door, { id: door.names === 'channel' ? channel : delivery }));
        const expected = ofChannel[owner](door)[role];
        // The log has no entry of what is unseen, instead of a refusal.
        const isEmptyLog = door.call === listDeliveries && given === 'yes' && !text.includes(delivery);
        expect(isEmptyLog ? 'unseen' : given).toBe(expected);
      });

      test('the messages of a span are sent again, or none', async () => {
        const { channel } = await makeChannel(role, owner);
        const body = JSON.stringify({ channelId: channel, from: hoursAgo(1), to: hoursAgo(-1) });
        const { text } = await ask(role, { method: 'POST', path: sendAgain.path, body });
        const isAllowed = ofChannel[owner]({ name: '', call: sendAgain })[role] === 'yes';
        expect(JSON.parse(text)).toEqual({ count: isAllowed ? 1 : 0 });
      });
    },
  );

  test('lists own channels, those of all as a manager, and makes own ones', async () => {
    const channels = await Promise.all(
      (['own', 'of the organization', 'of the dealer', 'of another user'] as const).map((owner) =>
        makeChannel(role, owner),
      ),
    );
    const { text } = await ask(role, { method: listChannels.method, path: listChannels.path, body: undefined });
    const seen = channels.map(({ channel }) => text.includes(channel));
    const isOperator = connectors[role] === 'yes';
    expect(seen).toEqual([true, isOperator, managers[role] === 'yes', isOperator]);
    const form = { kind: 'mail', name: 'x', address: 'x@platen.example', language: 'en-us', zone: 'UTC' };
    for (const [owner, expected] of [
      ['self', 'yes'],
      ['organisation', managers[role]],
    ] as const) {
      const body = JSON.stringify({ ...form, owner });
      const { given } = await ask(role, { method: 'POST', path: addChannelCall.path, body });
      expect([owner, given]).toEqual([owner, expected]);
    }
  });

  test.each(titled(doorsOf('ticket')))('TK-07: %s', async (_name, door) => {
    const answers = door.call.method === 'GET' ? readers : actors;
    for (const [device, expected] of [
      [at.own, answers],
      [at.foreign, foreign(answers)],
    ] as const) {
      const { given } = await ask(role, toRequest(door, { id: await makeTicket(device) }));
      expect(given).toBe(expected[role]);
    }
  });

  test.each(titled(doorsOf('ticket system')))('TK-04: %s', async (_name, door) => {
    const { systemId } = await makeSystem();
    // A technician does not see them either.
    const expected = actors[role] === 'yes' ? connectors[role] : 'unseen';
    expect((await ask(role, toRequest(door, { id: systemId }))).given).toBe(expected);
  });

  test('TK-01 TK-03: sees the systems, connects one, looks ahead and hands over by the table', async () => {
    const { systemId, channelId } = await makeSystem();
    const call = async (path: string, body?: object, method = 'POST') =>
      await ask(role, { method, path, body: body && JSON.stringify(body) });
    const { text } = await call(listTicketSystems.path, undefined, 'GET');
    expect(text.includes(systemId)).toBe(actors[role] === 'yes');
    const form = { name: 'x', channelId, withNetworkAddress: false, effects: usualEffects, rules: [] };
    expect((await call(addTicketSystem.path, form)).given).toBe(connectors[role]);
    const conditions = [await at.call(), await at.call(at.foreign)];
    const preview = await call('/v1/tickets/preview', { systemId, rowIds: [at.own, at.foreign] });
    expect(preview.given).toBe(actors[role]);
    const items = conditions.map(({ conditionId, version }) => ({ conditionId, version }));
    const sent = await call('/v1/tickets', { systemId, items });
    expect(sent.given).toBe(actors[role]);
    if (actors[role] !== 'yes') return;
    const isSeen = foreign(actors)[role] === 'yes';
    expect(preview.text.includes(at.foreign)).toBe(isSeen);
    const { results } = JSON.parse(sent.text) as { results: { code: number }[] };
    expect(results.map(({ code }) => code)).toEqual([0, isSeen ? 0 : 204001]);
  });

  test('TK-12: fetches the conditions of visible devices', async () => {
    await at.call();
    await at.call(at.foreign);
    const { given, text } = await ask(role, { method: 'GET', path: '/v1/conditions', body: undefined });
    expect(given).toBe(readers[role]);
    const isReader = readers[role] === 'yes';
    expect([text.includes(at.own), text.includes(at.foreign)]).toEqual([isReader, foreign(readers)[role] === 'yes']);
  });
});

test('OA-20: every call of channels, messages and tickets is in this file', () => {
  const about = /^\/v1\/(channels|deliveries|ticket-systems|tickets|conditions)(\/|$)/;
  const served = at.platen.app.platform.endpoints.flatMap(({ access, method, path }) =>
    access === 'user' && about.test(path) ? `${method} ${path}` : [],
  );
  const here = [
    ...deliveryDoors.map(({ call: { method, path } }) => `${method} ${path}`),
    ...[listChannels, addChannelCall, listTicketSystems, addTicketSystem].map(
      ({ method, path }) => `${method} ${path}`,
    ),
    'GET /v1/conditions',
  ];
  expect(new Set(here)).toEqual(new Set(served));
});

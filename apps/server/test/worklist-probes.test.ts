import { usualEffects } from '@platen/contract/ticket-names';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toRandom } from '../../../packages/diagnosis/test/synthetic.ts';
import { addChannel } from './delivery-channels.ts';
import { connectedSystem, deliveryDoors } from './delivery-doors.ts';
import { addEndedJobs } from './jobs.ts';
import { type RecordedAnswer, recordCalls } from './recorded-calls.ts';
import { visitDoors } from './visit-doors.ts';
import { addToWorklist } from './worklist.ts';
import { type Door, type Named, toRequest, doors as worklistDoors } from './worklist-doors.ts';
import {
  addNeeds,
  addRule,
  createWorld,
  secret,
  stranger,
  subjects,
  type Target,
  type World,
} from './worklist-world.ts';

// What ids tell (GE-05): foreign and unknown ones in every call that takes one, by every role.

/** `PLATEN_TEST_PROBES=1000000` for as many as FG-09 asks: half foreign ids, half unknown ones. */
const probes = Number(process.env['PLATEN_TEST_PROBES'] ?? 200);
const random = toRandom(Number(process.env['PLATEN_TEST_SEED'] ?? 9609));
const pick = <T>(list: readonly T[]): T => {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
};

/** Pairs of probes at the same time: while one waits for the database, another one is answered. */
const atOnce = 6;

const doors = [...worklistDoors, ...deliveryDoors, ...visitDoors];

let world: World;
let recorded: ReturnType<typeof recordCalls>;
/** What the stranger has, by what it is. */
let foreign: Readonly<Record<Exclude<Named, 'nothing'>, readonly string[]>>;
/** Devices among the rows: their calls tell foreign ones from unknown ones, as all calls about devices do. */
let foreignDevices: ReadonlySet<string>;
/** A condition that each role sees, for calls whose id names something else. */
let visible: Target;
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  // Lines of a million calls would fill the memory.
  world = await createWorld({ PLATEN_LOG_LEVEL: 'warn' });
  recorded = recordCalls(world.platen);
  const { database } = world.platen;
  const matters = ['noise', 'slow', 'network', 'colour', 'paperJam', 'other'] as const;
  const serials = ['1', '2', '3'].map((n) => `${secret}-${n}`);
  const devices = await world.addDevices(
    2,
    serials.map((serial) => ({
      serial,
      model: secret,
      customer_number: `${secret}-K`,
      customer_name: secret,
      description: secret,
    })),
    matters,
  );
  const [own = ''] = await world.addDevices(
    1,
    [{ serial: 'OWN', customer_number: 'K1', customer_name: 'One' }],
    ['noise', 'slow'],
  );
  const [device = ''] = devices;
  const find = (matter: (typeof matters)[number]) => world.find(device, matter);
  // Conditions in each state, with the actions that led there.
  const actions = [
    await world.act(stranger, { action: 'acknowledge', note: secret }, [await find('slow')]),
    await world.act(stranger, { action: 'assign', assignee: world.userId(stranger) }, [await find('network')]),
    await world.act(stranger, { action: 'plan', plannedDay: tomorrow, assignee: null }, [await find('colour')]),
    await world.act(stranger, { action: 'snooze', untilWorse: true, reason: 'other', note: secret }, [
      await find('paperJam'),
    ]),
    await world.act(stranger, { action: 'resolve', reason: 'fixed', note: secret }, [await find('other')]),
  ];
  const put = async (path: string, body: object) => {
    expect((await world.send(stranger, 'PUT', path, JSON.stringify(body))).status).toBe(200);
  };
  const { rows: visits } = await database.pool.query<{ id: string }>(
    'select visit_id as id from visit_device where device_id = any($1)',
    [devices],
  );
  if (visits.length !== 1) throw new Error('the stranger has no visit');
  await put(`/v1/worklist/${device}/priority`, { priority: 'P1', reason: secret });
  await put(`/v1/device/${device}/weight`, { weight: 2, reason: secret });
  const views = await Promise.all(
    [true, false].map(async (shared) => {
      const view = { area: 'worklist', name: secret, shared, isDefault: false, definition: { search: secret } };
      const answer = await world.send(stranger, 'POST', '/v1/views', JSON.stringify(view));
      return ((await answer.json()) as { view: { viewId: string } }).view.viewId;
    }),
  );
  const form = { name: secret, scopes: ['devices.read'], ofOrganisation: false, endsOn: tomorrow, addresses: [] };
  const made = await world.send(stranger, 'POST', '/v1/tokens', JSON.stringify(form));
  const { apiToken } = (await made.json()) as { apiToken: { tokenId: string } };
  const [collectorId, customerId] = [newId(), newId()];
  await database.db
    .insertInto('collector')
    .values({ collector_id: collectorId, name: secret, key_hash: Buffer.from(secret) })
    .execute();
  await database.pool.query('update device set collector_id = $1, owner_id = $1 where device_id = any($2)', [
    collectorId,
    devices,
  ]);
  const rows = [
    ...(await addToWorklist(database, collectorId, [{ kind: 'collector', subject: '' }], { entity: 'collector' })),
    ...(await addToWorklist(database, customerId, [{ kind: 'outbreak', subject: 'down' }], { entity: 'customer' })),
  ];
  await addNeeds(database, [own, ...devices]);
  const conditions = await Promise.all(
    devices.flatMap((id) => matters.map(async (matter) => (await world.find(id, matter)).conditionId)),
  );
  foreignDevices = new Set(devices);
  foreign = {
    device: devices,
    row: [collectorId, customerId, ...devices],
    condition: [...conditions, ...rows],
    view: views,
    // There are no rules of others: one that was deleted is none.
    rule: [await addRule(database, { enabled: true, deleted_at: new Date() }, secret)],
    person: [world.userId(stranger)],
    token: [apiToken.tokenId],
    ...(await addDelivery(device)),
    'device to send': devices,
    action: actions,
    visit: visits.map(({ id }) => id),
    group: ['2'],
    customer: [`${secret}-K`],
    serial: serials,
    job: await addEndedJobs(world),
  };
  visible = await world.find(own, 'noise');
}, 60_000);
/** A channel of the stranger with a message, a ticket of the stranger's device, and a system that is gone. */
async function addDelivery(deviceId: string) {
  const { db, pool } = world.platen.database;
  const channel = await addChannel(db, { kind: 'webhook', name: secret, owner_id: world.userId(stranger) });
  const way = await addChannel(db, { kind: 'webhook', name: 'Way' });
  const [delivery, ticket, former] = [newId(), newId(), newId()];
  await pool.query(
    `insert into delivery (delivery_id, channel_id, kind, at, state, due_at, message_id, content)
     values ($1, $2, 'test', now(), 'accepted', now(), $1, '{}')`,
    [delivery, channel],
  );
  const form = JSON.stringify({ withNetworkAddress: false, effects: { ...usualEffects }, rules: [] });
  await pool.query(
    `insert into ticket_system (system_id, organisation_id, channel_id, form, name, deleted_at)
     select id, organisation_id, $3, $4::jsonb, 'Desk', gone from organisation,
       (values ($1::uuid, null::timestamptz), ($2::uuid, now())) system(id, gone)`,
    [connectedSystem, former, way, form],
  );
  await pool.query(
    `insert into ticket (ticket_id, system_id, device_id, serial, state, external_key, asked_at)
     values ($1, $2, $3, $4, 'open', $4, now())`,
    [ticket, connectedSystem, deviceId, secret],
  );
  return { channel: [channel], delivery: [delivery], ticket: [ticket], 'ticket system': [former] };
}
afterAll(async () => {
  recorded.stop();
  await world.platen.close();
});

/** What is foreign to an administrator, who sees every device. */
const foreignToAll: ReadonlySet<Named> = new Set(['view', 'rule', 'action', 'job', 'ticket system']);
const places = Object.entries(subjects).flatMap(([role, subject]) =>
  doors.flatMap((door) =>
    door.names !== 'nothing' && (role !== 'admin' || foreignToAll.has(door.names))
      ? [{ subject, door, names: door.names }]
      : [],
  ),
);

/** An id of the same form that names nothing. */
const toUnknown = (names: Named, id: string): string => {
  if (names === 'group') return '7';
  if (names === 'customer' || names === 'serial') return id.replace(secret, 'Qwollq');
  return newId();
};

/** Headers that differ from call to call. */
const varying: ReadonlySet<string> = new Set(['date', 'x-request-id', 'etag']);

/** What a call answers, and what PostgreSQL was asked for, without what differs from call to call. */
async function probe(subject: string, door: Door, id: string) {
  const { names } = door;
  const { method, path, body } = toRequest(door, { id, condition: visible });
  const headers = {
    ...(await world.bearer(subject)),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  let answer: RecordedAnswer;
  // Some calls are answered only up to a number at once, whatever they name.
  do answer = await recorded.call({ method, path, body, headers });
  while (answer.status === 503);
  // The number of a group stands in other numbers; no answer repeats it.
  const text = (names === 'group' ? answer.text : answer.text.replaceAll(id, '<id>')).replace(
    /"actionId":"[^"]*"/,
    '"actionId":""',
  );
  return {
    answer: { status: answer.status, text, headers: answer.headers.filter(([name]) => !varying.has(name)) },
    // Whether the user is read again depends on the clock.
    statements: answer.statements.filter((one) => !one.includes('from app_user u where u.subject')),
  };
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, n) => one === others[n]);

/** Whether an answer about a foreign id names anything of the stranger's. */
const namesStranger = (text: string): boolean =>
  text.includes(secret) || Object.values(foreign).some((ids) => ids.some((id) => id.length > 5 && text.includes(id)));

/** The refusals of devices, which were specified before the worklist: in none of the groups, or unknown. */
const deviceRefusals = (door: Door) => [
  [403, { errorCode: 200003, detail: [{ msg: 'this device is in none of your groups' }] }],
  [404, expect.objectContaining({ errorCode: door.names === 'device' ? 200004 : 204001 })],
];

async function compare({ subject, door, names }: (typeof places)[number], id: string): Promise<void> {
  const name = `${subject}: ${door.name} ${id}`;
  const one = await probe(subject, door, id);
  const other = await probe(subject, door, toUnknown(names, id));
  expect([name, namesStranger(one.answer.text) || namesStranger(other.answer.text)]).toEqual([name, false]);
  const isDevice = foreignDevices.has(id) && names !== 'device to send' && !one.answer.text.includes('200002');
  const parse = ({ status, text }: typeof one.answer) => [status, JSON.parse(text) as unknown];
  const [left, right] = isDevice
    ? [[parse(one.answer), parse(other.answer)], deviceRefusals(door)]
    : [one.answer, other.answer];
  expect([name, left]).toEqual([name, right]);
  if (isDevice || isSame(one.statements, other.statements)) return;
  // What is read for several calls together is read by one of them, and again from time to time, whatever the
  // id is: what the id makes differ differs each time.
  await expect
    .poll(
      async () => {
        const [again, otherAgain] = [await probe(subject, door, id), await probe(subject, door, toUnknown(names, id))];
        return isSame(again.statements, otherAgain.statements) || [name, again.statements, otherAgain.statements];
      },
      { interval: 1, timeout: 5000 },
    )
    .toBe(true);
}

/** All that calls could have changed. */
const readAll = async () => {
  const tables = [
    'condition',
    'condition_event',
    'worklist_row',
    'evaluation',
    'visit',
    'visit_device',
    'device_weight',
    'api_token',
    'channel',
    'delivery',
    'subscription',
    'ticket',
    'ticket_system',
  ];
  const found = [...tables, 'device_note', 'saved_view', 'user_seen', 'idempotent_answer', 'job'].map(async (table) => {
    const { rows } = await world.platen.database.owner.query<{ hash: string }>(
      `select md5(string_agg(t::text, ' ' order by t::text)) as hash from ${table} t`,
    );
    return [table, rows[0]?.hash];
  });
  return await Promise.all(found);
};

test('GE-05 FG-09 OA-20: no role learns anything by a foreign id, and none changes anything', {
  timeout: 60_000 + probes * 100,
}, async () => {
  const before = await readAll();
  for (const place of places)
    for (const id of new Set(foreign[place.names])) if (isFirst(place.names, id)) await compare(place, id);
  let left = probes;
  const work = async () => {
    for (; left > 0; left -= 2) {
      const place = pick(places);
      await compare(place, pick(foreign[place.names]));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(await readAll()).toEqual(before);
});

/** One of each kind for the round through all calls: of rows one that is no device, and one that is. */
const isFirst = (names: Exclude<Named, 'nothing'>, id: string): boolean => {
  const [first, second, third] = foreign[names];
  return id === first || (names === 'row' && (id === second || id === third));
};

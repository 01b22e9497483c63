import { type Role, roles } from '@platen/contract/rights';
import { readTrial } from '@platen/contract/rule-trials';
import { itemCodes, worklistActions } from '@platen/contract/worklist-names';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDealer } from './dealers.ts';
import { addEndedJobs } from './jobs.ts';
import { type Door, doors, rightsOfRoles, toRequest } from './worklist-doors.ts';
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

// Who may do what (OA-20): every call of the worklist as every role, on a server with its database.

let world: World;
/** Of the people of the dealer; the staff of the operator have none. */
let dealerId: string;
/** Devices by role and door, with calls that are free, the role's own and another's; and foreign ones. */
const devices = new Map<string, string>();
const matters = { free: 'noise', own: 'slow', another: 'network', spare: 'colour' } as const;
const actionDoors = doors.filter(({ names }) => names === 'condition');
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** Whether a role has work on the worklist. */
const isWorker = (role: Role): boolean => rightsOfRoles['worklist.act'][role] !== 'no';
const deviceOf = (role: Role | 'foreign', { name }: Door): string => devices.get(`${role} ${name}`) ?? '';

beforeAll(async () => {
  world = await createWorld();
  const { database } = world.platen;
  const { admin: _admin, service: _service, ...ofDealer } = subjects;
  dealerId = await addDealer(database, 1, ...Object.values(ofDealer));
  const places = [...roles, 'foreign' as const].flatMap((role) => actionDoors.map((door) => ({ role, door })));
  for (const group of [1, 2]) {
    const own = places.filter(({ role }) => (role === 'foreign') === (group === 2));
    const ids = await world.addDevices(
      group,
      own.map(({ door }, n) => ({
        serial: `${group === 1 ? 'OWN' : secret}${n}`,
        customer_number: group === 1 ? 'K1' : `${secret}-1`,
        customer_name: group === 1 ? 'One' : secret,
        dealer_number: group === 1 ? 'D1' : `${secret}-D`,
        description: door.name,
      })),
      Object.values(matters),
    );
    for (const [n, { role, door }] of own.entries()) devices.set(`${role} ${door.name}`, ids[n] ?? '');
    await addNeeds(database, ids);
  }
  const find = async (matter: string, of: (role: Role | 'foreign') => boolean, name?: string): Promise<Target[]> => {
    const found = places.filter(({ role, door }) => of(role) && (name === undefined || door.name === name));
    return await Promise.all(found.map(({ role, door }) => world.find(deviceOf(role, door), matter)));
  };
  // Once assigned, a condition is acknowledged: those of that door stay free.
  const isAssigned = ({ name }: Door) => name !== 'acknowledge';
  for (const role of roles.filter(isWorker)) {
    const targets = await Promise.all(
      actionDoors.filter(isAssigned).map((door) => world.find(deviceOf(role, door), matters.own)),
    );
    await world.act('admin', { action: 'assign', assignee: world.userId(subjects[role]) }, targets);
  }
  const others = places.filter(({ role, door }) => role !== 'foreign' && isAssigned(door));
  const targets = await Promise.all(others.map(({ role, door }) => world.find(deviceOf(role, door), matters.another)));
  await world.act('admin', { action: 'assign', assignee: world.userId('admin') }, targets);
  const everywhere = () => true;
  for (const matter of Object.values(matters)) {
    await world.act(
      'admin',
      { action: 'plan', plannedDay: tomorrow, assignee: null },
      await find(matter, everywhere, 'unplan'),
    );
    const snooze = { action: 'snooze', untilWorse: true, reason: 'waitingForPart' };
    await world.act('admin', snooze, await find(matter, everywhere, 'wake'));
  }
}, 60_000);
afterAll(() => world.platen.close());

const ask = async (role: Role | undefined, door: Door, id: string, condition?: Target) => {
  const { method, path, body } = toRequest(door, { id, condition });
  const answer = await world.send(role && subjects[role], method, path, body);
  return { status: answer.status, text: await answer.text() };
};
/** For the titles of tests. */
const named = (list: readonly Door[]) => list.map((door) => [door.name, door] as const);
const codeOf = ({ text }: { text: string }) => (JSON.parse(text) as { errorCode?: number }).errorCode;
const resultsOf = ({ text }: { text: string }) =>
  (JSON.parse(text) as { results: { code: number }[] }).results.map(({ code }) => code);
const firstDevice = (role: Role | 'foreign') => devices.get(`${role} acknowledge`) ?? '';
/** Everything that calls leave behind, for those that must leave nothing. */
const written = async () => {
  const { rows } = await world.platen.database.pool.query(
    `select (select count(*) from audit_entry where action <> 'refused') as audit, (select count(*) from condition_event) as steps,
       (select count(*) from saved_view) as views, (select count(*) from alert_rule) as rules, (select count(*) from device_weight) as weights`,
  );
  return rows;
};

test('OA-20: every call of the server is in the table, or is one about devices, collectors, accounts or delivery', () => {
  // Rights of channels, messages, tickets and of what programs fetch: delivery-rights.test.ts; of signing
  // out, which would end the sign-ins of this file: features/account/own-settings.test.ts; of visits:
  // features/worklist/visits/visits.test.ts; of part numbers: features/part-numbers; of lists of codes:
  // code-history.test.ts; of organisations and users: features/organisation/tree.test.ts,
  // features/account (people, invitations, notifications); of the audit: features/audit; of closes and
  // meters at an instant: test/closes-rights.test.ts; of files of meters: features/meter-export,
  // features/odata; of models: features/models.
  const elsewhere =
    /^\/odata|^\/v1\/(meter-(templates|codes)(\/|$)|audit(\/|$)|channels(\/|$)|closePlans(\/|$)|claims?(\/|$)|findings$|closes(\/|$)|codes\/(standards|watched)|conditions$|deliveries(\/|$)|meters\/(at|proofs)$|device\/\{id\}\/(?!weight$)|devices|collectors?(\/|$)|termsOfUse$|visits(\/|$)|ticket-systems(\/|$)|tickets(\/|$)|users\/(me|me\/sign-out|loginAt)$|models$|notifications(\/|$)|part-numbers$|organisations(\/|$)|invitations(\/|$)|users(\/\{id\})?$)/;
  const listed = new Set(doors.map(({ call: { method, path } }) => `${method} ${path}`));
  const served = world.platen.app.platform.endpoints.flatMap(({ access, method, path }) =>
    access === 'user' && !elsewhere.test(path) ? `${method} ${path}` : [],
  );
  expect(new Set(served)).toEqual(listed);
  expect(doors.map(({ name }) => name)).toEqual(expect.arrayContaining([...worklistActions]));
});

test.each(named(doors))('OA-20: without a token: %s', async (_name, door) => {
  const { status } = await ask(undefined, door, firstDevice('admin'));
  expect(status).toBe(401);
});

describe.each(roles)('OA-20: %s', (role) => {
  const isAdmin = role === 'admin';
  const valueOf = ({ right }: Door) => rightsOfRoles[right][role];
  const refused = doors.filter((door) => valueOf(door) === 'no');
  const allowed = (...names: readonly Door['names'][]) =>
    doors.filter((door) => names.includes(door.names) && valueOf(door) !== 'no');

  test.each(named(refused))('is refused, and leaves nothing: %s', async (_name, door) => {
    const ids = {
      device: deviceOf(role, actionDoors[0] ?? door),
      row: firstDevice(role),
      condition: (await world.find(firstDevice(role), matters.spare)).conditionId,
      person: world.userId('dealer'),
      view: newId(),
      rule: newId(),
      group: '1',
      action: newId(),
    };
    const id = Object.entries(ids).find(([name]) => name === door.names)?.[1] ?? '';
    const before = await written();
    const answer = await ask(role, door, id, await world.find(firstDevice(role), matters.spare));
    expect([answer.status, codeOf(answer)]).toEqual([403, 200002]);
    expect(await written()).toEqual(before);
  });

  test.each(named(allowed('condition')))(
    'acts on free and own work, and on that of others by the table: %s',
    async (_name, door) => {
      const device = deviceOf(role, door);
      const targets = [
        await world.find(device, matters.free),
        await world.find(device, matters.own),
        await world.find(device, matters.another),
        await world.find(deviceOf('foreign', door), matters.free),
      ];
      const body = { ...door.body, items: targets };
      const answer = await world.send(subjects[role], 'POST', door.call.path, JSON.stringify(body));
      expect(answer.status).toBe(200);
      const { done, notPossible, unknown } = itemCodes;
      const another = valueOf(door) === 'own' && door.name !== 'acknowledge' ? notPossible : done;
      expect(resultsOf({ text: await answer.text() })).toEqual([done, done, another, isAdmin ? done : unknown]);
    },
  );

  test.each([role].filter(isWorker))('takes back an own action, and none of another person', async () => {
    const door = doors.find(({ name }) => name === 'undo');
    if (door === undefined) throw new Error('undo is not in the table');
    const spare = () => world.find(firstDevice(role), matters.spare);
    const others = await world.act(isAdmin ? 'service' : 'admin', { action: 'acknowledge' }, [await spare()]);
    expect(resultsOf(await ask(role, door, others, await spare()))).toEqual([itemCodes.notPossible]);
    await world.act(isAdmin ? 'service' : 'admin', { action: 'undo', actionId: others }, [await spare()]);
    const own = await world.act(subjects[role], { action: 'acknowledge' }, [await spare()]);
    expect(resultsOf(await ask(role, door, own, await spare()))).toEqual([itemCodes.done]);
  });

  test.each(named(allowed('person').filter(({ body }) => body !== undefined)))(
    'may name a person of the group, and no stranger: %s',
    async (_name, door) => {
      const target = () => world.find(firstDevice(role), matters.free);
      const strange = await ask(role, door, world.userId(stranger), await target());
      // Staff may assign to everybody, but not what that person does not see.
      expect(isAdmin ? resultsOf(strange) : [strange.status, codeOf(strange)]).toEqual(
        isAdmin ? [itemCodes.notPossible] : [422, 202001],
      );
      expect(resultsOf(await ask(role, door, world.userId('dealer'), await target()))).toEqual([itemCodes.done]);
    },
  );

  test.each(named(allowed('row', 'device')))('reaches visible devices alone: %s', async (_name, door) => {
    expect((await ask(role, door, firstDevice(role))).status).toBe(200);
    const foreign = await ask(role, door, firstDevice('foreign'));
    expect([foreign.status, codeOf(foreign)]).toEqual(isAdmin ? [200, undefined] : [403, 200003]);
  });

  test.each(
    named(
      allowed('nothing', 'group', 'person', 'customer', 'serial').filter(
        ({ names, body }) => names === 'nothing' || body === undefined,
      ),
    ),
  )('answers with what is visible alone: %s', async (_name, door) => {
    const ids = { group: '2', person: world.userId(stranger), customer: `${secret}-1`, serial: `${secret}1` };
    const id = Object.entries(ids).find(([name]) => name === door.names)?.[1] ?? '';
    // Trials of the roles before wait for a job, and two of them are the most.
    await world.platen.database.pool.query(
      `update job set finished_at = now(), state = 'done' where kind = 'ruleTrial'`,
    );
    const { status, text } = await ask(role, door, id);
    expect(status).toBe(door.call.isLong === true ? 202 : 200);
    // What a filter by person, a saved view or the ten most frequent would name is not made here.
    const shows = isAdmin && ofDevices.has(door.name);
    expect(text.includes(secret) || text.includes(firstDevice('foreign'))).toBe(shows);
  });

  test.each(named(allowed('view')))('reaches own views alone: %s', async (_name, door) => {
    const save = async (subject: string): Promise<string> => {
      const view = {
        area: 'worklist',
        name: 'Mine',
        shared: rightsOfRoles['report.manage for others'][roleOf(subject)] !== 'no',
        isDefault: false,
        definition: {},
      };
      const answer = await world.send(subject, 'POST', '/v1/views', JSON.stringify(view));
      return ((await answer.json()) as { view: { viewId: string } }).view.viewId;
    };
    expect((await ask(role, door, await save(subjects[role]))).status).toBe(200);
    const others = await ask(role, door, await save(role === 'dealer' ? 'service' : 'dealer'));
    expect([others.status, codeOf(others)]).toEqual([404, 204001]);
  });

  test.each(named(allowed('rule')))('AR-16 AR-17: reaches the rules there are: %s', async (_name, door) => {
    const isOn = door.name === 'switch a rule off';
    const { database } = world.platen;
    const isOfOperator = isAdmin || role === 'service';
    const home = isOfOperator ? {} : { organisation_id: dealerId };
    expect((await ask(role, door, await addRule(database, { enabled: isOn, ...home }))).status).toBe(200);
    const gone = await ask(role, door, await addRule(database, { deleted_at: new Date(), ...home }));
    expect([gone.status, codeOf(gone)]).toEqual([404, 204001]);
    // Of an organisation outside the own tree.
    const foreign = await ask(role, door, await addRule(database, { enabled: isOn }));
    expect(foreign.status).toBe(isOfOperator ? 200 : 404);
  });

  test.each(named(allowed('job')))('GE-13: reaches own jobs alone: %s', async (_name, door) => {
    const [action, trial] = await addEndedJobs(world, subjects[role]);
    expect((await ask(role, door, door.call === readTrial ? trial : action)).status).toBe(200);
    const [others] = await addEndedJobs(world, role === 'dealer' ? 'service' : 'dealer');
    const foreign = await ask(role, door, others);
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 204001]);
  });

  test.each(named(allowed('token')))(
    'OA-31: reaches own tokens, who manages tokens those of the own tree: %s',
    async (_name, door) => {
      const tokenOf = async (subject: string): Promise<string> => {
        const form = { name: 'Mine', scopes: ['devices.read'], ofOrganisation: false, endsOn: tomorrow, addresses: [] };
        const answer = await world.send(subject, 'POST', '/v1/tokens', JSON.stringify(form));
        return ((await answer.json()) as { apiToken: { tokenId: string } }).apiToken.tokenId;
      };
      expect((await ask(role, door, await tokenOf(subjects[role]))).status).toBe(200);
      const mayAll = rightsOfRoles['token.manage'][role] !== 'no';
      const others = await ask(role, door, await tokenOf(role === 'dealer' ? 'billing' : 'dealer'));
      expect([others.status, codeOf(others)]).toEqual(mayAll ? [200, undefined] : [404, 204001]);
      const operators = await ask(role, door, await tokenOf('admin'));
      expect([operators.status, codeOf(operators)]).toEqual(isAdmin ? [200, undefined] : [404, 204001]);
    },
  );

  test.each([role].filter(isWorker))('GE-12 WL-22: may give work to itself', async () => {
    const target = await world.find(firstDevice(role), matters.spare);
    const me = world.userId(subjects[role]);
    await world.act(subjects[role], { action: 'assign', assignee: me }, [target]);
    const { assignee } = await world.platen.database.db
      .selectFrom('condition')
      .select('assignee')
      .where('condition_id', '=', target.conditionId)
      .executeTakeFirstOrThrow();
    expect(assignee).toBe(me);
  });
});

const roleOf = (subject: string): Role => roles.find((role) => subjects[role] === subject) ?? 'customer';

/** Doors whose answer names a foreign device or customer to those who see it. */
const ofDevices = new Set([
  'list',
  'list of a group',
  'list of a customer',
  'search',
  'file',
  'file of a group',
  'file of a customer',
  'people',
  'parts needed',
  'parts needed in a group',
  'parts needed by a customer',
  'devices that need a part',
  'devices of a group that need a part',
]);

import type { Role } from '@platen/contract/rights';
import { v7 as newId } from 'uuid';
import { addEvents } from '../src/features/worklist/action-store.ts';
import type { SignedInUser } from '../src/identity/signed-in-user.ts';
import { reevaluate } from '../src/worklist/evaluate-entities.ts';
import type { TestDatabase } from './database.ts';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp, type TestDevice } from './test-app.ts';
import { ruleForm } from './worklist-doors.ts';

/** Subjects of the roles: all but the administrator see the devices of group 1 alone. */
export const subjects = {
  admin: 'admin',
  service: 'service',
  dealer: 'dealer',
  technician: 'tech',
  dealerAdmin: 'dealer-admin',
  billing: 'billing',
  customer: 'customer',
} as const satisfies Readonly<Record<Role, string>>;
/** A dealer of group 2, whose devices, work and views are foreign to the others. */
export const stranger = 'stranger';
/** Stands in every text of the stranger's, so that an answer that holds it leaks. */
export const secret = 'Zwolle';

export interface Target {
  readonly conditionId: string;
  readonly version: number;
}

export interface World {
  readonly platen: TestApp;
  readonly users: ReadonlyMap<string, SignedInUser>;
  userId(subject: string): string;
  /** Header of a good token for a subject. */
  bearer(subject: string): Promise<{ authorization: string }>;
  send(subject: string | undefined, method: string, path: string, body?: string): Promise<Response>;
  /** Devices of a group, with a customer's call for each matter; gives their ids. */
  addDevices(group: number, devices: readonly TestDevice[], matters: readonly string[]): Promise<string[]>;
  /** The condition of a device's call, as it is now. */
  find(deviceId: string, matter: string): Promise<Target>;
  /** An action of a user, which must be done; gives its id. */
  act(subject: string, fields: Readonly<Record<string, unknown>>, targets: readonly Target[]): Promise<string>;
}

interface Calls {
  /** Who enters them. */
  readonly user: SignedInUser;
  readonly devices: readonly TestDevice[];
  /** One call of each device for each matter. */
  readonly matters: readonly string[];
  readonly text?: string;
}

/** Devices with customers' calls; gives the ids of the devices. */
export async function addCalls(
  database: Pick<TestDatabase, 'db'>,
  { user, devices, matters, text }: Calls,
): Promise<string[]> {
  const ids = await addDevices(
    database,
    devices.map((device) => ({ updated_at: new Date(), received_at: new Date(), ...device })),
  );
  await database.db.transaction().execute(async (trx) => {
    const events = ids.flatMap((entityId) =>
      matters.map((matter) => ({
        entityId,
        conditionId: newId(),
        change: 'call',
        from: null,
        detail: { subject: matter, facts: { matter, unusable: false, ...(text === undefined ? {} : { text }) } },
      })),
    );
    const now = new Date();
    await addEvents(trx, events, { user, actionId: newId(), at: now });
    await reevaluate(trx, ids, { now, offlineHours: 48 });
  });
  return ids;
}

/** A rule as it is stored; gives its id. */
export async function addRule(
  { db }: Pick<TestDatabase, 'db'>,
  more: { readonly enabled?: boolean; readonly deleted_at?: Date; readonly organisation_id?: string },
  name = 'x',
): Promise<string> {
  const { organisation_id: id } = await db
    .selectFrom('organisation')
    .select('organisation_id')
    .where('kind', '=', 'operator')
    .executeTakeFirstOrThrow();
  const at = new Date();
  const ruleId = newId();
  const form = JSON.stringify({ ...ruleForm, name });
  await db
    .insertInto('alert_rule')
    .values({ rule_id: ruleId, organisation_id: id, form, made_at: at, changed_at: at, ...more })
    .execute();
  return ruleId;
}

/** A part that each of these devices will need. */
export async function addNeeds({ db }: Pick<TestDatabase, 'db'>, deviceIds: readonly string[]): Promise<void> {
  const need = {
    judged_on: new Date().toISOString().slice(0, 10),
    items: ['part.6342'],
    means: [0.5],
    variances: [0.25],
  };
  await db
    .insertInto('device_need')
    .values(deviceIds.map((device_id) => ({ device_id, ...need, bases: ['life' as const] })))
    .execute();
}

/** The application with the present roles in one group, and a stranger in another. */
export async function createWorld(env: Record<string, string> = {}): Promise<World> {
  const platen = await createTestApp({ PLATEN_USER_RATE: '1000000', ...env });
  const { database } = platen;
  await database.pool.query(
    `insert into app_user (user_id, subject, name, role) values ($1, $2, 'Tina', 'technician'), ($3, $4, $5, 'dealer')`,
    [newId(), subjects.technician, newId(), stranger, `${secret} van Dijk`],
  );
  await database.pool.query(`update app_user set sees_all = false where subject = 'service'`);
  await agreeForAll(database);
  const { admin: _seesAll, ...limited } = subjects;
  await addGroup(database, 1, 'One', ...Object.values(limited));
  await addGroup(database, 2, secret, stranger);
  const { rows } = await database.pool.query<SignedInUser>(
    `select user_id as "userId", subject, name, role, sees_all as "seesAll" from app_user`,
  );
  const users = new Map(rows.map((user) => [user.subject, { ...user, groups: [] }]));
  const userOf = (subject: string): SignedInUser => {
    const user = users.get(subject);
    if (user === undefined) throw new Error(`no user ${subject}`);
    return user;
  };
  const { bearer } = platen;
  const send: World['send'] = async (subject, method, path, body) =>
    await fetch(`${platen.url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(subject === undefined ? {} : await bearer(subject)),
      },
      ...(body === undefined ? {} : { body }),
    });
  return {
    platen,
    users,
    userId: (subject) => userOf(subject).userId,
    bearer,
    send,
    addDevices: (group, devices, matters) =>
      addCalls(database, {
        user: userOf(group === 1 ? 'admin' : stranger),
        devices: devices.map((device) => ({ group_ids: [group], ...device })),
        matters,
        ...(group === 1 ? {} : { text: secret }),
      }),
    async find(deviceId, matter) {
      const found = await database.db
        .selectFrom('condition')
        .select(['condition_id as conditionId', 'version'])
        .where('entity_id', '=', deviceId)
        .where('subject', '=', matter)
        .executeTakeFirstOrThrow();
      return found;
    },
    async act(subject, fields, targets) {
      const items = targets.map(({ conditionId, version }) => ({ conditionId, version }));
      const answer = await send(subject, 'POST', '/v1/worklist/actions', JSON.stringify({ ...fields, items }));
      const { actionId, results } = (await answer.json()) as { actionId?: string; results?: { code: number }[] };
      if (actionId === undefined || results?.some(({ code }) => code !== 0) !== false)
        throw new Error(`${JSON.stringify(fields)}: ${answer.status} ${JSON.stringify(results)}`);
      return actionId;
    },
  };
}

import { can, type Role, roles } from '@platen/contract/rights';
import type { ActionBody } from '@platen/contract/worklist';
import type { WorklistAction, WorkState } from '@platen/contract/worklist-names';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { Refusal } from '../../base/errors.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { act } from './act.ts';
import { readConditions } from './action-store.ts';
import { readRow } from './by-hand.ts';
import { enter } from './call.ts';

let platen: TestApp;
let device: string;
let users: Map<string, SignedInUser>;
/** Conditions by what they are, all of one device. */
const conditions = new Map<string, string>();
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const caller = (user: SignedInUser) => ({ user, offlineHours: 1, requestId: 'test' });
const userOf = (subject: string): SignedInUser => {
  const user = users.get(subject);
  if (user === undefined) throw new Error(`no user ${subject}`);
  return user;
};

beforeAll(async () => {
  platen = await createTestApp();
  const { database } = platen;
  await database.pool.query(
    `insert into app_user (user_id, subject, name, role) values ($1, 'tech', 'Tina', 'technician')`,
    [newId()],
  );
  await agreeForAll(database);
  await addGroup(database, 1, 'One', 'dealer', 'tech', 'dealer-admin');
  const { rows } = await database.pool.query<SignedInUser>(
    `select user_id as "userId", subject, name, role, sees_all as "seesAll" from app_user`,
  );
  users = new Map(rows.map((row) => [row.subject, { ...row, groups: [{ groupId: 1, name: 'One' }] }]));
  [device = ''] = await addDevices(database, [{ serial: 'A', group_ids: [1], updated_at: new Date() }]);
  const service = userOf('service');
  const make = async (
    name: string,
    matter: 'noise' | 'slow' | 'network' | 'colour' | 'paperJam' | 'other',
    ...steps: Step[]
  ) => {
    const { conditionId } = await database.db.transaction().execute(async (trx) => {
      const { condition } = await enter(trx, caller(service), { deviceId: device, matter, unusable: false });
      return condition;
    });
    conditions.set(name, conditionId);
    for (const step of steps) expect((await tryAct(service, conditionId, step, 'commit')).code).toBe(0);
  };
  await make('open', 'noise');
  await make('acknowledged', 'slow', { action: 'acknowledge' });
  await make("technician's", 'network', { action: 'assign', assignee: userOf('tech').userId });
  await make("another's", 'colour', { action: 'assign', assignee: service.userId });
  await make('planned', 'paperJam', { action: 'plan', plannedDay: day(2), assignee: null });
  await make('snoozed', 'other', { action: 'snooze', untilWorse: true, reason: 'waitingForPart' });
});
afterAll(() => platen.close());

type WithoutItems<T> = T extends unknown ? Omit<T, 'items'> : never;
type Step = WithoutItems<ActionBody>;

class RolledBack extends Error {}

/** Does an action on one condition; the transaction is kept only where the test needs the new state. */
async function tryAct(user: SignedInUser, conditionId: string, step: Step, end: 'commit' | 'rollback' = 'rollback') {
  let code: number | undefined;
  const work = platen.database.db.transaction().execute(async (trx) => {
    const version = (await readConditions(trx, [conditionId])).get(conditionId)?.version ?? 0;
    const { results } = await act(trx, caller(user), { ...step, items: [{ conditionId, version }] });
    code = results[0]?.code;
    if (end === 'rollback') throw new RolledBack();
  });
  await work.catch((error: unknown) => {
    if (error instanceof Refusal) code = error.errorCode;
    else if (!(error instanceof RolledBack)) throw error;
  });
  return { code };
}

const toStep = (action: Exclude<WorklistAction, 'undo'>, { userId }: SignedInUser): Step => {
  const steps = {
    acknowledge: { action: 'acknowledge' },
    assign: { action: 'assign', assignee: userId },
    plan: { action: 'plan', plannedDay: day(3), assignee: null },
    unplan: { action: 'unplan' },
    snooze: { action: 'snooze', untilWorse: true, reason: 'waitingForPart' },
    wake: { action: 'wake' },
    resolve: { action: 'resolve', reason: 'fixed' },
    note: { action: 'note', note: 'Ring twice.' },
  } as const satisfies Record<typeof action, Step>;
  return steps[action];
};

const all = ['acknowledge', 'assign', 'plan', 'unplan', 'snooze', 'wake', 'resolve', 'note'] as const;
const without = (...names: readonly string[]) => all.filter((name) => !names.includes(name));
/** What each state allows by the table of transitions, and of that what a technician may do (OA-20). */
const expected: Readonly<Record<string, { work: WorkState; staff: string[]; technician: string[] }>> = {
  open: { work: 'open', staff: without('unplan', 'wake'), technician: without('plan', 'unplan', 'wake') },
  acknowledged: {
    work: 'acknowledged',
    staff: without('acknowledge', 'unplan', 'wake'),
    technician: without('acknowledge', 'plan', 'unplan', 'wake'),
  },
  "technician's": {
    work: 'acknowledged',
    staff: without('acknowledge', 'unplan', 'wake'),
    technician: without('acknowledge', 'plan', 'unplan', 'wake'),
  },
  "another's": { work: 'acknowledged', staff: without('acknowledge', 'unplan', 'wake'), technician: [] },
  planned: {
    work: 'planned',
    staff: without('acknowledge', 'wake'),
    technician: without('acknowledge', 'plan', 'unplan', 'wake'),
  },
  snoozed: {
    work: 'snoozed',
    staff: ['snooze', 'wake', 'resolve', 'note'],
    technician: ['snooze', 'wake', 'resolve', 'note'],
  },
};

/** Roles that have no worklist are refused as a whole: worklist-rights.test.ts. */
const workers = roles.filter((role) => can(role, 'actOnOwnWork'));
const subjectOf = (role: Role) =>
  (({ technician: 'tech', dealerAdmin: 'dealer-admin' }) as Partial<Record<Role, string>>)[role] ?? role;

test.each(workers)(
  'GE-04 OA-20 WL-22 WL-60: what a %s is offered for a condition is exactly what is done when it is asked for',
  async (role) => {
    const user = userOf(subjectOf(role));
    const row = await readRow(platen.database.db, user, device, new Date());
    const everyAction = new Set<string>();
    for (const [name, { work, staff, technician }] of Object.entries(expected)) {
      const conditionId = conditions.get(name) ?? '';
      const done: string[] = [];
      for (const action of all) {
        const { code } = await tryAct(user, conditionId, toStep(action, user));
        expect([200002, 202003, 0]).toContain(code);
        if (code === 0) done.push(action);
      }
      expect([name, done]).toEqual([name, role === 'technician' ? technician : staff]);
      const answered = await readAnswered(user, conditionId);
      expect([name, answered?.work, answered?.actions]).toEqual([name, work, done]);
      for (const action of done) everyAction.add(action);
    }
    expect(new Set(row?.actions)).toEqual(everyAction);
  },
);

/** The condition as the opened row of the device answers it. */
async function readAnswered(user: SignedInUser, conditionId: string) {
  const answer = await platen.get(user.subject, `/v1/worklist/${device}`);
  const { conditions: found } = (await answer.json()) as {
    conditions: { conditionId: string; work: string; actions: string[] }[];
  };
  return found.find((one) => one.conditionId === conditionId);
}

test('GE-04 WL-22: a technician is offered no other person to assign to', async () => {
  const people = async (subject: string) =>
    ((await (await platen.get(subject, '/v1/worklist/people')).json()) as { people: { name: string }[] }).people.map(
      ({ name }) => name,
    );
  expect(await people('tech')).toEqual(['Tina']);
  expect((await people('dealer')).length).toBeGreaterThan(1);
});

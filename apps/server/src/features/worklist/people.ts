import { can, roles } from '@platen/contract/rights';
import type { Person } from '@platen/contract/worklist-item';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';

type Db = Kysely<Database>;

/** Users by id; of an erased one there is none. */
export type People = ReadonlyMap<string, Person>;

/** The names of users; erased users are left out. */
export async function readNames(db: Db, userIds: Iterable<string | null>): Promise<People> {
  const ids = [...new Set([...userIds].flatMap((id) => id ?? []))];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Person>`
    select user_id as "userId", name from app_user where user_id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** The user of an id; the mark in place of the name of one who was erased (GE-17). Null: no user. */
export function personOf(people: People, userId: string): Person;
export function personOf(people: People, userId: string | null): Person | null;
export function personOf(people: People, userId: string | null): Person | null {
  if (userId === null) return null;
  return people.get(userId) ?? { userId, name: `erased-${userId}` };
}

/** Roles of users who can have work. */
const workers = roles.filter((role) => can(role, 'actOnOwnWork'));

/**
 * The condition on `app_user u` for those to whom this user may assign: a technician to itself (WL-22); users
 * who see all devices to everybody who may sign in and has work;
 * others to themselves and those who share a group.
 */
const assignableBy = (user: SignedInUser): RawBuilder<boolean> => {
  const { userId, seesAll } = user;
  if (!can(user, 'actOnWorklist')) return sql<boolean>`u.disabled_at is null and u.user_id = ${userId}`;
  const working = sql`u.disabled_at is null and u.role = any(${workers})`;
  return seesAll
    ? sql<boolean>`${working}`
    : sql<boolean>`${working} and (u.user_id = ${userId} or u.user_id in (
        select theirs.user_id from user_group mine join user_group theirs on theirs.group_id = mine.group_id
        where mine.user_id = ${userId}))`;
};

/** Whether this user may assign to that one. */
export async function mayAssignTo(db: Db, user: SignedInUser, assignee: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from app_user u where u.user_id = ${assignee} and ${assignableBy(user)}`.execute(db);
  return rows.length > 0;
}

/** Of these devices, those that a person does not see, who could not work on them. */
export async function findUnseen(db: Db, userId: string, deviceIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (deviceIds.length === 0) return new Set();
  const { rows: found } = await sql<Reach>`
    select ${reachColumns} from app_user u where u.user_id = ${userId}`.execute(db);
  const [reach = { seesAll: false, groupIds: [] }] = found;
  const groups = reach.groupIds.map((groupId) => ({ groupId, name: '' }));
  const { rows } = await sql<{ id: string }>`
    select d.device_id as id from device d where d.device_id = any(${deviceIds}::uuid[])
      and not coalesce(${visibleTo({ seesAll: reach.seesAll, groups })}, false)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

interface Reach {
  readonly seesAll: boolean;
  readonly groupIds: readonly number[];
}

const rolesThatSeeAll = roles.filter((role) => can(role, 'seeEveryDevice'));

/** Which devices `app_user u` sees, as at its sign-in. */
const reachColumns = sql`u.sees_all and u.role = any(${rolesThatSeeAll}) as "seesAll",
  array(select g.group_id from user_group g where g.user_id = u.user_id) as "groupIds"`;

interface Colleague extends Person {
  readonly rows: number;
  readonly visitsToday: number;
  readonly unseen?: number;
}

interface Asked {
  readonly visibleRow: RawBuilder<boolean>;
  readonly today: string;
  /** Devices to count as unseen for each person; only those that the user sees are counted. */
  readonly devices: readonly string[] | undefined;
}

/** To whom the user may assign, with the rows of the user's that each has, and the visits of today. */
export async function readPeople(db: Db, user: SignedInUser, asked: Asked): Promise<Colleague[]> {
  const { visibleRow, today, devices } = asked;
  const { rows } = await sql<Colleague & Reach>`
    with mine as (
      select assignee, count(*)::int as rows from worklist_row w cross join unnest(w.assignees) as assignee
      where w.priority is not null and ${visibleRow} group by assignee
    )
    select u.user_id as "userId", u.name, coalesce(mine.rows, 0) as rows,
      (select count(*)::int from visit v where v.assignee = u.user_id and v.planned_day = ${today}::date
        and v.state in ('planned', 'underWay')) as "visitsToday", ${reachColumns}
    from app_user u left join mine on mine.assignee = u.user_id
    where ${assignableBy(user)} order by u.name, u.user_id`.execute(db);
  const groups = devices === undefined ? undefined : await readGroups(db, user, devices);
  return rows.map(({ seesAll, groupIds, ...person }) => {
    if (groups === undefined) return person;
    const own = new Set(groupIds);
    return { ...person, unseen: seesAll ? 0 : groups.filter((ids) => !ids.some((id) => own.has(id))).length };
  });
}

/** The groups of each of these devices that the user sees. */
async function readGroups(db: Db, user: SignedInUser, deviceIds: readonly string[]): Promise<number[][]> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(d.group_ids, '{}') as ids from device d
    where d.device_id = any(${deviceIds}::uuid[]) and ${visibleTo(user)}`.execute(db);
  return rows.map(({ ids }) => ids);
}

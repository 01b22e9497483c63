import type { BodyOf } from '@platen/contract/endpoint';
import type { changeUser as changeCall, UserItem } from '@platen/contract/people';
import { sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { Actor, Author, SignedInUser } from '../../identity/signed-in-user.ts';
import { recordChanges } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { findHome, keepAnAdministrator, lockAccounts, lockOut, requireGivable } from './account-rules.ts';
import { findUser, operatorId } from './user-store.ts';

type Trx = Transaction<Database>;

/** A user whom the author may administer, locked; refuses 204001, 202002, and 200002 one who can do more. */
export async function lockUser(trx: Trx, { user }: Author, userId: string, version: number): Promise<UserItem> {
  await lockAccounts(trx);
  const before = await findUser(trx, user, userId);
  if (before === undefined) throw new Refusal(204001, 'there is no such user');
  if (before.version !== version)
    throw new Refusal(202002, 'the user was changed meanwhile', { body: { current: { user: before } } });
  requireGivable(user, [before.role], []);
  return before;
}

/** Changes a user of the own tree (OA-10, OA-15, OA-16, OA-21). */
export async function changeUser(
  trx: Trx,
  author: Author,
  userId: string,
  { version, ...change }: BodyOf<typeof changeCall>,
): Promise<UserItem> {
  const { user, actor = user } = author;
  const before = await lockUser(trx, author, userId, version);
  const role = change.role ?? before.role;
  const organisationId =
    change.organisationId === undefined ? (before.organisation?.organisationId ?? null) : change.organisationId;
  const isMoved = role !== before.role || organisationId !== (before.organisation?.organisationId ?? null);
  const isClosed = change.state === 'disabled' && before.state === 'active';
  if (isMoved && before.byClaim)
    throw new Refusal(202003, 'role and organisation follow the groups of the identity provider');
  requireGivable(user, [role], []);
  if (isMoved || isClosed) await keepAnAdministrator(trx, userId);
  if (isMoved)
    await moveUser(trx, user, userId, { role, organisationId, from: before.organisation?.organisationId ?? null });
  if (isClosed) await lockOut(trx, userId);
  if (change.state === 'active' && before.state === 'disabled')
    await trx.updateTable('app_user').set({ disabled_at: null }).where('user_id', '=', userId).execute();
  await trx
    .updateTable('app_user')
    .set({ name: change.name ?? before.name, version: version + 1 })
    .where('user_id', '=', userId)
    .execute();
  const rights = change.rights === undefined ? [] : await changeRights(trx, user, before, change.rights);
  const after = await findUser(trx, user, userId);
  if (after === undefined) throw new Refusal(204001, 'there is no such user');
  const subject = `user:${before.subject}`;
  const detailOf = ({ name, role: of, organisation, state }: UserItem) => ({
    name,
    role: of,
    organisationId: organisation?.organisationId ?? null,
    state,
  });
  const detail = {
    before: detailOf(before),
    after: detailOf(after),
    organisationId: after.organisation?.organisationId ?? null,
  };
  const isChanged = JSON.stringify(detail.before) !== JSON.stringify(detail.after);
  await recordChanges(trx, [
    ...(isChanged ? [{ actor, action: 'users change', subject, detail }] : []),
    ...rights.map((right) => ({
      actor,
      action: right.endsOn === undefined ? 'users take-right' : 'users give-right',
      subject,
      detail: { ...right },
    })),
  ]);
  return after;
}

interface Move {
  readonly role: UserItem['role'];
  readonly organisationId: string | null;
  readonly from: string | null;
}

/** Gives role and organisation, and the group of the new organisation instead of that of the old one. */
export async function moveUser(
  trx: Trx,
  user: Actor,
  userId: string,
  { role, organisationId, from }: Move,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`select ${operatorId} as id`.execute(trx);
  const home = await findHome(trx, user, { organisationId: organisationId ?? rows[0]?.id ?? '', role });
  await trx
    .updateTable('app_user')
    .set({
      role,
      organisation_id: home.kind === 'operator' ? null : home.organisationId,
      sees_all: home.kind === 'operator',
    })
    .where('user_id', '=', userId)
    .execute();
  await sql`delete from user_group where user_id = ${userId}
    and group_id = (select group_id from organisation where organisation_id = ${from})`.execute(trx);
  if (home.groupId !== null)
    await sql`insert into user_group (user_id, group_id) values (${userId}, ${home.groupId})
      on conflict do nothing`.execute(trx);
}

type Right = UserItem['rights'][number];
interface ChangedRight {
  readonly action: Right['action'];
  /** Undefined: taken away. */
  readonly endsOn?: string | null;
}

/** Replaces the single rights; gives those that differ. No user gives what it does not have. */
async function changeRights(
  trx: Trx,
  user: SignedInUser,
  { userId, rights: before }: UserItem,
  wanted: readonly Right[],
): Promise<ChangedRight[]> {
  const known = new Map(before.map(({ action, endsOn }) => [action, endsOn]));
  const given = wanted.filter(({ action, endsOn }) => !known.has(action) || known.get(action) !== endsOn);
  const taken = before.filter(({ action }) => !wanted.some((one) => one.action === action));
  requireGivable(
    user,
    [],
    [...given, ...taken].map(({ action }) => action),
  );
  const today = new Date().toISOString().slice(0, 10);
  if (given.some(({ endsOn }) => endsOn !== null && endsOn < today))
    throw new Refusal(202001, 'rights: the last day of a right has passed');
  for (const { action, endsOn } of given)
    await trx
      .insertInto('user_right')
      .values({ user_id: userId, action, ends_on: endsOn })
      .onConflict((conflict) => conflict.columns(['user_id', 'action']).doUpdateSet({ ends_on: endsOn }))
      .execute();
  for (const { action } of taken)
    await trx.deleteFrom('user_right').where('user_id', '=', userId).where('action', '=', action).execute();
  return [...given, ...taken.map(({ action }) => ({ action }))];
}

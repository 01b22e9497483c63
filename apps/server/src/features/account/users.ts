import type { BrandName } from '@platen/contract/brands';
import { can, type Role } from '@platen/contract/rights';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../base/errors.ts';
import { type Actor, requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import type { ClaimedMail } from '../../identity/token-check.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transactions.ts';
import { keepAnAdministrator, lockAccounts, lockOut } from './account-rules.ts';
import { moveUser } from './change-user.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

export interface UserSummary {
  readonly subject: string;
  readonly name: string;
  readonly role: Role;
  readonly seesAll: boolean;
  readonly disabledAt: Date | null;
  readonly lastLoginAt: Date | null;
  /** Ids of the groups, ascending. */
  readonly groups: readonly number[];
}

/** All users by subject. */
export async function listUsers(db: Db, actor: Actor): Promise<UserSummary[]> {
  requireRight(actor, 'manageUsers');
  const { rows } = await sql<UserSummary>`
    select subject, name, role, sees_all as "seesAll", disabled_at as "disabledAt", last_login_at as "lastLoginAt",
      array(select group_id from user_group g where g.user_id = u.user_id order by group_id) as groups
    from app_user u order by subject`.execute(db);
  return rows;
}

export interface NewUser {
  /** As in the tokens of the identity provider. */
  readonly subject: string;
  readonly name: string;
  readonly role: Role;
  /** Sees every device, whatever the groups. */
  readonly seesAll: boolean;
  readonly groupIds: readonly number[];
}

/**
 * Adds a user and returns its id. Refuses a subject in use, unknown groups, and every device for a dealer.
 */
export async function addUser(db: Db, actor: Actor, user: NewUser): Promise<string> {
  requireRight(actor, 'manageUsers');
  const { subject, name, role, seesAll, groupIds } = user;
  requireRightToSeeAll(role, seesAll);
  const userId = newId();
  await inTransaction(db, async (trx) => {
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('app_user')
      .values({
        user_id: userId,
        subject,
        name,
        role,
        sees_all: seesAll,
        disabled_at: null,
        agreed_terms_at: null,
        last_login_at: null,
      })
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .executeTakeFirstOrThrow();
    if (added !== 1n) throw new Refusal(202001, `there is a user '${subject}' already`);
    await writeGroups(trx, userId, groupIds);
    await record(trx, actor, 'add', subject, { role, all: seesAll, groupIds });
  });
  return userId;
}

/** Sets the role, and whether the user sees every device. */
export async function setRole(db: Db, actor: Actor, subject: string, role: Role, seesAll: boolean): Promise<void> {
  requireRight(actor, 'manageUsers');
  requireRightToSeeAll(role, seesAll);
  await inTransaction(db, async (trx) => {
    await lockAccounts(trx);
    const user = await lockUser(trx, subject);
    if (role !== user.role) await keepUnlessOperator(trx, actor, user.user_id);
    await trx.updateTable('app_user').set({ role, sees_all: seesAll }).where('user_id', '=', user.user_id).execute();
    const before = { role: user.role, all: user.sees_all };
    await record(trx, actor, 'set-role', subject, { before, after: { role, all: seesAll } });
  });
}

/** Moves a user to an organisation, whose devices it sees; null: the operator. Refuses 204001, 202001. */
export async function setOrganisation(
  db: Db,
  actor: Actor,
  subject: string,
  organisationId: string | null,
): Promise<void> {
  requireRight(actor, 'manageUsers');
  await inTransaction(db, async (trx) => {
    await lockAccounts(trx);
    const { user_id: userId, role, organisation_id: from } = await lockUser(trx, subject);
    await keepUnlessOperator(trx, actor, userId);
    await moveUser(trx, actor, userId, { role, organisationId, from });
    await record(trx, actor, 'organisation', subject, { before: from, after: organisationId });
  });
}

export interface GroupChange {
  /** Replaces all groups; the other two are applied to it. */
  readonly set?: readonly number[] | undefined;
  readonly add?: readonly number[] | undefined;
  readonly remove?: readonly number[] | undefined;
}

/** Changes the groups whose devices the user sees; returns them, ascending. */
export async function changeUserGroups(
  db: Db,
  actor: Actor,
  subject: string,
  { set, add = [], remove = [] }: GroupChange,
): Promise<number[]> {
  requireRight(actor, 'manageUsers');
  return await inTransaction(db, async (trx) => {
    const { user_id: userId } = await lockUser(trx, subject);
    const rows = await trx.selectFrom('user_group').select('group_id').where('user_id', '=', userId).execute();
    const before = rows.map((row) => row.group_id).sort((a, b) => a - b);
    const after = [...new Set([...(set ?? before), ...add])].filter((id) => !remove.includes(id)).sort((a, b) => a - b);
    await writeGroups(trx, userId, after);
    await record(trx, actor, 'groups', subject, { before, after });
    return after;
  });
}

/** Locks a user out, or lets it in again; nothing is deleted. */
export async function setDisabled(db: Db, actor: Actor, subject: string, disabled: boolean): Promise<void> {
  requireRight(actor, 'manageUsers');
  await inTransaction(db, async (trx) => {
    await lockAccounts(trx);
    const user = await lockUser(trx, subject);
    if (!disabled)
      await trx.updateTable('app_user').set({ disabled_at: null }).where('user_id', '=', user.user_id).execute();
    else if (user.disabled_at === null) {
      await keepUnlessOperator(trx, actor, user.user_id);
      await lockOut(trx, user.user_id);
    }
    await record(trx, actor, disabled ? 'disable' : 'enable', subject);
  });
}

/**
 * Deletes a user and replaces the name in all records by a mark, which is returned. What was done stays on
 * record (OQ-126).
 */
export async function eraseUser(db: Db, actor: Actor, subject: string): Promise<string> {
  requireRight(actor, 'manageUsers');
  return await inTransaction(db, async (trx) => {
    await lockAccounts(trx);
    // First, while nothing else is locked: this waits for a job of the user that is at a step.
    await sql`delete from job where user_id = (select user_id from app_user where subject = ${subject})`.execute(trx);
    const { user_id: userId } = await lockUser(trx, subject);
    await keepUnlessOperator(trx, actor, userId);
    const mark = `user:erased-${userId}`;
    const names = [subject, `user:${subject}`];
    await eraseFromWorklist(trx, userId);
    await trx.deleteFrom('app_user').where('user_id', '=', userId).execute();
    await trx
      .updateTable('audit_entry')
      .set({ subject: mark, detail: '{}' })
      // Agreements were recorded as `user <id>` by earlier versions.
      .where('subject', 'in', [`user:${subject}`, `user ${userId}`])
      .execute();
    await trx
      .updateTable('audit_entry')
      .set({ actor: mark })
      .where('actor', 'in', [...names, userId])
      .execute();
    await trx.updateTable('code_setting').set({ changed_by: mark }).where('changed_by', 'in', names).execute();
    await trx.updateTable('counter_break').set({ answered_by: mark }).where('answered_by', 'in', names).execute();
    await trx.updateTable('device_claim').set({ decided_by: mark }).where('decided_by', 'in', names).execute();
    await recordChange(trx, { actor, action: 'users delete', subject: mark });
    return mark;
  });
}

/**
 * Takes the user out of the worklist (GE-17): conditions lose the assignee, and their rows are worked out
 * again. Entries, notes and weights keep the id, which answers show as the mark; free text stays.
 */
async function eraseFromWorklist(trx: Trx, userId: string): Promise<void> {
  await sql`
    update worklist_row set assignees = array_remove(assignees, ${userId}::uuid)
    where ${userId}::uuid = any(assignees)`.execute(trx);
  await sql`
    update evaluation set next_due = now() where entity_id in (
      select entity_id from condition where assignee = ${userId} and not is_final order by 1
    )`.execute(trx);
}

/** What the user wrote, which an erasure leaves for a person to check (GE-17), newest first. */
export async function listWrittenTexts(db: Db, actor: Actor, subject: string): Promise<{ at: Date; text: string }[]> {
  requireRight(actor, 'manageUsers');
  const { rows } = await sql<{ at: Date; text: string }>`
    with author as (select user_id from app_user where subject = ${subject})
    select at, text from device_note join author using (user_id)
    union all
    select n.written_at, written from code_note n join author on author.user_id = n.written_by
      cross join unnest(array[n.changed_by, n.why]) as written where written is not null
    union all
    select min(p.proposed_at), p.why from code_proposal p join author on author.user_id = p.proposed_by
    group by p.list_id, p.why
    union all
    select p.answered_at, p.reason from code_proposal p join author on author.user_id = p.answered_by
    where p.reason is not null
    union all
    select r.recorded_at, e ->> 'reason' from visit_record r join author on author.user_id = r.recorded_by
      cross join jsonb_array_elements(r.body -> 'proposals') as e where e ? 'reason'
    union all
    select m.made_at, m.note from meter_correction m join author on author.user_id = m.made_by where m.note is not null
    union all
    select at, detail ->> 'note' from condition_event join author using (user_id) where detail ? 'note'
    union all
    select coalesce(v.done_at, v.made_at), v.note from visit v join author on author.user_id = v.made_by
    where v.note is not null
    union all
    select v.made_at, v.access from visit v join author on author.user_id = v.made_by where v.access is not null
    union all
    select r.recorded_at, r.body ->> part from visit_record r join author on author.user_id = r.recorded_by
      cross join unnest('{note,remains}'::text[]) as part where r.body ? part
    union all
    select now(), w.reason from device_weight w join author on author.user_id = w.set_by
    union all
    select now(), r.by_hand ->> 'reason' from worklist_row r join author on author.user_id::text = r.by_hand ->> 'by'
    union all
    select opened_at, facts ->> 'text' from condition c join condition_event e using (entity_id, condition_id)
      join author using (user_id) where e.change = 'call' and c.facts ? 'text'
    union all
    select f.changed_at, written from device_fact f join author on author.user_id = f.changed_by
      cross join unnest(array[f.contact, f.contract, f.notes]) as written where written is not null
    union all
    select v.at, v.form ->> 'note' from rule_version v join author on author.user_id = v.by
    where v.form ->> 'note' <> '' and v.change in ('made', 'changed', 'changedUntried')
    order by 1 desc`.execute(db);
  return rows;
}

/** Notes that the user signed in now, under which brand, and with which mail by the identity provider. */
export async function noteLogin(
  db: Db,
  user: SignedInUser,
  {
    mail,
    brand = null,
  }: { readonly mail?: ClaimedMail | undefined; readonly brand?: BrandName | null | undefined } = {},
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable('app_user')
      .set({
        last_login_at: new Date(),
        brand,
        ...(mail !== undefined && { mail: mail.address, mail_verified: mail.verified === true }),
      })
      .where('user_id', '=', user.userId)
      .execute();
    await recordChange(trx, { actor: user, action: 'users signIn', subject: `user:${user.subject}` });
  });
}

/** The operator at the command line may take the last administrator away, and add another (OA-15). */
async function keepUnlessOperator(trx: Trx, { role }: Actor, userId: string): Promise<void> {
  if (role !== 'operator') await keepAnAdministrator(trx, userId);
}

function requireRightToSeeAll(role: Role, seesAll: boolean): void {
  if (seesAll && !can(role, 'seeEveryDevice'))
    throw new Refusal(202001, `a ${role} sees the devices of the own groups, never every device`);
}

async function lockUser(trx: Trx, subject: string) {
  const user = await trx
    .selectFrom('app_user')
    .selectAll()
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst();
  if (user === undefined) throw new Refusal(202001, `there is no user '${subject}'`);
  return user;
}

async function writeGroups(trx: Trx, userId: string, groupIds: readonly number[]): Promise<void> {
  const known = await trx
    .selectFrom('device_group')
    .select('group_id')
    .where('group_id', 'in', [0, ...groupIds])
    .execute();
  const missing = groupIds.filter((id) => !known.some((group) => group.group_id === id));
  if (missing.length > 0) throw new Refusal(202001, `there is no group ${missing.join(', ')}`);
  await trx.deleteFrom('user_group').where('user_id', '=', userId).execute();
  if (groupIds.length > 0)
    await trx
      .insertInto('user_group')
      .values(groupIds.map((group_id) => ({ user_id: userId, group_id })))
      .execute();
}

const record = (trx: Trx, actor: Actor, verb: string, subject: string, detail?: Readonly<Record<string, unknown>>) =>
  recordChange(trx, {
    actor,
    action: `users ${verb}`,
    subject: `user:${subject}`,
    ...(detail && { detail }),
  });

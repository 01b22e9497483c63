import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { AdminError, type Command, UsageError } from './command.ts';
import { toArgument, toGroupId, toList, toRole, toTable } from './values.ts';

type Trx = Transaction<Database>;

async function find(trx: Trx, subject: string) {
  const user = await trx
    .selectFrom('app_user')
    .selectAll()
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst();
  if (user === undefined) throw new AdminError(`there is no user '${subject}'`);
  return user;
}

async function setGroups(trx: Trx, userId: string, groupIds: readonly number[]): Promise<void> {
  const known = await trx
    .selectFrom('device_group')
    .select('group_id')
    .where('group_id', 'in', [0, ...groupIds])
    .execute();
  const missing = groupIds.filter((id) => !known.some((group) => group.group_id === id));
  if (missing.length > 0) throw new AdminError(`there is no group ${missing.join(', ')}`);
  await trx.deleteFrom('user_group').where('user_id', '=', userId).execute();
  if (groupIds.length > 0)
    await trx
      .insertInto('user_group')
      .values(groupIds.map((group_id) => ({ user_id: userId, group_id })))
      .execute();
}

/** Only those who may see everything can be given it: a dealer sees the devices of the groups, always. */
function checkAll(role: string, all: boolean): void {
  if (all && role === 'dealer')
    throw new UsageError('--all is for the roles service and admin; a dealer sees the devices of the own groups');
}

const done = (sentence: string, value: Record<string, unknown>) => ({ value, lines: [sentence] });

export const userCommands: readonly Command[] = [
  {
    name: 'users list',
    usage: '',
    summary: 'All users with role, groups and last sign-in',
    arguments: [0, 0],
    async run({ db }) {
      const { rows } = await sql<{
        subject: string;
        name: string;
        role: string;
        seesAll: boolean;
        disabledAt: Date | null;
        lastLoginAt: Date | null;
        groups: number[];
      }>`
        select subject, name, role, sees_all as "seesAll", disabled_at as "disabledAt", last_login_at as "lastLoginAt",
          array(select group_id from user_group g where g.user_id = u.user_id order by group_id) as groups
        from app_user u order by subject`.execute(db);
      const table = rows.map((user) => [
        user.subject,
        user.name,
        user.role,
        user.seesAll ? 'all devices' : user.groups.join(',') || 'none',
        user.lastLoginAt?.toISOString() ?? null,
        user.disabledAt === null ? '' : `disabled ${user.disabledAt.toISOString()}`,
      ]);
      return {
        value: { users: rows },
        lines: toTable(['SUBJECT', 'NAME', 'ROLE', 'GROUPS', 'LAST SIGN-IN', ''], table),
      };
    },
  },
  {
    name: 'users add',
    usage: '<subject> --name <name> --role dealer|service|admin [--groups 1,2] [--all]',
    summary: "A user, known by the subject of the identity provider's token; --all: sees every device",
    arguments: [1, 1],
    options: { name: 'text', role: 'text', groups: 'text', all: 'flag' },
    async run({ db, actor }, args) {
      const subject = toArgument(args, 0, 'the subject', 512);
      const role = toRole(args.text('role'));
      checkAll(role, args.flag('all'));
      const groupIds = (toList(args, 'groups') ?? []).map(toGroupId);
      const userId = newId();
      const name = args.text('name')?.trim() || subject;
      await db.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows: added } = await trx
          .insertInto('app_user')
          .values({
            user_id: userId,
            subject,
            name,
            role,
            sees_all: args.flag('all'),
            disabled_at: null,
            agreed_terms_at: null,
            last_login_at: null,
          })
          .onConflict((conflict) => conflict.column('subject').doNothing())
          .executeTakeFirstOrThrow();
        if (added !== 1n) throw new AdminError(`there is a user '${subject}' already`);
        await setGroups(trx, userId, groupIds);
        await recordChange(trx, {
          actor,
          action: 'users add',
          subject: `user:${subject}`,
          detail: { role, all: args.flag('all'), groupIds },
        });
      });
      return done(`added user '${subject}' with role ${role}`, { userId, subject, name, role, groups: groupIds });
    },
  },
  {
    name: 'users set-role',
    usage: '<subject> dealer|service|admin [--all]',
    summary: 'Another role; without --all the user sees the own groups only',
    arguments: [2, 2],
    options: { all: 'flag' },
    async run({ db, actor }, args) {
      const subject = toArgument(args, 0, 'the subject', 512);
      const role = toRole(args.positionals[1]);
      const all = args.flag('all');
      checkAll(role, all);
      await db.transaction().execute(async (trx) => {
        const user = await find(trx, subject);
        await trx.updateTable('app_user').set({ role, sees_all: all }).where('user_id', '=', user.user_id).execute();
        await recordChange(trx, {
          actor,
          action: 'users set-role',
          subject: `user:${subject}`,
          detail: { before: { role: user.role, all: user.sees_all }, after: { role, all } },
        });
      });
      return done(`user '${subject}' has role ${role}${all ? ' and sees every device' : ''}`, { subject, role, all });
    },
  },
  {
    name: 'users groups',
    usage: '<subject> (--set 1,2 | --add 3 | --remove 1)',
    summary: 'The groups whose devices the user sees',
    arguments: [1, 1],
    options: { set: 'text', add: 'text', remove: 'text' },
    async run({ db, actor }, args) {
      const subject = toArgument(args, 0, 'the subject', 512);
      const [set, add, remove] = ['set', 'add', 'remove'].map((option) => toList(args, option)?.map(toGroupId));
      if (set === undefined && add === undefined && remove === undefined)
        throw new UsageError('one of --set, --add, --remove is needed');
      const groups = await db.transaction().execute(async (trx) => {
        const user = await find(trx, subject);
        const rows = await trx
          .selectFrom('user_group')
          .select('group_id')
          .where('user_id', '=', user.user_id)
          .execute();
        const before = rows.map((row) => row.group_id).sort((a, b) => a - b);
        const after = [...new Set([...(set ?? before), ...(add ?? [])])]
          .filter((id) => !(remove ?? []).includes(id))
          .sort((a, b) => a - b);
        await setGroups(trx, user.user_id, after);
        await recordChange(trx, {
          actor,
          action: 'users groups',
          subject: `user:${subject}`,
          detail: { before, after },
        });
        return after;
      });
      return done(`user '${subject}' is in ${groups.length === 0 ? 'no group' : `group ${groups.join(', ')}`}`, {
        subject,
        groups,
      });
    },
  },
  ...(['disable', 'enable'] as const).map(
    (action): Command => ({
      name: `users ${action}`,
      usage: '<subject>',
      summary:
        action === 'disable' ? 'Refuse the user from now on; nothing is deleted' : 'Let a disabled user in again',
      arguments: [1, 1],
      async run({ db, actor }, args) {
        const subject = toArgument(args, 0, 'the subject', 512);
        await db.transaction().execute(async (trx) => {
          const user = await find(trx, subject);
          const disabled_at = action === 'disable' ? (user.disabled_at ?? new Date()) : null;
          await trx.updateTable('app_user').set({ disabled_at }).where('user_id', '=', user.user_id).execute();
          await recordChange(trx, { actor, action: `users ${action}`, subject: `user:${subject}` });
        });
        return done(`user '${subject}' is ${action}d`, { subject, disabled: action === 'disable' });
      },
    }),
  ),
  {
    name: 'users delete',
    usage: '<subject> --yes',
    summary: 'Erase the user: account, sign-in and agreement times, and the name wherever changes were recorded',
    arguments: [1, 1],
    options: { yes: 'flag' },
    async run({ db, actor }, args) {
      const subject = toArgument(args, 0, 'the subject', 512);
      if (!args.flag('yes'))
        throw new UsageError(
          `this cannot be undone: say --yes to erase user '${subject}' ('users disable' only locks out)`,
        );
      const erased = await db.transaction().execute(async (trx) => {
        const user = await find(trx, subject);
        const mark = `user:erased-${user.user_id}`;
        await trx.deleteFrom('app_user').where('user_id', '=', user.user_id).execute();
        // What was done stays on record, who it was does not (OQ-126).
        await trx
          .updateTable('audit_entry')
          .set({ subject: mark, detail: '{}' })
          .where('subject', '=', `user:${subject}`)
          .execute();
        await trx
          .updateTable('audit_entry')
          .set({ actor: mark })
          .where('actor', 'in', [subject, `user:${subject}`, user.user_id])
          .execute();
        const names = [subject, `user:${subject}`];
        await trx.updateTable('code_setting').set({ changed_by: mark }).where('changed_by', 'in', names).execute();
        await trx.updateTable('counter_break').set({ answered_by: mark }).where('answered_by', 'in', names).execute();
        await recordChange(trx, { actor, action: 'users delete', subject: mark });
        return mark;
      });
      return done(`erased user '${subject}'`, { erased });
    },
  },
];

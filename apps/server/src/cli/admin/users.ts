import { can, type Role, roles } from '@platen/contract/rights';
import * as service from '../../features/account/users.ts';
import { listChanges } from '../../features/operator/service.ts';
import {
  type Arguments,
  type Command,
  type Outcome,
  toArgument,
  toGroupId,
  toLimit,
  toList,
  toTable,
  UsageError,
} from './command.ts';

const toSubject = (args: Arguments): string => toArgument(args, 0, 'the subject', 512);

function toRole(text: string | undefined, all: boolean): Role {
  const role = roles.find((name) => name === text);
  if (role === undefined) throw new UsageError(`the role must be one of ${roles.join(', ')}`);
  if (all && !can(role, 'seeEveryDevice')) {
    const others = roles.filter((name) => can(name, 'seeEveryDevice'));
    throw new UsageError(
      `--all is for the roles ${others.join(' and ')}; a ${role} sees the devices of the own groups`,
    );
  }
  return role;
}

const done = (sentence: string, value: Record<string, unknown>): Outcome => ({ value, lines: [sentence] });

export const userCommands: readonly Command[] = [
  {
    name: 'users list',
    usage: '',
    summary: 'All users with role, groups and last sign-in',
    arguments: [0, 0],
    async run({ db, actor }) {
      const users = await service.listUsers(db, actor);
      const table = users.map((user) => [
        user.subject,
        user.name,
        user.role,
        user.seesAll ? 'all devices' : user.groups.join(',') || 'none',
        user.lastLoginAt?.toISOString() ?? null,
        user.disabledAt === null ? '' : `disabled ${user.disabledAt.toISOString()}`,
      ]);
      return { value: { users }, lines: toTable(['SUBJECT', 'NAME', 'ROLE', 'GROUPS', 'LAST SIGN-IN', ''], table) };
    },
  },
  {
    name: 'users add',
    usage: `<subject> --name <name> --role ${roles.join('|')} [--groups 1,2] [--all]`,
    summary: "Add a user, known by the subject of the identity provider's token; --all: sees every device",
    arguments: [1, 1],
    options: { name: 'text', role: 'text', groups: 'text', all: 'flag' },
    async run({ db, actor }, args) {
      const subject = toSubject(args);
      const seesAll = args.flag('all');
      const role = toRole(args.text('role'), seesAll);
      const groupIds = (toList(args, 'groups') ?? []).map(toGroupId);
      const name = args.text('name')?.trim() || subject;
      const userId = await service.addUser(db, actor, { subject, name, role, seesAll, groupIds });
      return done(`added user '${subject}' with role ${role}`, { userId, subject, name, role, groups: groupIds });
    },
  },
  {
    name: 'users set-role',
    usage: `<subject> ${roles.join('|')} [--all]`,
    summary: 'Change the role; without --all the user sees only the devices of the own groups',
    arguments: [2, 2],
    options: { all: 'flag' },
    async run({ db, actor }, args) {
      const subject = toSubject(args);
      const all = args.flag('all');
      const role = toRole(args.positionals[1], all);
      await service.setRole(db, actor, subject, role, all);
      return done(`user '${subject}' has role ${role}${all ? ' and sees every device' : ''}`, { subject, role, all });
    },
  },
  {
    name: 'users groups',
    usage: '<subject> (--set 1,2 | --add 3 | --remove 1)',
    summary: 'Change the groups whose devices the user sees',
    arguments: [1, 1],
    options: { set: 'text', add: 'text', remove: 'text' },
    async run({ db, actor }, args) {
      const subject = toSubject(args);
      const [set, add, remove] = ['set', 'add', 'remove'].map((option) => toList(args, option)?.map(toGroupId));
      if (set === undefined && add === undefined && remove === undefined)
        throw new UsageError('one of --set, --add, --remove is needed');
      const groups = await service.changeUserGroups(db, actor, subject, { set, add, remove });
      const list = groups.length === 0 ? 'no group' : `group ${groups.join(', ')}`;
      return done(`user '${subject}' is in ${list}`, { subject, groups });
    },
  },
  ...(['disable', 'enable'] as const).map(
    (action): Command => ({
      name: `users ${action}`,
      usage: '<subject>',
      summary: action === 'disable' ? 'Lock the user out; nothing is deleted' : 'Let a disabled user in again',
      arguments: [1, 1],
      async run({ db, actor }, args) {
        const subject = toSubject(args);
        await service.setDisabled(db, actor, subject, action === 'disable');
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
      const subject = toSubject(args);
      if (!args.flag('yes'))
        throw new UsageError(
          `this cannot be undone: say --yes to erase user '${subject}' ('users disable' only locks out)`,
        );
      const texts = await service.listWrittenTexts(db, actor, subject);
      const erased = await service.eraseUser(db, actor, subject);
      const left = texts.map(({ at, text }) => [at.toISOString(), text]);
      const lines =
        left.length === 0 ? [] : ['texts that stay, to be checked for names:', ...toTable(['AT', 'TEXT'], left)];
      return { value: { erased, texts }, lines: [`erased user '${subject}'`, ...lines] };
    },
  },
];

export const auditCommands: readonly Command[] = [
  {
    name: 'audit list',
    usage: '[--limit 50] [--subject group:3] [--actor <name>]',
    summary: 'Who changed what, newest first',
    arguments: [0, 0],
    options: { limit: 'text', subject: 'text', actor: 'text' },
    async run({ db, actor }, args) {
      const filter = { limit: toLimit(args, 50), subject: args.text('subject'), actor: args.text('actor') };
      const entries = await listChanges(db, actor, filter);
      const table = entries.map((row) => [
        row.at.toISOString(),
        row.actor,
        row.action,
        row.subject,
        JSON.stringify(row.detail),
      ]);
      return { value: { entries }, lines: toTable(['AT', 'WHO', 'WHAT', 'OF', 'DETAIL'], table) };
    },
  },
];

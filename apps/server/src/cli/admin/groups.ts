import * as service from '../../features/groups/service.ts';
import type { GroupRule } from '../../store/tables/account-tables.ts';
import {
  type Arguments,
  type Command,
  readList,
  toArgument,
  toGroupId,
  toList,
  toTable,
  UsageError,
} from './command.ts';

const ruleOptions = { customers: 'text', dealers: 'text', models: 'text', serials: 'text' } as const;
const ruleUsage = '[--customers C1,C2] [--dealers D1] [--models "MODEL A"] [--serials S1]';

/** The rule of the options; null if none is given. */
function toRule(args: Arguments): GroupRule | null {
  const [customerNumbers, dealerNumbers, models, serials] = (
    ['customers', 'dealers', 'models', 'serials'] as const
  ).map((name) => toList(args, name));
  const rule = {
    ...(customerNumbers && { customerNumbers }),
    ...(dealerNumbers && { dealerNumbers }),
    ...(models && { models }),
    ...(serials && { serials }),
  };
  return Object.keys(rule).length === 0 ? null : rule;
}

const toRuleText = (rule: GroupRule | null): string | null =>
  rule === null
    ? null
    : Object.entries(rule)
        .map(([name, values]) => `${name}: ${(values ?? []).join(', ')}`)
        .join('; ');

const moves = (moved: number) => `${moved} ${moved === 1 ? 'device' : 'devices'} moved`;
const toId = (args: Arguments): number => toGroupId(toArgument(args, 0, 'the group id'));

export const groupCommands: readonly Command[] = [
  {
    name: 'groups list',
    usage: '',
    summary: 'All groups with their rules and numbers of devices and users',
    arguments: [0, 0],
    async run({ db, actor }) {
      const groups = await service.listGroups(db, actor);
      const table = groups.map(({ groupId, name, devices, listed, users, rule }) => [
        groupId,
        name,
        devices,
        listed,
        users,
        toRuleText(rule),
      ]);
      return { value: { groups }, lines: toTable(['ID', 'NAME', 'DEVICES', 'BY LIST', 'USERS', 'RULE'], table) };
    },
  },
  {
    name: 'groups add',
    usage: `<name> [--id <number>] ${ruleUsage}`,
    summary: 'Add a group; devices that match any value of its rule belong to it, now and later',
    arguments: [1, 1],
    options: { id: 'text', ...ruleOptions },
    async run({ db, actor }, args) {
      const name = toArgument(args, 0, 'the name');
      const id = args.text('id');
      const rule = toRule(args);
      const group = { name, rule, groupId: id === undefined ? undefined : toGroupId(id) };
      const { groupId, moved } = await service.addGroup(db, actor, group);
      return { value: { groupId, name, rule, moved }, lines: [`added group ${groupId} '${name}'; ${moves(moved)}`] };
    },
  },
  {
    name: 'groups rename',
    usage: '<id> <name>',
    summary: 'Rename a group',
    arguments: [2, 2],
    async run({ db, actor }, args) {
      const groupId = toId(args);
      const name = toArgument(args, 1, 'the name');
      await service.renameGroup(db, actor, groupId, name);
      return { value: { groupId, name }, lines: [`group ${groupId} is now '${name}'`] };
    },
  },
  {
    name: 'groups rule',
    usage: `<id> (${ruleUsage} | --clear)`,
    summary: 'Replace the rule of a group',
    arguments: [1, 1],
    options: { ...ruleOptions, clear: 'flag' },
    async run({ db, actor }, args) {
      const groupId = toId(args);
      const rule = toRule(args);
      if ((rule === null) !== args.flag('clear'))
        throw new UsageError('name what the rule takes in (--customers, --dealers, --models, --serials), or --clear');
      const moved = await service.setRule(db, actor, groupId, rule);
      const text = toRuleText(rule) ?? 'no rule';
      return { value: { groupId, rule, moved }, lines: [`group ${groupId}: ${text}; ${moves(moved)}`] };
    },
  },
  {
    name: 'groups members',
    usage: '<id> (--add S1,S2 | --remove S1 | --add-file <file> | --remove-file <file>)',
    summary:
      'Add or remove devices of a group by list: serial numbers or device ids; a file has one per line, - is standard input',
    arguments: [1, 1],
    options: { add: 'text', remove: 'text', 'add-file': 'text', 'remove-file': 'text' },
    async run({ db, actor }, args) {
      const groupId = toId(args);
      const [addFile, removeFile] = [args.text('add-file'), args.text('remove-file')];
      const add = [...(toList(args, 'add') ?? []), ...(addFile === undefined ? [] : readList(addFile))];
      const remove = [...(toList(args, 'remove') ?? []), ...(removeFile === undefined ? [] : readList(removeFile))];
      if (add.length + remove.length === 0)
        throw new UsageError('no device is named: use --add, --remove, --add-file or --remove-file');
      const changed = await service.changeMembers(db, actor, groupId, { add, remove });
      const { added, removed, moved } = changed;
      return {
        value: { groupId, ...changed },
        lines: [`group ${groupId}: ${added.length} added, ${removed.length} removed; ${moves(moved)}`],
      };
    },
  },
  {
    name: 'groups remove',
    usage: '<id> --yes',
    summary: 'Delete a group; its users lose sight of its devices, the devices stay',
    arguments: [1, 1],
    options: { yes: 'flag' },
    async run({ db, actor }, args) {
      const groupId = toId(args);
      if (!args.flag('yes')) throw new UsageError(`this cannot be undone: say --yes to delete group ${groupId}`);
      const { name, moved } = await service.removeGroup(db, actor, groupId);
      return { value: { groupId, name, moved }, lines: [`deleted group ${groupId} '${name}'; ${moves(moved)}`] };
    },
  },
];

import { toErrorCode } from '../../base/errors.ts';
import * as groups from '../../features/groups/store.ts';
import { changeGroups, findDevices, findGroup, listGroups } from '../../features/groups/store.ts';
import { recordChange } from '../../store/audit.ts';
import type { GroupRule } from '../../store/database.ts';
import { AdminError, type Arguments, type Command, type Context, UsageError } from './command.ts';
import { readList, toArgument, toGroupId, toList, toTable } from './values.ts';

const ruleOptions = { customers: 'text', dealers: 'text', models: 'text', serials: 'text' } as const;
const ruleUsage = '[--customers C1,C2] [--dealers D1] [--models "MODEL A"] [--serials S1]';

/** The rule that the options say; null when none is given. */
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

async function mustFind({ db }: Context, groupId: number) {
  const group = await findGroup(db, groupId);
  if (group === undefined) throw new AdminError(`there is no group ${groupId}`);
  return group;
}

/** Every name must be one device: a wrong list changes nothing. */
async function toDeviceIds({ db }: Context, names: readonly string[]): Promise<string[]> {
  const found = await findDevices(db, names);
  const unknown = names.filter((name) => found.get(name)?.length === 0);
  if (unknown.length > 0)
    throw new AdminError(
      `no device has the serial number or id ${unknown.slice(0, 20).join(', ')}${unknown.length > 20 ? ` and ${unknown.length - 20} more` : ''}`,
    );
  for (const [name, devices] of found)
    if (devices.length > 1)
      throw new AdminError(
        `several devices have the serial number ${name}: ${devices.map((device) => `${device.deviceId} (${device.manufacturer ?? '?'} ${device.model ?? '?'})`).join(', ')}; name the id`,
      );
  return [...found.values()].flatMap((devices) => devices.map((device) => device.deviceId));
}

const toRuleText = (rule: GroupRule | null): string | null =>
  rule === null
    ? null
    : Object.entries(rule)
        .map(([name, values]) => `${name}: ${(values ?? []).join(', ')}`)
        .join('; ');

/** A name that is taken is told in words. */
async function unlessTaken<T>(name: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (toErrorCode(error) === '23505')
      throw new AdminError(`there is a group with the name '${name}' or this id already`, { cause: error });
    throw error;
  }
}

const moves = (moved: number) => `${moved} ${moved === 1 ? 'device' : 'devices'} moved`;

export const groupCommands: readonly Command[] = [
  {
    name: 'groups list',
    usage: '',
    summary: 'All groups with their rules and how many devices and users they hold',
    arguments: [0, 0],
    async run({ db }) {
      const rows = await listGroups(db);
      const table = rows.map((group) => [
        group.groupId,
        group.name,
        group.devices,
        group.listed,
        group.users,
        toRuleText(group.rule),
      ]);
      return { value: { groups: rows }, lines: toTable(['ID', 'NAME', 'DEVICES', 'BY LIST', 'USERS', 'RULE'], table) };
    },
  },
  {
    name: 'groups add',
    usage: `<name> [--id <number>] ${ruleUsage}`,
    summary: 'A group; devices that match any value of its rule belong to it, now and later',
    arguments: [1, 1],
    options: { id: 'text', ...ruleOptions },
    async run({ db, actor }, args) {
      const name = toArgument(args, 0, 'the name');
      const id = args.text('id');
      const wanted = id === undefined ? undefined : toGroupId(id);
      const rule = toRule(args);
      const { result: groupId, moved } = await unlessTaken(
        name,
        changeGroups(db, async (trx) => {
          const added = await groups.addGroup(trx, name, rule, wanted);
          await recordChange(trx, { actor, action: 'groups add', subject: `group:${added}`, detail: { name, rule } });
          return added;
        }),
      );
      return { value: { groupId, name, rule, moved }, lines: [`added group ${groupId} '${name}'; ${moves(moved)}`] };
    },
  },
  {
    name: 'groups rename',
    usage: '<id> <name>',
    summary: 'Another name for a group',
    arguments: [2, 2],
    async run(context, args) {
      const groupId = toGroupId(toArgument(args, 0, 'the group id'));
      const name = toArgument(args, 1, 'the name');
      const before = await mustFind(context, groupId);
      await unlessTaken(
        name,
        context.db.transaction().execute(async (trx) => {
          await groups.renameGroup(trx, groupId, name);
          await recordChange(trx, {
            actor: context.actor,
            action: 'groups rename',
            subject: `group:${groupId}`,
            detail: { before: before.name, after: name },
          });
        }),
      );
      return { value: { groupId, name }, lines: [`group ${groupId} is now '${name}'`] };
    },
  },
  {
    name: 'groups rule',
    usage: `<id> (${ruleUsage} | --clear)`,
    summary: 'Replace the rule of a group',
    arguments: [1, 1],
    options: { ...ruleOptions, clear: 'flag' },
    async run(context, args) {
      const groupId = toGroupId(toArgument(args, 0, 'the group id'));
      const rule = toRule(args);
      if ((rule === null) !== args.flag('clear'))
        throw new UsageError('say what the rule takes in (--customers, --dealers, --models, --serials), or --clear');
      const before = await mustFind(context, groupId);
      const { moved } = await changeGroups(context.db, async (trx) => {
        await groups.setRule(trx, groupId, rule);
        await recordChange(trx, {
          actor: context.actor,
          action: 'groups rule',
          subject: `group:${groupId}`,
          detail: { before: before.rule, after: rule },
        });
      });
      return {
        value: { groupId, rule, moved },
        lines: [`group ${groupId}: ${toRuleText(rule) ?? 'no rule'}; ${moves(moved)}`],
      };
    },
  },
  {
    name: 'groups members',
    usage: '<id> (--add S1,S2 | --remove S1 | --add-file <file> | --remove-file <file>)',
    summary: 'Devices of a group by list: serial numbers or device ids; a file holds one a line, - is the input',
    arguments: [1, 1],
    options: { add: 'text', remove: 'text', 'add-file': 'text', 'remove-file': 'text' },
    async run(context, args) {
      const groupId = toGroupId(toArgument(args, 0, 'the group id'));
      const [addFile, removeFile] = [args.text('add-file'), args.text('remove-file')];
      const add = [...(toList(args, 'add') ?? []), ...(addFile === undefined ? [] : readList(addFile))];
      const remove = [...(toList(args, 'remove') ?? []), ...(removeFile === undefined ? [] : readList(removeFile))];
      if (add.length + remove.length === 0)
        throw new UsageError('no device is named: use --add, --remove, --add-file or --remove-file');
      await mustFind(context, groupId);
      const [addIds, removeIds] = [await toDeviceIds(context, add), await toDeviceIds(context, remove)];
      const { moved } = await changeGroups(context.db, async (trx) => {
        await groups.addMembers(trx, groupId, addIds);
        await groups.removeMembers(trx, groupId, removeIds);
        await recordChange(trx, {
          actor: context.actor,
          action: 'groups members',
          subject: `group:${groupId}`,
          detail: { added: addIds, removed: removeIds },
        });
      });
      return {
        value: { groupId, added: addIds, removed: removeIds, moved },
        lines: [`group ${groupId}: ${addIds.length} put in, ${removeIds.length} taken out; ${moves(moved)}`],
      };
    },
  },
  {
    name: 'groups remove',
    usage: '<id> --yes',
    summary: 'Delete a group; its users lose sight of its devices, the devices stay',
    arguments: [1, 1],
    options: { yes: 'flag' },
    async run(context, args) {
      const groupId = toGroupId(toArgument(args, 0, 'the group id'));
      if (!args.flag('yes')) throw new UsageError(`this cannot be undone: say --yes to delete group ${groupId}`);
      const { name, rule } = await mustFind(context, groupId);
      const { moved } = await changeGroups(context.db, async (trx) => {
        await groups.removeGroup(trx, groupId);
        await recordChange(trx, {
          actor: context.actor,
          action: 'groups remove',
          subject: `group:${groupId}`,
          detail: { name, rule },
        });
      });
      return { value: { groupId, name, moved }, lines: [`deleted group ${groupId} '${name}'; ${moves(moved)}`] };
    },
  },
];

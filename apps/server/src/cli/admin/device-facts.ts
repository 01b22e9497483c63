import { type changeDeviceFacts, leastWeight, mostPlaced, mostWeight } from '@platen/contract/device-facts';
import type { BodyOf } from '@platen/contract/endpoint';
import { readFacts } from '../../features/device-facts/read-facts.ts';
import { changeFacts, place } from '../../features/device-facts/service.ts';
import { findDevices } from '../../features/groups/store.ts';
import { toOperatorUser } from '../../identity/organisation-user.ts';
import { inTransaction } from '../../store/transactions.ts';
import {
  AdminError,
  type Arguments,
  type Command,
  type Context,
  toArgument,
  toDay,
  toTable,
  UsageError,
} from './command.ts';
import { findOrganisation } from './organisations.ts';

const authorOf = ({ actor }: Context) => ({ user: toOperatorUser(actor), actor });

async function toDeviceIds({ db }: Context, names: readonly string[]): Promise<string[]> {
  const found = await findDevices(db, names);
  return names.map((name) => {
    const [device, other] = found.get(name) ?? [];
    if (device === undefined) throw new AdminError(`no device has the serial number or id ${name}`);
    if (other !== undefined) throw new AdminError(`several devices have the serial number ${name}; name the id`);
    return device.deviceId;
  });
}

const texts = {
  asset: 'assetNumber',
  place: 'place',
  contact: 'contact',
  contract: 'contract',
  notes: 'notes',
} as const;
type Change = Omit<BodyOf<typeof changeDeviceFacts>, 'version'>;

/** What the options name; an empty one takes a fact away. */
function toChange(args: Arguments): Change {
  const change: { -readonly [K in keyof Change]: Change[K] } = {};
  for (const option of ['asset', 'place', 'contact', 'contract', 'notes'] as const) {
    const text = args.text(option);
    if (text !== undefined) change[texts[option]] = text.trim() === '' ? null : text.trim();
  }
  const [weight, retired] = [args.text('weight'), args.text('retired')];
  if (weight !== undefined) {
    change.weight = weight === '' ? null : Number(weight);
    if (change.weight !== null && !(change.weight >= leastWeight && change.weight <= mostWeight))
      throw new UsageError(`--weight must be a number from ${leastWeight} to ${mostWeight}`);
  }
  if (retired !== undefined) change.retiredOn = retired === '' ? null : toDay(retired, '--retired');
  return change;
}

/** What people know of devices, and where they belong (OA-03, OA-18, OA-40). */
export const factCommands: readonly Command[] = [
  {
    name: 'devices facts',
    usage:
      '<serial number or id> [--asset A-1] [--place …] [--contact …] [--contract …] [--notes …] [--weight 2] [--retired 2026-11-27]',
    summary: 'Shows what people know of a device, or changes it; an empty text takes a fact away',
    arguments: [1, 1],
    options: {
      asset: 'text',
      place: 'text',
      contact: 'text',
      contract: 'text',
      notes: 'text',
      weight: 'text',
      retired: 'text',
    },
    async run(context, args) {
      const [deviceId = ''] = await toDeviceIds(context, [toArgument(args, 0, 'the device')]);
      const change = toChange(args);
      const author = authorOf(context);
      const found = await inTransaction(context.db, async (trx) => {
        const before = await readFacts(trx, author.user, deviceId);
        if (before === undefined) throw new AdminError('the device is held');
        if (Object.keys(change).length > 0)
          await changeFacts(trx, author, deviceId, { version: before.facts.version, ...change });
        return (await readFacts(trx, author.user, deviceId)) ?? before;
      });
      const { facts, organisation, byHand } = found;
      const shown = [...Object.values(texts), 'weight', 'retiredOn'] as const;
      const rows = shown.map((name) => [name, facts[name]] as const);
      return {
        value: { deviceId, facts, organisation, byHand },
        lines: toTable(['FACT', 'VALUE'], [...rows, ['organisation', organisation?.name ?? 'not placed']]),
      };
    },
  },
  {
    name: 'devices place',
    usage: '<serial numbers or ids, by commas> (--organisation <name or id> | --by-reports)',
    summary: `Place up to ${mostPlaced} devices with an organisation, or where their reports say`,
    arguments: [1, 1],
    options: { organisation: 'text', 'by-reports': 'flag' },
    async run(context, args) {
      const names = toArgument(args, 0, 'the devices', 20_000)
        .split(',')
        .map((name) => name.trim());
      if (names.length > mostPlaced) throw new UsageError(`at most ${mostPlaced} devices at once`);
      const wanted = args.text('organisation');
      if ((wanted === undefined) !== args.flag('by-reports'))
        throw new UsageError('either --organisation or --by-reports is needed');
      const organisationId = wanted === undefined ? null : (await findOrganisation(context, wanted)).organisationId;
      const deviceIds = await toDeviceIds(context, names);
      const { results } = await inTransaction(context.db, (trx) =>
        place(trx, authorOf(context), { deviceIds, organisationId }),
      );
      const rows = results.map(({ deviceId, result }, index) => [names[index] ?? deviceId, result]);
      return { value: { results }, lines: toTable(['DEVICE', 'RESULT'], rows) };
    },
  },
];

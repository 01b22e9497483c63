import { toIssues } from '@platen/contract/issues';
import { organisationKinds } from '@platen/contract/organisation-names';
import { type OrganisationItem, organisationChange } from '@platen/contract/organisations';
import * as users from '../../features/account/users.ts';
import { addOrganisation, changeOrganisation, checkRetention, listTree } from '../../features/organisation/tree.ts';
import { requireRight } from '../../identity/signed-in-user.ts';
import { inTransaction } from '../../store/transactions.ts';
import {
  AdminError,
  type Arguments,
  type Command,
  type Context,
  readText,
  toArgument,
  toList,
  toTable,
  UsageError,
} from './command.ts';

/** An organisation by its id, or by a name that only it has. */
export async function findOrganisation({ db, actor }: Context, name: string): Promise<OrganisationItem> {
  const named = (await listTree(db, actor)).filter((one) => one.organisationId === name || one.name === name);
  const [found, other] = named;
  if (found === undefined) throw new AdminError(`there is no organisation '${name}'`);
  if (other !== undefined) throw new AdminError(`several organisations are called '${name}': name one by its id`);
  return found;
}

/** What `organisations change` is to change, as its options name it; at least one thing. */
function toChange(args: Arguments): object {
  const inherited = toList(args, 'inherit') ?? [];
  const unknown = inherited.find((setting) => setting !== 'retention' && setting !== 'terms');
  if (unknown !== undefined) throw new UsageError(`--inherit ${unknown}: there are retention and terms`);
  const [months, english, japanese] = [args.text('retention'), args.text('terms-en'), args.text('terms-ja')];
  const terms = { english: readText(english), japanese: readText(japanese) };
  const settings = {
    ...(months !== undefined && { retentionMonths: Number(months) }),
    ...((english ?? japanese) !== undefined && { terms }),
    ...(inherited.includes('retention') && { retentionMonths: null }),
    ...(inherited.includes('terms') && { terms: null }),
  };
  const change = {
    name: args.text('name'),
    dealerNumbers: toList(args, 'dealer'),
    customerNumbers: toList(args, 'customer'),
    settings: Object.keys(settings).length === 0 ? undefined : settings,
  };
  if (Object.values(change).every((part) => part === undefined)) throw new UsageError('nothing to change: see --help');
  return change;
}

/** The tree of organisations, and who belongs to them (OA-01, OA-18). */
export const treeCommands: readonly Command[] = [
  {
    name: 'organisations list',
    usage: '',
    summary: 'The tree of organisations with numbers, devices and users',
    arguments: [0, 0],
    async run({ db, actor }) {
      requireRight(actor, 'manageOrganisation');
      const organisations = await listTree(db, actor);
      const depths = new Map<string | null, number>([[null, -1]]);
      const table = organisations.map((one) => {
        const depth = (depths.get(one.parentId) ?? -1) + 1;
        depths.set(one.organisationId, depth);
        const numbers = [...one.dealerNumbers, ...one.customerNumbers].join(',');
        return [`${'  '.repeat(depth)}${one.name}`, one.kind, numbers, String(one.devices), String(one.users)];
      });
      return { value: { organisations }, lines: toTable(['NAME', 'KIND', 'NUMBERS', 'DEVICES', 'USERS'], table) };
    },
  },
  {
    name: 'organisations add',
    usage: '<name> --kind dealer|customer|site [--below <name or id>] [--dealer D-1,D-2] [--customer C-1,C-2]',
    summary: 'Add an organisation, by default below the operator, with the numbers by which reports name it',
    arguments: [1, 1],
    options: { kind: 'text', below: 'text', dealer: 'text', customer: 'text' },
    async run(context, args) {
      const { db, actor } = context;
      requireRight(actor, 'manageOrganisation');
      const name = toArgument(args, 0, 'the name');
      const kind = organisationKinds.find((one) => one === args.text('kind'));
      if (kind === undefined || kind === 'operator') throw new UsageError('--kind must be dealer, customer or site');
      const below = args.text('below');
      const [root] = await listTree(db, actor);
      const parent = below === undefined ? root : await findOrganisation(context, below);
      if (parent === undefined) throw new AdminError('there is no operator');
      const form = {
        parentId: parent.organisationId,
        kind,
        name,
        dealerNumbers: toList(args, 'dealer') ?? [],
        customerNumbers: toList(args, 'customer') ?? [],
      };
      const { organisation } = await inTransaction(db, async (trx) => addOrganisation(trx, actor, form));
      return { value: { organisation }, lines: [`added ${kind} '${name}' below '${parent.name}'`] };
    },
  },
  {
    name: 'organisations change',
    usage:
      '<name or id> [--name TEXT] [--dealer D-1,D-2] [--customer C-1,C-2] [--retention MONTHS] [--terms-en FILE] [--terms-ja FILE] [--inherit retention,terms]',
    summary: 'Change its name or numbers, how long it stores readings, and its terms of use; --inherit: as above it',
    arguments: [1, 1],
    options: {
      name: 'text',
      dealer: 'text',
      customer: 'text',
      retention: 'text',
      'terms-en': 'text',
      'terms-ja': 'text',
      inherit: 'text',
    },
    async run(context, args) {
      const { db, actor, site } = context;
      requireRight(actor, 'manageOrganisation');
      const { organisationId, version, name } = await findOrganisation(
        context,
        toArgument(args, 0, 'the organisation'),
      );
      const body = organisationChange.safeParse({ version, ...toChange(args) });
      if (!body.success)
        throw new UsageError(
          toIssues(body.error)
            .map(({ path, message }) => `${path}: ${message}`)
            .join('\n'),
        );
      if (site !== undefined) checkRetention(body.data, site);
      const { organisation } = await inTransaction(db, async (trx) =>
        changeOrganisation(trx, actor, organisationId, body.data),
      );
      return { value: { organisation }, lines: [`changed '${name}'`] };
    },
  },
  {
    name: 'users organisation',
    usage: '<subject> <name or id of the organisation>',
    summary: 'Move a user to an organisation, whose devices and those below it the user then sees',
    arguments: [2, 2],
    async run(context, args) {
      const { db, actor } = context;
      const subject = toArgument(args, 0, 'the subject', 512);
      const { organisationId, kind, name } = await findOrganisation(context, toArgument(args, 1, 'the organisation'));
      await users.setOrganisation(db, actor, subject, kind === 'operator' ? null : organisationId);
      return { value: { subject, organisationId }, lines: [`user '${subject}' belongs to '${name}'`] };
    },
  },
];

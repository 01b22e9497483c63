import { organisationKinds } from '@platen/contract/organisation-names';
import { type OrganisationItem } from '@platen/contract/organisations';
import * as users from '../../features/account/users.ts';
import { addOrganisation, listTree } from '../../features/organisation/tree.ts';
import { requireRight } from '../../identity/signed-in-user.ts';
import { inTransaction } from '../../store/transactions.ts';
import { AdminError, type Command, type Context, toArgument, toList, toTable, UsageError } from './command.ts';

/** An organisation by its id, or by a name that only it has. */
export async function findOrganisation({ db, actor }: Context, name: string): Promise<OrganisationItem> {
  const named = (await listTree(db, actor)).filter((one) => one.organisationId === name || one.name === name);
  const [found, other] = named;
  if (found === undefined) throw new AdminError(`there is no organisation '${name}'`);
  if (other !== undefined) throw new AdminError(`several organisations are called '${name}': name one by its id`);
  return found;
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
      const { organisation } = await inTransaction(db, async (trx) =>
        addOrganisation(trx, { user: actor, requestId: 'command line' }, form),
      );
      return { value: { organisation }, lines: [`added ${kind} '${name}' below '${parent.name}'`] };
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

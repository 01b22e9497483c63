import { messageLanguages } from '@platen/contract/channel-names';
import type { UserItem } from '@platen/contract/people';
import { isAction, type Role, roles, singleRights } from '@platen/contract/rights';
import { changeUser, lockUser } from '../../features/account/change-user.ts';
import * as invitations from '../../features/account/invitations.ts';
import { toOperatorUser } from '../../identity/organisation-user.ts';
import { inTransaction } from '../../store/transactions.ts';
import {
  AdminError,
  type Arguments,
  type Command,
  type Context,
  toArgument,
  toDay,
  toList,
  toTable,
  UsageError,
} from './command.ts';
import { findOrganisation } from './organisations.ts';

const authorOf = ({ actor }: Context) => ({ user: toOperatorUser(actor), actor });

function toRole(text: string | undefined): Role {
  const role = roles.find((name) => name === text);
  if (role === undefined) throw new UsageError(`--role must be one of ${roles.join(', ')}`);
  return role;
}

/** `shareViews` or `shareViews:2027-01-31`. */
function toRights(args: Arguments): UserItem['rights'] {
  return (toList(args, 'give') ?? []).map((text) => {
    const [action = '', day] = text.split(':', 2);
    if (!isAction(action) || !singleRights.includes(action))
      throw new UsageError(`'${action}' is none of the rights ${singleRights.join(', ')}`);
    return { action, endsOn: day === undefined ? null : toDay(day, '--give') };
  });
}

/** Invitations and single rights of users (OA-11, OA-18, OA-21). */
export const invitationCommands: readonly Command[] = [
  {
    name: 'invitations list',
    usage: '',
    summary: 'Invitations with their state',
    arguments: [0, 0],
    async run({ db, actor }) {
      const found = await invitations.listInvitations(db, toOperatorUser(actor));
      const table = found.map((one) => [
        one.invitationId,
        one.name,
        one.mail,
        one.role,
        one.organisation.name,
        one.state,
        one.endsAt.slice(0, 10),
      ]);
      return {
        value: { invitations: found },
        lines: toTable(['ID', 'NAME', 'MAIL', 'ROLE', 'ORGANISATION', 'STATE', 'ENDS'], table),
      };
    },
  },
  {
    name: 'invitations add',
    usage: `<name> <mail> --role ${roles.join('|')} --organisation <name or id> [--language en-us|ja-jp]`,
    summary: 'Invite a person; the link is shown only once, and good for 7 days and one use',
    arguments: [2, 2],
    options: { role: 'text', organisation: 'text', language: 'text' },
    async run(context, args) {
      const [name, mail] = [toArgument(args, 0, 'the name'), toArgument(args, 1, 'the mail address', 254)];
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(mail)) throw new UsageError(`'${mail}' is no mail address`);
      const language = args.text('language');
      if (language !== undefined && !messageLanguages.some((one) => one === language))
        throw new UsageError(`--language must be one of ${messageLanguages.join(', ')}`);
      const { organisationId } = await findOrganisation(context, args.text('organisation') ?? '');
      const form = {
        name,
        mail,
        role: toRole(args.text('role')),
        organisationId,
        language: messageLanguages.find((one) => one === language) ?? null,
      };
      const { portal } = context;
      if (portal === undefined) throw new AdminError('PLATEN_PUBLIC_URL is needed for the link');
      const made = await inTransaction(context.db, (trx) => invitations.invite(trx, authorOf(context), form, portal));
      return { value: made, lines: [`invited ${name}; the link, shown only now:`, made.link] };
    },
  },
  {
    name: 'invitations withdraw',
    usage: '<id>',
    summary: 'End an open invitation',
    arguments: [1, 1],
    async run(context, args) {
      const id = toArgument(args, 0, 'the id');
      await inTransaction(context.db, (trx) => invitations.withdraw(trx, authorOf(context), id));
      return { value: { invitationId: id }, lines: ['withdrew the invitation'] };
    },
  },
  {
    name: 'users rights',
    usage: '<subject> [--give shareViews,planVisits:2027-01-31] [--take shareViews]',
    summary: 'Single rights of a user besides those of the role, each at choice until a day; shows them',
    arguments: [1, 1],
    options: { give: 'text', take: 'text' },
    async run(context, args) {
      const subject = toArgument(args, 0, 'the subject', 512);
      const [given, taken] = [toRights(args), toList(args, 'take') ?? []];
      const user = await inTransaction(context.db, async (trx) => {
        const row = await trx
          .selectFrom('app_user')
          .select(['user_id', 'version'])
          .where('subject', '=', subject)
          .executeTakeFirst();
        if (row === undefined) throw new AdminError(`there is no user '${subject}'`);
        const author = authorOf(context);
        const before = await lockUser(trx, author, row.user_id, row.version);
        const staying = before.rights.filter(
          ({ action }) => !taken.includes(action) && !given.some((one) => one.action === action),
        );
        const rights = [...staying, ...given];
        return await changeUser(trx, author, row.user_id, { version: row.version, rights });
      });
      const lines = user.rights.map(({ action, endsOn }) => (endsOn === null ? action : `${action} until ${endsOn}`));
      return { value: { subject, rights: user.rights }, lines: lines.length === 0 ? ['no single rights'] : lines };
    },
  },
];

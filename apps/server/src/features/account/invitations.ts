import { createHash, randomBytes } from 'node:crypto';
import type { AnswerOf, BodyOf } from '@platen/contract/endpoint';
import {
  type addInvitation as addCall,
  type InvitationItem,
  invitationDays,
  type previewInvitation as previewCall,
} from '@platen/contract/people';
import { actionsOf, can, singleRights } from '@platen/contract/rights';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../base/errors.ts';
import { dayMs } from '../../base/time.ts';
import { toAuthorId } from '../../identity/organisation-user.ts';
import type { Author, SignedInUser } from '../../identity/signed-in-user.ts';
import type { TokenProof } from '../../identity/token-check.ts';
import { inUse, organisationVisibleTo, visibleTo } from '../../identity/visibility.ts';
import { hiddenText, recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { sqlPerson } from '../../store/person-of.ts';
import { findHome, requireGivable } from './account-rules.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** The stored form of a code, which is long and random: a plain hash is enough. */
const hashCode = (code: string): Buffer => createHash('sha256').update(code, 'utf8').digest();

interface InvitationRow extends Omit<InvitationItem, 'madeAt' | 'endsAt'> {
  readonly madeAt: Date;
  readonly endsAt: Date;
}

const columns = sql`i.invitation_id as "invitationId", i.name, i.mail, i.role,
  json_build_object('organisationId', o.organisation_id, 'name', o.name, 'kind', o.kind) as organisation,
  case when i.used_at is not null then 'used' when i.withdrawn_at is not null then 'withdrawn'
    when i.ends_at <= now() then 'expired' else 'open' end as state,
  ${sqlPerson('i.made_by')} as "madeBy", i.made_at as "madeAt", i.ends_at as "endsAt"`;

/** Invitations of the own tree, newest first. */
export async function listInvitations(db: Db, user: SignedInUser, invitationId?: string): Promise<InvitationItem[]> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from invitation i join organisation o on o.organisation_id = i.organisation_id
    where ${organisationVisibleTo(user)} and (${invitationId ?? null}::uuid is null or i.invitation_id = ${invitationId ?? null})
    order by i.made_at desc, i.invitation_id limit 500`.execute(db);
  return rows.map(({ madeAt, endsAt, ...row }) => ({
    ...row,
    madeAt: madeAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }));
}

/** Invites a person; the link is given this once (OA-11). */
export async function invite(
  trx: Trx,
  { user, actor = user }: Author,
  { name, mail, role, organisationId, language = null, zone = null }: BodyOf<typeof addCall>,
  /** Address of the portal. */
  portal: string,
): Promise<Omit<AnswerOf<typeof addCall>, 'mailed'>> {
  const home = await findHome(trx, user, { organisationId, role });
  requireGivable(user, [role], []);
  const code = randomBytes(32).toString('base64url');
  const invitationId = newId();
  await trx
    .insertInto('invitation')
    .values({
      invitation_id: invitationId,
      name,
      mail,
      role,
      organisation_id: home.organisationId,
      code_hash: hashCode(code),
      made_by: toAuthorId(user),
      ends_at: new Date(Date.now() + invitationDays * dayMs),
      used_at: null,
      used_by: null,
      language,
      zone,
      withdrawn_at: null,
    })
    .execute();
  await recordChange(trx, {
    actor,
    action: 'invitations add',
    subject: `invitation:${invitationId}`,
    detail: { role, organisationId, name: hiddenText, mail: hiddenText },
  });
  const [invitation] = await listInvitations(trx, user, invitationId);
  if (invitation === undefined) throw new Error('the invitation that was made is not there');
  return { invitation, link: `${portal}/login?invitation=${code}` };
}

/** Ends an open invitation; refuses 204001 one that is not there, and 202003 one that is over. */
export async function withdraw(trx: Trx, { user, actor = user }: Author, invitationId: string): Promise<void> {
  const [found] = await listInvitations(trx, user, invitationId);
  if (found === undefined) throw new Refusal(204001, 'there is no such invitation');
  const { numUpdatedRows } = await trx
    .updateTable('invitation')
    .set({ withdrawn_at: new Date() })
    .where('invitation_id', '=', invitationId)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Refusal(202003, 'this invitation is over already');
  await recordChange(trx, {
    actor,
    action: 'invitations withdraw',
    subject: `invitation:${invitationId}`,
    detail: { organisationId: found.organisation.organisationId },
  });
}

const mostCustomers = 20;

/** What an invited person would see and be able to do; makes nothing (OA-61). */
export async function preview(
  db: Db,
  user: SignedInUser,
  { role, organisationId }: BodyOf<typeof previewCall>,
  sendsMail: boolean,
): Promise<AnswerOf<typeof previewCall>> {
  const home = await findHome(db, user, { organisationId, role });
  requireGivable(user, [role], []);
  const isSeen =
    home.kind === 'operator'
      ? sql<boolean>`true`
      : sql<boolean>`d.organisation_id in (select o.organisation_id from organisation o
          where o.path @> array[${home.organisationId}]::uuid[])`;
  const { rows } = await sql<{ name: string; devices: number; isSeen: boolean }>`
    select coalesce(d.customer_name, d.customer_number, '-') as name, count(*)::int as devices, ${isSeen} as "isSeen"
    from device d where ${visibleTo(user)} and ${inUse} group by 1, 3 order by 2 desc, 1`.execute(db);
  const seen = rows.filter((row) => row.isSeen);
  const sum = (list: readonly { readonly devices: number }[]) => list.reduce((all, { devices }) => all + devices, 0);
  const actions = new Set(actionsOf(role));
  return {
    devices: sum(seen),
    customers: seen.slice(0, mostCustomers).map(({ name, devices }) => ({ name, devices })),
    customerCount: seen.length,
    hidden: sum(rows) - sum(seen),
    rights: singleRights.filter((action) => actions.has(action) && can(role, action)),
    sendsMail,
  };
}

interface Rules {
  /** The operator vouches for every address of the provider, also where a token does not (OA-11). */
  readonly verifiesAll: boolean;
}

/** Whether the sign-in is that of the invited mail: verified, and the same without regard to case (OA-11). */
function isInvited({ mail }: TokenProof, invited: string, { verifiesAll }: Rules): boolean {
  if (mail === undefined || mail.address.toLowerCase() !== invited.toLowerCase()) return false;
  return mail.verified === true || (verifiesAll && mail.verified === undefined);
}

/** Whether the invitation made the account of this sign-in: it was opened again, or the answer got lost. */
async function isOwnAccount(trx: Trx, usedBy: string | null, { subject }: TokenProof): Promise<boolean> {
  if (usedBy === null) return false;
  const { rows } = await sql`
    select 1 from app_user where user_id = ${usedBy}::uuid and subject = ${subject}`.execute(trx);
  return rows.length > 0;
}

/**
 * Makes the account of an invited person, bound to the subject of the sign-in. A subject that has an account
 * already is never matched by mail (OA-12). Changes nothing for the person who used the invitation before.
 */
export async function accept(trx: Trx, proof: TokenProof, code: string, rules: Rules): Promise<void> {
  const found = await trx
    .selectFrom('invitation')
    .innerJoin('organisation', 'organisation.organisation_id', 'invitation.organisation_id')
    .select([
      'invitation_id',
      'invitation.name',
      'mail',
      'role',
      'ends_at',
      'language',
      'zone',
      'used_at',
      'used_by',
      'withdrawn_at',
      'kind',
      'group_id',
    ])
    .select('invitation.organisation_id')
    .where('code_hash', '=', hashCode(code))
    .forUpdate('invitation')
    .executeTakeFirst();
  if (found === undefined) throw new Refusal(204001, 'there is no such invitation');
  if (await isOwnAccount(trx, found.used_by, proof)) return;
  if (found.used_at !== null || found.withdrawn_at !== null || found.ends_at.getTime() <= Date.now())
    throw new Refusal(204002, 'this invitation was used, was withdrawn or has ended');
  if (!isInvited(proof, found.mail, rules))
    throw new Refusal(202003, 'the identity provider does not confirm the invited mail for this sign-in');
  const userId = newId();
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('app_user')
    .values({
      user_id: userId,
      subject: proof.subject,
      name: found.name,
      role: found.role,
      sees_all: found.kind === 'operator',
      organisation_id: found.kind === 'operator' ? null : found.organisation_id,
      mail: proof.mail?.address ?? null,
      mail_verified: proof.mail?.verified === true,
      language: found.language,
      zone: found.zone,
      disabled_at: null,
      agreed_terms_at: null,
      last_login_at: null,
    })
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .executeTakeFirstOrThrow();
  if (added !== 1n) throw new Refusal(202003, 'this sign-in has an account already');
  if (found.group_id !== null)
    await trx.insertInto('user_group').values({ user_id: userId, group_id: found.group_id }).execute();
  await trx
    .updateTable('invitation')
    .set({ used_at: new Date(), used_by: userId })
    .where('invitation_id', '=', found.invitation_id)
    .execute();
  await recordChange(trx, {
    actor: { subject: proof.subject },
    action: 'invitations accept',
    subject: `user:${proof.subject}`,
    detail: { invitationId: found.invitation_id, role: found.role, organisationId: found.organisation_id },
  });
}

import type { OrganisationKind } from '@platen/contract/organisation-names';
import { type Action, can, mayGive, type Role } from '@platen/contract/rights';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { Actor, SignedInUser } from '../../identity/signed-in-user.ts';
import { organisationVisibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import { locks } from '../../store/transactions.ts';

type Trx = Transaction<Database>;

/** Roles of the users of an organisation: those that see every device are the operator's. */
const rolesOfKind: Readonly<Record<OrganisationKind, readonly Role[]>> = {
  operator: ['admin', 'service'],
  dealer: ['dealerAdmin', 'dealer', 'technician', 'billing'],
  customer: ['customer'],
  site: ['customer'],
};

/** Refuses 200002 a role or a right that the user does not have (OA-15). */
export function requireGivable(user: SignedInUser, roles: readonly Role[], actions: readonly Action[]): void {
  for (const role of roles)
    if (!mayGive(user, role)) throw new Refusal(200002, `the role ${role} has rights that you do not have`);
  for (const action of actions)
    if (!can(user, action)) throw new Refusal(200002, `you do not have the right ${action} yourself`);
}

export interface Home {
  readonly organisationId: string;
  readonly kind: OrganisationKind;
  readonly groupId: number | null;
}

/** The organisation of an id that the user may see, for a user of this role. Refuses 204001 and 202001. */
export async function findHome(
  db: Kysely<Database>,
  user: Actor,
  { organisationId, role }: { readonly organisationId: string; readonly role: Role },
): Promise<Home> {
  const { rows } = await sql<Home>`
    select o.organisation_id as "organisationId", o.kind, o.group_id as "groupId" from organisation o
    where o.organisation_id = ${organisationId} and o.state = 'active' and ${organisationVisibleTo(user)}`.execute(db);
  const [home] = rows;
  if (home === undefined) throw new Refusal(204001, 'there is no such organisation');
  if (!rolesOfKind[home.kind].includes(role))
    throw new Refusal(202001, `role: a ${home.kind} has no user with the role ${role}`);
  return home;
}

/** One change of accounts at a time: two administrators who disable each other must not both succeed. */
export async function lockAccounts(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.accounts})`.execute(trx);
}

/**
 * Refuses 202003 where this user is the last active administrator of the organisation (OA-15). The caller
 * holds `lockAccounts`.
 */
export async function keepAnAdministrator(trx: Trx, userId: string): Promise<void> {
  const { rows } = await sql<{ userId: string; isIt: boolean }>`
    select u.user_id as "userId", u.user_id = ${userId} as "isIt" from app_user u
    join app_user it on it.user_id = ${userId} and it.role = u.role
      and it.organisation_id is not distinct from u.organisation_id
    where u.disabled_at is null and (u.role = 'admin' or u.role = 'dealerAdmin' and u.organisation_id is not null)
    order by u.user_id`.execute(trx);
  if (rows.some(({ isIt }) => isIt) && rows.length === 1)
    throw new Refusal(202003, 'this is the last active administrator of the organisation');
}

/** Locks a user out: also the tokens that the user made for itself end (OA-16). Channels follow the user. */
export async function lockOut(trx: Trx, userId: string): Promise<void> {
  const now = new Date();
  await trx.updateTable('app_user').set({ disabled_at: now }).where('user_id', '=', userId).execute();
  await trx
    .updateTable('api_token')
    .set({ revoked_at: now })
    .where('made_by', '=', userId)
    .where('of_organisation', '=', false)
    .where('revoked_at', 'is', null)
    .execute();
}

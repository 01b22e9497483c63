import type { addClosePlan, CloseScope } from '@platen/contract/closes';
import type { BodyOf } from '@platen/contract/endpoint';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { type CloseRow, readCloseRows } from '../../closes/close-row.ts';
import { type PlanRow, readPlanRows } from '../../closes/plan-row.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { closeVisibleTo, organisationVisibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';

type Db = Kysely<Database>;

/** A close that the user may see; a foreign one is refused as an unknown one (GE-05). */
export async function findClose(db: Db, user: SignedInUser, closeId: string): Promise<CloseRow> {
  const [close] = await readCloseRows(db, sql<boolean>`c.close_id = ${closeId} and ${closeVisibleTo(user)}`);
  if (close === undefined) throw new Refusal(204001, 'there is no such close');
  return close;
}

/** The same, locked until the end of the transaction. */
export async function lockClose(trx: Db, user: SignedInUser, closeId: string): Promise<CloseRow> {
  await sql`select 1 from meter_close c where c.close_id = ${closeId} and ${closeVisibleTo(user)} for update`.execute(
    trx,
  );
  return await findClose(trx, user, closeId);
}

export async function findPlan(db: Db, user: SignedInUser, planId: string): Promise<PlanRow> {
  const [plan] = await readPlanRows(db, sql<boolean>`c.plan_id = ${planId} and ${closeVisibleTo(user)}`);
  if (plan === undefined) throw new Refusal(204001, 'there is no such plan');
  return plan;
}

/**
 * The groups a user must have to see what is made now: those that were chosen, else all of the maker's; null:
 * the maker sees every device. Refuses groups that are not the maker's own.
 */
export function toBound({ seesAll, groups }: SignedInUser, { groupIds, customerNumbers }: CloseScope): number[] | null {
  const own = groups.map(({ groupId }) => groupId);
  if (!seesAll && groupIds.some((group) => !own.includes(group)))
    throw new Refusal(202001, 'body.scope.groupIds: a group is not known');
  if (groupIds.length > 0 && customerNumbers.length === 0) return [...groupIds];
  return seesAll ? null : own;
}

/** The organisation whose clock holds: the chosen one, which the user must see, or the user's own. */
export async function toOrganisation(
  db: Db,
  user: SignedInUser,
  organisationId: BodyOf<typeof addClosePlan>['organisationId'],
): Promise<string | null> {
  if (organisationId === null || organisationId === user.organisationId) return user.organisationId ?? null;
  const { rows } = await sql`
    select 1 from organisation o where o.organisation_id = ${organisationId} and ${organisationVisibleTo(user)}`.execute(
    db,
  );
  if (rows.length === 0) throw new Refusal(202001, 'body.organisationId: is not known');
  return organisationId;
}

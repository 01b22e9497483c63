import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { toOperatorUser } from '../../identity/organisation-user.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import type { GroupRole } from '../../settings/group-roles.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transactions.ts';
import { keepAnAdministrator, lockAccounts, lockOut } from './account-rules.ts';
import { moveUser } from './change-user.ts';

/** Who stands in the audit for what a claim gives or takes. */
const provider = toOperatorUser({ subject: 'identity provider' });

/** The organisation that an entry names, null: the operator; undefined: none, or several of this name. */
async function findOrganisation(db: Kysely<Database>, named: string | undefined): Promise<string | null | undefined> {
  if (named === undefined) return null;
  const { rows } = await sql<{ id: string; kind: string }>`
    select organisation_id as id, kind from organisation
    where (organisation_id::text = ${named} or name = ${named}) and state = 'active' limit 2`.execute(db);
  const [found, other] = rows;
  if (found === undefined || other !== undefined) return undefined;
  return found.kind === 'operator' ? null : found.id;
}

/**
 * Gives a user role and organisation by the groups that the provider names (OA-13): the first entry of the
 * table that names one of them. A user who had them so and is in none of the groups any more is locked out.
 * A change that the rules of accounts refuse (OA-15) leaves the user as it is. Returns what was done, or why
 * not.
 */
export async function followGroups(
  db: Kysely<Database>,
  { userId, subject }: Pick<SignedInUser, 'userId' | 'subject'>,
  groups: readonly string[],
  table: readonly GroupRole[],
): Promise<'unchanged' | 'changed' | 'lockedOut' | { readonly refused: string }> {
  const given = table.find(({ group }) => groups.includes(group));
  const organisationId = await findOrganisation(db, given?.organisation);
  if (given !== undefined && organisationId === undefined)
    return { refused: `there is no single organisation '${given.organisation ?? ''}'` };
  try {
    return await inTransaction(db, async (trx) => {
      await lockAccounts(trx);
      const before = await trx
        .selectFrom('app_user')
        .select(['role', 'organisation_id as organisationId', 'by_claim as byClaim'])
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      const record = (after: object) =>
        recordChange(trx, {
          actor: provider,
          action: 'users change',
          subject: `user:${subject}`,
          detail: { before, after },
        });
      if (given === undefined) {
        if (!before.byClaim) return 'unchanged';
        await keepAnAdministrator(trx, userId);
        await lockOut(trx, userId);
        await record({ state: 'disabled' });
        return 'lockedOut';
      }
      const after = { role: given.role, organisationId: organisationId ?? null, byClaim: true };
      const isMoved = after.role !== before.role || after.organisationId !== before.organisationId;
      if (!isMoved && before.byClaim) return 'unchanged';
      if (isMoved) {
        await keepAnAdministrator(trx, userId);
        await moveUser(trx, provider, userId, { ...after, from: before.organisationId });
      }
      await trx.updateTable('app_user').set({ by_claim: true }).where('user_id', '=', userId).execute();
      await sql`update app_user set version = version + 1 where user_id = ${userId}`.execute(trx);
      await record(after);
      return 'changed';
    });
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  }
}

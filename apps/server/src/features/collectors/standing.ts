import type { StandingWish } from '@platen/contract/enrolment';
import type { Kysely, Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { requireRight } from '../../identity/signed-in-user.ts';
import type { Database } from '../../store/database.ts';
import type { Change } from './enrolment.ts';
import { record } from './service.ts';

interface Standing {
  readonly revokedAt: Date | null;
  readonly restingAt: Date | null;
}

const toWish = ({ revokedAt, restingAt }: Standing): StandingWish =>
  revokedAt !== null ? 'revoked' : restingAt !== null ? 'resting' : 'active';

const verbs = { active: 'resume', resting: 'rest', revoked: 'revoke' } as const;

/**
 * Lets a collector rest or read again, or revokes it (CF-03). What it has stays on its disk, and nothing has
 * to be installed again. `changes`: the number the change was made from (GE-06); absent at the command line.
 */
export async function setStanding(
  trx: Transaction<Database>,
  change: Change,
  collectorId: string,
  { standing, changes }: { readonly standing: StandingWish; readonly changes?: number },
): Promise<void> {
  const { actor, now } = change;
  requireRight(actor, 'manageCollectors');
  const found = await trx
    .selectFrom('collector')
    .select(['name', 'revoked_at as revokedAt', 'resting_at as restingAt', 'changes'])
    .where('collector_id', '=', collectorId)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new Refusal(204001, 'there is no collector of this id');
  const before = toWish(found);
  if (changes !== undefined && found.changes !== changes)
    throw new Refusal(202002, 'the collector was changed meanwhile', {
      body: { current: { standing: before, changes: found.changes }, changedBy: null },
    });
  if (before === standing) return;
  await trx
    .updateTable('collector')
    .set({
      revoked_at: standing === 'revoked' ? now : null,
      resting_at: standing === 'resting' ? now : null,
      changes: found.changes + 1,
    })
    .where('collector_id', '=', collectorId)
    .execute();
  // Silence from now on counts again.
  if (standing === 'active')
    await trx.updateTable('evaluation').set({ evaluated_at: null }).where('entity_id', '=', collectorId).execute();
  await record(trx, actor, verbs[standing], found.name, { from: before, to: standing });
}

/** Id of the collector of this name. Refuses 202001. */
export async function findCollectorId(db: Kysely<Database>, name: string): Promise<string> {
  const found = await db
    .selectFrom('collector')
    .select('collector_id as id')
    .where('name', '=', name)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal(202001, `there is no collector '${name}'`);
  return found.id;
}

import { addCollector, changeStanding, enrolCollector, renewCode } from '@platen/contract/enrolment';
import type { FastifyInstance } from 'fastify';
import { sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { collectorManagedBy, managesCollectors } from '../../identity/visibility.ts';
import { once } from '../../kit/idempotency.ts';
import { serve, serveCode } from '../../kit/serve.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transactions.ts';
import { addByCode, enrol, renewCode as issueAgain } from './enrolment.ts';
import { toPlace } from './organisation-place.ts';
import { setStanding } from './standing.ts';

/** Collectors added, enrolled by code, and asked to rest (CF-01 to CF-05). */
export function registerEnrolment(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, addCollector, async ({ user, request, body }) => {
    requireManager(user, body.organisationId);
    let code: string | undefined;
    // The remembered answer of a repeated call holds no code.
    const answer = await once(db, user, request, async (trx) => {
      const place = await toPlace(trx, user, body);
      const made = await addByCode(trx, { actor: user, now: new Date() }, place);
      ({ code } = made);
      return { collectorId: made.collectorId, validUntil: made.validUntil };
    });
    return code === undefined ? answer : { ...answer, code };
  });

  serve(app, renewCode, async ({ user, request, params: { id } }) => {
    let code: string | undefined;
    const answer = await once(db, user, request, async (trx) => {
      await requireManaged(trx, user, id);
      const made = await issueAgain(trx, { actor: user, now: new Date() }, id);
      ({ code } = made);
      return { collectorId: made.collectorId, validUntil: made.validUntil };
    });
    return code === undefined ? answer : { ...answer, code };
  });

  serve(app, changeStanding, async ({ user, params: { id }, body }) => {
    await inTransaction(db, async (trx) => {
      await requireManaged(trx, user, id);
      await setStanding(trx, { actor: user, now: new Date() }, id, body);
    });
    return { status: 'OK' };
  });

  serveCode(app, enrolCollector, ({ body }) => enrol(db, body, new Date()), { bodyLimit: 16 * 1024 });
}

/**
 * A collector may report for any customer: who does not see every device adds those of the own tree alone.
 */
function requireManager(user: SignedInUser, organisationId: string | undefined): void {
  requireRight(user, 'manageCollectors');
  const isOfTree = organisationId !== undefined && (user.organisationId ?? null) !== null;
  if (!managesCollectors(user) && !isOfTree)
    throw new Refusal(204001, 'collectors are managed by users who see every device');
}

/** Refuses 204001 for a collector that the user does not manage, and for one that there is not. */
async function requireManaged(trx: Transaction<Database>, user: SignedInUser, collectorId: string): Promise<void> {
  requireRight(user, 'manageCollectors');
  const { rows } = await sql`select from collector c
    where c.collector_id = ${collectorId} and ${collectorManagedBy(user)}`.execute(trx);
  if (rows.length === 0) throw new Refusal(204001, 'there is no collector of this id');
}

import { addCollector, changeStanding, enrolCollector, renewCode } from '@platen/contract/enrolment';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { managesCollectors } from '../../identity/visibility.ts';
import { once } from '../../kit/idempotency.ts';
import { serve, serveCode } from '../../kit/serve.ts';
import { inTransaction } from '../../store/transactions.ts';
import { addByCode, enrol, renewCode as issueAgain } from './enrolment.ts';
import { setStanding } from './standing.ts';

/** Collectors added, enrolled by code, and asked to rest (CF-01 to CF-05). */
export function registerEnrolment(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, addCollector, async ({ user, request, body }) => {
    requireManager(user);
    let code: string | undefined;
    // The remembered answer of a repeated call holds no code.
    const answer = await once(db, user, request, async (trx) => {
      const made = await addByCode(trx, { actor: user, now: new Date() }, body);
      ({ code } = made);
      return { collectorId: made.collectorId, validUntil: made.validUntil };
    });
    return code === undefined ? answer : { ...answer, code };
  });

  serve(app, renewCode, async ({ user, request, params: { id } }) => {
    requireManager(user);
    let code: string | undefined;
    const answer = await once(db, user, request, async (trx) => {
      const made = await issueAgain(trx, { actor: user, now: new Date() }, id);
      ({ code } = made);
      return { collectorId: made.collectorId, validUntil: made.validUntil };
    });
    return code === undefined ? answer : { ...answer, code };
  });

  serve(app, changeStanding, async ({ user, params: { id }, body }) => {
    requireManager(user);
    await inTransaction(db, (trx) => setStanding(trx, { actor: user, now: new Date() }, id, body));
    return { status: 'OK' };
  });

  serveCode(app, enrolCollector, ({ body }) => enrol(db, body, new Date()), { bodyLimit: 16 * 1024 });
}

/** A collector may report for any customer: one who sees some groups alone must not add any. */
function requireManager(user: SignedInUser): void {
  requireRight(user, 'manageCollectors');
  if (!managesCollectors(user)) throw new Refusal(204001, 'collectors are managed by users who see every device');
}

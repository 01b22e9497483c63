import {
  answerFinding,
  decideClaim,
  listClaims,
  listFindings,
  listMerges,
  mergeDevices,
  undoMerge,
} from '@platen/contract/device-merges';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { toAuthorId } from '../../identity/organisation-user.ts';
import { once } from '../../kit/idempotency.ts';
import { Answer, serve } from '../../kit/serve.ts';
import { inTransaction } from '../../store/transactions.ts';
import * as findings from './finding-service.ts';
import * as merges from './merge-service.ts';
import { openClaims } from './open-claims.ts';
import * as service from './service.ts';
import * as claims from './store.ts';

/** Which records are one device: claims, findings and merges (OA-42, OA-44, OA-45). */
export function registerClaims(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, listClaims, async ({ user, query: { offset, limit } }) => {
    // The job that opens claims runs once a minute.
    await openClaims(db, new Date());
    const [rows, total] = await Promise.all([
      claims.listClaims(db, { user, offset, limit }),
      claims.countOpenClaims(db, user),
    ]);
    const shown = rows.map(({ claimId, openedAt, held, rival, firstAt, lastAt, isOneDealer }) => ({
      claimId,
      openedAt: openedAt.toISOString(),
      held,
      rival,
      firstAt: firstAt?.toISOString() ?? null,
      lastAt: lastAt?.toISOString() ?? null,
      isOneDealer,
    }));
    const headers = { 'has-more': offset + rows.length < total ? 'True' : 'False', 'total-count': String(total) };
    return new Answer({ claims: shown }, headers);
  });

  serve(app, decideClaim, async ({ user, params: { id }, body }) => {
    if ((await claims.findClaim(db, id, user)) === undefined) throw new Refusal(204001, 'there is no such claim');
    const mergedBy = toAuthorId(user);
    const decided = await service.decideClaim(db, { claimId: id, ...body, actor: user, mergedBy, now: new Date() });
    return { deviceId: body.decision === 'same' ? decided.rivalDeviceId : decided.deviceId };
  });

  serve(app, listFindings, async ({ user }) => ({ findings: await findings.listFindings(db, user) }));

  serve(app, answerFinding, ({ user, body }) =>
    inTransaction(db, (trx) => findings.answerFinding(trx, { user, now: new Date() }, body)),
  );

  serve(app, listMerges, async ({ user }) => ({
    merges: await inTransaction(db, (trx) => merges.listMerges(trx, user, new Date())),
  }));

  serve(app, mergeDevices, ({ user, request, body }) =>
    once(db, user, request, (trx) => merges.mergeDevices(trx, { user, now: new Date() }, body)),
  );

  serve(app, undoMerge, async ({ user, params }) => {
    await inTransaction(db, (trx) => merges.undoMerge(trx, { user, now: new Date() }, params.id));
    return { status: 'OK' };
  });
}

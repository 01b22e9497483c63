import { changeRollout, listRollouts, previewRollout, startRollout } from '@platen/contract/collector-rollouts';
import type { FastifyInstance } from 'fastify';
import { once } from '../../kit/idempotency.ts';
import { serve } from '../../kit/serve.ts';
import { inTransaction } from '../../store/transactions.ts';
import { change, list, preview, start } from './rollout-service.ts';

/** Settings for several collectors in stages (CF-16). */
export function registerRollouts(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, previewRollout, async ({ user, body }) => ({ collectors: await preview(db, user, body) }));

  serve(app, startRollout, ({ user, request, body }) =>
    once(db, user, request, async (trx) => ({ rollout: await start(trx, user, body) })),
  );

  serve(app, listRollouts, async ({ user }) => ({ rollouts: await list(db, user) }));

  serve(app, changeRollout, ({ user, params: { id }, body }) =>
    inTransaction(db, async (trx) => ({ rollout: await change(trx, user, id, body) })),
  );
}

import {
  changeCollectorSettings,
  fetchSettings,
  readCollectorSettings,
  remoteLimits,
  sendEffective,
} from '@platen/contract/remote-settings';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { serve, serveCollector } from '../../kit/serve.ts';
import { inTransaction } from '../../store/transactions.ts';
import { changeSettings, readSettings } from './settings-service.ts';
import { readWanted, storeEffective } from './settings-store.ts';

/** Settings of collectors from the portal (CF-10 to CF-15). */
export function registerSettings(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, readCollectorSettings, ({ user, params: { id } }) => readSettings(db, user, id));

  serve(app, changeCollectorSettings, ({ user, params: { id }, body }) =>
    inTransaction(db, (trx) => changeSettings(trx, user, id, body)),
  );

  serveCollector(app, fetchSettings, async ({ collector }) => {
    const wanted = await readWanted(db, collector.collectorId);
    if (wanted === undefined) throw new Refusal(204001, 'no settings are wanted of this collector');
    return wanted;
  });

  serveCollector(
    app,
    sendEffective,
    async ({ collector, body }) => {
      await storeEffective(db, collector.collectorId, body, new Date());
      return { status: 'OK' };
    },
    { bodyLimit: remoteLimits.effectiveBytes },
  );
}

import { changeModels as changeCall, listModels as listCall } from '@platen/contract/models';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../kit/serve.ts';
import { inTransaction } from '../../store/transactions.ts';
import { changeModels, listModels } from './service.ts';

/** The model table of the organisation (OA-60, LG-13). */
export function registerModels(app: FastifyInstance): void {
  const { db } = app.platform.store;
  serve(app, listCall, ({ user }) => listModels(db, user));
  serve(app, changeCall, ({ user, body }) => inTransaction(db, (trx) => changeModels(trx, user, body)));
}

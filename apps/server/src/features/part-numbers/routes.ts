import { listPartNumbers, replacePartNumbers as replaceCall } from '@platen/contract/part-numbers';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../kit/serve.ts';
import { inTransaction } from '../../store/transactions.ts';
import { readPartNumbers, replacePartNumbers } from './service.ts';

/** The organisation's own numbers of parts and supplies (VP-20). */
export function registerPartNumbers(app: FastifyInstance): void {
  const { db } = app.platform.store;
  serve(app, listPartNumbers, ({ user }) => readPartNumbers(db, user));
  serve(app, replaceCall, ({ user, body }) => inTransaction(db, (trx) => replacePartNumbers(trx, user, body)), {
    bodyLimit: 6_000_000,
  });
}

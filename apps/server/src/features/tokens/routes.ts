import {
  addToken as addTokenCall,
  listTokens as listTokensCall,
  revokeToken as revokeTokenCall,
} from '@platen/contract/tokens';
import type { FastifyInstance } from 'fastify';
import { once } from '../../kit/idempotency.ts';
import { serve } from '../../kit/serve.ts';
import { inTransaction } from '../../store/transactions.ts';
import { addToken, listTokens, revokeToken } from './service.ts';

/** API tokens (OA-30 to OA-32): own ones, and with the right to manage tokens all. */
export function registerTokens(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, listTokensCall, async ({ user }) => ({ tokens: await listTokens(db, user) }));

  serve(app, addTokenCall, async ({ user, request, body }) => {
    let token: string | undefined;
    // The remembered answer of a repeated call holds no secret.
    const answer = await once(db, user, request, async (trx) => {
      const made = await addToken(trx, user, user, body, new Date());
      ({ token } = made);
      return { apiToken: made.apiToken };
    });
    return token === undefined ? answer : { ...answer, token };
  });

  serve(app, revokeTokenCall, ({ user, params: { id } }) =>
    inTransaction(db, async (trx) => ({
      apiToken: await revokeToken(trx, user, id, { userId: user.userId, now: new Date() }),
    })),
  );
}

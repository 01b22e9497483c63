import type { Kysely, Transaction } from 'kysely';
import { toMessage } from '../base/errors.ts';
import type { Database } from './database.ts';

/** The connection was lost; with SQLSTATE 08006, as PostgreSQL itself reports it. */
class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  readonly code = '08006';
}

/**
 * Runs `work` in one transaction. Fails with the error of the work: where the session is broken the rollback
 * fails too, and its complaint would hide why. When this returns, the transaction is committed.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  let failure: { error: unknown } | undefined;
  try {
    return await db.transaction().execute(async (trx) => {
      try {
        return await work(trx);
      } catch (error) {
        failure = { error };
        throw error;
      }
    });
  } catch (error) {
    const cause = failure === undefined ? error : failure.error;
    // node-postgres reports a connection that was lost between two statements without a code.
    if (/is not queryable|^Connection terminated/.test(toMessage(cause)))
      throw new ConnectionLost(toMessage(cause), { cause });
    throw cause;
  }
}

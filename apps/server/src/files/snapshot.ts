import type { Transaction } from 'kysely';
import type { Connection, Database } from '../store/database.ts';

/** Rows of a selection as they were at one moment. */
export interface Snapshot<R> {
  readonly total: number;
  /** In the order of the list; each batch is read when it is asked for. */
  readonly batches: AsyncGenerator<readonly R[]>;
  /** Releases the session; call it after the last read. Never fails; a second call does nothing. */
  close(): Promise<void>;
}

/** Rows of a batch. */
export const batchSize = 1000;

/**
 * Opens one read-only transaction that sees the store as of now until it is closed: no row twice, none left
 * out, the count exact. A client that takes nothing for a minute loses it
 * (idle_in_transaction_session_timeout).
 */
export async function openSnapshot<R>(
  { db }: Pick<Connection, 'db'>,
  open: (trx: Transaction<Database>) => Promise<Omit<Snapshot<R>, 'close'>>,
): Promise<Snapshot<R>> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await trx
      .rollback()
      .execute()
      .catch(() => undefined);
  };
  try {
    return { ...(await open(trx)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

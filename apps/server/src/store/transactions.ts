import type { Kysely, Transaction } from 'kysely';
import { toErrorCode, toMessage } from '../base/errors.ts';
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

/**
 * Advisory locks of the store, taken in this order and before any row lock, so that none waits for another in
 * a circle. Numbers are arbitrary but must never change: servers of two versions may run side by side during
 * an update.
 */
export const locks = {
  /** Alone while a starting server brings tables, job queue and rights to its version. */
  preparation: 7_341_017,
  /** Shared while a device's groups are worked out, alone while groups change. */
  groups: 7_341_001,
  /**
   * Shared while devices are registered of which nothing is known, alone where known ones get or lose a key.
   */
  registration: 7_341_002,
  /** Alone while partitions are made or dropped. */
  partitions: 7_341_003,
  /**
   * First half of a pair with the hash of a device's id: alone while it is judged. Only ever tried, never
   * waited for.
   */
  judging: 7_341_004,
  /**
   * First half of a pair with the hash of an entity's id: alone while its conditions are evaluated. Jobs try
   * it, actions of people wait for it, in the order of the hashes.
   */
  evaluating: 7_341_005,
  /** Alone while roles, organisations and states of users change. */
  accounts: 7_341_006,
  /** Alone while changes are added to the totals of the fleet, or these are counted. Only ever tried. */
  totals: 7_341_007,
  /** The same for the totals of searched texts. */
  searchTotals: 7_341_021,
} as const;

const codesOfTheSystem = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);
/**
 * Connection lost (08), out of resources or disk (53), operator intervention and time-outs (57), clashes
 * (40), lock not available (55P03).
 */
const states = /^(08|53|57|40)...$|^55P03$/;
/** Messages of node-postgres that have no code. */
const sentences =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool|Client has encountered a connection error and is not queryable)/;

/**
 * Whether a failure is the database's trouble of the moment, so that another try later makes sense (203003).
 */
export function isConnectionTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = toErrorCode(error);
  if (code === undefined) return sentences.test(error.message);
  if (codesOfTheSystem.has(code))
    return 'syscall' in error && ['connect', 'read', 'write', 'getaddrinfo'].includes(String(error.syscall));
  return states.test(code);
}

/** Text that PostgreSQL cannot hold: a zero character (22021, in `jsonb` 22P05). */
export const isUnstorableText = (error: unknown): boolean => ['22021', '22P05'].includes(toErrorCode(error) ?? '');

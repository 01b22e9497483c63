import { toErrorCode, toMessage } from '../../base/errors.ts';
import { StatementCancelled } from '../statement.ts';
import { isConnectionTrouble } from '../transactions.ts';

/**
 * What a failed read at a replica says: `gone`, the replica itself; `conflict`, replaying the log came before
 * this statement; `write`, the call does not only read; `own`, nothing about the replica, so that the call
 * fails as it would at the primary.
 */
export type ReplicaTrouble = 'gone' | 'conflict' | 'write' | 'own';

/** What a failure of a read at a replica says of it. */
export function toTrouble(error: unknown): ReplicaTrouble {
  if (error instanceof StatementCancelled) return 'own';
  const code = toErrorCode(error) ?? '';
  if (code === '25006') return 'write';
  // In old versions a query in the way of the replay has the code of one that exceeds its time limit.
  if (code === '57014') return /conflict with recovery/.test(toMessage(error)) ? 'conflict' : 'own';
  // Serialization failures, deadlocks and locks: a statement that only reads has none of its own.
  if (/^40...$|^55P03$/.test(code)) return 'conflict';
  // Damaged pages and defects of its files are of this machine alone.
  if (/^(58|XX)/.test(code)) return 'gone';
  return isConnectionTrouble(error) ? 'gone' : 'own';
}

import { toErrorCode } from '../base/errors.ts';

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

/** Text that PostgreSQL cannot hold: a zero character, or half of a surrogate pair (22021, 22P05). */
export const isUnstorableText = (error: unknown): boolean => ['22021', '22P05'].includes(toErrorCode(error) ?? '');

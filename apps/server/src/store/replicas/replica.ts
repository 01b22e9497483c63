import type { Pool, PoolClient } from 'pg';
import { toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/logger.ts';
import { type Connection, connect } from '../database.ts';
import { type Sample, toFreshAt, toPosition } from './freshness.ts';
import { createProbe } from './probe.ts';

/**
 * `used`; `behind`: more than the limit; `unreachable`; `foreign`: it replays no log (it was promoted, or is
 * no replica), or that of another database.
 */
export type ReplicaState = 'used' | 'behind' | 'unreachable' | 'foreign';
export const replicaStates = ['used', 'behind', 'unreachable', 'foreign'] as const;

/** A read-only copy of the database, by streaming replication. */
export interface Replica {
  /** Host and port, for the log and the metrics. */
  readonly name: string;
  readonly store: Pick<Connection, 'db' | 'pool'>;
  /** As of now: what became of it may be known a second later. */
  state(): ReplicaState;
  /** Age of what it shows at most, in milliseconds; Infinity: not known. */
  lagMs(): number;
  /** Aborts when it stops answering: reads that are under way will not end. */
  readonly lost: AbortSignal;
  /** Leaves it out, since a read failed, until it answers again. */
  leaveOut(reason: string): void;
  /** Compares it with samples of the primary, of the cluster with this identifier. */
  check(samples: readonly Sample[], cluster: string): Promise<void>;
  close(): Promise<void>;
}

interface ReplicaOptions {
  readonly url: string;
  readonly log: Log;
  readonly limitMs: number;
  /** Longest time for the answer to a check. */
  readonly timeoutMs: number;
}

const question = `select pg_is_in_recovery() as replays, pg_last_wal_replay_lsn()::text as lsn,
  (select system_identifier::text from pg_control_system()) as cluster`;

interface Standing {
  readonly replays: boolean;
  readonly lsn: string | null;
  readonly cluster: string;
}

/** Opens a replica; it is left out until its first check. */
export function openReplica({ url, log, limitMs, timeoutMs }: ReplicaOptions): Replica {
  const name = toName(url);
  // Statements of a replica that was promoted, and is not yet noticed to be, must not write either.
  const connection = connect(url, { log, applicationName: 'platen reads', isReadOnly: true });
  const probe = createProbe<Standing>(url, question);
  const active = new Set<PoolClient>();
  connection.pool.on('acquire', (client) => active.add(client));
  connection.pool.on('release', (_error, client) => active.delete(client));
  let found: Exclude<ReplicaState, 'behind'> = 'unreachable';
  let freshAt = Number.NEGATIVE_INFINITY;
  let lost = new AbortController();
  let noted: ReplicaState | undefined;

  const lagMs = () => performance.now() - freshAt;
  const state = (): ReplicaState => (found === 'used' && lagMs() > limitMs ? 'behind' : found);
  const note = (reason?: string) => {
    const now = state();
    if (now === noted) return;
    noted = now;
    if (now === 'used') log.info({ replica: name }, 'reads go to a replica');
    else log.warn({ replica: name, state: now, reason }, 'a replica is left out');
  };
  const leaveOut = (reason: string) => {
    const wasReachable = found !== 'unreachable';
    found = 'unreachable';
    note(reason);
    if (!wasReachable) return;
    lost.abort();
    lost = new AbortController();
    cutSessions(connection.pool, active);
  };

  return {
    name,
    store: connection,
    state,
    lagMs,
    get lost() {
      return lost.signal;
    },
    leaveOut,
    async check(samples, cluster) {
      try {
        const standing = await probe.ask(timeoutMs);
        if (standing.replays && standing.lsn !== null) freshAt = toFreshAt(samples, toPosition(standing.lsn));
        found = standing.replays && standing.cluster === cluster ? 'used' : 'foreign';
        note();
      } catch (error) {
        leaveOut(toMessage(error));
      }
    },
    async close() {
      await probe.stop();
      // Sessions of one that does not answer would keep the pool open.
      if (found === 'unreachable') cutSessions(connection.pool, active);
      await connection.close();
    },
  };
}

/**
 * Ends the sessions of a replica that does not answer. Those in use would wait for the time-out of TCP, idle
 * ones fail their next statement when the replica is back.
 */
function cutSessions(pool: Pool, active: ReadonlySet<PoolClient>): void {
  for (const client of active) void endSession(client);
  for (let left = pool.idleCount; left > 0; left -= 1)
    void pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    );
}

/** Cuts the connection where a statement is running. */
const endSession = async (client: object): Promise<void> => {
  if ('end' in client && typeof client.end === 'function') await client.end();
};

/** Host and port of a database address, without user and password. */
function toName(url: string): string {
  const host = /^postgres(?:ql)?:\/\/(?:[^@/?]*@)?([^/?]*)/.exec(url)?.[1] ?? '';
  return host === '' ? decodeURIComponent(/[?&]host=([^&]*)/.exec(url)?.[1] ?? 'local') : host;
}

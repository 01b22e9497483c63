import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../base/logger.ts';
import { addSample, type Sample, toPosition } from './freshness.ts';
import { createProbe } from './probe.ts';
import { openReplica, type Replica } from './replica.ts';

/** The replicas of a database, watched as long as the server runs. */
export interface Replicas {
  readonly all: readonly Replica[];
  /** What a replica shows is at most so old, in milliseconds, or it is left out. */
  readonly limitMs: number;
  /**
   * The replica that a user reads from; undefined: none is good at present. A user is given the same one as
   * long as it is good, so that pages read one after the other do not go back in time.
   */
  choose(userId: string): Replica | undefined;
  stop(): Promise<void>;
}

interface ReplicasOptions {
  /** Addresses of the replicas, and of the primary. */
  readonly urls: readonly string[];
  readonly primaryUrl: string;
  readonly limitMs: number;
  readonly log: Log;
}

/** Between two checks of all replicas. */
const everyMs = 1000;
/** What was just committed is given so long to arrive, or a replica would always seem a round behind. */
const headStartMs = 100;
/** With the two above less than the 2 s within which a replica that is dead is left out. */
const timeoutMs = 700;

const question = `select pg_current_wal_flush_lsn()::text as lsn,
  (select system_identifier::text from pg_control_system()) as cluster`;

/**
 * Opens replicas and watches them: once a second the primary is asked how far its log is written, and each
 * replica how far it has replayed it. Resolves after the first check; a replica that cannot be reached is no
 * failure.
 */
export async function openReplicas({ urls, primaryUrl, limitMs, log }: ReplicasOptions): Promise<Replicas> {
  const all = urls.map((url) => openReplica({ url, log, limitMs, timeoutMs }));
  const primary = createProbe<{ lsn: string; cluster: string }>(primaryUrl, question);
  const stopped = new AbortController();
  let samples: readonly Sample[] = [];
  let cluster = '';

  const sample = async () => {
    const at = performance.now();
    try {
      const answer = await primary.ask(timeoutMs);
      cluster = answer.cluster;
      samples = addSample(samples, { at, position: toPosition(answer.lsn) });
    } catch {
      // Without samples every replica counts as behind before long, and calls meet the same trouble.
    }
  };
  const check = async () => {
    await Promise.all([sample(), wait(headStartMs)]);
    await Promise.all(all.map((replica) => replica.check(samples, cluster)));
  };
  const watch = async () => {
    while (!stopped.signal.aborted) {
      const began = performance.now();
      await check();
      const left = everyMs - (performance.now() - began);
      await wait(Math.max(0, left), undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };

  await check();
  const watched = watch();
  return {
    all,
    limitMs,
    choose: (userId) => pick(all, userId),
    async stop() {
      stopped.abort();
      await watched;
      await primary.stop();
      await Promise.all(all.map((replica) => replica.close()));
    },
  };
}

/** By rendezvous hashing: one that is left out moves its own users alone. */
function pick(all: readonly Replica[], userId: string): Replica | undefined {
  const good = all.filter((replica) => replica.state() === 'used');
  if (good.length < 2) return good[0];
  const weights = new Map(good.map((replica) => [replica, hash('sha1', `${userId} ${replica.name}`)]));
  return good.toSorted((a, b) => ((weights.get(a) ?? '') < (weights.get(b) ?? '') ? -1 : 1))[0];
}

import { performance } from 'node:perf_hooks';
import { findDueEntities } from '@platen/server/jobs/conditions/due-entities';
import { countDue, findDue } from '@platen/server/jobs/judge/due';
import { markOffline, markStopped } from '@platen/server/jobs/offline';
import type { DueMemory } from '@platen/server/jobs/since-clear';
import type { Store } from '@platen/server/store/open-store';

/** What a process remembers between its rounds. */
const memory: DueMemory = {};
const ofWorklist: DueMemory = {};

/** What jobs do every few seconds or minutes while nothing is due; the first round of each is not counted. */
const rounds: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  'job: find due devices': ({ db }) => findDue(db, 500, memory),
  'job: find due devices, all': ({ db }) => findDue(db, 500),
  'job: count due devices': ({ db }) => countDue(db, memory),
  'job: find due for the worklist': async ({ db }) => {
    const { ids, done } = await findDueEntities(db, { now: new Date(), limit: 2000, memory: ofWorklist });
    if (ids.length === 0) done();
  },
  'job: find due for the worklist, all': ({ db }) => findDueEntities(db, { now: new Date(), limit: 2000, memory: {} }),
  'job: mark offline': ({ db }) => markOffline(db, new Date(), 24),
  'job: mark stopped': ({ db }) => markStopped(db, new Date()),
};
const times = 5;

/** Milliseconds of each round, the middle of five, after one that is not counted. */
export async function measureRounds(store: Store): Promise<Map<string, number>> {
  const result = new Map<string, number>();
  for (const one of [memory, ofWorklist]) delete one.clearAt;
  for (const [name, run] of Object.entries(rounds)) {
    const taken: number[] = [];
    for (let round = 0; round <= times; round++) {
      const began = performance.now();
      await run(store);
      if (round > 0) taken.push(performance.now() - began);
    }
    taken.sort((a, b) => a - b);
    result.set(name, taken[Math.floor(times / 2)] ?? Number.NaN);
  }
  return result;
}

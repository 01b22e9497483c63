import { Refusal } from '../../base/refusal.ts';

export interface QueueLimits {
  /** Deliveries that run at once, of all keys and of one. */
  running: number;
  runningOfKey: number;
  /** Deliveries that are read or wait, of all keys and of one. */
  waiting: number;
  waitingOfKey: number;
  /** Bytes that the bodies of those may hold together. */
  waitingBytes: number;
}

/** The place of one delivery in the queue, from before its body is read until it is answered. */
export interface Place {
  /** To be called with the length of each piece of the body before it is kept. Throws 203002 where there is no room. */
  hold(bytes: number): void;
  /** Waits for its turn and does the work. Rejects with 203002 when the place had to be given up meanwhile. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Gives the place up, whatever state it is in. May be called more than once. */
  leave(): void;
}

export interface FairQueue {
  /** Throws 203002 where the key, or all keys together, have as many places as they may. */
  enter(key: string): Place;
}

interface Entry {
  readonly key: string;
  state: 'reading' | 'waiting' | 'running' | 'left';
  bytes: number;
  /** Set while it waits. */
  begin?: () => void;
  refuse?: (reason: Refusal) => void;
}

/**
 * Shares the turns between keys: the next turn is that of the key whose last one is the longest ago, and of its deliveries of the one that came
 * first. Where room runs out, the newest delivery of the key that takes most of it is refused, so that a key that sends
 * much never takes the room of one that sends little.
 */
export function createFairQueue(limits: QueueLimits): FairQueue {
  // By key, in the order of their last turns. A set keeps the order of arrival.
  const keys = new Map<string, Set<Entry>>();
  const runningOfKey = new Map<string, number>();
  let running = 0;

  const isHere = (entry: Entry) => entry.state === 'reading' || entry.state === 'waiting';
  const count = (entries: Iterable<Entry>) => [...entries].filter(isHere).length;
  const sumBytes = (entries: Iterable<Entry>) =>
    [...entries].reduce((sum, entry) => sum + (isHere(entry) ? entry.bytes : 0), 0);
  const sumAll = (measure: (entries: Iterable<Entry>) => number) =>
    [...keys.values()].reduce((sum, entries) => sum + measure(entries), 0);

  const remove = (entry: Entry) => {
    const entries = keys.get(entry.key);
    entries?.delete(entry);
    if (entries?.size === 0) keys.delete(entry.key);
    entry.state = 'left';
  };
  /** Makes room by refusing the newest delivery of the key that takes most; false where that is this very one. */
  const makeRoom = (own: Entry, measure: (entries: Iterable<Entry>) => number): boolean => {
    let heaviest: Set<Entry> | undefined = keys.get(own.key);
    for (const entries of keys.values()) if (measure(entries) > measure(heaviest ?? [])) heaviest = entries;
    const newest = [...(heaviest ?? [])].findLast(isHere);
    if (newest === undefined || newest.key === own.key) return false;
    const { refuse } = newest;
    remove(newest);
    refuse?.(toOverload());
    return true;
  };

  const beginNext = () => {
    while (running < limits.running) {
      let next: Entry | undefined;
      for (const [key, entries] of keys) {
        if ((runningOfKey.get(key) ?? 0) >= limits.runningOfKey) continue;
        next = [...entries].find((entry) => entry.state === 'waiting');
        if (next === undefined) continue;
        // To the end of the round.
        keys.delete(key);
        keys.set(key, entries);
        break;
      }
      if (next === undefined) return;
      running++;
      runningOfKey.set(next.key, (runningOfKey.get(next.key) ?? 0) + 1);
      next.state = 'running';
      next.begin?.();
    }
  };
  const end = (entry: Entry) => {
    running--;
    const left = (runningOfKey.get(entry.key) ?? 1) - 1;
    if (left === 0) runningOfKey.delete(entry.key);
    else runningOfKey.set(entry.key, left);
    remove(entry);
    beginNext();
  };

  return {
    enter(key) {
      const entry: Entry = { key, state: 'reading', bytes: 0 };
      const entries = keys.get(key) ?? new Set();
      if (count(entries) >= limits.waitingOfKey) throw toOverload('too many deliveries of this key at once');
      keys.set(key, entries.add(entry));
      while (sumAll(count) > limits.waiting)
        if (!makeRoom(entry, count)) {
          remove(entry);
          throw toOverload();
        }
      return {
        hold(bytes) {
          if (entry.state === 'left') throw toOverload();
          entry.bytes += bytes;
          while (sumAll(sumBytes) > limits.waitingBytes)
            if (!makeRoom(entry, sumBytes)) {
              remove(entry);
              throw toOverload();
            }
        },
        async run(work) {
          if (entry.state !== 'reading') throw toOverload();
          entry.state = 'waiting';
          const turn = new Promise<void>((resolve, reject) => {
            entry.begin = resolve;
            entry.refuse = reject;
          });
          beginNext();
          await turn;
          try {
            return await work();
          } finally {
            end(entry);
          }
        },
        leave() {
          if (!isHere(entry)) return;
          const { refuse } = entry;
          remove(entry);
          refuse?.(toOverload());
        },
      };
    },
  };
}

const toOverload = (detail = 'too many deliveries at once') => new Refusal(203002, detail, { retryAfter: 5 });

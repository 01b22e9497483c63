import { Refusal } from '../base/errors.ts';

interface Limits {
  /** Places of one user: a call takes one for each session of the store that it may hold. */
  readonly atOnce: number;
  /** Calls of one user that may wait for a place. */
  readonly waiting: number;
  /** Longest time that a call waits, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Limits the calls of each user that are processed at once; one user's calls never take the place of
 * another's.
 */
export interface UserCalls {
  /**
   * Waits, in the order of arrival, until the user has places free; returns the function that frees them.
   * Throws 203002 if too many calls of the user wait, the wait takes too long, or the signal aborts.
   */
  enter(userId: string, places: number, signal: AbortSignal): Promise<() => void>;
  /** Over all users: places taken, and calls that wait for one. */
  counts(): { taken: number; waiting: number };
}

interface Waiter {
  readonly places: number;
  start(): void;
}

interface UserQueue {
  taken: number;
  waiters: Waiter[];
}

/** In memory: each server limits for itself, which is what its own sessions need. */
export function createUserCalls({ atOnce, waiting, waitMs }: Limits): UserCalls {
  const users = new Map<string, UserQueue>();

  const settle = (userId: string, queue: UserQueue) => {
    for (let next = queue.waiters[0]; next && queue.taken + next.places <= atOnce; next = queue.waiters[0]) {
      queue.waiters.shift();
      next.start();
    }
    if (queue.taken === 0 && queue.waiters.length === 0) users.delete(userId);
  };

  const take = (userId: string, queue: UserQueue, places: number) => {
    queue.taken += places;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      queue.taken -= places;
      settle(userId, queue);
    };
  };

  const wait = (userId: string, queue: UserQueue, places: number, signal: AbortSignal) =>
    new Promise<() => void>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
      };
      const refuse = (detail: string) => {
        end();
        queue.waiters = queue.waiters.filter((other) => other !== waiter);
        settle(userId, queue);
        reject(new Refusal(203002, detail, { retryAfter: 2 }));
      };
      const giveUp = () => refuse('the call was given up while it waited');
      const waiter: Waiter = {
        places,
        start() {
          end();
          resolve(take(userId, queue, places));
        },
      };
      const timer = setTimeout(() => refuse('other calls of this user take too long'), waitMs);
      signal.addEventListener('abort', giveUp, { once: true });
      queue.waiters.push(waiter);
    });

  return {
    async enter(userId, wanted, signal) {
      const places = Math.min(wanted, atOnce);
      const queue = users.get(userId) ?? { taken: 0, waiters: [] };
      if (signal.aborted) throw new Refusal(203002, 'the call was given up', { retryAfter: 2 });
      if (queue.waiters.length >= waiting)
        throw new Refusal(203002, 'too many calls of this user at once', { retryAfter: 2 });
      users.set(userId, queue);
      if (queue.waiters.length === 0 && queue.taken + places <= atOnce) return take(userId, queue, places);
      return wait(userId, queue, places, signal);
    },
    counts: () => {
      const all = [...users.values()];
      return {
        taken: all.reduce((sum, { taken }) => sum + taken, 0),
        waiting: all.reduce((sum, { waiters }) => sum + waiters.length, 0),
      };
    },
  };
}

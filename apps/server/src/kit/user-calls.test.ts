import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../base/errors.ts';
import { createUserCalls } from './user-calls.ts';

const idle = { taken: 0, waiting: 0 };
const never = new AbortController().signal;
const refused = (error: unknown) =>
  error instanceof Refusal ? [error.errorCode, error.headers['retry-after']] : error;

test('AC-24: a user has a limited number of calls at once; further ones wait in order, calls of others do not', async () => {
  const calls = createUserCalls({ atOnce: 2, waiting: 10, waitMs: 60_000 });
  const started: string[] = [];
  const enter = async (name: string, user: string, places = 1) => {
    const leave = await calls.enter(user, places, never);
    started.push(name);
    return leave;
  };
  const first = await enter('a1', 'a');
  const second = await enter('a2', 'a');
  const third = enter('a3', 'a', 2);
  const fourth = enter('a4', 'a');
  await enter('b1', 'b').then((leave) => leave());
  expect([started, calls.counts()]).toEqual([['a1', 'a2', 'b1'], { taken: 2, waiting: 2 }]);
  first();
  first();
  await setImmediate();
  // Two places for the third: the fourth does not overtake it.
  expect(started).toEqual(['a1', 'a2', 'b1']);
  second();
  (await third)();
  (await fourth)();
  expect([started, calls.counts()]).toEqual([['a1', 'a2', 'b1', 'a3', 'a4'], idle]);
});

test('AC-24: beyond the calls that may wait, and after the longest wait, a call is refused with the time to try again', async () => {
  const calls = createUserCalls({ atOnce: 1, waiting: 1, waitMs: 20 });
  const leave = await calls.enter('a', 5, never);
  const waiting = calls.enter('a', 1, never).catch(refused);
  expect(await calls.enter('a', 1, never).catch(refused)).toEqual([203002, '2']);
  expect(await waiting).toEqual([203002, '2']);
  leave();
  expect(calls.counts()).toEqual(idle);
});

test('AC-24: whatever users do, no user has more places than allowed, the waiting are served, and nothing is left over', async () => {
  const step = fc.record({
    kind: fc.constantFrom('enter', 'enter', 'leave', 'abort'),
    user: fc.constantFrom('a', 'b', 'c'),
    places: fc.integer({ min: 1, max: 6 }),
    pick: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 4 }), async (steps, atOnce) => {
      const calls = createUserCalls({ atOnce, waiting: 5, waitMs: 60_000 });
      const inside: { user: string; places: number; leave: () => void }[] = [];
      const open = new Set<AbortController>();
      const ended: Promise<void>[] = [];
      const refusals: unknown[] = [];
      for (const { kind, user, places, pick } of steps) {
        if (kind === 'enter') {
          const abort = new AbortController();
          open.add(abort);
          const entered = calls.enter(user, places, abort.signal).then(
            (leave) => void inside.push({ user, places: Math.min(places, atOnce), leave }),
            (error: unknown) => void refusals.push(refused(error)),
          );
          ended.push(entered.finally(() => open.delete(abort)));
        } else if (kind === 'leave') inside.splice(pick % Math.max(1, inside.length), 1)[0]?.leave();
        else [...open][pick % Math.max(1, open.size)]?.abort();
        await setImmediate();
        for (const name of ['a', 'b', 'c'])
          expect(inside.reduce((sum, call) => sum + (call.user === name ? call.places : 0), 0)).toBeLessThanOrEqual(
            atOnce,
          );
        expect(calls.counts().taken).toBe(inside.reduce((sum, call) => sum + call.places, 0));
      }
      for (let left = inside.pop(); left; left = inside.pop()) {
        left.leave();
        await setImmediate();
      }
      await Promise.all(ended);
      expect(refusals).toEqual(refusals.map(() => [203002, '2']));
      expect(calls.counts()).toEqual(idle);
    }),
    { numRuns: 100 },
  );
});

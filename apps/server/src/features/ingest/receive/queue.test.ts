import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../base/errors.ts';
import { createFairQueue, type QueueLimits, type Slot, toRetrySeconds } from './queue.ts';

const roomy: QueueLimits = { running: 2, runningOfKey: 2, waiting: 100, waitingOfKey: 50, waitingBytes: 1000 };

/** A queue whose deliveries run until they are ended by their name. */
function createRunner(limits: QueueLimits) {
  const queue = createFairQueue(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const outcomes = new Map<string, string>();
  const start = async (key: string, name: string, bytes = 0) => {
    try {
      const place = queue.enter(key);
      place.hold(bytes);
      await place.run(
        () =>
          new Promise<void>((resolve) => {
            begun.push(name);
            ends.set(name, resolve);
          }),
      );
      outcomes.set(name, 'done');
    } catch (error) {
      outcomes.set(name, error instanceof Refusal && error.errorCode === 203002 ? 'refused' : String(error));
    }
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    ends.delete(name);
    await settle();
  };
  return { start, end, begun, ends, outcomes };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue of deliveries', () => {
  test('AP-05: keys take turns, however many deliveries one of them has waiting', async () => {
    const { start, end, begun } = createRunner({ ...roomy, runningOfKey: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void start('a', name);
    await settle();
    expect(begun).toEqual(['a1']);
    void start('b', 'b1');
    void start('c', 'c1');
    await end('a1');
    expect(begun).toEqual(['a1', 'b1', 'a2']);
    await end('b1');
    expect(begun).toEqual(['a1', 'b1', 'a2', 'c1']);
  });

  test('AP-05: if room runs out, the newest delivery of the key that uses most of it is refused', async () => {
    const { start, outcomes, begun, end } = createRunner({ ...roomy, running: 1, waiting: 4 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void start('a', name, 300);
    await settle();
    expect(outcomes).toEqual(new Map());
    void start('b', 'b1', 200);
    await settle();
    expect(outcomes).toEqual(new Map([['a4', 'refused']]));
    void start('a', 'a5', 300);
    await settle();
    expect(outcomes.get('a5')).toBe('refused');
    await end('a1');
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
  });

  test('AP-05: a slot that is left while reading or waiting is free for others, also after a failure', async () => {
    const queue = createFairQueue({ ...roomy, running: 1, waitingOfKey: 1, waitingBytes: 10 });
    const first = queue.enter('a');
    first.hold(10);
    expect(() => queue.enter('a')).toThrow(/too many deliveries of this key/);
    first.leave();
    const second = queue.enter('a');
    second.hold(10);
    expect(() => second.hold(1)).toThrow(Refusal);
    await expect(second.run(() => Promise.resolve())).rejects.toThrow(Refusal);
    await expect(queue.enter('a').run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await queue.enter('a').run(() => Promise.resolve('next'))).toBe('next');
  });

  test('AP-05: in any order of arrival bounds hold, keys take turns, and every delivery is run or refused', async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), bytes: fc.nat(30) }) },
      { weight: 2, arbitrary: fc.record({ end: fc.nat(9) }) },
    );
    const limits = fc.record({
      running: fc.integer({ min: 1, max: 4 }),
      runningOfKey: fc.integer({ min: 1, max: 3 }),
      waiting: fc.integer({ min: 1, max: 8 }),
      waitingOfKey: fc.integer({ min: 1, max: 4 }),
      waitingBytes: fc.integer({ min: 1, max: 120 }),
    });
    await fc.assert(
      fc.asyncProperty(limits, fc.array(step, { maxLength: 60 }), async (limits, steps) => {
        const { start, end, begun, ends, outcomes } = createRunner(limits);
        const arrived: { key: string; name: string; bytes: number }[] = [];
        /** Turns of other keys since a key waits and could run. */
        const passed = new Map<string, Map<string, number>>();
        let seen = 0;
        const check = () => {
          const running = [...ends.keys()];
          const waits = arrived.filter(({ name }) => !begun.includes(name) && !outcomes.has(name));
          const ofKey = (names: readonly string[], key: string) => names.filter((name) => name.startsWith(key)).length;
          expect(running.length).toBeLessThanOrEqual(limits.running);
          expect(waits.length).toBeLessThanOrEqual(limits.waiting);
          expect(waits.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(limits.waitingBytes);
          const open: string[] = [];
          for (const key of ['a', 'b', 'c', 'd']) {
            const names = waits.filter((one) => one.key === key).map(({ name }) => name);
            expect(ofKey(running, key)).toBeLessThanOrEqual(limits.runningOfKey);
            expect(names.length).toBeLessThanOrEqual(limits.waitingOfKey);
            if (names.length > 0 && ofKey(running, key) < limits.runningOfKey) open.push(key);
            // Those of a key begin in the order of their arrival.
            const own = begun.filter((name) => name.startsWith(key)).map((name) => Number(name.slice(1)));
            expect(own).toEqual(own.toSorted((one, other) => one - other));
          }
          // No turn is left unused.
          expect(running.length === limits.running || open.length === 0).toBe(true);
          for (const name of begun.slice(seen)) {
            const key = name.slice(0, 1);
            passed.delete(key);
            for (const others of passed.values()) {
              others.set(key, (others.get(key) ?? 0) + 1);
              expect(others.get(key)).toBeLessThanOrEqual(1);
            }
          }
          seen = begun.length;
          for (const key of passed.keys()) if (!open.includes(key)) passed.delete(key);
          for (const key of open) if (!passed.has(key)) passed.set(key, new Map());
        };
        for (const [number, one] of steps.entries()) {
          if ('end' in one) {
            const name = [...ends.keys()][one.end % Math.max(1, ends.size)];
            if (name !== undefined) await end(name);
          } else {
            const name = `${one.key}${number}`;
            arrived.push({ ...one, name });
            void start(one.key, name, one.bytes);
            await settle();
          }
          check();
        }
        while (ends.size > 0) {
          for (const name of ends.keys()) await end(name);
          check();
        }
        for (const { name } of arrived) expect(outcomes.get(name)).toBe(begun.includes(name) ? 'done' : 'refused');
      }),
      { numRuns: 500 },
    );
  });
});

test('a slot may be left at any time and more than once', () => {
  const queue = createFairQueue(roomy);
  const places: Slot[] = [queue.enter('a'), queue.enter('a')];
  for (const place of [...places, ...places]) place.leave();
  expect(() => places[0]?.hold(1)).toThrow(Refusal);
});

test('AC-23 OQ-116: who is turned away hears when what waits will be done, by how long deliveries take', async () => {
  expect(toRetrySeconds(64, 3000, 3)).toBe(64);
  expect(toRetrySeconds(2, 100, 3)).toBe(5);
  expect(toRetrySeconds(64, 60_000, 3)).toBe(120);
  const queue = createFairQueue({ ...roomy, running: 1, waitingOfKey: 60 });
  await queue.enter('a').run(() => new Promise((resolve) => setTimeout(resolve, 200)));
  for (let n = 0; n < 60; n++) queue.enter('a');
  const refusal = (() => {
    try {
      return queue.enter('a');
    } catch (error) {
      return error;
    }
  })();
  expect(refusal instanceof Refusal && Number(refusal.headers['retry-after'])).toBeGreaterThanOrEqual(11);
});

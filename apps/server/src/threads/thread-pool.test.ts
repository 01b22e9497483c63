import { afterEach, describe, expect, test } from 'vitest';
import { type Pool, startPool } from './thread-pool.ts';

/**
 * After a while fills its memory, computes without end, throws outside the request, or answers with its
 * thread id.
 */
const code = `
  import { parentPort, threadId } from 'node:worker_threads';
  import { setTimeout as wait } from 'node:timers/promises';
  parentPort.on('message', async ({ kind, id, request }) => {
    if (kind === 'stop') return parentPort.close();
    await wait(request.after);
    if (request.what === 'grow') for (const all = []; ; ) all.push(Array.from({ length: 1000 }, (_, i) => ({ i })));
    if (request.what === 'spin') for (;;) ;
    if (request.what === 'fail') setImmediate(() => { throw new Error('out of luck'); });
    else parentPort.postMessage({ kind: 'done', id, value: { name: request.name, threadId } });
  });`;

interface Asked {
  name: string;
  what: 'grow' | 'spin' | 'fail' | 'answer';
  after: number;
}
let pool: Pool<Asked, { name: string; threadId: number }>;
afterEach(() => pool.stop());

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const start = (threads: number, busyLimitMs = 60_000) => {
  pool = startPool({
    name: 'tests',
    threads,
    file: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    data: {},
    limits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 },
    busyLimitMs,
    log: silent,
    toError: (reason) => new Error(`too much: ${reason}`),
  });
};
const ask = (name: string, what: Asked['what'], after = 0) => pool.run({ name, what, after });
/**
 * After a request that ends its thread: in one thread the timers end in this order, however busy the machine.
 */
const afterCulpritMs = 300;

describe('a pool of threads', () => {
  test.each([
    ['grow', 'too much: memory'],
    ['spin', 'too much: time'],
    ['fail', 'too much: failure'],
  ] as const)('AP-05: if a request ends its thread (%s), only that request fails', async (what, message) => {
    start(1, what === 'spin' ? 500 : undefined);
    const others = ['one', 'two', 'three'].map((name) => ask(name, 'answer', afterCulpritMs));
    const culprit = ask('culprit', what, 100);
    const later = ask('later', 'answer', afterCulpritMs);
    await expect(culprit).rejects.toThrow(message);
    expect((await Promise.all([...others, later])).map(({ name }) => name)).toEqual(['one', 'two', 'three', 'later']);
    expect((await ask('again', 'answer')).name).toBe('again');
  });

  test('AP-05: a request that ends its thread while it is alone in it is not repeated', async () => {
    start(1);
    const { threadId } = await ask('before', 'answer');
    await expect(ask('culprit', 'grow')).rejects.toThrow('too much: memory');
    // A second thread would have had the number between.
    expect((await ask('after', 'answer')).threadId).toBe(threadId + 1);
  });

  test('AP-05: several faulty requests fail, and no others, in all threads', async () => {
    start(2);
    const names = Array.from({ length: 8 }, (_, index) => `r${index}`);
    const answers = await Promise.allSettled(
      names.map((name, index) =>
        ask(name, index % 3 === 0 ? 'grow' : 'answer', index % 3 === 0 ? 100 : afterCulpritMs),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      names.map((_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')),
    );
  });

  test('AP-05 AC-23: short requests share their thread with no others', async () => {
    start(1);
    const usual = await ask('usual', 'answer');
    const short = await pool.run({ name: 'short', what: 'answer', after: 0 }, { isShort: true });
    expect(short.threadId).not.toBe(usual.threadId);
    expect((await ask('again', 'answer')).threadId).toBe(usual.threadId);
  });

  test('a request that waits without computing is not ended, however long it takes', async () => {
    start(1);
    expect((await ask('patient', 'answer', 1100)).name).toBe('patient');
  });
});

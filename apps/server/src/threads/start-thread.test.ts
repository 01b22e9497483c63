import { afterEach, expect, test } from 'vitest';
import { Refusal } from '../base/errors.ts';
import { toFailure } from './serve-thread.ts';
import { startThread, type Thread } from './start-thread.ts';

/**
 * Returns the request after 50 ms; throws outside the request for 'die'; fails if the request is a failure.
 */
const code = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ kind, id, request }) => {
    if (kind === 'stop') return setTimeout(() => parentPort.close(), 100);
    if (request === 'die') throw new Error('out of luck');
    const answer = typeof request === 'object' ? { kind: 'failed', id, failure: request } : { kind: 'done', id, value: request };
    setTimeout(() => parentPort.postMessage(answer), 50);
  });`;

const lines: string[] = [];
const say = (_: object, message: string) => void lines.push(message);
let thread: Thread<unknown, unknown>;
const start = () => {
  thread = startThread({
    name: 'tests',
    file: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    data: {},
    limits: {},
    log: { info: say, warn: say, error: say },
  });
};
afterEach(() => thread.stop());

test('each request gets its own answer, or the error of the thread', async () => {
  start();
  const refused = new Refusal(202001, 'not like this', { body: { status: 'refused' } });
  const broken = Object.assign(new Error('gone'), { code: '08006', syscall: 'read' });
  const answers = await Promise.allSettled([
    thread.run(1),
    thread.run(toFailure(refused)),
    thread.run('two'),
    thread.run(toFailure(broken)),
  ]);
  expect(answers).toMatchObject([
    { value: 1 },
    { reason: { errorCode: 202001, detail: ['not like this'], body: { status: 'refused' } } },
    { value: 'two' },
    { reason: { message: 'gone', stack: broken.stack, code: '08006', syscall: 'read' } },
  ]);
  expect(answers[1]).toHaveProperty('reason', expect.any(Refusal));
});

test('the requests of a thread that fails are refused, the next request starts another thread', async () => {
  start();
  const [waiting, fatal] = await Promise.allSettled([thread.run('waiting'), thread.run('die')]);
  for (const answer of [waiting, fatal]) expect(answer).toMatchObject({ reason: { errorCode: 203003 } });
  expect(lines).toContain('the thread for tests failed');
  expect(await thread.run('again')).toBe('again');
});

test('a thread that stops answers its open requests and no others', async () => {
  start();
  const asked = thread.run('asked');
  const stopping = thread.stop();
  await expect(thread.run('late')).rejects.toMatchObject({ errorCode: 203003 });
  expect(await asked).toBe('asked');
  await stopping;
});

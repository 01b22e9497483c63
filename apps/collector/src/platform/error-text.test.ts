import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { toFailureReason } from '../delivery/post.ts';
import { toFailureWords } from './error-text.ts';

const caught = async (failing: Promise<unknown>): Promise<unknown> =>
  failing.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a refused connection names who refused it, without the name of a system error', async () => {
  const refused = await new Promise((resolve) => {
    connect({ host: '127.0.0.1', port: 9 }).once('error', resolve);
  });
  expect(toFailureWords(refused)).toBe('connection refused by 127.0.0.1:9');
  const delivered = toFailureReason(await caught(fetch('http://127.0.0.1:9001/')));
  expect(delivered).toBe('connection refused by 127.0.0.1:9001');
});

test('a file that is not there is said in words; an error of another kind keeps its message', async () => {
  expect(toFailureWords(await caught(readFile('/nowhere/at/all')))).toBe('there is no such file or folder');
  expect(toFailureWords(new Error('something else'))).toBe('something else');
});

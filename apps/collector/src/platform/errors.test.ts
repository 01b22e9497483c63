import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { toFailureReason } from '../delivery/post.ts';
import { toErrorText } from './errors.ts';
import { send } from './http.ts';

const caught = async (failing: Promise<unknown>): Promise<unknown> =>
  failing.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a refused connection names the peer, without the code of the system error', async () => {
  const refused = await new Promise((resolve) => {
    connect({ host: '127.0.0.1', port: 9 }).once('error', resolve);
  });
  expect(toErrorText(refused)).toBe('connection refused by 127.0.0.1:9');
  const delivered = toFailureReason(
    await caught(
      send({}, new URL('http://127.0.0.1:9001/'), {
        method: 'GET',
        headers: {},
        signal: AbortSignal.timeout(5000),
        answerLimit: 1,
      }),
    ),
  );
  expect(delivered).toBe('connection refused by 127.0.0.1:9001');
});

test('a missing file is reported in plain words; an unknown error keeps its message', async () => {
  expect(toErrorText(await caught(readFile('/nowhere/at/all')))).toBe('no such file or folder');
  expect(toErrorText(new Error('something else'))).toBe('something else');
});

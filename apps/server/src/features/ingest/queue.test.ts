import { expect, test } from 'vitest';
import { Refusal } from '../../http/refusal.ts';
import { createQueue } from './queue.ts';

test('AP-05: so many deliveries at once, so many wait in order, further ones are told that the server is overloaded', async () => {
  const queue = createQueue(2, 1);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  const [a, b, c] = ['a', 'b', 'c'].map((name) => queue.run(work(name)));
  const refused = await queue.run(work('d')).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ errorCode: 203002, headers: { 'retry-after': '5' } });
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')?.();
  expect(await b).toBe('b');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
  ends.get('a')?.();
  ends.get('c')?.();
  expect(await Promise.all([a, c])).toEqual(['a', 'c']);
  // A failure gives its place back too.
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.run(() => Promise.resolve('next'))).toBe('next');
});

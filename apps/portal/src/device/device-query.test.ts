import { expect, test } from 'vitest';
import { deviceQuery, lazySchemas } from './device-query.ts';

test('schemas are requested at once and loaded once; a failed load is forgotten, so that Retry tries again', async () => {
  let loads = 0;
  const read = lazySchemas(async () => {
    loads += 1;
    if (loads === 1) throw new Error('gone');
    return 'schemas';
  });
  expect(loads).toBe(1);
  await expect(Promise.all([read(), read()])).rejects.toThrow('gone');
  await expect(Promise.all([read(), read()])).resolves.toEqual(['schemas', 'schemas']);
  await expect(read()).resolves.toBe('schemas');
  expect(loads).toBe(2);
});

test('what is known of a device has a key of its own, also while none is selected', () => {
  const keyOf = (id: string | undefined) => deviceQuery(id, ['prediction', 'drum'], async () => undefined).queryKey;
  expect(keyOf('a')).toEqual(['device', 'a', 'prediction', 'drum']);
  expect(keyOf(undefined)).toEqual(['device', null, 'prediction', 'drum']);
});

import { afterEach, expect, test, vi } from 'vitest';
import { browserTimeZone } from '../platform/environment.ts';
import { ApiFailure, toErrorState } from '../platform/failure.ts';
import { resetAreas } from '../platform/state.ts';
import { withZone } from './client.ts';

// Not all areas: other files of this process may have loaded some that need the storage of a browser.
afterEach(() => resetAreas(['refusedZone']));

const zone = browserTimeZone();
const failing = (status: number) => new ApiFailure(toErrorState(202001, status));

test('a zone that the server refuses is left out at once in all further calls', async () => {
  const ask = vi.fn(async (timeZone?: string) => {
    if (timeZone !== undefined) throw failing(422);
    return 'UTC';
  });
  expect(await withZone(ask)).toBe('UTC');
  expect(await withZone(ask)).toBe('UTC');
  expect(ask.mock.calls).toEqual([[zone], [undefined], [undefined]]);
});

test.each([429, 502, 503, 504])('status %i of an overload is no refusal of the zone', async (status) => {
  const ask = vi.fn(async (timeZone?: string) => timeZone);
  ask.mockRejectedValueOnce(failing(status));
  await expect(withZone(ask)).rejects.toThrow(ApiFailure);
  expect(await withZone(ask)).toBe(zone);
});

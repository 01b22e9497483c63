import { resolveConfig } from 'vite';
import { expect, test } from 'vitest';

test('GN-10: the built front end lies at the root of the site', async () => {
  const { base } = await resolveConfig({ root: new URL('../..', import.meta.url).pathname }, 'build');
  expect(base).toBe('/');
});

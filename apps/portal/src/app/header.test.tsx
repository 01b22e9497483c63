import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPortal, signedInUser, wipe } from '../../test/render-portal.tsx';

afterEach(wipe);

test('HD-38: not-found', async () => {
  const { screen } = await renderPortal({ path: '/nowhere', session: signedInUser });
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Invalid URL' })).toBeVisible();
  expect(window.location.pathname).toBe('/nowhere');
  await page.viewport(1680, 900);
});

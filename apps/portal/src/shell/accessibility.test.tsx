import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { findProblems, renderPortal, signedInUser, wipe } from '../../test/render-portal.tsx';
import { showError } from '../platform/errors.ts';
import { toErrorState } from '../platform/failure.ts';
import { openPopup } from '../platform/state.ts';

afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const looks = [
  ['light', 'en-us', 1440],
  ['dark', 'ja-jp', 480],
] as const;

test.each(
  looks.flatMap(([theme, locale, width]) =>
    (['/nowhere', '/login', '/rdt/termsofuse'] as const).map((path) => [path, theme, locale, width] as const),
  ),
)('LY-03 RT-22 RT-02 RT-05: %s has no accessibility defect (%s, %s, %i px)', async (path, theme, locale, width) => {
  await page.viewport(width, 800);
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await renderPortal({ path, locale, ...(path === '/login' ? {} : { session: signedInUser }) });
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await findProblems()).toEqual([]);
});

test.each(
  looks.flatMap(([theme, locale]) =>
    (['information', 'notification', 'terms', 'errorInformation'] as const).map(
      (name) => [name, theme, locale] as const,
    ),
  ),
)('PO-06: the popup %s has no accessibility defect (%s, %s)', async (name, theme, locale) => {
  document.documentElement.dataset['theme'] = theme;
  const notifications = [{ id: '1', publishedAt: '2026-01-31T12:00:00.000Z', content: 'Text' }];
  const { screen } = await renderPortal({
    path: '/termsofuse',
    locale,
    session: signedInUser,
    routes: { 'GET /v1/notifications': { body: { notifications } } },
  });
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  if (name === 'errorInformation') showError(toErrorState(201001, 401));
  else openPopup(name);
  await expect.element(screen.getByRole(name === 'errorInformation' ? 'alertdialog' : 'dialog')).toBeVisible();
  await expect.element(screen.getByRole(name === 'notification' ? 'table' : 'heading').last()).toBeVisible();
  expect(await findProblems()).toEqual([]);
});

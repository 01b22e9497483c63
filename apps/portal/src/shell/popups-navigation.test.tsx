import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { authority } from '../../test/fake-server.ts';
import { renderPortal, signedInUser, testDevice, wipe } from '../../test/render-portal.tsx';
import { errorArea, showError } from '../platform/errors.ts';
import { toErrorState } from '../platform/failure.ts';
import { openPopup, popupArea } from '../platform/state.ts';

const user = { session: signedInUser, device: testDevice } as const;
beforeEach(() => page.viewport(1280, 800));
afterEach(() => wipe());

const open = async (name: 'information' | 'notification' | 'terms') => {
  const portal = await renderPortal({ path: '/devicelist', ...user });
  await expect.element(portal.screen.getByRole('button', { name: 'User menu' })).toBeVisible();
  openPopup(name);
  await expect.element(portal.screen.getByRole('dialog')).toBeVisible();
  return portal;
};

describe('popups and navigation', () => {
  test('PO-21: going to a page that needs no sign-in closes any popup', async () => {
    const { router } = await open('information');
    window.history.pushState(null, '', '/no-such-screen');
    await router.load();
    await expect.poll(() => popupArea.get()).toBe('none');
  });

  test('PO-22: passing the check of a page that needs one closes any popup', async () => {
    const { router } = await open('terms');
    await router.navigate({ to: '/profile' });
    await expect.poll(() => popupArea.get()).toBe('none');
  });

  test('PO-22 PO-20: an error closed by going elsewhere is closed as by its button', async () => {
    const { router, leave } = await renderPortal({ path: '/devicelist', ...user });
    showError(toErrorState(201001, 401));
    await router.navigate({ to: '/profile' });
    await expect.poll(() => leave.mock.calls[0]?.[0]).toMatch(`${authority}/logout`);
    expect(errorArea.get().errorCode).toBe(101000);
  });

  test('PO-22: a change of the query values of the same page leaves the popup open', async () => {
    const { router } = await open('notification');
    await router.navigate({ to: '/devicelist', search: { group: '7' } });
    expect(popupArea.get()).toBe('notification');
  });
});

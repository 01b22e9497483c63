import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPortal, signedInUser, testDevice, wipe } from '../../test/render-portal.tsx';
import { deviceArea } from '../platform/selected-device.ts';
import { createArea, openPopup, type PopupName } from '../platform/state.ts';

const user = { session: signedInUser, device: testDevice } as const;
beforeEach(async () => {
  await page.viewport(1280, 800);
});
afterEach(wipe);

describe('titles', () => {
  const titles = [
    ['HD-02', '/login', 'Login', 'ログイン'],
    ['HD-03', '/termsofuse', 'Terms of Use', 'ご利用規約'],
    ['HD-04', '/devicelist', 'Device List', '機器一覧'],
    ['HD-05', '/profile', 'Profile', undefined],
    ['HD-06', '/counter', 'Counter', undefined],
    ['HD-07', '/error', 'Error', undefined],
    ['HD-08', '/firmware', 'Firmware', undefined],
    ['HD-09', '/pmparts', 'PM Parts', undefined],
    ['HD-10', '/failuresign', 'Failure Sign', undefined],
    ['HD-11', '/errortrend', 'Error Trend', undefined],
    ['HD-14', '/code05', '05 Codes', undefined],
    ['HD-15', '/code05setting', '05 Code Settings', undefined],
    ['HD-16', '/code08', '08 Codes', undefined],
    ['HD-17', '/code08setting', '08 Code Settings', undefined],
    ['HD-18', '/code13', '13 Codes', undefined],
    ['HD-21', '/networkInformation', 'Network', undefined],
    ['HD-22', '/toner', 'Toner', undefined],
    ['HD-23', '/no-such-screen', 'Invalid URL', '無効なURL'],
  ] as const;

  test.each(titles)(
    "HD-01..HD-11 HD-14..HD-18 HD-21..HD-23 (%s): the header of %s says '%s'",
    async (_row, path, title) => {
      const { screen } = await renderPortal({ path, ...user });
      await expect.element(screen.getByRole('banner').getByRole('heading', { level: 1 })).toHaveTextContent(title);
    },
  );

  const inJapanese = titles.filter(([, , , japanese]) => japanese !== undefined);
  test.each(inJapanese)(
    'HD-24 IX-09 (%s): the header of %s has a Japanese title',
    async (_row, path, _title, japanese) => {
      const { screen } = await renderPortal({ path, locale: 'ja-jp', ...user });
      await expect
        .element(screen.getByRole('banner').getByRole('heading', { level: 1 }))
        .toHaveTextContent(`${japanese}`);
    },
  );

  test.each([
    ['HD-12', 'information', 'Information'],
    ['HD-13', 'errorInformation', 'Error Information'],
    ['HD-19', 'notification', 'Notification'],
    ['HD-20', 'advancedSearch', 'Advanced Search'],
    ['HD-03', 'terms', 'Terms of Use'],
  ] as const)(
    "HD-03 HD-12 HD-13 HD-19 HD-20 HD-37 (%s): the popup %s is titled '%s' and offers no user menu",
    async (_row, name: PopupName, title) => {
      const { screen } = await renderPortal({ path: '/devicelist', session: signedInUser });
      await expect.element(screen.getByRole('button', { name: 'User menu' })).toBeVisible();
      openPopup(name);
      const role = name === 'errorInformation' ? 'alertdialog' : 'dialog';
      const dialog = screen.getByRole(role, { name: title });
      await expect.element(dialog).toBeVisible();
      expect(dialog.getByRole('button', { name: 'User menu' }).query()).toBeNull();
    },
  );
});

describe('back arrow and device-list icon', () => {
  test('HD-25: the arrow of a detail screen goes exactly one step back', async () => {
    const { screen, router } = await renderPortal({ path: '/devicelist', ...user });
    await router.navigate({ to: '/profile' });
    await router.navigate({ to: '/counter' });
    await screen.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => window.location.pathname).toBe('/profile');
    await screen.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
    expect(screen.getByRole('button', { name: 'Back' }).query()).toBeNull();
  });

  test('HD-25: without a step to go back the arrow leads to the device list (OQ-55)', async () => {
    const { screen } = await renderPortal({ path: '/rdt/firmware', ...user });
    await screen.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => window.location.pathname).toBe('/rdt/devicelist');
  });

  test('HD-26 HD-27: the device-list icon clears the selected device and the list state, then goes to the list', async () => {
    const list = createArea('devices', 'fresh');
    const { screen } = await renderPortal({ path: '/toner', ...user });
    list.set('page 3 of group 7');
    await screen.getByRole('banner').getByRole('button', { name: 'Device List' }).click();
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
    expect(window.location.search).toBe('');
    expect(deviceArea.get()).toBeNull();
    expect(list.get()).toBe('fresh');
  });

  test('HD-25 HD-26: the device list itself has neither', async () => {
    const { screen } = await renderPortal({ path: '/devicelist', ...user });
    const banner = screen.getByRole('banner');
    await expect.element(banner.getByRole('button', { name: 'User menu' })).toBeVisible();
    expect(banner.getByRole('button', { name: 'Back' }).query()).toBeNull();
    expect(banner.getByRole('button', { name: 'Device List' }).query()).toBeNull();
  });
});

describe('user menu', () => {
  const entries = async (path: string, width: number) => {
    await page.viewport(width, 800);
    const { screen } = await renderPortal({ path, ...user });
    const button = screen.getByRole('banner').getByRole('button', { name: 'User menu' });
    await button.click();
    await expect.element(screen.getByRole('menuitem').first()).toBeVisible();
    const items = screen.getByRole('menuitem').elements();
    return { screen, button, names: items.map((item) => item.textContent) };
  };

  test.each(['/devicelist', '/profile', '/code13', '/errortrend'])(
    'GN-09 HD-28 HD-30 HD-32 HD-34 OA-19: below 1600 px %s offers Information, Terms of Use, the own settings, Logout',
    async (path) => {
      expect((await entries(path, 1599)).names).toEqual(['Information', 'Terms of Use', 'My settings', 'Logout']);
    },
  );

  test('HD-29 HD-31 CN-03: from 1600 px on Information is an icon next to the user icon and no entry', async () => {
    const { screen, names } = await entries('/devicelist', 1600);
    expect(names).toEqual(['Terms of Use', 'My settings', 'Logout']);
    await userEvent.keyboard('{Escape}');
    await screen.getByRole('banner').getByRole('button', { name: 'Information' }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Information' })).toBeVisible();
  });

  test('HD-29: at 1599 px there is no information icon', async () => {
    await page.viewport(1599, 800);
    const { screen } = await renderPortal({ path: '/devicelist', ...user });
    await expect.element(screen.getByRole('banner').getByRole('button', { name: 'User menu' })).toBeVisible();
    expect(screen.getByRole('banner').getByRole('button', { name: 'Information' }).query()).toBeNull();
  });

  test.each([
    ['HD-35', '/termsofuse'],
    ['HD-38', '/no-such-screen'],
  ])('HD-35 HD-38 (%s): %s offers Logout only, at any width', async (_row, path) => {
    expect((await entries(path, 1700)).names).toEqual(['Logout']);
  });

  test('HD-36: the login screen has no menu', async () => {
    const { screen } = await renderPortal({ path: '/login' });
    await expect.element(screen.getByRole('heading', { name: 'Login' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'User menu' }).query()).toBeNull();
  });

  test('HD-38 RT-22: an anonymous user on an unknown path has no menu but a link to the login (OQ-54)', async () => {
    const { screen } = await renderPortal({ path: '/no-such-screen' });
    await expect.element(screen.getByRole('link', { name: 'Login' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'User menu' }).query()).toBeNull();
  });

  test('HD-32 HD-33: Terms of Use opens the popup with the latest and the agreed version', async () => {
    const { screen } = await entries('/devicelist', 1280);
    await screen.getByRole('menuitem', { name: 'Terms of Use' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Terms of Use' });
    await expect.element(dialog.getByText('Latest version')).toBeVisible();
    await expect.element(dialog.getByText('Agreed version')).toBeVisible();
  });

  test('HD-28: arrows and letters move, Escape closes and gives the focus back', async () => {
    const { screen, button } = await entries('/devicelist', 1280);
    await expect.element(screen.getByRole('menuitem', { name: 'Information' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(screen.getByRole('menuitem', { name: 'Terms of Use' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.element(screen.getByRole('menuitem', { name: 'Logout' })).toHaveFocus();
    await userEvent.keyboard('{Home}t');
    await expect.element(screen.getByRole('menuitem', { name: 'Terms of Use' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('menu').query()).toBeNull();
    await expect.element(button).toHaveFocus();
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  });

  test('HD-28: a press elsewhere closes the menu', async () => {
    const { screen } = await entries('/devicelist', 1280);
    await screen.getByRole('heading', { level: 1 }).click();
    await vi.waitFor(() => expect(screen.getByRole('menu').query()).toBeNull());
  });
});

test('the first stop of the keyboard leads past the header and leaves the address alone', async () => {
  const { screen } = await renderPortal({ path: '/devicelist?group=7', ...user });
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('main')).toHaveFocus();
  expect(`${window.location.pathname}${window.location.search}${window.location.hash}`).toBe('/devicelist?group=7');
});

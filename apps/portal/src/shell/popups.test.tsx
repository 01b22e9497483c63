import { noAccountDetail } from '@platen/contract/no-account';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { authority, type FakeRoutes } from '../../test/fake-server.ts';
import { renderPortal, signedInUser, testDevice, wipe } from '../../test/render-portal.tsx';
import { errorArea, showError } from '../platform/errors.ts';
import { toErrorState } from '../platform/failure.ts';
import { loadTexts } from '../platform/load-texts.ts';
import { queryClient } from '../platform/query-client.ts';
import { closePopup, openPopup, popupArea, popupNames } from '../platform/state.ts';
import { closeError } from '../session/session.ts';
import { userArea } from '../session/session-areas.ts';
import { Popup } from './root-layout.tsx';
import { TextsProvider } from './start.tsx';

const user = { session: signedInUser, device: testDevice } as const;
beforeEach(async () => {
  await page.viewport(1280, 800);
});
afterEach(async () => {
  document.body.style.removeProperty('min-height');
  await wipe();
});

const open = async (name: (typeof popupNames)[number], routes: FakeRoutes = {}, path = '/devicelist') => {
  const portal = await renderPortal({ path, ...user, routes });
  await expect.element(portal.screen.getByRole('button', { name: 'User menu' })).toBeVisible();
  openPopup(name);
  const dialog = portal.screen.getByRole(name === 'errorInformation' ? 'alertdialog' : 'dialog');
  await expect.element(dialog).toBeVisible();
  return { ...portal, dialog };
};

describe('the five popups', () => {
  test('PO-02 PO-06: are these five, and none of them is the rest', () => {
    expect(popupNames).toEqual(['information', 'errorInformation', 'notification', 'terms', 'advancedSearch']);
    expect(popupArea.get()).toBe('none');
  });

  test('PO-01: only one is open at a time', async () => {
    const { screen } = await open('information');
    openPopup('terms');
    await expect.element(screen.getByRole('dialog', { name: 'Terms of Use' })).toBeVisible();
    expect(document.querySelectorAll('dialog[open]')).toHaveLength(1);
  });

  test.each(['information', 'notification', 'terms', 'errorInformation'] as const)(
    'PO-04: %s has a close button, which closes it',
    async (name) => {
      const { dialog } = await open(name);
      await dialog.getByRole('button', { name: 'Close' }).first().click();
      await expect.poll(() => document.querySelector('dialog')).toBeNull();
      expect(popupArea.get()).toBe('none');
    },
  );

  test('PO-05: the advanced search has no close button, but Cancel', async () => {
    const { dialog } = await open('advancedSearch');
    expect(dialog.getByRole('button', { name: 'Close' }).query()).toBeNull();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(popupArea.get()).toBe('none');
  });

  test.each(popupNames)('PO-05: Escape closes %s, a press outside it does nothing (OQ-53)', async (name) => {
    const { dialog } = await open(name);
    const box = dialog.element().getBoundingClientRect();
    const outside = { x: box.right + 20, y: box.top + 40 };
    await userEvent.click(document.documentElement, { position: outside });
    expect(popupArea.get()).toBe(name);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => popupArea.get()).toBe('none');
    expect(document.querySelector('dialog')).toBeNull();
  });

  test('PO-03: the page behind stands still while one is open, and nothing on it moves', async () => {
    // With areas: the strip that a user without any loses would move the page.
    const routes = { 'GET /v1/users/me': { body: { groups: [], role: 'dealer' } } };
    const { screen } = await renderPortal({ path: '/devicelist', ...user, routes });
    const title = screen.getByRole('heading', { level: 1 });
    await expect.element(screen.getByRole('link', { name: 'Worklist' })).toBeVisible();
    document.body.style.minHeight = '4000px';
    window.scrollTo({ top: 300, behavior: 'instant' });
    const place = () => title.element().getBoundingClientRect().left;
    const [before, width] = [place(), document.documentElement.clientWidth];
    openPopup('information');
    await expect.element(screen.getByRole('dialog')).toBeVisible();
    expect(getComputedStyle(document.documentElement).overflowY).toBe('hidden');
    expect([place(), document.documentElement.clientWidth]).toEqual([before, width]);
    await userEvent.keyboard('{PageDown}{End}');
    expect(window.scrollY).toBe(300);
    closePopup();
    await expect.poll(() => getComputedStyle(document.documentElement).overflowY).not.toBe('hidden');
    expect(window.scrollY).toBe(300);
  });

  test('PO-03: the focus stays inside and goes back to where it was', async () => {
    const { screen } = await renderPortal({ path: '/devicelist', ...user });
    const button = screen.getByRole('button', { name: 'User menu' });
    await button.click();
    await screen.getByRole('menuitem', { name: 'Information' }).click();
    const dialog = screen.getByRole('dialog');
    await expect.element(dialog).toBeVisible();
    for (let step = 0; step < 6; step += 1) {
      await userEvent.keyboard('{Tab}');
      const focused = document.activeElement;
      expect(focused === document.body || dialog.element().contains(focused)).toBe(true);
    }
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
  });

  test('PO-18: a popup with none of the five names says that there is no data', async () => {
    await renderPortal({ path: '/nowhere' });
    const screen = await render(
      <TextsProvider locale="en-us" texts={await loadTexts('en-us')}>
        <Popup name="nonsense" />
      </TextsProvider>,
    );
    await expect.element(screen.getByRole('dialog').getByRole('paragraph')).toHaveTextContent('No data');
  });
});

describe('information', () => {
  test.each([
    ['/devicelist', 'Platen'],
    ['/rdt/devicelist', 'Remote Diagnosis Tool'],
  ])(
    'PO-07 PO-08 PO-09 BR-09 AU-38: logo of the brand, version of the portal and copyright at %s',
    async (path, name) => {
      const { dialog } = await open('information', {}, path);
      await expect.element(dialog.getByText(name, { exact: true })).toBeVisible();
      expect(dialog.element().querySelector('p svg')).not.toBeNull();
      await expect.element(dialog.getByText('0.1.0-test')).toBeVisible();
      await expect.element(dialog.getByText(/^© 2026(–\d{4})? Platen$/)).toBeVisible();
      expect(userArea.get().version).toBe('0.1.0-test');
    },
  );

  test("CN-20 CN-21: the version is the package's own, neither of the constants seen elsewhere (OQ-07)", async () => {
    const { dialog } = await open('information');
    expect(dialog.element().textContent).not.toMatch(/1\.2\.11|0\.0\.3/);
  });
});

describe('notification', () => {
  const rows = [
    { id: '1', publishedAt: '2026-01-31T12:00:00.000Z', content: 'Older.\nSecond line <b>not bold</b>' },
    { id: '2', publishedAt: '2026-02-28T12:00:00.000Z', content: 'Newer.' },
  ];

  test('PO-12 NT-01 NT-02 IX-07: a table of publish date and content, newest first, as plain text (OQ-57)', async () => {
    const { dialog, server } = await open('notification', {
      'GET /v1/notifications': { body: { notifications: rows } },
    });
    const table = dialog.getByRole('table');
    await expect.element(table).toBeVisible();
    expect(
      table
        .getByRole('columnheader')
        .elements()
        .map((head) => head.textContent),
    ).toEqual(['Publish Date', 'Content']);
    expect(
      table
        .getByRole('cell')
        .elements()
        .map((cell) => cell.textContent),
    ).toEqual(['02/28/2026', 'Newer.', '01/31/2026', 'Older.\nSecond line <b>not bold</b>']);
    expect(server.called('GET /v1/notifications').length).toBeGreaterThan(0);
  });

  test('IX-07 IX-08: dates in Japanese start with the year (OQ-86)', async () => {
    const { screen } = await renderPortal({
      path: '/devicelist',
      locale: 'ja-jp',
      ...user,
      routes: { 'GET /v1/notifications': { body: { notifications: rows } } },
    });
    openPopup('notification');
    await expect.element(screen.getByRole('dialog').getByText('2026/02/28')).toBeVisible();
  });

  test('IX-08 OQ-86: dates of a British browser start with the day', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB', 'en']);
    try {
      const { dialog } = await open('notification', {
        'GET /v1/notifications': { body: { notifications: rows } },
      });
      await expect.element(dialog.getByText('28/02/2026')).toBeVisible();
    } finally {
      vi.restoreAllMocks();
    }
  });

  test("NF-03 PO-12: without notifications it says 'Nothing to display'", async () => {
    const { dialog } = await open('notification');
    await expect.element(dialog.getByText('Nothing to display')).toBeVisible();
  });

  test('EH-15 EH-16: a failure stays in the popup, with its code and Retry', async () => {
    let isBroken = true;
    const { dialog } = await open('notification', {
      'GET /v1/notifications': () =>
        isBroken ? { status: 503, body: { errorCode: 203003, detail: [] } } : { body: { notifications: rows } },
    });
    await expect.element(dialog.getByText('203003')).toBeVisible();
    expect(popupArea.get()).toBe('notification');
    isBroken = false;
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect.element(dialog.getByRole('table')).toBeVisible();
  });
});

describe('terms of use', () => {
  test('PO-13 PO-14 PO-15 PO-16 TM-10 TM-11 TM-23 BR-09: logo, latest and agreed version, the whole text in English', async () => {
    const { screen } = await renderPortal({
      path: '/rdt/devicelist',
      locale: 'ja-jp',
      ...user,
      routes: { 'GET /v1/termsOfUse': { body: { version: '1.0.0' } } },
    });
    openPopup('terms');
    const dialog = screen.getByRole('dialog', { name: 'ご利用規約' });
    await expect.element(dialog.getByText('Remote Diagnosis Tool', { exact: true })).toBeVisible();
    await expect
      .poll(() =>
        dialog
          .getByRole('definition')
          .elements()
          .map((value) => value.textContent),
      )
      .toEqual(['1.0.1', '1.0.0']);
    const text = dialog.getByRole('region').element();
    expect(text.getAttribute('lang')).toBe('en');
    expect(text.querySelectorAll('h3')).toHaveLength(11);
    expect(text.querySelectorAll('input, textarea, button, [contenteditable]')).toHaveLength(0);
  });

  test('PO-16 TM-03: a user who agreed to nothing yet sees so', async () => {
    const { dialog } = await open('terms', { 'GET /v1/termsOfUse': { body: { version: '0.0.0' } } });
    await expect.poll(() => dialog.getByRole('definition').elements().at(1)?.textContent).toBe('none');
  });
});

describe('error information', () => {
  const show = async (code: number, status: number | null = null) => {
    const portal = await renderPortal({ path: '/profile', ...user });
    await expect.element(portal.screen.getByRole('button', { name: 'User menu' })).toBeVisible();
    showError(toErrorState(code, status, [{ msg: 'inner detail' }]));
    const dialog = portal.screen.getByRole('alertdialog', { name: 'Error Information' });
    await expect.element(dialog).toBeVisible();
    return { ...portal, dialog, close: () => dialog.getByRole('button', { name: 'Close' }).last().click() };
  };

  test.each([
    ['AC-04', 101000, 'Error occurred. When this error occurs frequently, please logout and login.'],
    ['AC-05', 102001, 'Network error.'],
    ['AC-06', 102002, 'Token is already expired or cleared.'],
    ['AC-07', 102003, 'No device selected.'],
    ['AC-14', 201000, 'Server error occurred. When this error occurs frequently, please logout and login.'],
    ['AC-22', 202001, 'Invalid parameters. Please contact administrator.'],
    ['AC-26', 204001, 'Resource not found. Please contact administrator.'],
  ])(
    'PO-10 PO-11 EH-04 AC-04..AC-07 AC-14 AC-22 AC-26 (%s): shows %i, then its message',
    async (_row, code, message) => {
      const { dialog } = await show(code);
      await expect.element(dialog.getByText(message, { exact: false })).toBeVisible();
      const text = dialog.element().textContent;
      expect(text.indexOf(String(code))).toBeGreaterThan(-1);
      expect(text.indexOf(message)).toBeGreaterThan(text.indexOf(String(code)));
    },
  );

  test('PO-11 EH-02: an unknown code has the text of 101000; details are for the log only (OQ-58)', async () => {
    const { dialog } = await show(987654, 500);
    await expect.element(dialog.getByText('987654')).toBeVisible();
    await expect.element(dialog.getByText(/^Error occurred\./)).toBeVisible();
    expect(dialog.element().textContent).not.toContain('inner detail');
  });

  test('EH-02: the details of a failed call are written to the log', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await renderPortal({
      path: '/devicelist',
      ...user,
      routes: {
        'GET /v1/notifications': { status: 422, body: { errorCode: 202001, detail: [{ msg: 'which field' }] } },
      },
    });
    await expect.poll(() => JSON.stringify(log.mock.calls)).toContain('which field');
    expect(JSON.stringify(log.mock.calls)).not.toContain('token-1');
    log.mockRestore();
  });

  test('PO-10: is read out at once, and the focus is on Close', async () => {
    const { dialog } = await show(101000);
    await expect.element(dialog.getByRole('button', { name: 'Close' }).last()).toHaveFocus();
    expect(document.activeElement?.textContent).toBe('Close');
    expect(document.getElementById(dialog.element().getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      '101000',
    );
  });

  test('PO-19: closing resets the error state', async () => {
    const { close, leave } = await show(201000, 500);
    expect(errorArea.get().errorCode).toBe(201000);
    await close();
    expect(errorArea.get()).toEqual({ isMoveToLogin: false, statusCode: null, errorCode: 101000, detail: [] });
    expect(leave).not.toHaveBeenCalled();
    expect(window.location.pathname).toBe('/profile');
  });

  test.each([
    102002, 200002, 200003, 200004, 201001, 201002, 201003, 201004, 201005, 201007, 301002, 302002, 302003, 302004,
  ])('PO-20 EH-17: %i says that closing leads to the login, and does so', async (code) => {
    const { dialog, close, leave } = await show(code);
    await expect.element(dialog.getByText('Closing this message leads to the login.')).toBeVisible();
    await close();
    await expect.poll(() => leave.mock.calls[0]?.[0]).toMatch(`${authority}/logout`);
    expect(localStorage.getItem('platen.session')).toBeNull();
  });

  test('EH-32: 201006 asks the user to log in again and does not do it itself (OQ-17)', async () => {
    const { dialog, close, leave } = await show(201006, 401);
    await expect.element(dialog.getByText(/log ?in again/i)).toBeVisible();
    await close();
    expect(leave).not.toHaveBeenCalled();
  });

  test('EH-33 AU-45 AC-10: 200001 leads to the terms (OQ-26)', async () => {
    const { close, leave } = await show(200001, 403);
    await close();
    await expect.poll(() => window.location.pathname).toBe('/termsofuse');
    expect(leave).not.toHaveBeenCalled();
  });

  test('EH-14 AC-07: a detail screen without a device says 102003 once and leads to the device list (OQ-16)', async () => {
    const { screen, server } = await renderPortal({ path: '/profile', session: signedInUser });
    const dialog = screen.getByRole('alertdialog');
    await expect.element(dialog.getByText('102003')).toBeVisible();
    expect(server.requests.filter(({ path }) => path.startsWith('/v1/device/'))).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
    expect(popupArea.get()).toBe('none');
  });

  test('PO-01: the first error stays until it is closed, unless one comes that forces the login (OQ-59)', async () => {
    await renderPortal({ path: '/profile', ...user });
    showError(toErrorState(101000));
    showError(toErrorState(204001));
    expect(errorArea.get().errorCode).toBe(101000);
    showError(toErrorState(201001));
    expect(errorArea.get().errorCode).toBe(201001);
    showError(toErrorState(102002));
    expect(errorArea.get().errorCode).toBe(201001);
    openPopup('information');
    expect(popupArea.get()).toBe('errorInformation');
  });

  test('OA-14: a sign-in without an account is shown what to do and whom to ask, in the words of the operator', async () => {
    const { screen } = await renderPortal({ path: '/devicelist', ...user });
    showError(toErrorState(200002, 403, [{ msg: noAccountDetail }, { msg: 'Ask Ms Weber: 030 1234' }]));
    await expect.element(screen.getByRole('alertdialog').getByText('Ask Ms Weber: 030 1234')).toBeVisible();
    errorArea.reset();
    showError(toErrorState(200002, 403, [{ msg: 'the role dealer does not have the right manageGroups' }]));
    await expect.poll(() => document.body.textContent?.includes('manageGroups')).toBe(false);
  });

  test.each([
    [401, 201001, 'errorInformation'],
    [403, 200001, 'errorInformation'],
    [500, 201000, 'none'],
    [403, 201006, 'none'],
  ])(
    'EH-15 AU-43 AU-44: of the failures of a screen only those that concern the session open the popup: HTTP %i, %i',
    async (status, errorCode, popup) => {
      const routes: FakeRoutes = { 'GET /v1/devices': { status, body: { errorCode, detail: [] } } };
      const { screen, server } = await renderPortal({ path: '/devicelist', ...user, routes });
      await expect.poll(() => server.called('GET /v1/devices').length).toBe(1);
      await expect.poll(() => popupArea.get()).toBe(popup);
      await expect.element(screen.getByText(String(errorCode)).first()).toBeVisible();
    },
  );

  test('PO-23: a failure while closing is logged with one fixed text, and not shown (OQ-20)', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await renderPortal({ path: '/devicelist', ...user });
    vi.spyOn(queryClient, 'removeQueries').mockImplementation(() => {
      throw new Error('broken');
    });
    showError(toErrorState(101000));
    await expect(closeError()).resolves.toMatchObject({ errorCode: 101000 });
    expect(log.mock.calls.map(([text]) => text)).toContain('platen: closing the popup failed');
    expect(popupArea.get()).toBe('none');
    vi.restoreAllMocks();
  });
});

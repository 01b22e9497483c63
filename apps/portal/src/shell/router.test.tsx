import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { authority } from '../../test/fake-server.ts';
import { renderPortal, signedInUser, testDevice, wipe } from '../../test/render-portal.tsx';
import { deviceArea, readStoredDevice } from '../platform/selected-device.ts';

const user = { session: signedInUser, device: testDevice } as const;
afterEach(async () => {
  document.body.style.removeProperty('min-height');
  await wipe();
});

/** Route, requirement row, title of its screen. All of them need a sign-in. */
const guarded = [
  ['RT-05', '/termsofuse', 'Terms of Use'],
  ['RT-06', '/devicelist', 'Device List'],
  ['RT-07', '/profile', 'Profile'],
  ['RT-08', '/failuresign', 'Failure Sign'],
  ['RT-09', '/counter', 'Counter'],
  ['RT-10', '/error', 'Error'],
  ['RT-11', '/firmware', 'Firmware'],
  ['RT-12', '/code05', '05 Codes'],
  ['RT-13', '/code08', '08 Codes'],
  ['RT-14', '/code13', '13 Codes'],
  ['RT-15', '/pmparts', 'PM Parts'],
  ['RT-16', '/toner', 'Toner'],
  ['RT-17', '/networkInformation', 'Network'],
  ['RT-19', '/errortrend', 'Error Trend'],
  ['RT-20', '/code05setting', '05 Code Settings'],
  ['RT-21', '/code08setting', '08 Code Settings'],
] as const;

describe('routes that need a sign-in', () => {
  test.each(guarded)(
    'AU-04 AU-40 RT-05..RT-17 RT-19..RT-21 (%s): an anonymous user at %s is sent to the identity provider',
    async (_row, path) => {
      const { leave } = await renderPortal({ path });
      await expect.poll(() => leave.mock.calls.length).toBe(1);
      expect(leave.mock.calls[0]?.[0]).toMatch(`${authority}/authorize?`);
      expect(window.location.pathname).toBe('/login');
    },
  );

  test.each(guarded)(
    'AU-41 RT-05..RT-17 RT-19..RT-21 RT-23 BR-03 (%s): %s exists under the prefix too and shows its screen',
    async (_row, path, title) => {
      const { screen, leave } = await renderPortal({ path: `/rdt${path}`, ...user });
      await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
      expect(window.location.pathname).toBe(`/rdt${path}`);
      expect(leave).not.toHaveBeenCalled();
    },
  );
});

describe('routes open to all', () => {
  test("RT-01: '/' leads to '/login'", async () => {
    const { screen } = await renderPortal({ path: '/' });
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Login');
    expect(window.location.pathname).toBe('/login');
  });

  test.each(['/rdt', '/rdt/', '/RDT'])("RT-24: '%s' alone leads to the login of its brand", async (path) => {
    const { screen } = await renderPortal({ path });
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Login');
    expect(window.location.pathname).toBe('/rdt/login');
  });

  test("RT-24 BR-02: on a site with the alternate brand only, '/' leads there and plain routes are unknown (OQ-04)", async () => {
    const first = await renderPortal({ path: '/', served: ['rdt'] });
    await expect.poll(() => window.location.pathname).toBe('/rdt/login');
    await first.screen.unmount();
    const { screen } = await renderPortal({ path: '/devicelist', served: ['rdt'], ...user });
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Invalid URL');
  });

  test.each(['/devicelists', '/rdt/profiles', '/rdtx/login', '/profile/1', '/rdt/rdt/login', '/login/x'])(
    "RT-22 AU-40: the unknown path %s shows 'Invalid URL' to anybody and names the address",
    async (path) => {
      const { screen, leave } = await renderPortal({ path });
      await expect.element(screen.getByRole('heading', { level: 2, name: 'Invalid URL' })).toBeVisible();
      await expect.element(screen.getByText(path, { exact: true })).toBeVisible();
      await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Invalid URL');
      expect(window.location.pathname).toBe(path);
      expect(leave).not.toHaveBeenCalled();
    },
  );

  test.each([
    '/rules/messages',
    '/visits/new',
    '/visits/records/pack',
    '/visits/1/record',
    '/rdt/rules/1',
    '/administration/users',
  ])(
    'RT-22 GE-19: %s, with another text in place of an id or a section, is an unknown path and asks the server for nothing',
    async (path) => {
      const { screen } = await renderPortal({ path, ...user });
      await expect.element(screen.getByRole('heading', { level: 2, name: 'Invalid URL' })).toBeVisible();
      await expect.element(screen.getByText(path, { exact: true })).toBeVisible();
      await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Invalid URL');
    },
  );

  test('RT-22: a signed-in user is led from there to the device list', async () => {
    const { screen } = await renderPortal({ path: '/rdt/nothing', ...user });
    await screen.getByRole('link', { name: 'Device List' }).click();
    await expect.poll(() => window.location.pathname).toBe('/rdt/devicelist');
  });
});

describe('addresses', () => {
  test.each(['/networkinformation', '/NETWORKINFORMATION', '/Rdt/NetworkInformation'])(
    'RT-17: the case of a path does not matter: %s (OQ-128)',
    async (path) => {
      const { screen } = await renderPortal({ path, ...user });
      await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Network');
    },
  );

  test('RT-18: the ten tabs are one screen: changing the tab keeps its elements', async () => {
    const { screen, router } = await renderPortal({ path: '/firmware', ...user });
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Firmware');
    const nav = screen.getByRole('navigation').element();
    await router.navigate({ to: '/networkInformation' });
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Network');
    expect(nav.isConnected).toBe(true);
  });

  test('RT-26: the device of a detail screen is the selected one, kept over a reload of the tab (OQ-16)', async () => {
    const { server } = await renderPortal({ path: '/profile', ...user });
    await expect.poll(() => server.called(`GET /v1/device/${testDevice.deviceId}/profile`).length).toBe(1);
    expect(readStoredDevice()).toEqual(testDevice);
    sessionStorage.setItem('platen.device', '{"deviceId":7}');
    expect(readStoredDevice()).toBeNull();
  });

  test('RT-26: an address may name the device (OQ-16)', async () => {
    const id = '0190a0b0-0000-7000-8000-00000000beef';
    const { server } = await renderPortal({ path: `/profile?device=${id}`, session: signedInUser });
    await expect.poll(() => server.called(`GET /v1/device/${id}/profile`).length).toBe(1);
    expect(deviceArea.get()).toEqual({ deviceId: id, serial: null, model: null, isLinked: true });
  });

  test.each(['7', '..', '.', '%2e%2e', '0190a0b0-0000-7000-8000-00000000beef/..'])(
    'RT-26 EH-14: what cannot be an id names no device, not even the one looked at before: %s (OQ-16)',
    async (value) => {
      const { server, screen } = await renderPortal({ path: `/profile?device=${value}`, ...user });
      await expect.element(screen.getByRole('alertdialog').getByText('102003')).toBeVisible();
      expect(deviceArea.get()).toBeNull();
      expect(server.requests.filter(({ path }) => path.startsWith('/v1/device/'))).toEqual([]);
    },
  );
});

describe('scrolling', () => {
  const stubReducedMotion = (matches: boolean) => {
    const real = window.matchMedia.bind(window);
    vi.stubGlobal('matchMedia', (query: string) =>
      query.includes('prefers-reduced-motion') ? { matches } : real(query),
    );
  };

  test('RT-25: every navigation scrolls smoothly back to the top', async () => {
    const { router } = await renderPortal({ path: '/devicelist', ...user });
    // Component tests prefer reduced motion (vitest.config.ts).
    stubReducedMotion(false);
    document.body.style.minHeight = '4000px';
    window.scrollTo({ top: 900, behavior: 'instant' });
    expect(window.scrollY).toBe(900);
    const scroll = vi.spyOn(window, 'scrollTo');
    await router.navigate({ to: '/profile' });
    await expect.poll(() => window.scrollY, { timeout: 60_000 }).toBe(0);
    expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' });
    scroll.mockRestore();
  });

  test('RT-25: with reduced motion preferred the page jumps there at once (OQ-129)', async () => {
    const { router } = await renderPortal({ path: '/devicelist', ...user });
    stubReducedMotion(true);
    const scroll = vi.spyOn(window, 'scrollTo');
    await router.navigate({ to: '/profile' });
    await expect.poll(() => scroll.mock.calls).toContainEqual([{ top: 0, behavior: 'instant' }]);
    scroll.mockRestore();
  });
});

describe('brands', () => {
  test.each([
    ['BR-06 BR-05', '/devicelist', 'Platen', 'platen', 'devicelist'],
    ['BR-04 BR-07', '/rdt/devicelist', 'Remote Diagnosis Tool', 'rdt', 'devicelisteBridge'],
  ])(
    'BR-04 BR-05 BR-06 BR-07 (%s): title, colours and internal route name at %s',
    async (_rows, path, title, id, name) => {
      const { screen, router } = await renderPortal({ path, ...user });
      await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
      expect(document.title).toBe(title);
      expect(document.documentElement.dataset['brand']).toBe(id);
      expect(router.state.matches.at(-1)?.staticData.screen?.name).toBe(name);
      expect(document.documentElement.outerHTML).not.toContain('eBridge');
    },
  );

  test('BR-08 LY-01 LY-02 LY-03 CN-04: from 960 px on the page has the colour of its brand, below it has not', async () => {
    const ground = async (path: string, width: number) => {
      await page.viewport(width, 800);
      const { screen } = await renderPortal({ path });
      await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
      return getComputedStyle(document.body).backgroundColor;
    };
    const [platen, rdt] = [await ground('/x', 960), await ground('/rdt/x', 960)];
    expect(platen).not.toBe(rdt);
    const [small, smallRdt] = [await ground('/x', 959), await ground('/rdt/x', 959)];
    expect(small).toBe(smallRdt);
    expect([platen, rdt]).not.toContain(small);
    await page.viewport(1280, 800);
  });
});

describe('language', () => {
  test.each([
    ['en-us', 'en-US', 'There is no screen at'],
    ['ja-jp', 'ja-JP', 'に対応する画面はありません'],
  ] as const)('IX-01 IX-02 CN-18: %s texts, and the page says so (OQ-88)', async (locale, tag, text) => {
    const { screen } = await renderPortal({ path: '/x', locale });
    await expect.element(screen.getByText(text)).toBeVisible();
    expect(document.documentElement.lang).toBe(tag);
  });
});

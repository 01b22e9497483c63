import { afterEach, describe, expect, test } from 'vitest';
import { authority } from '../../test/fake-server.ts';
import { renderPortal, testDevice, wipe } from '../../test/render-portal.tsx';
import { signedIn } from '../../test/sign-in.tsx';
import { errorArea, showError } from '../platform/errors.ts';
import { toErrorState } from '../platform/failure.ts';
import { queryClient } from '../platform/query-client.ts';
import { deviceArea } from '../platform/selected-device.ts';
import { createArea, openPopup, popupArea } from '../platform/state.ts';
import { closeSession, reloadSession } from './session.ts';
import { returnTargetArea, termsArea, userArea } from './session-areas.ts';
import { readSession } from './stored-session.ts';

afterEach(wipe);

describe('closing a session', () => {
  /**
   * Each state area of the specification with the place that holds it here: an area, or the cache of server
   * data.
   */
  const cached = [
    ['AU-21', 'counter', ['device', 'd1', 'counter']],
    ['AU-23', 'devices', ['devices', 'list']],
    ['AU-24', 'error', ['device', 'd1', 'errors']],
    ['AU-26', 'errorTrend', ['device', 'd1', 'errorTrend']],
    ['AU-27', 'failureSign', ['device', 'd1', 'prediction', 'fuser']],
    ['AU-28', 'firmware', ['device', 'd1', 'firmware']],
    ['AU-29', 'groups', ['groups']],
    ['AU-30', 'notifications', ['notifications']],
    ['AU-31', 'pmParts', ['device', 'd1', 'pmParts']],
    ['AU-32', 'toner', ['device', 'd1', 'toner']],
    ['AU-33', 'network', ['device', 'd1', 'network']],
    ['AU-37', 'profile', ['device', 'd1', 'profile']],
    ['AU-37', 'code13', ['device', 'd1', 'code13']],
    ['AU-37', 'code05 rows', ['device', 'd1', 'code05']],
    ['AU-37', 'terms', ['terms']],
  ] as const;

  test.each(cached)(
    'AU-15 AU-21 AU-23 AU-24 AU-26..AU-33 AU-37 (%s): server data of %s is forgotten',
    async (_row, _name, key) => {
      await renderPortal({ path: '/nowhere', ...signedIn });
      queryClient.setQueryData(key, { of: 'the first user' });
      await closeSession();
      expect(queryClient.getQueryData(key)).toBeUndefined();
      expect(queryClient.getQueryCache().getAll()).toEqual([]);
    },
  );

  test.each([
    ['AU-19', 'code05Visibility'],
    ['AU-20', 'code08Visibility'],
    ['AU-23', 'devices'],
    ['AU-35', 'deviceSorting'],
    ['AU-37', 'code05Setting'],
    ['AU-37', 'code08Setting'],
    ['AU-37', 'any area a later screen adds'],
  ])(
    'AU-15 AU-19 AU-20 AU-23 AU-35 AU-37 (%s): the state area %s falls back to its first value',
    async (_row, name) => {
      const area = createArea(name, 'first');
      await renderPortal({ path: '/nowhere', ...signedIn });
      area.set('of the first user');
      await closeSession();
      expect(area.get()).toBe('first');
    },
  );

  test('AU-15 AU-22 AU-25 AU-36 AU-37 AU-38: device, error, popup, terms, target, tokens and the tab storage are wiped, the version stays', async () => {
    await renderPortal({ path: '/devicelist', ...signedIn });
    termsArea.set({ latest: '1.0.1', agreed: '1.0.1' });
    returnTargetArea.set({ searchkey: 'secret' });
    showError(toErrorState(201000, 500));
    sessionStorage.setItem('of-some-screen', 'secret');
    expect(userArea.get().version).toBe('0.1.0-test');
    await closeSession();
    expect(deviceArea.get()).toBeNull();
    expect(errorArea.get()).toEqual({ isMoveToLogin: false, statusCode: null, errorCode: 101000, detail: [] });
    expect(popupArea.get()).toBe('none');
    expect(termsArea.get()).toEqual({ latest: '1.0.0', agreed: '0.0.0' });
    expect(returnTargetArea.get()).toEqual({ searchkey: null });
    expect(readSession()).toBeUndefined();
    expect(sessionStorage).toHaveLength(0);
    expect(userArea.get()).toEqual({ version: '0.1.0-test', subject: null });
    expect(localStorage.getItem('platen.logout')).not.toBeNull();
  });

  test('AU-15 AU-34 HD-34: Logout calls the logout of the provider, which leads to the login of the brand (OQ-09)', async () => {
    const { screen, leave } = await renderPortal({ path: '/rdt/devicelist', ...signedIn });
    await screen.getByRole('button', { name: 'User menu' }).click();
    await screen.getByRole('menuitem', { name: 'Logout' }).click();
    await expect.poll(() => leave.mock.calls.length).toBe(1);
    const address = new URL(leave.mock.calls[0]?.[0] ?? '');
    expect(`${address.origin}${address.pathname}`).toBe(`${authority}/logout`);
    expect(address.searchParams.get('client_id')).toBe('portal');
    expect(address.search).not.toMatch(/id_token_hint|id-1|token-1/);
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${window.location.origin}/rdt/login`);
    await expect.element(screen.getByText('Signing out.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 }).query()).toBeNull();
  });

  test('AU-15: a provider that asks for the id token at logout gets it where the site says so (OQ-09)', async () => {
    const { leave } = await renderPortal({ path: '/devicelist', ...signedIn, config: { logoutHint: 'id_token' } });
    await closeSession();
    const address = new URL(leave.mock.calls[0]?.[0] ?? '');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ id_token_hint: 'id-1', client_id: 'portal' });
  });

  test('AU-15: without the provider the logout still ends at the login', async () => {
    const { leave } = await renderPortal({
      path: '/rdt/devicelist',
      ...signedIn,
      routes: { [`GET ${authority}/.well-known/openid-configuration`]: 'offline' },
    });
    await closeSession();
    expect(leave.mock.calls).toEqual([['/rdt/login']]);
    expect(readSession()).toBeUndefined();
  });
});

describe('reloading a session', () => {
  test('AU-17: goes to the login when the error says so', async () => {
    const { leave } = await renderPortal({ path: '/devicelist', ...signedIn });
    await reloadSession(toErrorState(201001, 401));
    expect(readSession()).toBeUndefined();
    expect(leave.mock.calls[0]?.[0]).toMatch(`${authority}/logout`);
  });

  test('AU-18: else resets only the device list and the groups', async () => {
    const [devices, groups, sorting] = [
      createArea('devices', 0),
      createArea('groups', 0),
      createArea('deviceSorting', 0),
    ];
    await renderPortal({ path: '/nowhere', ...signedIn });
    for (const area of [devices, groups, sorting]) area.set(7);
    queryClient.setQueryData(['devices', 'list'], 1);
    queryClient.setQueryData(['groups'], 1);
    queryClient.setQueryData(['device', 'd1', 'profile'], 1);
    openPopup('information');
    await reloadSession(toErrorState(102003));
    expect([devices.get(), groups.get(), sorting.get()]).toEqual([0, 0, 7]);
    expect(queryClient.getQueryData(['devices', 'list'])).toBeUndefined();
    expect(queryClient.getQueryData(['groups'])).toBeUndefined();
    expect(queryClient.getQueryData(['device', 'd1', 'profile'])).toBe(1);
    expect(deviceArea.get()).toEqual(testDevice);
    expect(readSession()?.accessToken).toBe('token-1');
  });
});

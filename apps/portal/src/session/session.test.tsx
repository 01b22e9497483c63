import { afterEach, describe, expect, test, vi } from 'vitest';
import { authority, type FakeRoutes } from '../../test/fake-server.ts';
import { renderPortal, signedInUser, testDevice, wipe } from '../../test/render-portal.tsx';
import { errorArea, showError } from '../app/errors.ts';
import { toErrorState } from '../api/failure.ts';
import { openPopup, popupArea } from '../app/popup.ts';
import { queryClient } from '../app/query-client.ts';
import { deviceArea } from '../app/selected-device.ts';
import { createArea } from '../app/state.ts';
import { returnTargetArea, termsArea, userArea } from './session-areas.ts';
import { closeSession, reloadSession, startSession } from './session.ts';
import { readSession, storedSessionKey } from './stored-session.ts';
import { readToken, renewBeforeMs } from './tokens.ts';

afterEach(wipe);
const user = { session: signedInUser, device: testDevice } as const;
const tokenRoute = `POST ${authority}/token`;

/** A signed token's look; the portal does not check signatures, the server does. */
function toJwt(claims: Record<string, unknown>): string {
  const part = (value: unknown) =>
    btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  return `${part({ alg: 'none' })}.${part(claims)}.x`;
}
const tokens = {
  access_token: 'token-2',
  refresh_token: 'refresh-2',
  id_token: toJwt({ sub: 'user-1', iss: authority, aud: 'portal', exp: 9_999_999_999, iat: 1 }),
  token_type: 'Bearer',
  scope: 'openid offline_access',
  expires_in: 3600,
};

/** Signs in as far as the provider's own page and gives the address it would send the browser to. */
async function goToProvider(path: string, routes: FakeRoutes = {}) {
  const first = await renderPortal({ path, routes });
  await expect.poll(() => first.leave.mock.calls.length).toBe(1);
  const address = new URL(first.leave.mock.calls[0]?.[0] ?? '');
  await first.screen.unmount();
  return { address, state: address.searchParams.get('state') ?? '' };
}
/** The browser comes back with a code. */
async function comeBack(path: string, state: string, routes: FakeRoutes = {}) {
  return renderPortal({
    path: `${path}?code=c-1&state=${state}`,
    keepStorage: true,
    routes: { [tokenRoute]: { body: tokens }, ...routes },
  });
}

describe('starting a session', () => {
  test('RT-02 AU-01: /login goes to the provider by authorization code with PKCE, nothing secret in the address', async () => {
    const { address } = await goToProvider('/login');
    expect(`${address.origin}${address.pathname}`).toBe(`${authority}/authorize`);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: 'portal',
      response_type: 'code',
      scope: 'openid offline_access',
      redirect_uri: `${window.location.origin}/callback`,
      code_challenge_method: 'S256',
      ui_locales: 'en-US',
    });
    expect(address.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
  });

  test('AU-01 BR-03: the alternate brand comes back to its own callback', async () => {
    const { address } = await goToProvider('/rdt/login');
    expect(address.searchParams.get('redirect_uri')).toBe(`${window.location.origin}/rdt/callback`);
  });

  test('AU-16 AU-39: logs out whoever is signed in, here only, then stores the latest terms version', async () => {
    const { server } = await renderPortal({ path: '/devicelist', ...user });
    termsArea.set({ latest: '1.0.0', agreed: '1.0.1' });
    await startSession(null);
    expect(readSession()).toBeUndefined();
    expect(deviceArea.get()).toBeNull();
    expect(termsArea.get()).toEqual({ latest: '1.0.1', agreed: '0.0.0' });
    expect(server.called(`GET ${authority}/logout`)).toEqual([]);
  });

  test('TM-02 TM-03: until a session starts the latest version is 1.0.0 and the agreed one 0.0.0', async () => {
    await renderPortal({ path: '/nowhere' });
    expect(termsArea.get()).toEqual({ latest: '1.0.0', agreed: '0.0.0' });
    await startSession(null);
    expect(termsArea.get().latest).toBe('1.0.1');
  });

  test('RT-03 AU-05 AU-06: a searchkey of the address is saved with the device list as the target', async () => {
    await goToProvider('/login?searchkey=CKL-00%2017');
    expect(returnTargetArea.get()).toEqual({ searchkey: 'CKL-00 17' });
  });

  test('AU-05 AU-06: from a protected route the target is the device list all the same, with the searchkey', async () => {
    await goToProvider('/counter?searchkey=abc&device=x');
    expect(returnTargetArea.get()).toEqual({ searchkey: 'abc' });
    expect(window.location.pathname + window.location.search).toBe('/login?searchkey=abc');
  });

  test('RT-02: says that it goes to the sign-in page, and what is wrong when the provider is silent', async () => {
    const silent = `GET ${authority}/.well-known/openid-configuration`;
    let isOffline = true;
    const { screen, leave } = await renderPortal({
      path: '/login',
      routes: {
        [silent]: () =>
          isOffline ? 'offline' : { body: { issuer: authority, authorization_endpoint: `${authority}/authorize` } },
      },
    });
    await expect.element(screen.getByText('The sign-in service did not answer.')).toBeVisible();
    expect(leave).not.toHaveBeenCalled();
    isOffline = false;
    await screen.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => leave.mock.calls.length).toBe(1);
    await expect.element(screen.getByText('Going to the sign-in page.')).toBeVisible();
  });
});

test('RT-02: at an address that is not secure the login says that it cannot work there', async () => {
  await wipe();
  vi.stubGlobal('isSecureContext', false);
  const { screen, leave } = await renderPortal({ path: '/login', keepStorage: true });
  await expect.element(screen.getByText(/needs a secure connection/)).toBeVisible();
  expect(leave).not.toHaveBeenCalled();
});

describe('the callback', () => {
  test('RT-04 AU-07 AU-08 AU-09 AU-11: code to tokens, login time, terms, then the saved target with its searchkey', async () => {
    const { state } = await goToProvider('/login?searchkey=CKL1');
    const { server } = await comeBack('/callback', state);
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
    expect(new URLSearchParams(window.location.search).get('searchkey')).toBe('CKL1');
    const order = server.requests.map(({ method, path }) => `${method} ${path}`);
    const wanted = [tokenRoute, 'POST /v1/users/loginAt', 'GET /v1/termsOfUse'];
    expect(order.filter((key) => wanted.includes(key))).toEqual(wanted);
    const exchange = new URLSearchParams(String(server.called(tokenRoute)[0]?.body));
    expect(exchange.get('code')).toBe('c-1');
    expect(exchange.get('code_verifier')).toMatch(/^[\w.~-]{43,}$/);
    expect(server.called('POST /v1/users/loginAt')[0]?.body).toBeUndefined();
    expect(server.called('GET /v1/termsOfUse')[0]?.headers['authorization']).toBe('Bearer token-2');
  });

  test('AU-03: tokens are kept in local storage', async () => {
    const { state } = await goToProvider('/login');
    await comeBack('/callback', state);
    await expect.poll(() => localStorage.getItem(storedSessionKey)).toContain('"accessToken":"token-2"');
  });

  test('AU-11: without a searchkey the device list opens bare', async () => {
    const { state } = await goToProvider('/rdt/login');
    await comeBack('/rdt/callback', state);
    await expect.poll(() => window.location.pathname + window.location.search).toBe('/rdt/devicelist');
  });

  test('AU-10 TM-01 TM-06: an agreed version below the latest leads to the terms', async () => {
    const { state } = await goToProvider('/login');
    const routes: FakeRoutes = { 'GET /v1/termsOfUse': { body: { version: '1.0.0' } } };
    const { screen } = await comeBack('/callback', state, routes);
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Terms of Use');
    expect(window.location.pathname).toBe('/termsofuse');
    expect(termsArea.get()).toEqual({ latest: '1.0.1', agreed: '1.0.0' });
  });

  test('AU-07: whoever is signed in already goes straight to the terms check (OQ-11)', async () => {
    const { server } = await renderPortal({ path: '/callback?code=old&state=old', ...user });
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
    expect(server.called(tokenRoute)).toEqual([]);
    expect(server.called('POST /v1/users/loginAt')).toEqual([]);
    expect(server.called('GET /v1/termsOfUse')).toHaveLength(1);
  });

  test('AU-08: a login time that cannot be noted keeps nobody out (OQ-14)', async () => {
    const { state } = await goToProvider('/login');
    await comeBack('/callback', state, {
      'POST /v1/users/loginAt': { status: 500, body: { errorCode: 205000, detail: [] } },
    });
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
    expect(popupArea.get()).toBe('none');
  });

  test('AU-12 EH-15: a failed terms fetch opens the error popup; after it Retry makes the check again (OQ-14)', async () => {
    const { state } = await goToProvider('/login');
    let isBroken = true;
    const { screen, server } = await comeBack('/callback', state, {
      'GET /v1/termsOfUse': () =>
        isBroken ? { status: 503, body: { errorCode: 203002, detail: [] } } : { body: { version: '1.0.1' } },
    });
    const popup = screen.getByRole('alertdialog', { name: 'Error Information' });
    await expect.element(popup.getByText('203002')).toBeVisible();
    expect(window.location.pathname).toBe('/callback');
    await popup.getByRole('button', { name: 'Close' }).last().click();
    isBroken = false;
    await screen.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
    expect(server.called('POST /v1/users/loginAt')).toHaveLength(1);
  });

  test('AU-12 EH-22: a terms fetch refused with a forced code logs out (OQ-14)', async () => {
    const { state } = await goToProvider('/login');
    const { screen, leave } = await comeBack('/callback', state, {
      'GET /v1/termsOfUse': { status: 401, body: { errorCode: 201001, detail: [] } },
    });
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => leave.mock.calls.at(-1)?.[0]).toMatch(`${authority}/logout`);
    expect(readSession()).toBeUndefined();
  });

  test('AU-13: a failed completion goes on to the device list and so to the sign-in; a second one in a row stops (OQ-13)', async () => {
    const refused: FakeRoutes = { [tokenRoute]: { status: 400, body: { error: 'invalid_grant' } } };
    const { state } = await goToProvider('/login?searchkey=k');
    const once = await comeBack('/callback', state, refused);
    await expect.poll(() => once.leave.mock.calls.length).toBe(1);
    const second = new URL(once.leave.mock.calls[0]?.[0] ?? '').searchParams.get('state') ?? '';
    await once.screen.unmount();
    const { screen, leave } = await comeBack('/callback', second, refused);
    const popup = screen.getByRole('alertdialog', { name: 'Error Information' });
    await expect.element(popup.getByText('101000')).toBeVisible();
    expect(window.location.pathname).toBe('/login');
    expect(leave).not.toHaveBeenCalled();
    await popup.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => leave.mock.calls.length).toBe(1);
  });

  test('AU-13: a code that nobody asked for is no sign-in', async () => {
    const { leave } = await renderPortal({
      path: '/callback?code=stolen&state=forged',
      routes: { [tokenRoute]: { body: tokens } },
    });
    await expect.poll(() => leave.mock.calls.length).toBe(1);
    expect(readSession()).toBeUndefined();
  });

  test('AU-13: success forgets earlier failures (OQ-13)', async () => {
    const { state } = await goToProvider('/login');
    sessionStorage.setItem('platen.signInFailures', '1');
    await comeBack('/callback', state);
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
    expect(sessionStorage.getItem('platen.signInFailures')).toBeNull();
  });
});

describe('tokens', () => {
  const expiring = { ...signedInUser, expiresAt: Date.now() + renewBeforeMs - 1000 };

  test('AU-14: are renewed about 60 s before they expire, once, and calls carry the new one (OQ-10)', async () => {
    const { server } = await renderPortal({
      path: '/devicelist',
      session: expiring,
      routes: { [tokenRoute]: { body: tokens } },
    });
    await expect.poll(() => server.called('GET /v1/devices').length).toBe(1);
    expect(server.called('GET /v1/devices')[0]?.headers['authorization']).toBe('Bearer token-2');
    expect(server.called(tokenRoute)).toHaveLength(1);
    expect(new URLSearchParams(String(server.called(tokenRoute)[0]?.body)).get('grant_type')).toBe('refresh_token');
    expect(readSession()).toMatchObject({ accessToken: 'token-2', refreshToken: 'refresh-2', subject: 'user-1' });
  });

  test('AU-14 EH-13: a refused renewal drops the token: 102002, and closing leads to the login', async () => {
    const { screen, server, leave } = await renderPortal({
      path: '/devicelist',
      session: expiring,
      routes: { [tokenRoute]: { status: 400, body: { error: 'invalid_grant' } } },
    });
    const popup = screen.getByRole('alertdialog');
    await expect.element(popup.getByText('102002')).toBeVisible();
    expect(readSession()).toBeUndefined();
    expect(server.called('GET /v1/devices')).toEqual([]);
    await popup.getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => leave.mock.calls.length).toBe(1);
  });

  test('AU-14: a provider out of reach costs nobody a token that still holds', async () => {
    await renderPortal({ path: '/nowhere', session: expiring, routes: { [tokenRoute]: 'offline' } });
    expect(await readToken()).toBe('token-1');
    localStorage.setItem(storedSessionKey, JSON.stringify({ ...expiring, expiresAt: Date.now() - 1 }));
    expect(await readToken()).toBeUndefined();
    expect(readSession()).toBeUndefined();
  });

  test('AU-04: an expired token without the means to renew it is no sign-in', async () => {
    const { leave } = await renderPortal({
      path: '/devicelist',
      session: { ...signedInUser, refreshToken: null, expiresAt: Date.now() - 1 },
    });
    await expect.poll(() => leave.mock.calls[0]?.[0]).toMatch(`${authority}/authorize`);
  });

  test('AU-04: storage that somebody has garbled is no sign-in', async () => {
    await renderPortal({ path: '/nowhere' });
    for (const text of ['', 'null', '{}', '[]', '{"accessToken":1}', 'x']) {
      localStorage.setItem(storedSessionKey, text);
      expect(readSession()).toBeUndefined();
    }
  });

  test('AU-14: a logout in another tab says here that the token is cleared', async () => {
    const { screen } = await renderPortal({ path: '/devicelist', ...user });
    await expect.element(screen.getByRole('button', { name: 'User menu' })).toBeVisible();
    localStorage.removeItem(storedSessionKey);
    window.dispatchEvent(new StorageEvent('storage', { key: 'platen.logout', newValue: '1' }));
    await expect.element(screen.getByRole('alertdialog').getByText('102002')).toBeVisible();
  });

  test('AU-16: a sign-in of the same user in another tab leaves this one alone, one of another user begins it anew', async () => {
    const { leave } = await renderPortal({ path: '/devicelist', ...user });
    const announce = (subject: string) =>
      window.dispatchEvent(
        new StorageEvent('storage', { key: storedSessionKey, newValue: JSON.stringify({ ...signedInUser, subject }) }),
      );
    window.dispatchEvent(new StorageEvent('storage', { key: storedSessionKey, newValue: null }));
    announce('user-1');
    expect([popupArea.get(), leave.mock.calls.length]).toEqual(['none', 0]);
    announce('user-2');
    expect(leave.mock.calls).toEqual([[window.location.href]]);
  });
});

describe('closing a session', () => {
  /** Each state area of the specification with the place that holds it here: an area, or the cache of server data. */
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
      await renderPortal({ path: '/nowhere', ...user });
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
      await renderPortal({ path: '/nowhere', ...user });
      area.set('of the first user');
      await closeSession();
      expect(area.get()).toBe('first');
    },
  );

  test('AU-15 AU-22 AU-25 AU-36 AU-37 AU-38: device, error, popup, terms, target, tokens and the tab storage are wiped, the version stays', async () => {
    await renderPortal({ path: '/devicelist', ...user });
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
    const { screen, leave } = await renderPortal({ path: '/rdt/devicelist', ...user });
    await screen.getByRole('button', { name: 'User menu' }).click();
    await screen.getByRole('menuitem', { name: 'Logout' }).click();
    await expect.poll(() => leave.mock.calls.length).toBe(1);
    const address = new URL(leave.mock.calls[0]?.[0] ?? '');
    expect(`${address.origin}${address.pathname}`).toBe(`${authority}/logout`);
    expect(address.searchParams.get('id_token_hint')).toBe('id-1');
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${window.location.origin}/rdt/login`);
    await expect.element(screen.getByText('Signing out.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 }).query()).toBeNull();
  });

  test('AU-15: without the provider the logout still ends at the login', async () => {
    const { leave } = await renderPortal({
      path: '/rdt/devicelist',
      ...user,
      routes: { [`GET ${authority}/.well-known/openid-configuration`]: 'offline' },
    });
    await closeSession();
    expect(leave.mock.calls).toEqual([['/rdt/login']]);
    expect(readSession()).toBeUndefined();
  });
});

describe('reloading a session', () => {
  test('AU-17: goes to the login when the error says so', async () => {
    const { leave } = await renderPortal({ path: '/devicelist', ...user });
    await reloadSession(toErrorState(201001, 401));
    expect(readSession()).toBeUndefined();
    expect(leave.mock.calls[0]?.[0]).toMatch(`${authority}/logout`);
  });

  test('AU-18: else begins only the device list and the groups anew', async () => {
    const [devices, groups, sorting] = [
      createArea('devices', 0),
      createArea('groups', 0),
      createArea('deviceSorting', 0),
    ];
    await renderPortal({ path: '/nowhere', ...user });
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

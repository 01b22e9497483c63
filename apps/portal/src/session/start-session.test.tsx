import { afterEach, describe, expect, test, vi } from 'vitest';
import { authority } from '../../test/fake-server.ts';
import { renderPortal, wipe } from '../../test/render-portal.tsx';
import { goToProvider, signedIn } from '../../test/sign-in.tsx';
import { deviceArea } from '../platform/selected-device.ts';
import { startSession } from './session.ts';
import { returnTargetArea, termsArea } from './session-areas.ts';
import { readSession } from './stored-session.ts';

afterEach(wipe);

describe('starting a session', () => {
  test('RT-02 AU-01: /login goes to the provider by authorization code with PKCE, nothing secret in the address', async () => {
    const address = await goToProvider('/login');
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
    const address = await goToProvider('/rdt/login');
    expect(address.searchParams.get('redirect_uri')).toBe(`${window.location.origin}/rdt/callback`);
  });

  test('AU-16: logs out the current user, here only, then stores the latest terms version', async () => {
    const { server } = await renderPortal({ path: '/devicelist', ...signedIn });
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

import { defaultAgreedVersion, latestTermsVersion } from '@platen/contract/constants';
import { afterEach, describe, expect, test } from 'vitest';
import { authority, type FakeRoutes } from '../../test/fake-server.ts';
import { renderPortal, wipe } from '../../test/render-portal.tsx';
import { comeBack, goToProvider, signedIn, tokenRoute, toTokens } from '../../test/sign-in.tsx';
import { popupArea, resetAreas } from '../platform/state.ts';
import { isLowerVersion } from './callback-flow.ts';
import { termsArea } from './session-areas.ts';
import { invitationKey, readSession, storedSessionKey } from './stored-session.ts';

afterEach(wipe);

describe('the callback', () => {
  test('RT-04 AU-07 AU-08 AU-09 AU-11: code to tokens, login time, terms, then the saved target with its searchkey', async () => {
    const asked = await goToProvider('/login?searchkey=CKL1');
    const { server } = await comeBack('/callback', asked);
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

  test('BR-02 DE-23: the login time names the alternate brand, so that links in messages lead to it', async () => {
    const asked = await goToProvider('/rdt/login');
    const { server } = await comeBack('/rdt/callback', asked);
    await expect.poll(() => server.called('POST /v1/users/loginAt')[0]?.body).toEqual({ brand: 'rdt' });
  });

  test('OA-11: the link of an invitation is accepted before anything else is asked with the new token', async () => {
    const code = 'A'.repeat(43);
    const asked = await goToProvider(`/login?invitation=${code}`);
    const { server } = await comeBack('/callback', asked, {
      'POST /v1/invitations/accept': { body: { status: 'OK' } },
    });
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
    const order = server.requests.map(({ method, path }) => `${method} ${path}`);
    const wanted = [tokenRoute, 'POST /v1/invitations/accept', 'POST /v1/users/loginAt'];
    expect(order.filter((key) => wanted.includes(key))).toEqual(wanted);
    expect(server.called('POST /v1/invitations/accept')[0]?.body).toEqual({ code });
    expect(window.location.href).not.toContain(code);
  });

  test.each([
    [202003, 409, /does not confirm the invited mail address/],
    [204002, 410, /was used, was withdrawn or has ended/],
    [301001, 500, /could not be accepted/],
  ])('OA-11: an invitation that is refused with %i says why, and opens nothing', async (errorCode, status, text) => {
    const asked = await goToProvider(`/login?invitation=${'A'.repeat(43)}`);
    const { screen, server } = await comeBack('/callback', asked, {
      'POST /v1/invitations/accept': { status, body: { errorCode, detail: [] } },
    });
    await expect.element(screen.getByText(text)).toBeVisible();
    const way = errorCode === 202003 ? 'Sign in as another user' : 'Sign in';
    await expect.element(screen.getByRole('button', { name: way })).toBeVisible();
    expect(server.called('POST /v1/users/loginAt')).toEqual([]);
  });

  test('OA-11: who is signed in as somebody else ends that sign-in, and the next one accepts the invitation', async () => {
    const code = 'A'.repeat(43);
    const refused: FakeRoutes = {
      'POST /v1/invitations/accept': { status: 409, body: { errorCode: 202003, detail: [] } },
    };
    const first = await comeBack('/callback', await goToProvider(`/login?invitation=${code}`), refused);
    await first.screen.getByRole('button', { name: 'Sign in as another user' }).click();
    await expect.poll(() => first.leave.mock.calls.at(-1)?.[0]).toMatch(`${authority}/logout`);
    expect(readSession()).toBeUndefined();
    await first.screen.unmount();

    // The provider leads back to the login of a new page, and that to the provider's page.
    resetAreas();
    const second = await renderPortal({ path: '/login', keepStorage: true });
    await expect.poll(() => second.leave.mock.calls.length).toBe(1);
    await second.screen.unmount();
    const { server } = await comeBack('/callback', new URL(second.leave.mock.calls[0]?.[0] ?? ''), {
      'POST /v1/invitations/accept': { body: { status: 'OK' } },
    });
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
    expect(server.called('POST /v1/invitations/accept')[0]?.body).toEqual({ code });
  });

  test('OA-11: a user with an account goes on without the invitation of another', async () => {
    const asked = await goToProvider(`/login?invitation=${'A'.repeat(43)}`);
    const { screen, leave, server } = await comeBack('/callback', asked, {
      'POST /v1/invitations/accept': { status: 409, body: { errorCode: 202003, detail: [] } },
    });
    await screen.getByRole('button', { name: 'Go on without the invitation' }).click();
    await expect.poll(() => leave.mock.calls.length).toBe(1);
    expect(leave.mock.calls[0]?.[0]).not.toContain('/logout');
    expect(sessionStorage.getItem(invitationKey)).toBeNull();
    expect(server.called('POST /v1/invitations/accept')).toHaveLength(1);
  });

  test('AU-13 OA-11: an invitation outlasts a sign-in that did not complete', async () => {
    const code = 'A'.repeat(43);
    const { leave } = await comeBack('/callback', await goToProvider(`/login?invitation=${code}`), {
      [tokenRoute]: { status: 400, body: { error: 'invalid_grant' } },
    });
    await expect.poll(() => leave.mock.calls.length).toBe(1);
    expect(sessionStorage.getItem(invitationKey)).toBe(code);
  });

  test('AU-03: tokens are kept in local storage', async () => {
    const asked = await goToProvider('/login');
    await comeBack('/callback', asked);
    await expect.poll(() => localStorage.getItem(storedSessionKey)).toContain('"accessToken":"token-2"');
    // Its way to the list ends before the next test begins.
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
  });

  test('AU-11: without a searchkey the device list opens bare', async () => {
    const asked = await goToProvider('/rdt/login');
    await comeBack('/rdt/callback', asked);
    await expect.poll(() => window.location.pathname + window.location.search).toBe('/rdt/devicelist');
  });

  test('AU-10 TM-01 TM-06: an agreed version below the latest leads to the terms', async () => {
    const asked = await goToProvider('/login');
    const routes: FakeRoutes = { 'GET /v1/termsOfUse': { body: { version: '1.0.0' } } };
    const { screen } = await comeBack('/callback', asked, routes);
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Terms of Use');
    expect(window.location.pathname).toBe('/termsofuse');
    expect(termsArea.get()).toEqual({ latest: '1.0.1', agreed: '1.0.0' });
  });

  test('AU-07: a user who is signed in already goes straight to the terms check (OQ-11)', async () => {
    const { server } = await renderPortal({ path: '/callback?code=old&state=old', ...signedIn });
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
    expect(server.called(tokenRoute)).toEqual([]);
    expect(server.called('POST /v1/users/loginAt')).toEqual([]);
    expect(server.called('GET /v1/termsOfUse')).toHaveLength(1);
  });

  test('AU-08: a login time that cannot be stored does not block the sign-in (OQ-14)', async () => {
    const asked = await goToProvider('/login');
    await comeBack('/callback', asked, {
      'POST /v1/users/loginAt': { status: 500, body: { errorCode: 205000, detail: [] } },
    });
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
    expect(popupArea.get()).toBe('none');
  });

  test('AU-12 EH-15: a failed terms fetch opens the error popup; after it Retry makes the check again (OQ-14)', async () => {
    const asked = await goToProvider('/login');
    let isBroken = true;
    const { screen, server } = await comeBack('/callback', asked, {
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
    const asked = await goToProvider('/login');
    const { screen, leave } = await comeBack('/callback', asked, {
      'GET /v1/termsOfUse': { status: 401, body: { errorCode: 201001, detail: [] } },
    });
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => leave.mock.calls.at(-1)?.[0]).toMatch(`${authority}/logout`);
    expect(readSession()).toBeUndefined();
  });

  test('AU-13: a failed completion goes on to the device list and so to the sign-in; a second one in a row stops (OQ-13)', async () => {
    const refused: FakeRoutes = { [tokenRoute]: { status: 400, body: { error: 'invalid_grant' } } };
    const asked = await goToProvider('/login?searchkey=k');
    const once = await comeBack('/callback', asked, refused);
    await expect.poll(() => once.leave.mock.calls.length).toBe(1);
    const second = new URL(once.leave.mock.calls[0]?.[0] ?? '');
    await once.screen.unmount();
    const { screen, leave } = await comeBack('/callback', second, refused);
    const popup = screen.getByRole('alertdialog', { name: 'Error Information' });
    await expect.element(popup.getByText('101000')).toBeVisible();
    expect(window.location.pathname).toBe('/login');
    expect(leave).not.toHaveBeenCalled();
    await popup.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => leave.mock.calls.length).toBe(1);
  });

  test('AU-13: a code without a sign-in request is no sign-in', async () => {
    const { leave } = await renderPortal({
      path: '/callback?code=stolen&state=forged',
      routes: { [tokenRoute]: { body: toTokens() } },
    });
    await expect.poll(() => leave.mock.calls.length).toBe(1);
    expect(readSession()).toBeUndefined();
  });

  test.each([undefined, 'nonce-of-another-sign-in'])(
    'AU-13: an id token with the nonce %s is no sign-in',
    async (nonce) => {
      const asked = await goToProvider('/login');
      expect(asked.searchParams.get('nonce')).toMatch(/^[\w-]{36}$/);
      const { leave } = await comeBack('/callback', asked, { [tokenRoute]: { body: toTokens(nonce) } });
      await expect.poll(() => leave.mock.calls.length).toBe(1);
      expect(readSession()).toBeUndefined();
    },
  );

  test('AU-03: the id token is kept only where the logout of the provider needs it', async () => {
    await comeBack('/callback', await goToProvider('/login'));
    await expect.poll(() => readSession()?.accessToken).toBe('token-2');
    expect(readSession()?.idToken).toBeNull();
  });

  test('AU-13: success forgets earlier failures (OQ-13)', async () => {
    const asked = await goToProvider('/login');
    sessionStorage.setItem('platen.signInFailures', '1');
    await comeBack('/callback', asked);
    await expect.poll(() => window.location.pathname).toBe('/devicelist');
    expect(sessionStorage.getItem('platen.signInFailures')).toBeNull();
  });
});

test.each([
  ['1.0.0', '1.0.1', true],
  ['1.0.1', '1.0.1', false],
  ['1.0.2', '1.0.1', false],
  ['1.0.9', '1.0.10', true],
  ['1.0.10', '1.0.9', false],
  ['0.9.9', '1.0.0', true],
  ['2.0.0', '1.9.9', false],
  ['1.1.0', '1.0.9', false],
])('AU-10: agreed %s against latest %s is lower: %s', (agreed, latest, isLower) => {
  expect(isLowerVersion(agreed, latest)).toBe(isLower);
});

test.each([undefined, null, '', 'v1', '1.0', '1.0.1-beta', '1.0.1.1', '-1.0.0'])(
  'AU-10: agreed %j counts as 0.0.0',
  (agreed) => {
    expect(isLowerVersion(agreed, '0.0.1')).toBe(true);
    expect(isLowerVersion(agreed, '0.0.0')).toBe(false);
  },
);

test('CN-07 CN-08 TM-03 TM-04: the latest version is 1.0.1, the agreed one 0.0.0 until known, both are texts', () => {
  expect(latestTermsVersion).toBe('1.0.1');
  expect(defaultAgreedVersion).toBe('0.0.0');
  expect(isLowerVersion(defaultAgreedVersion, latestTermsVersion)).toBe(true);
});

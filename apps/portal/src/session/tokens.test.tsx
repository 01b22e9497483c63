import { afterEach, describe, expect, test } from 'vitest';
import { authority } from '../../test/fake-server.ts';
import { renderPortal, signedInUser, wipe } from '../../test/render-portal.tsx';
import { signedIn, tokenRoute, toTokens } from '../../test/sign-in.tsx';
import { popupArea } from '../platform/state.ts';
import { readSession, storedSessionKey, storeSession } from './stored-session.ts';
import { noteSpent, readToken, renewBeforeMs } from './tokens.ts';

afterEach(wipe);

describe('tokens', () => {
  const expiring = { ...signedInUser, expiresAt: Date.now() + renewBeforeMs - 1000 };

  test('AU-14: are renewed about 60 s before they expire, once, and calls carry the new one (OQ-10)', async () => {
    const { server } = await renderPortal({
      path: '/devicelist',
      session: expiring,
      routes: { [tokenRoute]: { body: toTokens() } },
    });
    await expect.poll(() => server.called('GET /v1/devices').length).toBe(1);
    expect(server.called('GET /v1/devices')[0]?.headers['authorization']).toBe('Bearer token-2');
    expect(server.called(tokenRoute)).toHaveLength(1);
    expect(new URLSearchParams(String(server.called(tokenRoute)[0]?.body)).get('grant_type')).toBe('refresh_token');
    expect(readSession()).toMatchObject({ accessToken: 'token-2', refreshToken: 'refresh-2', subject: 'user-1' });
  });

  test('AU-14: a refresh token that another tab has spent is not used; the session of that tab is awaited', async () => {
    const { server } = await renderPortal({ path: '/nowhere', routes: { [tokenRoute]: { body: toTokens() } } });
    storeSession({ ...expiring, refreshToken: 'spent-elsewhere' });
    await noteSpent('spent-elsewhere');
    const token = readToken();
    setTimeout(() => storeSession({ ...signedInUser, accessToken: 'token-of-the-other-tab' }), 300);
    expect(await token).toBe('token-of-the-other-tab');
    expect(server.called(tokenRoute)).toEqual([]);
  });

  test('AU-14: if that session never arrives, the provider decides about the token', async () => {
    const { server } = await renderPortal({ path: '/nowhere', routes: { [tokenRoute]: { body: toTokens() } } });
    storeSession({ ...expiring, refreshToken: 'spent-by-a-crashed-tab' });
    await noteSpent('spent-by-a-crashed-tab');
    expect(await readToken()).toBe('token-2');
    expect(server.called(tokenRoute)).toHaveLength(1);
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

  test('AU-14: an unreachable provider does not invalidate a token that has not expired', async () => {
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
    const { screen } = await renderPortal({ path: '/devicelist', ...signedIn });
    await expect.element(screen.getByRole('button', { name: 'User menu' })).toBeVisible();
    localStorage.removeItem(storedSessionKey);
    window.dispatchEvent(new StorageEvent('storage', { key: 'platen.logout', newValue: '1' }));
    await expect.element(screen.getByRole('alertdialog').getByText('102002')).toBeVisible();
  });

  test('AU-16: a sign-in of the same user in another tab leaves this one alone, one of another user reloads it', async () => {
    const { leave } = await renderPortal({ path: '/devicelist', ...signedIn });
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

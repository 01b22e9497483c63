import { afterEach, describe, expect, test } from 'vitest';
import type { FakeRoutes } from '../../test/fake-server.ts';
import { renderPortal, signedInUser, testDevice, wipe } from '../../test/render-portal.tsx';
import { comeBack, goToProvider, signedIn } from '../../test/sign-in.tsx';
import { toDeviceLink } from '../platform/device-link.ts';
import { toErrorState } from '../platform/failure.ts';
import { reloadSession } from './session.ts';
import { sessionPhaseArea } from './session-areas.ts';

afterEach(wipe);

const { deviceId } = testDevice;
const here = () => window.location.pathname + window.location.search;

describe('a link to a device', () => {
  test('AU-04 AU-05 AU-11: survives the sign-in; one step back leads to the device list', async () => {
    const asked = await goToProvider(`/counter?device=${deviceId}`);
    expect(window.location.pathname).toBe('/login');
    await comeBack('/callback', asked);
    await expect.poll(here).toBe(`/counter?device=${deviceId}`);
    window.history.back();
    await expect.poll(here).toBe('/devicelist');
  });

  test('AU-10 TM-09 OQ-28: survives the terms, under either brand', async () => {
    const asked = await goToProvider(`/rdt/errortrend?device=${deviceId}&months=3`);
    const routes: FakeRoutes = {
      'GET /v1/termsOfUse': { body: { version: '1.0.0' } },
      'POST /v1/termsOfUse': { body: { status: 'OK' } },
    };
    const { screen } = await comeBack('/rdt/callback', asked, routes);
    await screen.getByRole('button', { name: 'Accept' }).click();
    await expect.poll(here).toBe(`/rdt/errortrend?device=${deviceId}&months=3`);
  });

  test('AU-17: survives a session that expired, but not a logout or the refusal of the device itself', async () => {
    const path = `/pmparts?device=${deviceId}`;
    const expire = async (code: number) => {
      const before = await renderPortal({ path, ...signedIn });
      await reloadSession(toErrorState(code, 401));
      await before.screen.unmount();
      sessionPhaseArea.reset();
      const asked = await goBackToLogin();
      const { screen } = await comeBack('/callback', asked);
      await expect.poll(() => window.location.pathname).not.toBe('/callback');
      await screen.unmount();
      return here();
    };
    expect(await expire(201001)).toBe(path);
    expect(await expire(200003)).toBe('/devicelist');
  });

  test('AU-06 RT-03: a searchkey leads to the list', async () => {
    const asked = await goToProvider(`/login?searchkey=CKL1`);
    await comeBack('/callback', asked);
    await expect.poll(here).toBe('/devicelist?searchkey=CKL1');
  });
});

/** The login as the provider's logout leads to it, in the same tab. */
async function goBackToLogin(): Promise<URL> {
  const { screen, leave } = await renderPortal({ path: '/login', keepStorage: true });
  await expect.poll(() => leave.mock.calls.length).toBe(1);
  await screen.unmount();
  return new URL(leave.mock.calls[0]?.[0] ?? '');
}

test.each([
  ['//evil.example/profile', deviceId],
  ['https://evil.example', deviceId],
  ['/devicelist', deviceId],
  ['/constructor', deviceId],
  ['/profile', 'x'],
  ['/profile', `${deviceId}/..`],
])('AU-05: %s with the device %s is no link to a device', (path, device) => {
  expect(toDeviceLink(path, { device })).toBeUndefined();
});

test('AU-05: of a link only the known values are kept', () => {
  expect(toDeviceLink('/NetworkInformation', { device: deviceId, next: '//evil.example', months: '3' })).toEqual({
    path: '/networkInformation',
    search: { device: deviceId, months: '3' },
  });
});

describe.each([
  [200003, 403],
  [200004, 404],
])('EH-20 EH-21: a device refused with %i', (errorCode, status) => {
  const refused: FakeRoutes = Object.fromEntries(
    ['profile', 'counter', 'evidence'].map((call) => [
      `GET /v1/device/${deviceId}/${call}`,
      { status, body: { errorCode, detail: [] } },
    ]),
  );

  test('named by a link is shown in its place, with the way to the device list and without a logout', async () => {
    const path = `/counter?device=${deviceId}`;
    for (const keepStorage of [false, true]) {
      const { screen } = await renderPortal({ path, session: signedInUser, routes: refused, keepStorage });
      await expect.element(screen.getByRole('alert').getByText(String(errorCode))).toBeVisible();
      expect(screen.getByRole('alertdialog').query()).toBeNull();
      if (keepStorage) await screen.getByRole('main').getByRole('link', { name: 'Device List' }).click();
      else await screen.unmount();
    }
    await expect.poll(here).toBe('/devicelist');
    expect(localStorage.getItem('platen.session')).not.toBeNull();
  });

  test('selected in the list leads to the login', async () => {
    const { screen } = await renderPortal({ path: '/counter', ...signedIn, routes: refused });
    await expect.element(screen.getByRole('alertdialog').getByText(String(errorCode))).toBeVisible();
  });
});

import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId } from '../../test/device/device-data.ts';
import { renderDevice } from '../../test/device/render-device.tsx';

afterEach(() => vi.restoreAllMocks());

const strip = () => page.getByRole('navigation').element();

test('the frame of a device stays as its profile gives way to a tab and comes back', async () => {
  await page.viewport(1440, 900);
  await renderDevice({ path: `/profile?device=${deviceId}` });
  await expect.element(page.getByRole('navigation')).toBeVisible();
  const before = strip();
  await page.getByRole('navigation').getByRole('link', { name: 'Firmware' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Firmware' })).toBeVisible();
  expect(strip()).toBe(before);
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  expect(strip()).toBe(before);
});

test('in a narrow window the strip of tabs brings the tab in use into view, the first as well as the last', async () => {
  await page.viewport(480, 900);
  const { router } = await renderDevice({ path: `/networkInformation?device=${deviceId}` });
  await expect.element(page.getByRole('navigation')).toBeVisible();
  await expect.poll(() => strip().scrollLeft).toBeGreaterThan(0);
  await router.navigate({ to: '/profile' });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect.poll(() => strip().scrollLeft).toBe(0);
});

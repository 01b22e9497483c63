import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deviceId } from '../../test/device/device-data.ts';
import { renderDevice, richAnswers } from '../../test/device/render-device.tsx';
import { deviceQueries } from '../device/device-query.ts';
import { loadDeviceTexts } from '../platform/load-once.ts';
import { queryClient } from '../platform/query-client.ts';

test('a tab whose code, texts and data came while it was hovered opens without any placeholder', async () => {
  await page.viewport(1440, 900);
  await renderDevice({ path: `/profile?device=${deviceId}`, answers: richAnswers() });
  const tab = page.getByRole('navigation').getByRole('link', { name: 'Firmware' });
  await expect.element(tab).toBeVisible();
  await userEvent.hover(tab);
  // The profile does not fetch these data: once they are there, so is the code that fetched them.
  await expect.poll(() => queryClient.getQueryData(deviceQueries.firmware(deviceId).queryKey)).toBeDefined();
  await loadDeviceTexts('en-us');
  const countPlaceholders = () => document.querySelectorAll('main [aria-busy=true]').length;
  // Those of the profile itself, which may still be waiting for its last panels.
  await expect.poll(countPlaceholders).toBe(0);
  let placeholders = 0;
  const observer = new MutationObserver(() => {
    placeholders += countPlaceholders();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await tab.click();
  await expect
    .element(page.getByRole('region', { name: 'Firmware versions' }).getByText('System software'))
    .toBeVisible();
  observer.disconnect();
  expect(placeholders).toBe(0);
});

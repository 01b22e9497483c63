import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deviceId } from '../../test/device/device-data.ts';
import { renderDevice, richAnswers } from '../../test/device/render-device.tsx';
import { pmParts } from '../../test/device/supplies-data.ts';
import { historyQueries } from '../device/history-queries.ts';
import { loadDeviceTexts } from '../platform/load-texts.ts';
import { queryClient } from '../platform/query-client.ts';

test('a tab whose code, texts and data came while it was hovered opens without any placeholder', async () => {
  await page.viewport(1440, 900);
  const answers = { ...richAnswers(), PMParts: { body: pmParts(['A', 'B']) } };
  await renderDevice({ path: `/profile?device=${deviceId}`, answers });
  const tab = page.getByRole('navigation').getByRole('link', { name: 'PM Parts' });
  await expect.element(tab).toBeVisible();
  await userEvent.hover(tab);
  await expect.poll(() => queryClient.getQueryData(historyQueries.pmParts(deviceId).queryKey)).toBeDefined();
  await loadDeviceTexts('en-us');
  let placeholders = 0;
  const observer = new MutationObserver(() => {
    placeholders += document.querySelectorAll('main [aria-busy=true]').length;
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await tab.click();
  await expect.element(page.getByRole('region', { name: 'PM parts' }).getByRole('grid')).toBeVisible();
  observer.disconnect();
  expect(placeholders).toBe(0);
});

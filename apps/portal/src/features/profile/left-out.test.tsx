import { adviceMessage } from '@platen/catalogue/advice/advice-message';
import { partsOf } from '@platen/catalogue/families/parts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId, richProfile } from '../../../test/device/device-data.ts';
import { renderDevice, richAnswers } from '../../../test/device/render-device.tsx';
import { pmParts } from '../../../test/device/supplies-data.ts';

afterEach(() => vi.restoreAllMocks());

const codes = partsOf('SHASTA3').map(({ code }) => code);
const open = (profile: object) =>
  renderDevice({
    path: `/profile?device=${deviceId}`,
    answers: {
      ...richAnswers(),
      PMParts: { body: pmParts(codes) },
      profile: { body: { ...richProfile(), ...profile } },
    },
  });
const shownRows = (name: string, selector: string) =>
  [...page.getByRole('region', { name }).element().querySelectorAll(selector)].filter(
    (row) => row.getClientRects().length > 0,
  );

test('PR-16: parts that have no room are counted; where there is room parts to watch are shown as well', async () => {
  await page.viewport(1440, 900);
  await open({ nRecommendedReplaceParts: 1 });
  const panel = page.getByRole('region', { name: 'Recommended replacement parts' });
  await expect.element(panel.getByText('1 more')).toBeVisible();
  expect(shownRows('Recommended replacement parts', 'dl > div')).toHaveLength(2);
  await page.viewport(1440, 1100);
  await expect.element(panel.getByText('1 more')).not.toBeVisible();
  expect(shownRows('Recommended replacement parts', 'dl > div')).toHaveLength(3);
});

test('PR-09: an advice is shown whole where three lines of each fit, and always in a narrow window', async () => {
  const failurePredictions = [{ component: 'feedRoller', messageId: '30221002' }];
  const advice = adviceMessage('30221002', 'en-us') ?? '';
  expect(advice.length).toBeGreaterThan(40);
  for (const width of [1440, 390]) {
    await page.viewport(width, 900);
    await open({ failurePredictions, status: 'warning', statusReasons: [] });
    const line = page.getByRole('region', { name: 'Failure predictions' }).getByText(advice);
    await expect.element(line).toBeVisible();
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = line.element();
    expect([width, scrollWidth <= clientWidth, scrollHeight <= clientHeight]).toEqual([width, true, true]);
  }
});

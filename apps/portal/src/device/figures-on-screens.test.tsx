import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { richCounter } from '../../test/device/counter-data.ts';
import { deviceId, richProfile } from '../../test/device/device-data.ts';
import { catchDownloads, renderDevice, richAnswers } from '../../test/device/render-device.tsx';
import { toner } from '../../test/device/supplies-data.ts';

afterEach(() => vi.restoreAllMocks());

/** Answers with figures between two whole ones, or whole where others are not. */
function toAnswers() {
  const profile = richProfile();
  const levels = toner();
  const black = { percent: 33.6, averagePixelCount: 5 };
  return {
    ...richAnswers(),
    profile: {
      body: {
        ...profile,
        counter: { ...profile.counter, colorRate: 39 },
        toner: { ...profile.toner, black: 33.6 },
        tonerReadings: { ...profile.tonerReadings, black: { percent: 33.6, state: 'measured' } },
      },
    },
    toner: { body: { ...levels, toner: { ...levels.toner, black } } },
    counter: { body: { ...richCounter(), summary: { ...richCounter().summary, total: { black: 61, color: 39 } } } },
  };
}
const open = (screen: string) => renderDevice({ path: `/${screen}?device=${deviceId}`, answers: toAnswers() });
const region = (name: string) => page.getByRole('region', { name });

test('PR-12 PR-19 TN-03 CT-04: profile, tab and file show one level and one color ratio alike', async () => {
  const files = catchDownloads();
  await open('profile');
  await expect.element(region('Toner')).toHaveTextContent('34%');
  await expect.element(region('Counter')).toHaveTextContent('39.0%');

  await open('toner');
  await page.getByRole('button', { name: 'Save Toner as CSV', exact: true }).click();
  await expect.poll(() => files.length).toBe(1);
  expect(await files[0]?.content.text()).toContain('\r\nBlack,34,');
  await expect.element(region('Toner').first()).toHaveTextContent('34%');

  await open('counter');
  await expect.element(region('Summary')).toHaveTextContent('39.0');
});

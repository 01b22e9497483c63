import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId } from '../../../test/device/device-data.ts';
import { jams, pmParts, toner } from '../../../test/device/profile-later-data.ts';
import { type Answers, renderDevice, richAnswers } from '../../../test/device/render-device.tsx';

const path = `/profile?device=${deviceId}`;
const refused = { status: 503, body: { errorCode: 203001, detail: [] } };
const panel = (name: string) => page.getByRole('region', { name, exact: true });

beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.restoreAllMocks());

test('days left and due parts that are on their way say so, and leave no blank', async () => {
  const answers: Answers = { ...richAnswers(), jams: { body: jams() }, toner: 'never', PMParts: 'never' };
  await renderDevice({ path, answers });
  await expect.poll(() => panel('Toner').getByRole('status').elements().length).toBe(1);
  await expect.element(panel('Recommended replacement parts').getByRole('status')).toHaveTextContent('Loading');
  await expect.element(panel('Error information').getByRole('img').first()).toBeVisible();
});

test('OQ-84: days of errors that did not come leave their sums, say so once, and come with Retry', async () => {
  const answers: Answers = { ...richAnswers(), jams: refused, toner: { body: toner() }, PMParts: { body: pmParts() } };
  await renderDevice({ path, answers });
  const errors = panel('Error information');
  await expect.element(errors.getByRole('alert').getByText('203001')).toBeVisible();
  expect(errors.getByRole('alert').elements()).toHaveLength(1);
  await expect.element(errors.getByRole('button', { name: '33 source' })).toBeVisible();
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(900);
  Object.assign(answers, { jams: { body: jams() } });
  await errors.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => errors.getByRole('img').elements().length).toBe(5);
});

test('below 960 pixels the failure of days left is seen too', async () => {
  await page.viewport(480, 900);
  const answers: Answers = { ...richAnswers(), jams: { body: jams() }, toner: refused, PMParts: { body: pmParts() } };
  await renderDevice({ path, answers });
  await expect.element(panel('Toner').getByRole('alert').getByText('203001')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
});

test.each([
  ['en-us', 'Toner', 'Recommended replacement parts', 'Retry'],
  ['ja-jp', 'トナー', '交換推奨部品', '再試行'],
] as const)(
  'OQ-84: in %s what did not come shows code and message in its panel, with one Retry for all, and the figures stay',
  async (locale, name, parts, retry) => {
    const answers: Answers = { ...richAnswers(), jams: { body: jams() }, toner: refused, PMParts: refused };
    await renderDevice({ path, answers, locale });
    for (const one of [name, parts]) {
      const alert = panel(one).getByRole('alert');
      await expect.element(alert.getByText('203001')).toBeVisible();
      await expect
        .poll(() => alert.elements().map(({ textContent }) => textContent))
        .toEqual([expect.stringMatching(/203001 \S.{4,}/)]);
    }
    await expect.element(panel(name).getByRole('meter').first()).toBeVisible();
    await expect.poll(() => document.documentElement.scrollHeight).toBeLessThanOrEqual(900);
    Object.assign(answers, { toner: { body: toner() }, PMParts: { body: pmParts() } });
    const again = page.getByRole('button', { name: retry });
    await expect.poll(() => again.elements()).toHaveLength(1);
    await again.click();
    await expect.element(panel(name).getByText(/22.33/)).toBeVisible();
    await expect.element(panel(parts).getByText('118%')).toBeVisible();
  },
);

import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId, richProfile } from '../../../test/device/device-data.ts';
import { renderDevice, richAnswers } from '../../../test/device/render-device.tsx';

afterEach(() => vi.restoreAllMocks());

const waste = (description: string) =>
  ({ description, type: 'wasteToner', class: 'receptacleThatIsFilled', percent: 0, state: 'measured' }) as const;

async function show(locale: 'en-us' | 'ja-jp', change: Partial<ReturnType<typeof richProfile>>) {
  const profile = { ...richProfile(), ...change };
  await renderDevice({
    path: `/profile?device=${deviceId}`,
    locale,
    answers: { ...richAnswers(), profile: { body: profile } },
  });
}
const namesIn = (panel: string) =>
  [...page.getByRole('region', { name: panel, exact: true }).element().querySelectorAll('dt')].map(
    (name) => name.textContent,
  );

test.each([
  ['en-us', 'Other supplies', 'Waste toner box'],
  ['ja-jp', 'その他の消耗品', '廃トナーボックス'],
] as const)(
  'in %s the only waste toner box has the name of its status reason, not the words of the device',
  async (locale, panel, name) => {
    await show(locale, { supplies: [waste('Waste Toner Box')] });
    await expect.element(page.getByRole('region', { name: panel, exact: true })).toBeVisible();
    await expect.poll(() => namesIn(panel)).toEqual([name]);
  },
);

test('two waste boxes of one kind keep the names that tell them apart', async () => {
  await show('en-us', { supplies: [waste('Waste box left'), waste('Waste box right')] });
  await expect.element(page.getByRole('region', { name: 'Other supplies', exact: true })).toBeVisible();
  await expect.poll(() => namesIn('Other supplies')).toEqual(['Waste box left', 'Waste box right']);
});

test.each([
  ['Saddle stitch finisher', '中とじフィニッシャー'],
  [' STAPLE FINISHER ', 'ステープルフィニッシャー'],
  ['MJ-1109', 'MJ-1109'],
])('PR-14: the finisher reported as %j reads %s in Japanese', async (finisher, name) => {
  await show('ja-jp', { options: { DF: null, finisher, fax: null } });
  await expect.element(page.getByRole('region', { name: 'オプション' }).getByText(name)).toBeVisible();
});

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

const range = { lower: '2031-01-06', upper: '2031-06-05' };
const months = { lower: '2031-02', upper: '2031-05' };
const predicted = [
  { component: 'drum', messageId: '50102402', predictionFailureDate: '2031-02-02', predictionFailureRange: range },
  {
    component: 'secondTransfer',
    messageId: '20101002',
    predictionFailureDate: '2031-03',
    predictionFailureRange: months,
  },
  { component: 'fuser', messageId: '10101003', predictionFailureDate: '2020-02-02' },
];
test.each([
  [1440, 3],
  [1440, 1],
  [390, 3],
])(
  'PR-09 FS-18: at %i px, %i predictions: each has the time of its failure uncut, unless that has passed',
  async (width, count) => {
    await page.viewport(width, 900);
    await open({ failurePredictions: predicted.slice(0, count), status: 'warning', statusReasons: [] });
    const panel = page.getByRole('region', { name: 'Failure predictions' });
    const times = ['01/06/2031 – 06/05/2031', 'Feb 2031 – May 2031'].slice(0, count);
    for (const time of times) {
      const shown = panel.getByText(time);
      await expect.element(shown).toBeVisible();
      expect([time, shown.element().scrollWidth <= shown.element().clientWidth]).toEqual([time, true]);
    }
    expect(panel.element().querySelectorAll('small')).toHaveLength(times.length);
    const lines = [...panel.element().querySelectorAll('li')].filter((line) => line.getClientRects().length > 0);
    expect(lines).toHaveLength(count);
    expect(lines.filter(isNameCutInVain).map((line) => line.textContent)).toEqual([]);
  },
);

/** Whether the name of a predicted component is cut although its line has room for it before the time. */
function isNameCutInVain(line: Element): boolean {
  const name = line.querySelector('b[title]');
  if (name === null) throw new Error('a prediction without a name');
  const time = document.createRange();
  const shownTime = line.querySelector('small');
  if (shownTime !== null) time.selectNodeContents(shownTime);
  const [mark, gaps] = [14, 16];
  const room = line.clientWidth - mark - gaps - time.getBoundingClientRect().width;
  return name.clientWidth < Math.min(name.scrollWidth, room - 4);
}

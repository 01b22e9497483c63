import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId } from '../../../test/device/device-data.ts';
import { noPredictions, predictionAnswers } from '../../../test/device/prediction-data.ts';
import { catchDownloads, renderDevice, richAnswers } from '../../../test/device/render-device.tsx';

const path = `/failuresign?device=${deviceId}`;
const answers = () => ({ ...richAnswers(), ...predictionAnswers() });

beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.restoreAllMocks());

/** Saves the table of a panel and gives its lines, split into cells. */
async function save(files: ReturnType<typeof catchDownloads>, button: string): Promise<string[][]> {
  const before = files.length;
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect.poll(() => files.length).toBe(before + 1);
  const text = (await files.at(-1)?.content.text()) ?? '';
  return text
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
}

test('FS-04 FS-05: parts by drawer and by color are saved, each figure in its column, what is missing in words', async () => {
  const files = catchDownloads();
  await renderDevice({ path, answers: answers() });
  const feed = await save(files, 'Save Feed rollers as CSV');
  expect(feed[0]).toEqual([
    'Source',
    'Sign',
    'Exhaustion rate',
    'Life rate against threshold',
    'Predicted failure',
    '80% range',
    'Last replaced',
    'Rated life consumed',
  ]);
  expect(feed.slice(1).map(([source, sign, rate, life]) => [source, sign, rate, life])).toEqual([
    ['1st cassette', 'No action needed', '62', '62'],
    ['2nd cassette', 'At the next visit', '101', '101'],
    ['Bypass tray', 'No action needed', '18', '18'],
    ['Document feeder', 'too few readings', '9 of 14 readings', '9 of 14 readings'],
  ]);
  expect(feed[1]?.slice(4)).toEqual([
    expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
    expect.stringMatching(/^\d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4}$/),
    '06/02/2024',
    '70',
  ]);
  expect(feed[2]?.slice(4)).toEqual(['', '', '06/02/2024', '']);
  expect(feed[3]?.slice(4)).toEqual(['not within 12 months', '', '06/02/2024', '']);
  expect(feed[4]?.slice(4)).toEqual(['9 of 14 readings', '', '', '']);
  const developers = await save(files, 'Save Developer as CSV');
  expect(developers.map(([color, sign]) => [color, sign])).toEqual([
    ['Color', 'Sign'],
    ['Black', 'Watch'],
    ['Yellow', 'No action needed'],
  ]);
});

test('FS-06 FS-10 FS-11 FS-12 FS-09: sensors, image control errors, motors and drives are saved as they are shown', async () => {
  const files = catchDownloads();
  await renderDevice({ path, answers: answers() });
  expect(await save(files, 'Save Image quality sensor as CSV')).toEqual([
    ['Color', 'Sign', 'Level', 'Lower limit'],
    ['Black', 'too few readings', '231', 'no limit known yet'],
    ['Magenta', 'At the next visit', '132', '150'],
    ['Cyan', 'No action needed', '238', '150'],
  ]);
  expect(await save(files, 'Save Image control error as CSV')).toEqual([
    ['Error', 'Sign', 'Errors in 90 days', 'Last occurred'],
    ['CE20', 'At the next visit', '3', expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)],
    ['CE40', 'No action needed', '0', ''],
  ]);
  expect(await save(files, 'Save Polygonal motor as CSV')).toEqual([
    ['Color', 'Sign', 'Increments in 30 days'],
    ['Black', 'No action needed', '412'],
    ['Yellow', 'No action needed', '0'],
    ['Cyan', '9 of 14 readings', 'Not reported'],
  ]);
  expect(await save(files, 'Save Hard disk as CSV')).toEqual([
    ['SATA port', 'Kind', 'Health'],
    ['0', 'HDD', 'SSD/HDD in danger'],
    ['1', '', 'Not reported'],
  ]);
});

test('a table is copied for a spreadsheet, in Japanese with Japanese words', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await renderDevice({ path, answers: answers(), locale: 'ja-jp' });
  await page.getByRole('button', { name: 'ポリゴンモーターをコピー' }).click();
  expect(write).toHaveBeenCalledWith(
    [
      ['色', '予兆', '30日間の増加数'],
      ['ブラック', '対応不要', '412'],
      ['イエロー', '対応不要', '0'],
      ['シアン', '14件中9件', '未報告'],
    ]
      .map((row) => row.join('\t'))
      .join('\n'),
  );
  expect(page.getByRole('button', { name: /をCSVで保存$/ }).elements()).toHaveLength(6);
});

test('what has no data has nothing to save', async () => {
  await renderDevice({ path, answers: { ...richAnswers(), ...noPredictions() } });
  await expect.element(page.getByText('This device reports no storage health.')).toBeVisible();
  await expect.poll(() => document.querySelector('main [aria-busy=true]')).toBeNull();
  expect(page.getByRole('button', { name: /^Save .* as CSV$/ }).elements()).toHaveLength(0);
});

test.each([
  ['en-us', 'Image control error', 'counted over 90 days'],
  ['ja-jp', '画質制御異常', '90日間の件数'],
] as const)(
  'FS-10: in %s the count of image control errors says the days it was made over, and its source says the same',
  async (locale, name, text) => {
    const entry = {
      protocol: 'report',
      source: 'imageControlRate',
      name: 'readings',
      raw: '88 (2026-01-01/2026-03-30)',
      rule: 'derived',
      observedAt: new Date().toISOString(),
      receivedAt: new Date().toISOString(),
      collector: null,
    };
    const evidence = { 'predictions.imageControlError.errorCE20.count': entry };
    await renderDevice({ path, answers: { ...answers(), evidence: { body: { evidence } } }, locale });
    const panel = page.getByRole('region', { name, exact: true });
    await expect.element(panel.getByText(text, { exact: true })).toBeVisible();
    await panel.getByRole('button', { name: /^3/ }).click();
    await expect.element(page.getByRole('tooltip').getByText(/90(日間| days)/)).toBeVisible();
  },
);

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId, richProfile } from '../../../test/device/device-data.ts';
import { jams, pmParts, toner } from '../../../test/device/profile-later-data.ts';
import { type Answers, renderDevice, richAnswers } from '../../../test/device/render-device.tsx';
import { findProblems } from '../../../test/render-portal.tsx';

const path = `/profile?device=${deviceId}`;
const laterAnswers = (): Answers => ({
  ...richAnswers(),
  jams: { body: jams() },
  toner: { body: toner() },
  PMParts: { body: pmParts() },
});
const panel = (name: string) => page.getByRole('region', { name, exact: true });
const rowsOf = (name: string, selector: string) =>
  [...panel(name).element().querySelectorAll(selector)].map((row) =>
    [...row.children].map((cell) => cell.textContent?.replaceAll('source', '').trim()).filter(Boolean),
  );

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset['theme'];
});

/** Shows the profile until what follows its first paint is there. */
async function show(answers = laterAnswers(), more: Partial<Parameters<typeof renderDevice>[0]> = {}) {
  const shown = await renderDevice({ path, answers, ...more });
  await expect.poll(() => document.querySelectorAll('main dd [role=img]').length).toBeGreaterThanOrEqual(5);
  return shown;
}

test('PR-23..PR-27 PR-31 OQ-67: each kind of error day by day, a day without a report differs from one without errors', async () => {
  await show();
  const strip = panel('Error information').getByRole('img', { name: /^Print jam per day, 14 days: / });
  await expect.element(strip).toHaveAccessibleName(/ 0, .* no report, .* 6$/);
  const bars = [...strip.element().children];
  expect(bars).toHaveLength(14);
  expect(bars.filter((bar) => bar instanceof HTMLElement && bar.dataset['unknown'] === 'true')).toHaveLength(1);
  expect(panel('Error information').getByRole('img').elements()).toHaveLength(5);
});

test('PR-18..PR-22: days left of each toner with their range; too few readings are counted, nothing is guessed', async () => {
  await show();
  await expect.element(panel('Toner').getByText('22–33 d')).toBeVisible();
  expect(rowsOf('Toner', 'dl > div').map((cells) => cells.slice(2))).toEqual([
    ['27 d', '22–33 d'],
    ['49 d', '40–61 d'],
    ['4 d', '3–6 d'],
    ['9 of 14 readings'],
    ['no forecast'],
  ]);
});

test('PR-09 OQ-83: the components with a sign in words, with their advice', async () => {
  await show();
  await expect.element(panel('Failure predictions').getByText('Feed rollers')).toBeVisible();
  expect(rowsOf('Failure predictions', 'li')[0]).toEqual(['Fuser', 'Watch the fuser belt and have a new one ready.']);
});

test('PR-16: parts at their threshold now or within 4 weeks, the most consumed first', async () => {
  await page.viewport(1440, 1100);
  await show();
  await expect.element(panel('Recommended replacement parts').getByText('Fuser belt')).toBeVisible();
  await expect
    .poll(() => rowsOf('Recommended replacement parts', 'dl > div').map(([name]) => name))
    .toEqual(['Fuser belt', 'Secondary transfer roller', '2nd cassette separation roller', 'Photosensitive drum (K)']);
});

test('the figures of the profile are asked for first, and stay when what follows does not come', async () => {
  const { requests } = await renderDevice({
    path,
    answers: {
      ...richAnswers(),
      jams: { status: 500, body: {} },
      toner: { status: 500, body: {} },
      PMParts: { status: 500, body: {} },
    },
  });
  await expect.poll(() => requests.filter((request) => request.endsWith('/error/jams')).length).toBe(1);
  const place = (end: string) => requests.findIndex((request) => request.endsWith(end));
  for (const later of ['/error/jams', '/toner', '/PMParts']) expect(place(later)).toBeGreaterThan(place('/profile'));
  await expect.poll(() => panel('Error information').element().querySelectorAll('dd i').length).toBe(5);
  await expect.element(panel('Toner').getByRole('meter', { name: 'Black' })).toBeVisible();
});

test('with all that follows the sheet fits 1440 x 900, and nothing moves when it comes', async () => {
  const moved: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) moved.push(Number(entry.value));
  });
  await renderDevice({ path, answers: laterAnswers() });
  await expect.element(page.getByText('1,284,306')).toBeVisible();
  observer.observe({ type: 'layout-shift' });
  await expect.element(panel('Toner').getByText('22–33 d')).toBeVisible();
  await expect.element(panel('Failure predictions').getByText('Feed rollers')).toBeVisible();
  observer.disconnect();
  expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(0.02);
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(900);
});

test.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 960],
  ['dark', 480],
] as const)('in %s at %i pixels nothing is amiss for assistive technology, nor cut off', async (theme, width) => {
  document.documentElement.dataset['theme'] = theme;
  await page.viewport(width, 900);
  await show();
  await expect.element(panel('Toner').getByText('22–33 d')).toBeVisible();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test('in Japanese', async () => {
  await show(laterAnswers(), { locale: 'ja-jp' });
  await expect.element(page.getByText('残り日数')).toBeVisible();
  await expect.element(page.getByText('22～33日')).toBeVisible();
});

test('VP-01 VP-04: the profile leads to the visit that is ahead; without one it plans one', async () => {
  const me = { body: { groups: [], userId: deviceId, name: 'Weber', role: 'service' } };
  await show({ ...laterAnswers(), me });
  await panel('Failure predictions').getByRole('button', { name: 'Plan a visit' }).click();
  await expect.element(page.getByRole('dialog', { name: 'New visit' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const visit = { visitId: deviceId, state: 'planned', plannedDay: '2026-11-28', assignee: null } as const;
  await show({ ...laterAnswers(), me, profile: { body: { ...richProfile(), visit } } });
  const link = panel('Failure predictions').getByRole('link', { name: 'Visit 11/28/2026' });
  await expect.element(link).toHaveAttribute('href', `/visits/${deviceId}`);
});

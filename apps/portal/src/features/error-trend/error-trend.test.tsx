import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deviceId, evidence } from '../../../test/device/device-data.ts';
import { trend } from '../../../test/device/errors-data.ts';
import { renderDevice, richAnswers } from '../../../test/device/render-device.tsx';
import { historyEvidence } from '../../../test/device/supplies-data.ts';
import { findProblems } from '../../../test/render-portal.tsx';

const path = `/errortrend?device=${deviceId}`;
const answers = () => ({
  ...richAnswers(),
  monthly: { body: trend() },
  evidence: { body: { evidence: { ...evidence().evidence, ...historyEvidence() } } },
});
const table = (name = 'Errors by month and kind') => page.getByRole('grid', { name });
const readRows = (name?: string) =>
  [...table(name).element().querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent?.replaceAll(/source|取得元/g, '').trim()),
  );

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset['theme'];
});

describe('the error trend', () => {
  test('ER-03 ER-06 ER-09 OQ-69: six months by kind, newest first, a month without a report in words', async () => {
    await renderDevice({ path, answers: answers() });
    await expect.element(table()).toBeVisible();
    await expect
      .poll(() => readRows())
      .toEqual([
        ['Month', 'DF jam', 'Print jam', 'Finisher jam', 'Service call', 'Other', 'Sum'],
        ['Jun 2026 to date', '5', '30', '2', '1', '0', '38'],
        ['May 2026', '4', '26', '2', '0', '0', '32'],
        ['Apr 2026', '3', '22', '2', '1', '0', '28'],
        ['Mar 2026', ...Array.from({ length: 6 }, () => 'no report')],
        ['Feb 2026', '1', '14', '2', '1', '0', '18'],
        ['Jan 2026', '0', '10', '2', '0', '0', '12'],
        ['Sum', '13', '102', '10', '3', '0', '128'],
      ]);
    await expect.element(page.getByText('5 of 6 months reported')).toBeVisible();
  });

  test('ER-03: the drawing is one sentence, and its points are read by keyboard', async () => {
    await renderDevice({ path, answers: answers() });
    await expect
      .element(
        page.getByRole('img', {
          name: 'DF jam: 13 errors; Print jam: 102 errors; Finisher jam: 10 errors; Service call: 3 errors; Other: 0 errors',
        }),
      )
      .toBeVisible();
    const reader = page.getByRole('slider');
    await expect.element(reader).toBeInTheDocument();
    reader.element().focus();
    await userEvent.keyboard('{Home}');
    await expect.element(reader).toHaveAttribute('aria-valuetext', 'DF jam, Jan 2026: 0');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.element(reader).toHaveAttribute('aria-valuetext', 'DF jam, Mar 2026: no report');
  });

  test.each([
    ['ER-07', '1 month', '1', ['Jun 2026 to date']],
    ['ER-08', '3 months', '3', ['Jun 2026 to date', 'May 2026', 'Apr 2026']],
  ])('CN-15 (%s): the view of %s is a link with an address of its own', async (_row, name, months, shown) => {
    const { router } = await renderDevice({ path, answers: answers() });
    await page.getByRole('link', { name }).click();
    await expect.poll(() => router.state.location.search).toEqual({ device: deviceId, months });
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect
      .poll(() =>
        readRows()
          .slice(1, -1)
          .map(([month]) => month),
      )
      .toEqual(shown);
  });

  test('CN-15 IX-10 ER-07 ER-08 ER-09: all three views in Japanese, by address too', async () => {
    await renderDevice({ path: `${path}&months=3`, answers: answers(), locale: 'ja-jp' });
    await expect.element(page.getByRole('link', { name: '3か月' })).toHaveAttribute('aria-current', 'page');
    await expect.element(page.getByRole('link', { name: '1か月' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: '6か月' })).toBeVisible();
    await expect.element(table('月別・種類別のエラー件数')).toBeVisible();
    await expect
      .poll(() => readRows('月別・種類別のエラー件数').map(([month]) => month))
      .toEqual(['月', '2026年6月 今日まで', '2026年5月', '2026年4月', '合計']);
  });

  test('the sums can be questioned', async () => {
    await renderDevice({ path, answers: answers() });
    await page.getByRole('button', { name: '38 source' }).click();
    await expect.element(page.getByRole('tooltip').getByText('derived from several values')).toBeVisible();
  });

  test('OQ-69: without a report in any month there is no trend, and the way back stays', async () => {
    const none = { monthly: trend().monthly.slice(2, 3) };
    const { router } = await renderDevice({ path, answers: { ...answers(), monthly: { body: none } } });
    await expect.element(page.getByText('No report about errors was received in this time.')).toBeVisible();
    await page.getByRole('link', { name: 'Error history' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/error');
  });

  test('ER-07 OQ-69: a view without any report leaves the way to the others', async () => {
    const quiet = { monthly: trend().monthly.slice(0, 3) };
    await renderDevice({ path: `${path}&months=1`, answers: { ...answers(), monthly: { body: quiet } } });
    await expect.element(page.getByText('No report in this period.')).toBeVisible();
    await page.getByRole('link', { name: '3 months' }).click();
    await expect.element(table()).toBeVisible();
    await expect
      .poll(() => readRows().at(1))
      .toEqual(['Mar 2026 to date', ...Array.from({ length: 6 }, () => 'no report')]);
  });

  test.each(['light', 'dark'])('has no accessibility problem in %s', async (theme) => {
    document.documentElement.dataset['theme'] = theme;
    await renderDevice({ path, answers: answers() });
    await expect.element(table()).toBeVisible();
    expect(await findProblems()).toEqual([]);
  });

  test.each([480, 960, 1440])('at %i pixels nothing goes beyond the page', async (width) => {
    await page.viewport(width, 900);
    await renderDevice({ path, answers: answers() });
    await expect.element(table()).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    for (const link of page.getByRole('group', { name: 'Period' }).getByRole('link').elements())
      expect(link.getBoundingClientRect().right).toBeLessThanOrEqual(width);
  });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { codeSetting, fleetCodes } from '../../test/device/codes.ts';
import { deviceId } from '../../test/device/device-data.ts';
import { jams, logs, trend } from '../../test/device/errors-data.ts';
import { renderDevice, richAnswers } from '../../test/device/render-device.tsx';
import { pmParts, toner } from '../../test/device/supplies-data.ts';
import { printedRows } from '../ui/windowed/use-visible-rows.ts';
import { PaperNote } from '../ui/windowed/windowed-table.tsx';
import { preparePrint } from './prepare-print.ts';

preparePrint();
const onPaper = (media: 'print' | '') => cdp().send('Emulation.setEmulatedMedia', { media });
beforeEach(() => page.viewport(1040, 760));
afterEach(async () => {
  await onPaper('');
  vi.restoreAllMocks();
});

const rows = () => document.querySelectorAll('[data-index]').length;
const shown = (selector: string) =>
  [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0);
/** Buttons that are no figures to be questioned, no heads to sort by and no rows to open. */
const controls = () =>
  shown('main button')
    .filter((button) => button.closest('table, dl, ul, p') === null && !button.textContent.endsWith('source'))
    .map((button) => button.textContent);

test.each([
  ['en-us', 'Printed: the first 2,000 of 2,100 codes. The rest: search for fewer codes, or save the table as CSV.'],
  ['ja-jp', '印刷は2,100件中、先頭の2,000件です。残りは、検索で件数を絞って印刷するか、表をCSVで保存してください。'],
] as const)('in %s a table of more codes than are printed says so, for paper alone', async (locale, words) => {
  const answers = { ...richAnswers(), '05': { body: fleetCodes(2100) } };
  await renderDevice({ path: `/code05?device=${deviceId}`, answers, locale });
  await expect.poll(rows).toBeGreaterThan(0);
  const note = page.getByText(words);
  await expect.element(note).toBeInTheDocument();
  await expect.element(note).not.toBeVisible();
});

test('what a table says on paper of its other rows stands there where there are more than are printed', async () => {
  const text = (shown: number) => `the first ${shown}`;
  const screen = await render(
    <>
      <PaperNote rows={printedRows} text={() => 'whole'} />
      <PaperNote rows={printedRows + 1} text={text} />
    </>,
  );
  await expect.element(screen.getByText('the first 2000')).not.toBeVisible();
  await onPaper('print');
  await expect.element(screen.getByText('the first 2000')).toBeVisible();
  expect(screen.getByText('whole').elements()).toEqual([]);
});

test('a table that is printed whole says nothing of the rest; search, columns and copying are no matter of paper', async () => {
  const answers = { ...richAnswers(), '05': { body: fleetCodes(120) } };
  await renderDevice({ path: `/code05?device=${deviceId}`, answers });
  await expect.poll(rows).toBeGreaterThan(0);
  await expect.element(page.getByRole('textbox', { name: 'Search codes' })).toBeVisible();
  await onPaper('print');
  await expect.poll(rows).toBe(120);
  await expect.element(page.getByText('of 120 codes')).toBeVisible();
  expect(page.getByText(/^Printed:/).elements()).toEqual([]);
  expect(shown('main input, main select, main label, main [role=menu]')).toEqual([]);
  expect(shown('main span').filter(({ textContent }) => textContent === 'Example 2000-3000, 4000, 4001')).toEqual([]);
  expect(controls()).toEqual([]);
});

test.each([
  ['error', { jams: { body: jams() }, logs: { body: logs() } }],
  ['errortrend', { monthly: { body: trend() } }],
  ['pmparts', { PMParts: { body: pmParts(['6250']) } }],
  ['firmware', {}],
  ['networkInformation', {}],
])('%s on paper: no filter, view, switch or link to another screen', async (path, more) => {
  await renderDevice({ path: `/${path}?device=${deviceId}`, answers: { ...richAnswers(), ...more } });
  await expect.poll(() => document.querySelectorAll('main table').length).toBeGreaterThan(0);
  expect(shown('main section select, main section a, main section [data-print=none]').length).toBeGreaterThan(0);
  await onPaper('print');
  await expect.poll(() => shown('main section select, main section a, main section [data-print=none]')).toEqual([]);
  expect(controls()).toEqual([]);
});

test('thresholds of a code stay on paper, as they are set', async () => {
  const answers = { ...richAnswers(), '05': { body: fleetCodes() }, setting: { body: codeSetting() } };
  await renderDevice({ path: `/code05setting?device=${deviceId}&main=2190&sub=0`, answers });
  const alert = page.getByRole('textbox', { name: /alert/i });
  await expect.element(alert).toHaveValue(String(codeSetting().alertThreshold));
  await onPaper('print');
  await expect.poll(() => shown('main section a')).toEqual([]);
  await expect.element(alert).toBeVisible();
  expect(controls()).toEqual([]);
});

test.each([
  ['toner', { toner: { body: toner() } }],
  ['pmparts', { PMParts: { body: pmParts(['6342', '6321', '6422', '6250']) } }],
])('%s on paper: a table that scrolls in its window stands there with all its columns', async (path, more) => {
  await page.viewport(1032, 760);
  await renderDevice({ path: `/${path}?device=${deviceId}`, answers: { ...richAnswers(), ...more } });
  await expect.poll(() => document.querySelectorAll('main section table tbody tr').length).toBeGreaterThan(5);
  await onPaper('print');
  const ends = () =>
    [...document.querySelectorAll('main section div > table[role=grid]')].map(
      (table) => table.getBoundingClientRect().right,
    );
  // What stands below the first panel comes after the first picture.
  await expect.poll(ends).toHaveLength(1);
  await expect.poll(() => Math.max(...ends())).toBeLessThanOrEqual(1032);
});

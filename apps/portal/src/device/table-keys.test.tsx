import { partsOf } from '@platen/catalogue/families/parts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fleetCodes } from '../../test/device/codes.ts';
import { richCounter } from '../../test/device/counter-data.ts';
import { deviceId } from '../../test/device/device-data.ts';
import { jams, logs, trend } from '../../test/device/errors-data.ts';
import { predictionAnswers } from '../../test/device/prediction-data.ts';
import { type Answers, renderDevice, richAnswers } from '../../test/device/render-device.tsx';
import { pmParts, toner } from '../../test/device/supplies-data.ts';
import { findProblems } from '../../test/render-portal.tsx';

const codes = partsOf('SHASTA3')
  .map(({ code }) => code)
  .slice(0, 8);
const screens: readonly (readonly [path: string, answers: Answers])[] = [
  ['pmparts', { PMParts: { body: pmParts(codes) } }],
  ['failuresign', predictionAnswers()],
  ['toner', { toner: { body: toner() } }],
  ['counter', { counter: { body: richCounter() } }],
  ['error', { jams: { body: jams() }, logs: { body: logs() } }],
  ['errortrend', { monthly: { body: trend() } }],
  ['firmware', {}],
  ['networkInformation', {}],
  ['code05', { '05': { body: fleetCodes(60) } }],
];

beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.restoreAllMocks());

const open = (path: string, answers: Answers) =>
  renderDevice({ path: `/${path}?device=${deviceId}`, answers: { ...richAnswers(), ...answers } });
const grids = () => [...document.querySelectorAll<HTMLElement>('main [role=grid]')];
const isShown = (element: Element) => element.getClientRects().length > 0;
/** Elements of the rows that Tab reaches. */
const stopsOf = (grid: HTMLElement) =>
  [...grid.querySelectorAll<HTMLElement>('tbody *')].filter((element) => element.tabIndex >= 0 && isShown(element));
const focused = () => document.activeElement;
const focusedText = () => focused()?.textContent.replaceAll('source', '').trim();

test.each(screens)('%s: the rows of each table are one tab stop, and axe finds nothing', async (path, answers) => {
  await open(path, answers);
  await expect.poll(() => document.querySelectorAll('[role=grid] tbody button').length).toBeGreaterThan(3);
  await expect.poll(() => grids().map((grid) => stopsOf(grid).length)).toEqual(grids().map(() => 1));
  expect(await findProblems()).toEqual([]);
});

test('PM parts: arrow keys go from figure to figure, Enter opens and closes a card, Tab leaves the table', async () => {
  await open('pmparts', { PMParts: { body: pmParts(codes) } });
  const table = page.getByRole('grid', { name: 'PM parts' });
  await expect.poll(() => table.getByRole('button').elements().length).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Save PM parts as CSV' }).click();
  for (let tab = 0; tab < 6 && focused()?.closest('[role=grid]') === null; tab += 1) await userEvent.keyboard('{Tab}');
  expect(focusedText()).toBe('Due');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(focusedText()).toBe('118%');
  expect(page.getByRole('tooltip').elements()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('tooltip')).toBeVisible();
  expect(focused()?.getAttribute('aria-expanded')).toBe('true');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument();
  await userEvent.keyboard(' ');
  await expect.element(page.getByRole('tooltip')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument();
  await userEvent.keyboard('{End}');
  expect(focused()?.closest('td')?.cellIndex).toBe(9);
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  expect(focusedText()).toBe('Due');
  // The last figure with focus is the stop that Tab comes back to.
  await userEvent.keyboard('{ArrowDown}{Tab}');
  expect(focused()?.closest('[role=grid]')).toBeNull();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  expect(focused()?.closest('tr')?.rowIndex).toBe(2);
});

test('a figure that is pressed becomes the tab stop of its table', async () => {
  await open('toner', { toner: { body: toner() } });
  const table = page.getByRole('grid', { name: 'Toner, level and days left' });
  await table.getByRole('button').nth(2).click();
  const [grid] = grids();
  expect(grid === undefined ? [] : stopsOf(grid)).toEqual([focused()]);
});

test('codes: right and left go through the controls of a row, down to the next row', async () => {
  await open('code05', { '05': { body: fleetCodes(60) } });
  await expect.element(page.getByRole('row').nth(1)).toBeVisible();
  document.querySelector<HTMLElement>('main tr[tabindex="0"]')?.focus();
  await expect.poll(() => document.querySelectorAll('main tr[tabindex="0"] button').length).toBeGreaterThan(0);
  await userEvent.keyboard('{ArrowRight}');
  expect(focused()?.tagName).toBe('BUTTON');
  expect(page.getByRole('tooltip').elements()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('tooltip')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => focused()?.getAttribute('data-index')).toBe('1');
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
  expect(focused()?.getAttribute('data-index')).toBe('1');
});

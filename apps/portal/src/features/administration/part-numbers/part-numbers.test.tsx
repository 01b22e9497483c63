import type { AnswerOf } from '@platen/contract/endpoint';
import type { PartNumber, PartNumbers, replacePartNumbers } from '@platen/contract/part-numbers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import type { FakeRoutes } from '../../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../../test/render-portal.tsx';
import { me } from '../../../../test/tokens/data.ts';
import { findPartNumbers, toPartNumberFile } from './model.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  vi.restoreAllMocks();
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const row = (item: string, more: Partial<PartNumber> = {}): PartNumber => ({
  item,
  modelPattern: '*',
  makerNumber: null,
  ownNumber: '4409-F',
  name: null,
  pieces: 1,
  minutes: null,
  ...more,
});
const table: PartNumbers = {
  partNumbers: [row('6342', { name: 'Belt' }), row('toner.magenta', { ownNumber: '5520-M', modelPattern: 'C55*' })],
  unknown: [
    { item: '6250', model: 'C5515', devices: 31 },
    { item: 'toner.black', model: 'C5515', devices: 4 },
  ],
};
const checked: AnswerOf<typeof replacePartNumbers> = {
  lines: 2,
  taken: 2,
  added: 0,
  changed: 1,
  removed: 1,
  differences: [
    { before: row('6342', { name: 'Belt' }), after: row('6342', { ownNumber: '4409-G' }) },
    { before: row('toner.magenta'), after: null },
  ],
  refused: [],
  refusedCount: 0,
};
const routes = (other: FakeRoutes = {}): FakeRoutes => ({
  'GET /v1/users/me': { body: { groups: [], ...me, role: 'service' } },
  'GET /v1/part-numbers': { body: table },
  'PUT /v1/part-numbers': { body: checked },
  ...other,
});
const open = async (other: FakeRoutes = {}, locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path: '/administration/partNumbers', locale, session: signedInUser, routes: routes(other) });
const csv = (text: string) => new File([text], 'numbers.csv', { type: 'text/csv' });

test('VP-20: the table, and what is asked for without a number, the most often first', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('rowheader', { name: '6342' })).toBeVisible();
  const asked = screen.getByRole('region', { name: 'Asked for without a number' }).first();
  const rows = asked
    .getByRole('row')
    .elements()
    .map((one) => one.textContent);
  expect(rows.slice(1).map((text) => /C5515(\d+)$/.exec(text)?.[1])).toEqual(['31', '4']);
  await screen.getByRole('searchbox', { name: 'Search the part numbers' }).fill('5520');
  await expect.element(screen.getByRole('rowheader', { name: '6342' })).not.toBeInTheDocument();
});

test('VP-20: a file is checked first; what changes is shown, and only then the table is replaced', async () => {
  const { screen, server } = await open();
  await expect.element(screen.getByRole('rowheader', { name: '6342' })).toBeVisible();
  await userEvent.keyboard('c');
  await userEvent.upload(screen.getByLabelText('CSV file'), csv('item,own\n6342,4409-G\n'));
  await expect.element(screen.getByText('2 lines: 0 new, 1 changed, 1 to be removed.')).toBeVisible();
  await expect.element(screen.getByText('4409-G, × 1')).toBeVisible();
  const sent = () => server.called('PUT /v1/part-numbers').map(({ body }) => body);
  expect(sent()).toEqual([{ csv: 'item,own\n6342,4409-G\n', dryRun: true }]);
  expect(await findProblems()).toEqual([]);
  await screen.getByRole('button', { name: 'Replace the table' }).click();
  await expect.element(screen.getByText('The table was replaced.')).toBeVisible();
  expect(sent()[1]).toEqual({ csv: 'item,own\n6342,4409-G\n', dryRun: false });
});

test('VP-20: lines that cannot be taken are named, and nothing can be replaced', async () => {
  const refused = {
    ...checked,
    taken: 0,
    refused: [{ line: 4, field: 'item', reason: 'a part code' }],
    refusedCount: 1,
  };
  const { screen } = await open({ 'PUT /v1/part-numbers': { body: refused } });
  await screen.getByRole('button', { name: 'Upload table' }).click();
  await screen.getByRole('button', { name: 'Check' }).click();
  await expect.element(screen.getByText('Choose a file.')).toBeVisible();
  await userEvent.upload(screen.getByLabelText('CSV file'), csv('item,own\n?,1\n'));
  await expect.element(screen.getByText('Line 4, item: a part code')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Replace the table' })).not.toBeInTheDocument();
});

test('VP-20: the export is a file that the upload takes, formulas made safe; rows are found in every field', async () => {
  const text = await toPartNumberFile([row('6342', { ownNumber: '=4409', name: 'Belt, long' })]).text();
  expect(text).toContain('item,model,maker,own,name,pieces,minutes\r\n6342,*,,\'=4409,"Belt, long",1,\r\n');
  expect(findPartNumbers(table.partNumbers, 'c55').map(({ item }) => item)).toEqual(['toner.magenta']);
});

test.each([
  ['light', 1440, 'en-us'],
  ['dark', 480, 'ja-jp'],
] as const)('GE-19 FG-17: part numbers have no finding of axe, %s at %i px in %s', async (theme, width, locale) => {
  await browser.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await open({}, locale);
  await expect.element(screen.getByRole('rowheader', { name: '6342' })).toBeVisible();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

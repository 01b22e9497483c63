import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { toDevice } from '../../../test/device-list/devices.ts';
import { listAnswer, openPortal, refusal } from '../../../test/device-list/portal.tsx';
import { toCriteriaHash } from '../../device-search/address.ts';

beforeEach(() => page.viewport(1440, 900));

const rows = [
  toDevice(1, { status: 'error', statusReason: { source: 'detectedError', code: 'jammed', severity: 'error' } }),
  toDevice(2, { status: 'warning', statusReason: { source: 'supply', code: 'black', severity: 'warning' } }),
  toDevice(3, { status: 'unknown', statusReason: { source: 'notReported', code: '', severity: 'info' } }),
  toDevice(4, { status: 'offline', statusReason: { source: 'noReport', code: '60', severity: 'info' } }),
  toDevice(5, { serial: null, description: null }),
];

async function findings(): Promise<string[]> {
  const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

test.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 480],
  ['dark', 480],
] as const)('DL-01 DL-03..DL-08: the list in %s at %i px has nothing axe objects to', async (theme, width) => {
  await page.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await openPortal(
    { list: () => listAnswer(rows, 500, true) },
    { path: `/devicelist#${toCriteriaHash({ models: ['45'] })}` },
  );
  await expect.element(screen.getByRole('row', { name: /CKL000001/ })).toBeVisible();
  expect(await findings()).toEqual([]);
  delete document.documentElement.dataset['theme'];
});

test('DL-02 NF-01: nor the list without rows, loading or failed', async () => {
  const empty = await openPortal({ list: () => listAnswer([]) }, { path: '/devicelist?search=x' });
  await expect.element(empty.screen.getByText('No data found!')).toBeVisible();
  expect(await findings()).toEqual([]);
  const failed = await openPortal({ list: () => refusal(201000, 500) });
  await expect.element(failed.screen.getByText('201000')).toBeVisible();
  expect(await findings()).toEqual([]);
});

test.each(['light', 'dark'] as const)('PO-17 AS-13: nor the advanced search with a tip, in %s', async (theme) => {
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await openPortal({ list: () => listAnswer(rows) });
  await screen.getByRole('button', { name: 'Advanced Search' }).click();
  await screen.getByRole('textbox', { name: 'Serial numbers' }).fill('A_B');
  await expect.element(screen.getByText(/^Alphanumeric and dash only/)).toBeVisible();
  expect(await findings()).toEqual([]);
  delete document.documentElement.dataset['theme'];
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toDevices } from '../../../test/device-list/devices.ts';
import { openPortal, pagesOf, scrollUntil } from '../../../test/device-list/portal.tsx';
import { devicesArea } from './load-list.ts';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.unstubAllGlobals());

const groups = [{ groupId: 4, name: 'North' }];

/** The list after its second page: the offset reached is 100. */
async function openSecondPage() {
  const portal = await openPortal({ list: pagesOf(toDevices(0, 250)), groups });
  await scrollUntil(portal.listCalls, 2);
  expect(portal.listCalls()[1]?.query['offset']).toBe('100');
  await expect.poll(() => devicesArea.get().offset).toBe(100);
  return portal;
}

test('DL-13 DL-15: a new search text after the second page is requested from offset 0', async () => {
  const { listCalls } = await openSecondPage();
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search devices' }), 'CKL');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => listCalls()[2]?.query).toEqual({ offset: '0', limit: '100', search: 'CKL' });
});

test('DL-13 DL-17: a new group after the second page is requested from offset 0', async () => {
  const { listCalls } = await openSecondPage();
  await page.getByRole('combobox', { name: 'Group' }).selectOptions('4');
  await expect.poll(() => listCalls()[2]?.query).toEqual({ offset: '0', limit: '100', groupId: '4' });
});

test('DL-13 DL-16: a new advanced search after the second page is requested from offset 0', async () => {
  const { screen, listCalls } = await openSecondPage();
  await screen.getByRole('button', { name: 'Advanced Search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Advanced Search' });
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Serial numbers' }), 'CKL1');
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect.poll(() => listCalls()[2]?.body).toEqual({ mfpIdentifiers: ['CKL1'], offset: 0, limit: 100 });
});

test('DL-09 DL-13: a new order after the second page is requested from offset 0', async () => {
  const { screen, listCalls } = await openSecondPage();
  window.scrollTo(0, 0);
  await screen.getByRole('button', { name: 'Model' }).click();
  await expect
    .poll(() => listCalls()[2]?.query)
    .toEqual({ offset: '0', limit: '100', sortColumn: 'model', sortOrder: 'asc' });
});

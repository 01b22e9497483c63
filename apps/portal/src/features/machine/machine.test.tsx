import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId } from '../../../test/device/device-data.ts';
import { silentMachine } from '../../../test/device/machine-data.ts';
import { renderDevice, richAnswers } from '../../../test/device/render-device.tsx';

const at = `/machine?device=${deviceId}`;
const rowsOf = (name: string) =>
  [...page.getByRole('grid', { name, exact: true }).element().querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent?.replaceAll(/\s+/g, ' ').trim()),
  );

test('QF-01: alerts come most severe first, in the words of the device, with who can act and since when', async () => {
  await renderDevice({ path: at });
  await expect.element(page.getByRole('heading', { name: 'Alerts' })).toBeVisible();
  const rows = rowsOf('Alerts');
  expect(rows.map(([alert, who]) => [alert, who])).toEqual([
    ['Misfeed inside: Drawer 1', 'Technician needed'],
    ['Paper empty', 'User can act'],
    ['Paper type changed', 'Not reported'],
  ]);
  expect(rows[2]?.[2]).toBe('Not reported');
});

test('trays have paper with its format, sheets and state; what is not reported is called so', async () => {
  await renderDevice({ path: at });
  await expect.element(page.getByRole('heading', { name: 'Trays' })).toBeVisible();
  const [first, second, third] = rowsOf('Trays');
  expect(first?.slice(0, 2)).toEqual(['Drawer 1', 'A4, Plain']);
  expect(first?.[2]).toMatch(/^40%.*220 of 550 sheets$/);
  expect(first?.[3]).toBe('reported as faulty, with a critical alert');
  expect(second?.[3]).toBe('not available now, with a warning');
  expect(third?.[0]).toBe('Tray 1.3');
  expect([third?.[1], third?.[3]]).toEqual(['Not reported', 'Not reported']);
  await expect.element(page.getByRole('meter', { name: 'Drawer 1' })).toHaveAttribute('aria-valuenow', '40');
  expect(rowsOf('Covers').map(([, state]) => state)).toEqual(['closed', 'open', 'Not reported']);
});

test('counters that no other screen has stand by their own labels, without a unit that is not known', async () => {
  await renderDevice({ path: at });
  await expect.element(page.getByRole('grid', { name: 'Now' })).toBeVisible();
  const rows = rowsOf('Now').map(([name, value]) => [name, value?.replace(/\s*Source.*$/, '')]);
  expect(rows).toContainEqual(['Two-sided sheets', expect.stringMatching(/^12,400 sheets/)]);
  expect(rows).toContainEqual(['duplex-page-count', expect.stringMatching(/^41,020(?! not)/)]);
});

test('a device that reports none of it has panels that state so, and no empty table', async () => {
  await renderDevice({ path: at, answers: { ...richAnswers(), machine: { body: silentMachine() } } });
  await expect.element(page.getByRole('heading', { name: 'Trays' })).toBeVisible();
  expect(page.getByText('The device does not report this.').elements()).toHaveLength(4);
  expect(page.getByRole('grid').elements()).toHaveLength(1);
});

test('a device without alerts is not called silent', async () => {
  const body = { ...silentMachine(), alerts: [] };
  await renderDevice({ path: at, answers: { ...richAnswers(), machine: { body } } });
  await expect.element(page.getByText('The device reports no alert.')).toBeVisible();
});

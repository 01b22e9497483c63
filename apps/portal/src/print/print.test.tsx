import { afterEach, beforeEach, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { fleetCodes } from '../../test/device/codes.ts';
import { deviceId } from '../../test/device/device-data.ts';
import { renderDevice, richAnswers } from '../../test/device/render-device.tsx';
import { toDevices } from '../../test/device-list/devices.ts';
import { listAnswer, openPortal } from '../../test/device-list/portal.tsx';
import { preparePrint } from './prepare-print.ts';

preparePrint();
const onPaper = (media: 'print' | '') => cdp().send('Emulation.setEmulatedMedia', { media });
beforeEach(() => page.viewport(1040, 760));
afterEach(() => onPaper(''));

const isShown = (element: Element | null) => element !== null && element.getClientRects().length > 0;
const shownButtons = () =>
  [...document.querySelectorAll('button')]
    .filter(isShown)
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);

test('a device screen on paper: the device above its values, no bar, tabs or buttons', async () => {
  const { screen } = await renderDevice({ path: `/firmware?device=${deviceId}` });
  await expect.element(screen.getByRole('grid')).toBeVisible();
  expect(isShown(document.querySelector('nav'))).toBe(true);
  await onPaper('print');
  await expect.poll(() => isShown(document.querySelector('nav'))).toBe(false);
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Device' })).toHaveTextContent('MFP 4525C');
  for (const name of ['Copy Firmware versions', 'Save Firmware versions as CSV', 'Refresh', 'Device List'])
    expect([name, isShown(document.querySelector(`[aria-label="${name}"]`))]).toEqual([name, false]);
  // Figures that can be questioned are buttons too, and stay.
  await expect.element(screen.getByText('S310SY0J1650')).toBeVisible();
  expect(headDisplay()).toBe('table-header-group');
});

test('paper is white, whatever the theme', async () => {
  document.documentElement.dataset['theme'] = 'dark';
  await renderDevice({ path: `/firmware?device=${deviceId}` });
  await expect.element(page.getByRole('grid')).toBeVisible();
  await onPaper('print');
  await expect.poll(() => getComputedStyle(document.documentElement).colorScheme).toBe('light');
  delete document.documentElement.dataset['theme'];
});

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-index]')];
/** Rows that neither overlap nor stand at places of their own: each has its height below the one before. */
const isPlainTable = () => {
  const tops = rows().map((row) => row.getBoundingClientRect().top);
  return tops.every((top, n) => n === 0 || top > (tops[n - 1] ?? 0) + 10);
};
const headDisplay = () => getComputedStyle(document.querySelector('thead') ?? document.body).display;

test('DL-01: the device list on paper has all its loaded rows, one below the other under a head that repeats', async () => {
  await openPortal({ list: () => listAnswer(toDevices(0, 100), 100) });
  await expect.element(page.getByRole('row', { name: /CKL000001/ })).toBeVisible();
  expect(rows().length).toBeLessThan(60);
  await onPaper('print');
  await expect.poll(() => rows().length).toBe(100);
  expect(isPlainTable()).toBe(true);
  expect(headDisplay()).toBe('table-header-group');
  expect(isShown(document.querySelector('input'))).toBe(false);
  // Chromium leaves buttons out of repeated heads: their words stand there by themselves.
  expect(shownButtons()).toEqual([]);
  expect(
    document
      .querySelector('thead')
      ?.innerText.trim()
      .split(/\s*\t\s*/),
  ).toEqual(['Status', 'Serial Number', 'Model', 'Customer', 'Description']);
  await onPaper('');
  await expect.poll(() => rows().length).toBeLessThan(60);
});

test('CD-01: the codes on paper are all there, one below the other under a head that repeats', async () => {
  const answers = { ...richAnswers(), '05': { body: fleetCodes(120) } };
  await renderDevice({ path: `/code05?device=${deviceId}`, answers });
  await expect.element(page.getByRole('row', { name: /2092/ }).first()).toBeVisible();
  expect(rows().length).toBeLessThan(80);
  await onPaper('print');
  await expect.poll(() => rows().length).toBe(120);
  expect(isPlainTable()).toBe(true);
  expect(headDisplay()).toBe('table-header-group');
});

test('the foot of a page is written for each printing: address, time and page numbers', async () => {
  window.history.replaceState(null, '', '/devicelist?search=foot');
  window.dispatchEvent(new Event('beforeprint'));
  const rules = document.adoptedStyleSheets
    .flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
    .join('');
  window.dispatchEvent(new Event('afterprint'));
  expect(rules).toContain('@bottom-left');
  expect(rules).toContain('/devicelist?search=foot');
  expect(rules).toContain('counter(page)');
});

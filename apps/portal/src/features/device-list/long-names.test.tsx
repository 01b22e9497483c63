import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId, richProfile } from '../../../test/device/device-data.ts';
import { renderDevice, richAnswers } from '../../../test/device/render-device.tsx';
import { toDevice } from '../../../test/device-list/devices.ts';
import { listAnswer, openPortal } from '../../../test/device-list/portal.tsx';

const names = {
  serial: 'XKCD-2025-0000-12345678',
  model: 'ColorPageMaster Enterprise MFP 8795dnx-Z Plus',
  customerName: 'Municipal Hospital Association of the Greater Rhine-Neckar Region, Administration',
  description: 'Building 4, third floor, radiology reception next to the archive',
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const isWhole = (element: Element | null | undefined) =>
  element !== null && element !== undefined && element.scrollWidth <= element.clientWidth + 1;

test.each([390, 480])(
  'DL-10 LY-03: at %i px a row with long names has its serial whole and half of its line for the customer',
  async (width) => {
    await page.viewport(width, 800);
    const rows = [toDevice(1, { ...names, status: 'error', deviceCode: 'C391' }), toDevice(2)];
    await openPortal({ list: () => listAnswer(rows) });
    await expect.element(page.getByRole('link', { name: names.serial })).toBeVisible();
    const cells = [...document.querySelectorAll('tr[data-index="0"] td')];
    expect(isWhole(cells[1])).toBe(true);
    const customer = cells.find(({ textContent }) => textContent?.startsWith('Municipal'));
    expect(customer?.getBoundingClientRect().width).toBeGreaterThan(width * 0.4);
    expect(document.documentElement.scrollWidth).toBe(width);
    // All tools stand in one line.
    await expect.element(page.getByRole('button', { name: 'Export devices' })).toBeVisible();
    const tops = ['Advanced Search', 'Refresh', 'Export devices'].map(
      (name) => page.getByRole('button', { name }).first().element().getBoundingClientRect().top,
    );
    expect(new Set(tops).size).toBe(1);
  },
);

test.each([390, 480, 960, 1280])(
  'OQ-130: at %i px the device strip has the serial whole and the customer',
  async (width) => {
    await page.viewport(width, 800);
    const profile = { body: { ...richProfile(), ...names } };
    await renderDevice({ path: `/firmware?device=${deviceId}`, answers: { ...richAnswers(), profile } });
    const strip = page.getByRole('region', { name: 'Device' });
    await expect.element(strip.getByText(names.serial)).toBeVisible();
    expect(isWhole(strip.getByText(names.serial).element())).toBe(true);
    const customer = strip.getByText(names.customerName).element().getBoundingClientRect();
    expect(customer.width * Math.round(customer.height / 16)).toBeGreaterThan(150);
    expect(document.documentElement.scrollWidth).toBe(width);
  },
);

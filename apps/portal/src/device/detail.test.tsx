import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deviceId, nic } from '../../test/device/device-data.ts';
import { renderDevice, richAnswers } from '../../test/device/render-device.tsx';

const at = (path: string) => `${path}?device=${deviceId}`;
const rows = (table: Element) =>
  [...table.querySelectorAll('tbody tr')].map((row) => [
    row.querySelector('th')?.textContent,
    row.querySelector('td')?.textContent?.replace('source', ''),
  ]);

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
});

const tabs = [
  ['Profile', '/profile'],
  ['Failure Sign', '/failuresign'],
  ['Counter', '/counter'],
  ['Error', '/error'],
  ['Firmware', '/firmware'],
  ['05 Codes', '/code05'],
  ['08 Codes', '/code08'],
  ['13 Codes', '/code13'],
  ['PM Parts', '/pmparts'],
  ['Toner', '/toner'],
  ['Network', '/networkInformation'],
  ['At the Machine', '/machine'],
] as const;

describe('tabs', () => {
  test('GN-04 RT-18 OQ-61: the profile, ten tabs in the order of their routes and what was added, named as their titles', async () => {
    await renderDevice({ path: at('/counter') });
    const nav = page.getByRole('navigation', { name: 'Screens of this device' });
    // The count of signs follows the name of its tab as soon as it is known.
    await expect.element(nav.getByRole('link', { name: 'Failure Sign 2' })).toBeVisible();
    const links = [...nav.element().querySelectorAll('a')].map((link) => [
      link.textContent?.replace(/ \d+$/, ''),
      link.getAttribute('href')?.split('?')[0],
    ]);
    expect(links).toEqual(tabs);
    await expect.element(nav.getByRole('link', { name: 'Counter' })).toHaveAttribute('aria-current', 'page');
    expect(nav.element().querySelectorAll('[aria-current]')).toHaveLength(1);
  });

  test.each(tabs.filter(([, path]) => path !== '/profile'))(
    'RT-08..RT-17: %s at %s opens its tab, with its title',
    async (title, path) => {
      await renderDevice({ path: at(path) });
      await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect.element(page.getByRole('link', { name: title }).first()).toHaveAttribute('aria-current', 'page');
    },
  );

  test('RT-11 RT-17 RT-18: going from tab to tab keeps the strip, the device and its one profile call', async () => {
    const { requests, router } = await renderDevice({ path: at('/firmware') });
    const strip = page.getByRole('region', { name: 'Device' });
    await expect.element(strip.getByText('CKL248117')).toBeVisible();
    const before = strip.element();
    await page.getByRole('link', { name: 'Network' }).click();
    await expect.element(page.getByRole('heading', { level: 2, name: '1st network interface' })).toBeVisible();
    expect(strip.element()).toBe(before);
    expect(router.state.location.pathname).toBe('/networkInformation');
    expect(router.state.location.search).toEqual({ device: deviceId });
    expect(requests.filter((path) => path.endsWith('/profile'))).toHaveLength(1);
  });

  test('RT-17 OQ-128: the path of a tab is found whatever its case', async () => {
    await renderDevice({ path: at('/networkinformation') });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Network' })).toBeVisible();
  });

  test.each([
    ['Error Trend', '/errortrend', '/error'],
    ['05 Code Settings', '/code05setting', '/code05'],
    ['08 Code Settings', '/code08setting', '/code08'],
  ])('GN-05 RT-19..RT-21: %s at %s is served by the second screen, the tab %s marked', async (title, path, tab) => {
    await renderDevice({ path: at(path) });
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.element(page.getByRole('navigation', { name: 'Screens of this device' })).toBeVisible();
    const marked = [...document.querySelectorAll<HTMLAnchorElement>('nav [aria-current]')];
    expect(marked.map(({ pathname }) => pathname)).toEqual([tab]);
  });

  test('hover and focus fetch what a tab will show', async () => {
    const { requests } = await renderDevice({ path: at('/counter') });
    await userEvent.hover(page.getByRole('link', { name: 'Firmware' }));
    await expect.poll(() => requests).toContain(`/v1/device/${deviceId}/firmware`);
    page.getByRole('link', { name: 'Network' }).element().focus();
    await expect.poll(() => requests).toContain(`/v1/device/${deviceId}/networkInformation`);
  });

  test('in a narrow window the tabs scroll sideways and the current one is in view', async () => {
    await page.viewport(480, 800);
    await renderDevice({ path: at('/networkInformation') });
    const current = page.getByRole('link', { name: 'Network' });
    await expect.element(current).toBeVisible();
    await expect.poll(() => current.element().getBoundingClientRect().right).toBeLessThanOrEqual(480);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
  });

  test('HD-25 HD-26 OQ-130: a detail screen has the back arrow, the device-list icon, model and serial', async () => {
    await renderDevice({ path: at('/counter') });
    const header = page.getByRole('banner');
    await expect.element(header.getByRole('button', { name: 'Back' })).toBeVisible();
    await expect.element(header.getByRole('button', { name: 'Device List' })).toBeVisible();
    const strip = page.getByRole('region', { name: 'Device' });
    await expect.element(strip.getByText('MFP 4525C')).toBeVisible();
    await expect.element(strip.getByText('CKL248117')).toBeVisible();
  });
});

describe('firmware', () => {
  test('FW-01..FW-15 OQ-70: 14 versions in their order, - for a component the device does not tell', async () => {
    await renderDevice({ path: at('/firmware') });
    const table = page.getByRole('grid');
    await expect.element(table).toBeVisible();
    await expect
      .poll(() => rows(table.element()))
      .toEqual([
        ['System software', 'S310SY0J1650'],
        ['System (OS)', 'V8.2.1'],
        ['Engine', 'S310EN0J1210'],
        ['Scan', '310S-011'],
        ['NIC', 'N3.14'],
        ['DF', 'DSDF-022'],
        ['Finisher', 'FIN-14'],
        ['Hole punch', '-'],
        ['Fax 1', '-'],
        ['Fax 2', '-'],
        ['HDD', 'HD-1.9'],
        ['PFC', 'PFC-03'],
        ['Feed', '-'],
        ['LED', '-'],
      ]);
    await expect.element(page.getByText('9 of 14 components reported')).toBeVisible();
  });

  test('OQ-84: a failed load says code and message in the panel, the strip stays; Retry loads it', async () => {
    const { answers } = await renderDevice({
      path: at('/firmware'),
      answers: { ...richAnswers(), firmware: { status: 500, body: {} } },
    });
    const panel = page.getByRole('region', { name: 'Firmware versions' });
    await expect.element(panel.getByRole('alert').getByText('201000')).toBeVisible();
    await expect.element(page.getByText('CKL248117')).toBeVisible();
    const retry = panel.getByRole('button', { name: 'Retry' });
    await expect.element(retry).toBeVisible();
    // A pointer left on the tab would fetch by itself.
    await page.getByText('CKL248117').hover();
    answers['firmware'] = richAnswers()['firmware'] ?? 'never';
    await retry.click();
    await expect.element(page.getByText('V8.2.1')).toBeVisible();
  });
});

describe('network', () => {
  test('NW-01..NW-08 OQ-74: one interface with its seven items; a second one it does not have is not shown', async () => {
    await renderDevice({ path: at('/networkInformation') });
    const first = page.getByRole('region', { name: '1st network interface' });
    await expect.element(first.getByRole('grid')).toBeVisible();
    await expect
      .poll(() => rows(first.getByRole('grid').element()))
      .toEqual([
        ['IP address', '10.24.18.61'],
        ['Subnet mask', '255.255.255.0'],
        ['Default gateway', '10.24.18.1'],
        ['Primary DNS', '10.24.1.10'],
        ['Secondary DNS', 'Not reported'],
        ['SMTP server', 'mail.harbour-vale.example'],
        ['MAC address', '00:80:91:B4:1C:7E'],
      ]);
    expect(document.querySelectorAll('table')).toHaveLength(1);
  });

  test('NW-01: two interfaces stand side by side, below 960 pixels one above the other', async () => {
    const body = { nic_1st: nic(61), nic_2nd: nic(62) };
    await renderDevice({
      path: at('/networkInformation'),
      answers: { ...richAnswers(), networkInformation: { body } },
    });
    const second = page.getByRole('region', { name: '2nd network interface' });
    await expect.element(second.getByText('10.24.18.62')).toBeVisible();
    const first = page.getByRole('region', { name: '1st network interface' }).element();
    await expect.poll(() => second.element().getBoundingClientRect().top).toBe(first.getBoundingClientRect().top);
    await page.viewport(480, 800);
    expect(second.element().getBoundingClientRect().top).toBeGreaterThan(first.getBoundingClientRect().top);
  });

  test('NW-01: a device that reports no interface is shown as reporting none', async () => {
    const body = { nic_1st: null, nic_2nd: null };
    await renderDevice({
      path: at('/networkInformation'),
      answers: { ...richAnswers(), networkInformation: { body } },
    });
    await expect.element(page.getByText('This device reports no network interface.')).toBeVisible();
  });

  test('NW-02: an address can be copied, and the outcome is announced', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
    await renderDevice({ path: at('/networkInformation') });
    const button = page.getByRole('button', { name: 'Copy IP address' });
    await button.click();
    expect(write).toHaveBeenCalledWith('10.24.18.61');
    await expect.element(page.getByText('IP address copied')).toBeInTheDocument();
    write.mockRejectedValueOnce(new DOMException('not allowed', 'NotAllowedError'));
    await button.click();
    await expect.element(page.getByText('The browser did not allow copying.')).toBeVisible();
  });
});

describe('no device selected', () => {
  test('OQ-16 EH-14 RT-26: error 102003 is shown once, nothing is asked for, closing leads to the device list', async () => {
    const { requests, router } = await renderDevice({ path: '/firmware' });
    const popup = page.getByRole('alertdialog');
    await expect.element(popup.getByText('102003')).toBeVisible();
    await expect.element(popup.getByText('No device selected.')).toBeVisible();
    expect(requests.filter((path) => path.startsWith('/v1/device/'))).toEqual([]);
    await popup.getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => router.state.location.pathname).toBe('/devicelist');
    await expect.element(popup).not.toBeInTheDocument();
  });

  test('HD-27 OQ-16: the device-list icon deselects the device without any error', async () => {
    const { router } = await renderDevice({ path: at('/profile') });
    await expect.element(page.getByText('CKL248117')).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: 'Device List' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/devicelist');
    expect(sessionStorage.getItem('platen.device')).toBeNull();
    expect(document.querySelector('[role=alertdialog]')).toBeNull();
  });
});

test('RT-07 RT-11 in the alternate brand: links keep its prefix', async () => {
  await renderDevice({ path: `/rdt${at('/profile')}`, brand: 'rdt' });
  await expect
    .element(page.getByRole('navigation', { name: 'Screens of this device' }).getByRole('link', { name: 'Firmware' }))
    .toHaveAttribute('href', `/rdt/firmware?device=${deviceId}`);
});

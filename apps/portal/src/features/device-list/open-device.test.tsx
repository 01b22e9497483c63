import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toDevice, toDevices } from '../../../test/device-list/devices.ts';
import { listAnswer, openPortal, pagesOf } from '../../../test/device-list/portal.tsx';
import { deviceArea } from '../../platform/selected-device.ts';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.unstubAllGlobals());

const row = (index: number) => page.getByRole('row', { name: new RegExp(`CKL${String(index).padStart(6, '0')}`) });
const device = toDevice(2);
const selected = { deviceId: device.deviceId, serial: device.serial, model: device.model };

describe('opening a device', () => {
  test('DL-10 RT-26: a press on a row selects the device and leads to its profile', async () => {
    const { router } = await openPortal({ list: () => listAnswer(toDevices(0, 5)) });
    await row(2).getByRole('gridcell', { name: 'Nordhavn Logistics' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/profile');
    expect(router.state.location.search).toEqual({ device: device.deviceId });
    expect(deviceArea.get()).toEqual(selected);
  });

  test('DL-05: the serial number is a link that names the device, so that it opens in a tab and can be copied', async () => {
    const { router } = await openPortal({ list: () => listAnswer(toDevices(0, 5)) });
    const link = row(2).getByRole('link', { name: 'CKL000002' });
    await expect.element(link).toHaveAttribute('href', `/profile?device=${device.deviceId}`);
    const press = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
    window.addEventListener('click', (event) => event.preventDefault(), { once: true });
    link.element().dispatchEvent(press);
    expect(router.state.location.pathname).toBe('/devicelist');
    expect(deviceArea.get()).toBeNull();
  });

  test('DL-10: a press with Ctrl outside the link opens a new tab, and the list stays', async () => {
    const { router } = await openPortal({ list: () => listAnswer(toDevices(0, 5)) });
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const cell = row(2).getByRole('gridcell', { name: 'Nordhavn Logistics' });
    await expect.element(cell).toBeVisible();
    cell.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
    expect(open.mock.calls).toEqual([[`/profile?device=${device.deviceId}`, '_blank', 'noopener']]);
    expect(router.state.location.pathname).toBe('/devicelist');
    open.mockRestore();
  });

  test('DL-05: text that was just selected to be copied opens nothing', async () => {
    const { router } = await openPortal({ list: () => listAnswer(toDevices(0, 5)) });
    await expect.element(row(2)).toBeVisible();
    window.getSelection()?.selectAllChildren(row(2).getByRole('gridcell', { name: 'Reception' }).element());
    row(2)
      .getByRole('gridcell', { name: 'Reception' })
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(deviceArea.get()).toBeNull();
    expect(router.state.location.pathname).toBe('/devicelist');
    window.getSelection()?.removeAllRanges();
  });

  test('DL-10: one row is reached by Tab; arrows, Page keys, Home and End move it, Enter opens it', async () => {
    const { router } = await openPortal({ list: () => listAnswer(toDevices(0, 200)) });
    await expect.element(row(0)).toHaveAttribute('tabindex', '0');
    expect(document.querySelectorAll('[data-index][tabindex="0"]')).toHaveLength(1);
    (row(0).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    await expect.element(row(1)).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(row(199)).toHaveFocus();
    await expect.element(row(199)).toBeInViewport({ ratio: 0.9 });
    await userEvent.keyboard('{PageUp}');
    await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('173');
    await userEvent.keyboard('{Home}{ArrowDown}{ArrowDown}');
    await expect.element(row(2)).toHaveFocus();
    const head = document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
    expect(row(2).element().getBoundingClientRect().top).toBeGreaterThanOrEqual(head - 1);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => router.state.location.pathname).toBe('/profile');
    expect(deviceArea.get()).toEqual(selected);
  });

  test('DL-10: a row scrolled away keeps the focus of the keyboard', async () => {
    await openPortal({ list: () => listAnswer(toDevices(0, 2000)) });
    await expect.element(row(3)).toBeVisible();
    (row(3).element() as HTMLElement).focus();
    window.scrollTo(0, 40_000);
    await expect.element(row(1430)).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(row(4)).toHaveFocus();
    await expect.element(row(4)).toBeInViewport();
  });
});

test('OQ-84: when the profile fails, the strip keeps status and customer of the row', async () => {
  await openPortal({ list: () => listAnswer([toDevice(0, { status: 'warning' })]) });
  await row(0).getByRole('gridcell', { name: 'Reception' }).click();
  const strip = page.getByRole('region', { name: 'Device', exact: true });
  await expect.element(strip.getByText('Profile could not be loaded')).toBeVisible();
  await expect.element(strip.getByText('Nordhavn Logistics, Reception')).toBeVisible();
  await expect.element(strip.getByText('Warning')).toBeVisible();
});

describe('the way back', () => {
  test('HD-25: one step back leads to the filtered list, after any number of tabs', async () => {
    const { router } = await openPortal(
      { list: () => listAnswer(toDevices(0, 5)) },
      { path: '/devicelist?search=CKL' },
    );
    await row(2).getByRole('gridcell', { name: 'Reception' }).click();
    const tabs = page.getByRole('navigation', { name: 'Screens of this device' });
    for (const [name, path] of [
      ['Firmware', '/firmware'],
      ['Network', '/networkInformation'],
      ['Profile', '/profile'],
    ] as const) {
      await tabs.getByRole('link', { name }).click();
      await expect.poll(() => router.state.location.pathname).toBe(path);
    }
    router.history.back();
    await expect.poll(() => router.state.location.pathname).toBe('/devicelist');
    expect(router.state.location.search).toEqual({ search: 'CKL' });
  });

  test('DL-14 DL-18: one step back shows the same rows at the same place, the device marked, without a call', async () => {
    const { router, listCalls } = await openPortal(
      { list: pagesOf(toDevices(0, 300)) },
      { path: '/devicelist?sort=serial' },
    );
    await expect.element(row(0)).toBeVisible();
    window.scrollTo(0, document.body.scrollHeight);
    await expect.poll(listCalls).toHaveLength(2);
    await expect.poll(() => document.body.scrollHeight).toBeGreaterThan(5000);
    window.scrollTo(0, 3000);
    await expect.element(row(110)).toBeVisible();
    const before = row(110).element().getBoundingClientRect().top;
    await row(110).getByRole('gridcell', { name: 'Reception' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/profile');
    await expect.element(page.getByRole('grid', { name: 'Devices' })).not.toBeInTheDocument();
    router.history.back();
    await expect.element(row(110)).toHaveAttribute('aria-current', 'true');
    await expect.poll(() => row(110).element().getBoundingClientRect().top).toBe(before);
    await expect.element(row(110)).toHaveFocus();
    await new Promise((resolve) => setTimeout(resolve, 300)); // a smooth scroll would be under way by now
    expect(row(110).element().getBoundingClientRect().top).toBe(before);
    expect(listCalls()).toHaveLength(2);
  });

  test('DL-22 HD-27: the device-list icon clears device, rows, search and group; the order stays', async () => {
    const { screen, router, listCalls } = await openPortal(
      { list: () => listAnswer(toDevices(0, 5)), groups: [{ groupId: 4, name: 'South' }] },
      { path: '/devicelist?search=CKL&group=4' },
    );
    await screen.getByRole('button', { name: 'Model' }).click();
    await expect.poll(listCalls).toHaveLength(2);
    await row(2).getByRole('gridcell', { name: 'Reception' }).click();
    await expect.element(screen.getByRole('grid', { name: 'Devices' })).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Device List' }).click();
    await expect.poll(listCalls).toHaveLength(3);
    expect(listCalls()[2]?.query).toEqual({ offset: '0', limit: '100', sortColumn: 'model', sortOrder: 'asc' });
    expect(deviceArea.get()).toBeNull();
    expect(router.state.location.search).toEqual({});
    await expect.element(page.getByRole('searchbox', { name: 'Search devices' })).toHaveValue('');
    await expect.element(page.getByRole('combobox', { name: 'Group' })).toHaveValue('0');
  });
});

test('WL-65 GE-02: a device with something open has a link to its row of the worklist, next to what is specified', async () => {
  const [first, second] = toDevices(0, 2);
  const rows = [{ ...first, worklist: { state: 'open', priority: 'P1' } }, second];
  const { screen, router } = await openPortal({ list: () => listAnswer(rows as ReturnType<typeof toDevices>) });
  const link = screen.getByRole('link', { name: 'On the worklist: P1, open' });
  await expect.element(link).toHaveTextContent('P1 open');
  expect(screen.getByRole('link', { name: /^On the worklist/ }).elements()).toHaveLength(1);
  await link.click();
  await expect.poll(() => router.state.location.pathname).toBe('/worklist');
  expect(router.state.location.search).toEqual({ row: first?.deviceId });
});

test.each([
  [
    'what is open is planned',
    { state: 'planned', priority: 'P2' },
    /^On the worklist: P2, visit planned 11\/28\/2026$/i,
  ],
  ['nothing is open', undefined, /^visit planned 11\/28\/2026$/i],
] as const)('VP-01: where %s, the link shows the day and leads to the visit', async (_name, worklist, name) => {
  const [first] = toDevices(0, 1);
  const visitId = '0190a0b0-0000-7000-8000-00000000ab02';
  const visit = { visitId, state: 'planned', plannedDay: '2026-11-28', assignee: null };
  const rows = [{ ...first, ...(worklist && { worklist }), visit }];
  const { screen, router } = await openPortal({ list: () => listAnswer(rows as ReturnType<typeof toDevices>) });
  await screen.getByRole('link', { name }).click();
  await expect.poll(() => router.state.location.pathname).toBe(`/visits/${visitId}`);
});

test('WL-65: the keyboard goes from the row of a device to its link to the worklist', async () => {
  const [first] = toDevices(0, 1);
  const rows = [{ ...first, worklist: { state: 'open', priority: 'P1' } }];
  const { screen, router } = await openPortal({ list: () => listAnswer(rows as ReturnType<typeof toDevices>) });
  const link = screen.getByRole('link', { name: 'On the worklist: P1, open' });
  await expect.element(link).toBeVisible();
  document.querySelector<HTMLElement>('tr[data-index="0"]')?.focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(link).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.state.location.pathname).toBe('/worklist');
  expect(router.state.location.search).toEqual({ row: first?.deviceId });
});

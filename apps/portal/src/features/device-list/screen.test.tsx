import type { DeviceListItem } from '@platen/contract/devices';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { toDevice, toDevices } from '../../../test/device-list/devices.ts';
import { later, listAnswer, openPortal, pagesOf, refusal, scrollUntil } from '../../../test/device-list/portal.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.unstubAllGlobals());

const some: DeviceListItem[] = [
  toDevice(1, {
    status: 'error',
    deviceCode: 'E551',
    statusReason: { source: 'detectedError', code: 'jammed', severity: 'error' },
  }),
  toDevice(2, { status: 'warning', statusReason: { source: 'supply', code: 'black', severity: 'warning' } }),
  toDevice(3, { status: 'unknown', statusReason: { source: 'notReported', code: '', severity: 'info' } }),
  toDevice(4, { status: 'offline', statusReason: { source: 'noReport', code: '552', severity: 'info' } }),
  toDevice(5, { customerName: null, customerNumber: 'C-17', description: null }),
  toDevice(6, { customerName: null, serial: null, model: null }),
];

describe('what the list shows', () => {
  test('DL-01 DL-21: the count is the total-count of the server, not the rows loaded', async () => {
    const { screen } = await openPortal({ list: () => listAnswer(toDevices(0, 100), 2418, true) });
    await expect.element(screen.getByText('2,418', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('100 of 2,418 loaded')).toBeInTheDocument();
    await expect.element(screen.getByRole('grid', { name: 'Devices' })).toHaveAttribute('aria-rowcount', '2419');
  });

  test('DL-04..DL-08: columns Status, Serial Number, Model, Customer and Description', async () => {
    const { screen } = await openPortal({ list: () => listAnswer(some) });
    await expect.element(screen.getByRole('row', { name: /CKL000001/ })).toBeVisible();
    const heads = screen
      .getByRole('columnheader')
      .elements()
      .map((head) => head.textContent);
    expect(heads).toEqual(['Status', 'Serial Number', 'Model', 'Customer', 'Description']);
  });

  test.each([1440, 960])('DL-04..DL-08: at %i px a page with long values moves no column', async (width) => {
    await page.viewport(width, 900);
    const long = toDevice(101, { serial: 'X'.repeat(24), model: 'Color LaserJet MFP M181fw with tray 2' });
    const { screen } = await openPortal({ list: pagesOf([...toDevices(0, 100), long]) });
    const readHeads = () =>
      ['Model', 'Customer', 'Description'].map(
        (name) => screen.getByRole('columnheader', { name }).element().getBoundingClientRect().left,
      );
    await expect.element(screen.getByRole('row', { name: /CKL000000/ })).toBeVisible();
    const before = readHeads();
    window.scrollTo(0, document.body.scrollHeight);
    const row = screen.getByRole('row', { name: new RegExp('X'.repeat(24)) });
    await expect.element(row).toBeInTheDocument();
    expect(readHeads()).toEqual(before);
    const cells = [...row.element().querySelectorAll('td')];
    expect(cells[1]?.scrollWidth).toBeLessThanOrEqual(cells[1]?.clientWidth ?? 0);
    expect([3, 4].map((place) => cells[place]?.getBoundingClientRect().left)).toEqual(before.slice(1));
  });

  test('DL-04 DL-10: the status column takes the room that the others leave', async () => {
    const { screen } = await openPortal({ list: () => listAnswer(some) });
    const widths = () =>
      screen
        .getByRole('columnheader')
        .elements()
        .map((head) => head.getBoundingClientRect().width);
    await expect.element(screen.getByRole('row', { name: /CKL000001/ })).toBeVisible();
    expect(Math.max(...widths().slice(1))).toBeLessThan(widths()[0] ?? 0);
  });

  test('DL-04 DL-10: each status is a word with its reason, not a colour alone', async () => {
    const { screen } = await openPortal({ list: () => listAnswer(some) });
    await expect.element(screen.getByRole('row', { name: /^Error E551 Paper jam.* CKL000001/ })).toBeVisible();
    await expect.element(screen.getByRole('row', { name: /^Warning Black toner low CKL000002/ })).toBeVisible();
    await expect.element(screen.getByRole('row', { name: /^Unknown status not reported CKL000003/ })).toBeVisible();
    await expect.element(screen.getByRole('row', { name: /^Offline no report for 23 d CKL000004/ })).toBeVisible();
  });

  test('DL-07 DL-08: the customer is the name, else the number; what was not reported is a dash, never an empty cell', async () => {
    const { screen } = await openPortal({ list: () => listAnswer(some) });
    await expect.element(screen.getByRole('row', { name: 'Normal CKL000005 MFP 4525C C-17 -' })).toBeVisible();
    await expect.element(screen.getByRole('row', { name: 'Normal Not reported - - Reception' })).toBeVisible();
  });

  test('DL-02: without any devices the screen shows No devices', async () => {
    const { screen } = await openPortal({ list: () => listAnswer([]) });
    await expect.element(screen.getByText('No devices')).toBeVisible();
    await expect.element(screen.getByText('0', { exact: true })).toBeVisible();
  });

  test('NF-01 DL-23: a search with no hit shows No data found! and can be cleared', async () => {
    const { screen, router } = await openPortal(
      { list: ({ query }) => listAnswer(query['search'] === undefined ? some : []) },
      { path: '/devicelist?search=CKL-99' },
    );
    await expect.element(screen.getByText('No data found!')).toBeVisible();
    await screen.getByRole('status').getByRole('button', { name: 'Clear search' }).click();
    await expect.element(screen.getByRole('row', { name: /CKL000001/ })).toBeVisible();
    expect(router.state.location.search).toEqual({});
  });

  test('DL-02: while the first page loads ten placeholder rows are shown, and no count', async () => {
    const { screen } = await openPortal({ list: () => later().promise });
    await expect.element(screen.getByText('Loading devices')).toBeInTheDocument();
    expect(screen.getByText('Loading devices').element().parentElement?.children).toHaveLength(11);
    await expect.element(screen.getByText('No devices')).not.toBeInTheDocument();
    await expect.element(screen.getByText('0', { exact: true })).not.toBeInTheDocument();
  });

  test('DL-18: a first page that fails shows code, message and Retry, which asks again', async () => {
    let fails = true;
    const { screen, listCalls } = await openPortal({
      list: () => (fails ? refusal(201000, 500) : listAnswer(some)),
    });
    await expect.element(screen.getByRole('alert').getByText('201000')).toBeVisible();
    await expect.element(screen.getByRole('alert').getByText(/Server error occurred/)).toBeVisible();
    fails = false;
    await screen.getByRole('button', { name: 'Retry' }).click();
    await expect.element(screen.getByRole('row', { name: /CKL000001/ })).toBeVisible();
    expect(listCalls()).toHaveLength(2);
  });

  test('LY-03: below 960 px a row has two lines, and the order is chosen next to the count', async () => {
    await page.viewport(480, 900);
    const { screen, listCalls } = await openPortal({ list: () => listAnswer(some) });
    const row = screen.getByRole('row', { name: /CKL000001/ });
    await expect.element(row).toBeVisible();
    expect(row.element().getBoundingClientRect().height).toBe(60);
    await screen.getByRole('combobox', { name: 'Sort by' }).selectOptions('model');
    await expect.poll(() => listCalls().at(-1)?.query['sortColumn']).toBe('model');
    await page.viewport(1440, 900);
    await expect.poll(() => row.element().getBoundingClientRect().height).toBe(28);
  });

  test('DL-03..DL-08: the list is complete in Japanese', async () => {
    const { screen } = await openPortal({ list: () => listAnswer(some, 6, true) }, { locale: 'ja-jp' });
    await expect.element(screen.getByRole('columnheader', { name: 'シリアル番号' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: '詳細検索' })).toBeVisible();
    await expect.element(screen.getByText('6台中6台を表示')).toBeInTheDocument();
  });
});

describe('pages', () => {
  test('AP-12 DL-12 DL-13 GR-05: the first call asks for offset 0 and limit 100, and for nothing that was not chosen', async () => {
    const { listCalls } = await openPortal({ list: () => listAnswer(some) });
    await expect.poll(listCalls).toHaveLength(1);
    expect(listCalls()[0]).toMatchObject({ method: 'GET', path: '/v1/devices', query: { offset: '0', limit: '100' } });
    expect(Object.keys(listCalls()[0]?.query ?? {})).toEqual(['offset', 'limit']);
  });

  test('DL-14 DL-19 DL-20: a later page is appended without repeats; where one brought nothing, Load more goes on', async () => {
    const all = toDevices(0, 101);
    const { screen, listCalls } = await openPortal({
      list: ({ query }) => {
        if (query['offset'] === '200') return listAnswer(all.slice(99), 101);
        return listAnswer(all.slice(0, 100), 101, true); // offset 100 brings the same page again
      },
    });
    await expect.element(screen.getByRole('row', { name: /CKL000000/ })).toBeVisible();
    window.scrollTo(0, document.body.scrollHeight);
    await expect.poll(() => listCalls().map(({ query }) => query['offset'])).toEqual(['0', '100']);
    await screen.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => listCalls().map(({ query }) => query['offset'])).toEqual(['0', '100', '200']);
    await expect.element(screen.getByRole('row', { name: /CKL000100/ })).toHaveAttribute('aria-rowindex', '102');
    await expect.element(screen.getByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });

  test('DL-14: coming near the end loads the next page, one at a time, until there is none', async () => {
    const { listCalls } = await openPortal({ list: pagesOf(toDevices(0, 250)) });
    await expect.poll(listCalls).toHaveLength(1);
    for (const pages of [2, 3]) await scrollUntil(listCalls, pages);
    await scrollUntil(() => page.getByRole('row', { name: /CKL000249/ }).elements(), 1);
    expect(listCalls().map(({ query }) => query['offset'])).toEqual(['0', '100', '200']);
  });

  test('DL-20: only the value True means that more follows', async () => {
    const { screen } = await openPortal({ list: () => listAnswer(toDevices(0, 100), 500, 'true') });
    await expect.element(screen.getByRole('row', { name: /CKL000000/ })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });

  test('DL-19: a page that fails keeps the list and offers Retry for the same page', async () => {
    let fails = true;
    const { screen, listCalls } = await openPortal({
      list: (sent) =>
        sent.query['offset'] === '100' && fails ? refusal(203002, 503) : pagesOf(toDevices(0, 130))(sent),
    });
    await expect.element(screen.getByRole('row', { name: /CKL000000/ })).toBeVisible();
    window.scrollTo(0, document.body.scrollHeight);
    await expect.element(screen.getByRole('alert').getByText('203002')).toBeVisible();
    await expect.element(screen.getByRole('row', { name: /CKL000099/ })).toBeVisible();
    fails = false;
    await screen.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => listCalls().map(({ query }) => query['offset'])).toEqual(['0', '100', '100']);
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  });

  test('DL-18 OQ-41: Refresh keeps the old rows with their age until the answer replaces them', async () => {
    const wait = later();
    let count = 0;
    const { screen, serials } = await openPortal({
      list: () => (count++ === 0 ? listAnswer(some) : wait.promise),
    });
    await screen.getByRole('button', { name: 'Refresh' }).click();
    await expect.element(screen.getByText('Loaded just now')).toBeVisible();
    expect(serials()).toHaveLength(6);
    wait.answer(listAnswer([toDevice(9)]));
    await expect.poll(serials).toEqual(['CKL000009']);
    await expect.element(screen.getByText('Loaded just now')).not.toBeInTheDocument();
  });

  test('DL-18: a refresh that fails leaves the rows and reports it', async () => {
    let count = 0;
    const { screen, serials } = await openPortal({
      list: () => (count++ === 0 ? listAnswer(some) : Promise.reject(new TypeError('Failed to fetch'))),
    });
    await screen.getByRole('button', { name: 'Refresh' }).click();
    await expect.element(screen.getByRole('alert').getByText('102001')).toBeVisible();
    expect(serials()).toHaveLength(6);
  });

  test('DL-01: of 100,000 loaded rows the page holds a window full, wherever it is scrolled', async () => {
    const { screen } = await openPortal({ list: () => listAnswer(toDevices(0, 100_000), 100_000) });
    await expect.element(screen.getByRole('row', { name: /CKL000000/ })).toBeVisible();
    for (const index of [0, 50_000, 99_999]) {
      window.scrollTo(0, index * 28);
      const serial = `CKL${String(index).padStart(6, '0')}`;
      await expect.element(screen.getByRole('row', { name: new RegExp(serial) })).toBeVisible();
      expect(document.querySelectorAll('[data-index]').length).toBeLessThan(80);
    }
  });
});

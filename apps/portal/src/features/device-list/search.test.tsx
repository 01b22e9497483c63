import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toDevice, toDevices } from '../../../test/device-list/devices.ts';
import { later, listAnswer, openPortal, pagesOf, scrollUntil } from '../../../test/device-list/portal.tsx';
import { toCriteriaHash } from '../../device-search/address.ts';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.unstubAllGlobals());

const groups = [
  { groupId: 3, name: 'North' },
  { groupId: 4, name: '大阪' },
];
const rows = () => listAnswer(toDevices(0, 3));
const searchBox = () => page.getByRole('searchbox', { name: 'Search devices' });
/** Types without a pause: on a busy machine two presses may lie so far apart that a part is searched for. */
const typeAtOnce = (text: string) => {
  const box = searchBox().element() as HTMLInputElement;
  box.focus();
  for (let count = 1; count <= text.length; count += 1) {
    Reflect.set(HTMLInputElement.prototype, 'value', text.slice(0, count), box);
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
};

describe('free search', () => {
  test('DL-15 DL-23: a typed text is sent once, after a pause, trimmed, from offset 0, and stands in the address', async () => {
    const { listCalls, router } = await openPortal({ list: rows });
    await expect.poll(listCalls).toHaveLength(1);
    typeAtOnce(' CKL 24 ');
    await expect.poll(listCalls).toHaveLength(2);
    expect(listCalls()[1]?.query).toEqual({ offset: '0', limit: '100', search: 'CKL 24' });
    expect(router.state.location.search).toEqual({ search: 'CKL 24' });
    await expect.element(searchBox()).toHaveValue(' CKL 24 ');
  });

  test('DL-23: Enter sends at once, and leaving the box too', async () => {
    const { listCalls } = await openPortal({ list: rows });
    await userEvent.fill(searchBox(), 'one');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => listCalls().at(-1)?.query['search']).toBe('one');
    await userEvent.fill(searchBox(), 'two');
    await userEvent.tab();
    await expect.poll(() => listCalls().at(-1)?.query['search']).toBe('two');
    expect(listCalls().map(({ query }) => query['search'])).toEqual([undefined, 'one', 'two']);
  });

  test('DL-23 AS-43: one step back leads to the search before, and to the order that was picked since', async () => {
    const { screen, router } = await openPortal({ list: rows });
    await expect.element(screen.getByRole('row').nth(1)).toBeVisible();
    const searchNow = () => router.state.location.search;
    // Two texts of one run of typing, with a pause between them.
    await userEvent.type(searchBox(), 'on');
    await expect.poll(searchNow).toEqual({ search: 'on' });
    await userEvent.type(searchBox(), 'e{Enter}');
    await expect.poll(searchNow).toEqual({ search: 'one' });
    await userEvent.fill(searchBox(), 'two');
    await userEvent.keyboard('{Enter}');
    await expect.poll(searchNow).toEqual({ search: 'two' });
    await screen.getByRole('button', { name: 'Model' }).first().click();
    await expect.poll(searchNow).toEqual({ search: 'two', sort: 'model', order: 'asc' });
    const criteria = toCriteriaHash({ models: ['4525C'] });
    await router.navigate({ to: '/devicelist', search: searchNow(), hash: criteria });
    const back = async (text: string) => {
      router.history.back();
      await expect.poll(() => router.state.location.hash).toBe('');
      await expect.element(searchBox()).toHaveValue(text);
    };
    await back('two');
    await back('one');
    await back('');
  });

  test('DL-23: a text against the bracket rule is not sent, and a tip explains why', async () => {
    const { screen, listCalls } = await openPortal({ list: rows });
    await userEvent.type(searchBox(), '<b{Enter}');
    await expect.element(screen.getByRole('alert')).toHaveTextContent(/^Brackets .* are not allowed\.$/);
    await expect.element(searchBox()).toHaveAttribute('aria-invalid', 'true');
    await userEvent.fill(searchBox(), 'x'.repeat(1025));
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Limit of 1,024 characters.');
    await userEvent.fill(searchBox(), 'b');
    await expect.poll(() => listCalls().map(({ query }) => query['search'])).toEqual([undefined, 'b']);
  });

  test('DL-23: nothing is sent while a word is being composed', async () => {
    const { listCalls } = await openPortal({ list: rows });
    await expect.poll(listCalls).toHaveLength(1);
    const box = searchBox().element() as HTMLInputElement;
    box.focus();
    box.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    Reflect.set(HTMLInputElement.prototype, 'value', 'とうあ', box);
    box.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }));
    await new Promise((resolve) => setTimeout(resolve, 600)); // longer than the pause after which a text is sent
    expect(listCalls()).toHaveLength(1);
    box.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    await expect.poll(() => listCalls().at(-1)?.query['search']).toBe('とうあ');
  });

  test('DL-24 RT-03: a searchkey of the address is in the box and in the first call, and goes when the search changes', async () => {
    const { listCalls, router } = await openPortal({ list: rows }, { path: '/devicelist?searchkey=%200012' });
    await expect.poll(listCalls).toHaveLength(1);
    expect(listCalls()[0]?.query['search']).toBe('0012');
    await userEvent.fill(searchBox(), 'other');
    await expect.poll(() => router.state.location.search).toEqual({ search: 'other' });
  });

  test('DL-24: a searchkey that breaks a rule is shown with its tip and not sent', async () => {
    const { screen, listCalls } = await openPortal({ list: rows }, { path: '/devicelist?searchkey=%3Cscript' });
    await expect.element(screen.getByRole('alert')).toHaveTextContent(/^Brackets/);
    await expect.element(searchBox()).toHaveValue('<script');
    expect(listCalls()[0]?.query).toEqual({ offset: '0', limit: '100' });
  });

  test('DL-15 DL-18: the answer to an earlier search is given up and never shown', async () => {
    const slow = later();
    const { listCalls, serials } = await openPortal({
      list: ({ query }) => {
        if (query['search'] === 'slow') return slow.promise;
        return listAnswer([toDevice(query['search'] === 'fast' ? 2 : 1)]);
      },
    });
    await userEvent.type(searchBox(), 'slow{Enter}');
    await expect.poll(() => listCalls().at(-1)?.query['search']).toBe('slow');
    await userEvent.fill(searchBox(), 'fast');
    await expect.poll(serials).toEqual(['CKL000002']);
    expect(listCalls().find(({ query }) => query['search'] === 'slow')?.signal?.aborted).toBe(true);
    slow.answer(listAnswer([toDevice(99)]));
    await userEvent.keyboard('{Tab}');
    expect(serials()).toEqual(['CKL000002']);
  });

  test('DL-23: the key / leads to the box, Escape clears it', async () => {
    const { screen, listCalls } = await openPortal({ list: rows }, { path: '/devicelist?search=abc' });
    await screen.getByRole('button', { name: 'Refresh' }).click();
    await userEvent.keyboard('/');
    await expect.element(searchBox()).toHaveFocus();
    await expect.element(searchBox()).toHaveValue('abc');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => listCalls().at(-1)?.query['search']).toBeUndefined();
    await expect.element(searchBox()).toHaveValue('');
  });
});

describe('groups', () => {
  const groupSelect = () => page.getByRole('combobox', { name: 'Group' });

  test('GR-01 GR-02 GR-03: All Devices comes first, then the groups of the user', async () => {
    const { calls } = await openPortal({ list: rows, groups });
    await expect.element(groupSelect().getByRole('option', { name: '大阪' })).toBeInTheDocument();
    const options = groupSelect().getByRole('option').elements();
    expect(options.map((option) => option.textContent)).toEqual(['All Devices', 'North', '大阪']);
    expect(options.map((option) => option.getAttribute('value'))).toEqual(['0', '3', '4']);
    expect(calls.filter(({ path }) => path === '/v1/users/me')).toHaveLength(1);
  });

  test('DL-17 GR-04 GR-05: a chosen group is sent from offset 0 and keeps the search; All Devices sends none', async () => {
    const { listCalls, router } = await openPortal({ list: rows, groups }, { path: '/devicelist?search=abc' });
    await expect.element(groupSelect().getByRole('option', { name: '大阪' })).toBeInTheDocument();
    await groupSelect().selectOptions('4');
    await expect
      .poll(() => listCalls().at(-1)?.query)
      .toEqual({ offset: '0', limit: '100', search: 'abc', groupId: '4' });
    expect(router.state.location.search).toEqual({ search: 'abc', group: '4' });
    await groupSelect().selectOptions('0');
    await expect.poll(() => listCalls().at(-1)?.query).toEqual({ offset: '0', limit: '100', search: 'abc' });
  });

  test('DL-15 DL-17: a search sent after a pause does not bring back the group chosen before', async () => {
    const { listCalls } = await openPortal({ list: rows, groups });
    await expect.element(groupSelect().getByRole('option', { name: '大阪' })).toBeInTheDocument();
    await userEvent.type(searchBox(), 'abc');
    await groupSelect().selectOptions('4');
    await expect
      .poll(() => listCalls().at(-1)?.query)
      .toEqual({ offset: '0', limit: '100', search: 'abc', groupId: '4' });
  });

  test('GR-03: without the groups the list still works, and they can be asked for again', async () => {
    const { screen, calls } = await openPortal({
      list: rows,
      groups: new Response('{"errorCode":201000,"detail":[]}', { status: 500 }),
    });
    await screen.getByRole('button', { name: 'The groups could not be loaded. Retry' }).click();
    await expect.poll(() => calls.filter(({ path }) => path === '/v1/users/me')).toHaveLength(2);
    await expect.element(screen.getByRole('row', { name: /CKL000000/ })).toBeVisible();
  });

  test('DL-02 GR-04: a group of the address that is not among the user’s groups is not passed off as All Devices', async () => {
    const { screen } = await openPortal({ list: () => listAnswer([]), groups }, { path: '/devicelist?group=77' });
    await expect.element(groupSelect()).toHaveValue('77');
    await expect.element(screen.getByText('No devices', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('This group holds no devices.')).toBeVisible();
  });
});

describe('order', () => {
  test('DL-09: nothing is sent until a column is picked; then column and order, from offset 0', async () => {
    const { screen, listCalls, router } = await openPortal({ list: rows });
    await expect
      .element(screen.getByRole('columnheader', { name: 'Serial Number' }))
      .toHaveAttribute('aria-sort', 'ascending');
    expect(listCalls()[0]?.query).toEqual({ offset: '0', limit: '100' });
    await screen.getByRole('button', { name: 'Model' }).click();
    await expect
      .poll(() => listCalls().at(-1)?.query)
      .toEqual({ offset: '0', limit: '100', sortColumn: 'model', sortOrder: 'asc' });
    await screen.getByRole('button', { name: 'Model' }).click();
    await expect.poll(() => listCalls().at(-1)?.query['sortOrder']).toBe('desc');
    await expect
      .element(screen.getByRole('columnheader', { name: 'Model' }))
      .toHaveAttribute('aria-sort', 'descending');
    expect(document.querySelectorAll('[aria-sort]')).toHaveLength(1);
    expect(router.state.location.search).toEqual({ sort: 'model', order: 'desc' });
  });

  test('DL-09: a server that ignores the order still gives an ordered list', async () => {
    const { serials } = await openPortal({ list: rows }, { path: '/devicelist?sort=serial&order=desc' });
    await expect.poll(serials).toEqual(['CKL000002', 'CKL000001', 'CKL000000']);
  });
});

describe('advanced search in force', () => {
  const criteria = {
    mfpIdentifiers: ['CKL1', 'CKL2'],
    firmwareVersion: { matcher: 'lessThan', versions: ['S310SY0J1650'] },
  } as const;
  const hash = `#${toCriteriaHash({ ...criteria, mfpIdentifiers: ['CKL1', 'CKL2'], firmwareVersion: { matcher: 'lessThan', versions: ['S310SY0J1650'] } })}`;

  test('AP-13 AS-01 AS-02 AS-44 DL-16: criteria go by POST with offset and limit, and only those there are', async () => {
    const { listCalls } = await openPortal({ list: rows }, { path: `/devicelist${hash}` });
    await expect.poll(listCalls).toHaveLength(1);
    expect(listCalls()[0]).toMatchObject({ method: 'POST', path: '/v1/devices/search', query: {} });
    expect(listCalls()[0]?.body).toEqual({ ...criteria, offset: 0, limit: 100 });
  });

  test('AP-13 DL-14: group, order and later pages go with the criteria', async () => {
    const { listCalls } = await openPortal(
      { list: pagesOf(toDevices(0, 150)), groups },
      { path: `/devicelist?group=4&sort=model&order=desc${hash}` },
    );
    await expect.poll(listCalls).toHaveLength(1);
    await scrollUntil(listCalls, 2);
    const both = { ...criteria, limit: 100, groupId: 4, sortColumn: 'model', sortOrder: 'desc' };
    expect(listCalls().map(({ body }) => body)).toEqual([
      { ...both, offset: 0 },
      { ...both, offset: 100 },
    ]);
  });

  test('DL-03 DL-16: a notice shows that an advanced search query is applied, which, and clears it', async () => {
    const { screen, listCalls } = await openPortal({ list: rows }, { path: `/devicelist${hash}` });
    await expect.element(screen.getByText('Advanced search query is applied')).toBeVisible();
    await expect.element(screen.getByText('MFP identifier CKL1, CKL2')).toBeVisible();
    await expect.element(screen.getByText('Firmware version less than S310SY0J1650')).toBeVisible();
    await screen.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect.poll(() => listCalls().at(-1)).toMatchObject({ method: 'GET', query: { offset: '0', limit: '100' } });
    await expect.element(screen.getByText('Advanced search query is applied')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Advanced Search' })).toHaveFocus();
  });

  test('NF-01: an advanced search with no hit shows No data found!', async () => {
    const { screen } = await openPortal({ list: () => listAnswer([]) }, { path: `/devicelist${hash}` });
    await expect.element(screen.getByText('No data found!')).toBeVisible();
    await expect.element(screen.getByText('No device matches the advanced search.')).toBeVisible();
  });

  test('AP-13 OQ-36: a free search drops the advanced one', async () => {
    const { screen, listCalls } = await openPortal({ list: rows }, { path: `/devicelist${hash}` });
    await userEvent.type(searchBox(), 'abc{Enter}');
    await expect.poll(() => listCalls().at(-1)).toMatchObject({ method: 'GET', query: { search: 'abc' } });
    await expect.element(screen.getByText('Advanced search query is applied')).not.toBeInTheDocument();
  });
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FakeRoutes } from '../../../test/fake-server.ts';
import { fuserNeed, needed } from '../../../test/parts-needed/data.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../test/render-portal.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const full: FakeRoutes = {
  'GET /v1/parts/needed': { body: needed },
  'GET /v1/parts/needed/devices': { body: fuserNeed },
};
const open = (path = '/partsneeded', routes: FakeRoutes = full, locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path, locale, session: signedInUser, routes });
const rowTexts = () =>
  [...document.querySelectorAll('[role="grid"] > tbody > tr')].map((row) =>
    // What a narrow window alone shows has no inner text.
    [...row.querySelectorAll<HTMLElement>('th, td')].map(({ innerText }) => innerText.replaceAll('\n', '').trim()),
  );

test('issue 14.9: the device list leads to the parts needed, most pieces first, with range and stock', async () => {
  const { screen, router } = await open('/devicelist');
  await screen.getByRole('link', { name: 'Parts Needed' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/partsneeded');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Parts Needed' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Needed in the next 91 days' })).toBeVisible();
  await expect.element(screen.getByText('301 of 308 devices')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /6342/ })).toBeVisible();
  expect(rowTexts().map(([part, series, devices]) => [part, series, devices])).toEqual([
    ['Toner cartridge, Black', 'REUSS3', '140'],
    [expect.stringMatching(/^.+6342$/), 'REUSS3', '140'],
    [expect.stringMatching(/6250$/), 'MATTER', '33'],
    ['9999', 'Unknown', '9'],
  ]);
  expect(document.querySelectorAll('[role="grid"] > tbody > tr')[1]?.textContent).toMatch(/12\.4.*8–18.*18/);
});

test('issue 14.9: parts that are hardly needed are counted and shown on demand', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText('1 further part is hardly needed: under 0.1 pieces each.')).toBeVisible();
  await screen.getByRole('button', { name: 'Show them' }).click();
  await expect.element(screen.getByRole('button', { name: /6410/ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^under 0\.1/ })).toBeVisible();
  await screen.getByRole('button', { name: 'Hide parts that are hardly needed' }).click();
  await expect.element(screen.getByRole('button', { name: /6410/ })).not.toBeInTheDocument();
});

test('issue 14.9: region, kind and order stand in the address, and the server is asked about the region', async () => {
  const { screen, router, server } = await open();
  await screen.getByLabelText('Region', { exact: true }).selectOptions('D-2043');
  await expect
    .poll(() => server.called('GET /v1/parts/needed').at(-1)?.query)
    .toMatchObject({ by: 'dealer', region: 'D-2043' });
  await screen.getByLabelText('Show').selectOptions('part');
  await expect.element(screen.getByText('Toner cartridge, Black')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Devices', exact: true }).click();
  expect(router.state.location.search).toEqual({ region: 'D-2043', kind: 'part', sort: 'devices' });
  expect(rowTexts().map(([, , devices]) => devices)).toEqual(['140', '33', '9']);
  await screen.getByRole('button', { name: 'Devices', exact: true }).click();
  expect(rowTexts().map(([, , devices]) => devices)).toEqual(['9', '33', '140']);
  await expect.element(screen.getByRole('columnheader', { name: 'Devices' })).toHaveAttribute('aria-sort', 'ascending');
  await screen.getByLabelText('Regions are').selectOptions('customer');
  expect(router.state.location.search).toEqual({ by: 'customer', kind: 'part', sort: 'devices', order: 'asc' });
});

test('issue 14.9: a part opens to the devices that need it, which lead to their profiles, and to its regions', async () => {
  const { screen, router, server } = await open();
  const fuser = screen.getByRole('button', { name: /6342/ });
  await expect.element(fuser).toBeVisible();
  (fuser.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(fuser).toHaveAttribute('aria-expanded', 'true');
  const detail = screen.getByRole('region', { name: /^Where .+ will be needed$/ });
  await expect.element(detail.getByRole('row', { name: /CKL248117.*Weir school.*1\.0.*Asked for now/ })).toBeVisible();
  await expect.element(detail.getByRole('row', { name: /Not reported.*1%.*Rated life/ })).toBeVisible();
  await expect.element(detail.getByText('The 2 likeliest of 140.')).toBeVisible();
  await expect.element(detail.getByRole('row', { name: /Haldane Office, D-2041.*60.*7\.1.*4–10.*10/ })).toBeVisible();
  expect(server.called('GET /v1/parts/needed/devices').at(-1)?.query).toEqual({
    by: 'dealer',
    item: 'part.6342',
    series: 'REUSS3',
  });
  await detail.getByRole('link', { name: 'CKL248117' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/profile');
});

test('issue 14.9: a figure says what it rests on', async () => {
  const { screen } = await open();
  await screen.getByRole('button', { name: /^12\.4/ }).click();
  await expect
    .element(screen.getByText(/^Of 12\.4 pieces, 7\.2 rest on predicted dates, 5\.2 on the rated life/))
    .toBeVisible();
  // What the worklist asks to bring now is in it, and the reader learns how much that is.
  await expect
    .element(screen.getByText(/3 pieces are asked for by the worklist now and counted in full/))
    .toBeVisible();
});

test('the table is one tab stop; arrow keys move between its cells', async () => {
  const { screen } = await open();
  const first = screen.getByRole('button', { name: 'Part', exact: true });
  await expect.element(first).toBeVisible();
  expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1);
  (first.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('6342');
});

test.each(['en-us', 'ja-jp'] as const)(
  'at 480 px in %s name, expected pieces and stock are in sight',
  async (locale) => {
    await page.viewport(480, 900);
    const { screen } = await open('/partsneeded', full, locale);
    const fuser = screen.getByRole('button', { name: /6342/ });
    await expect.element(fuser).toBeVisible();
    const row = fuser.element().closest('tr');
    const shown = [...(row?.children ?? [])].filter((cell) => cell.getClientRects().length > 0);
    expect(shown).toHaveLength(4);
    expect(shown[0]?.textContent).toMatch(/6342.*REUSS3.*140/);
    for (const { left, right } of shown.map((cell) => cell.getBoundingClientRect())) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(480);
    }
    (fuser.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement?.textContent).toContain('12.4');
  },
);

test('without any device that counts the screen says so; a region without parts as well', async () => {
  const none = { ...needed, parts: [], devices: { all: 3, counted: 0 }, judged: null };
  const { screen } = await open('/partsneeded', { 'GET /v1/parts/needed': { body: none } });
  await expect.element(screen.getByText('No parts to count yet')).toBeVisible();
  await screen.unmount();
  const { screen: region } = await open('/partsneeded?region=D-1', { 'GET /v1/parts/needed': { body: none } });
  await expect.element(region.getByText('No device of this region reports parts or toner.')).toBeVisible();
  await expect.element(region.getByLabelText('Region', { exact: true })).toHaveValue('D-1');
});

test('a failure shows its code and is tried again; whatever the address says, the screen opens', async () => {
  let answers = 0;
  const { screen } = await open('/partsneeded?by=town&kind=x&sort=y&order=z', {
    ...full,
    'GET /v1/parts/needed': () =>
      ++answers < 3 ? { status: 503, body: { errorCode: 203003, detail: [] } } : { body: needed },
  });
  await expect.element(screen.getByText('203003')).toBeVisible();
  await expect
    .poll(async () => {
      const retry = screen.getByRole('button', { name: 'Retry' });
      if (retry.elements().length > 0) await retry.click();
      return screen.getByRole('button', { name: /6342/ }).elements().length;
    })
    .toBe(1);
});

test.each([
  ['light', 'en-us', 1440],
  ['dark', 'ja-jp', 480],
  ['dark', 'en-us', 1440],
  ['light', 'ja-jp', 960],
] as const)('in %s, %s, at %i px the screen has no accessibility defect', async (theme, locale, width) => {
  await page.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await open('/partsneeded', full, locale);
  await screen.getByRole('button', { name: /6342/ }).first().click();
  await expect.element(screen.getByText('CKL248117')).toBeVisible();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

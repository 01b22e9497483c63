import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import type { FakeRoutes } from '../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../test/render-portal.tsx';
import { me, own, tokenOf, tokens } from '../../../test/tokens/data.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const as = (role: string, other: FakeRoutes = {}): FakeRoutes => ({
  'GET /v1/users/me': { body: { groups: [], ...me, role } },
  'GET /v1/tokens': { body: { tokens } },
  ...other,
});
const open = (routes = as('admin'), path = '/administration/tokens', locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path, locale, session: signedInUser, routes });

test('OA-30 OA-31: the page lists tokens with scopes, owner, last use, addresses, end and state', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText('4 tokens in force, 3 ended')).toBeVisible();
  const texts = screen
    .getByRole('row')
    .elements()
    .map((row) => row.textContent);
  const rowOf = (name: string) => texts.find((text) => text.includes(name));
  expect(rowOf('ERP hand-off')).toMatch(
    /meters\.readvisits\.writeNordlichtthe organization.*this hour203\.0\.113\.40203\.0\.113\.0\/24/,
  );
  expect(rowOf('ERP hand-off')).toContain('new address');
  expect(rowOf('Label printer')).toMatch(/by you, .*neveranywhere|by you, .*never-anywhere/);
  expect(rowOf('Ticket bridge')).toContain('ends in 13 days, maker notified');
  expect(rowOf('Test, June')).toContain('ended with its maker');
  expect(rowOf('Lost one')).toMatch(/revoked /);
  // Those that are over cannot be revoked, and stand at the end.
  expect(screen.getByRole('button', { name: /^Revoke / }).elements()).toHaveLength(4);
  await expect.element(screen.getByText(/1 token ends within two weeks/)).toBeVisible();
});

test('OA-30 GE-19: c makes a token; each field says what is wrong; the token is shown once and copied', async () => {
  const made = tokenOf(20, { name: 'Meter export', own: true, maker: me, lastUse: null });
  const token = `plt_${'a'.repeat(36)}`;
  const list = [...tokens];
  const { screen, server } = await open(
    as('admin', {
      'GET /v1/tokens': () => ({ body: { tokens: list } }),
      'POST /v1/tokens': () => {
        list.unshift(made);
        return { body: { apiToken: made, token } };
      },
    }),
  );
  await expect.element(screen.getByText('Grafana')).toBeVisible();
  await userEvent.keyboard('c');
  const dialog = screen.getByRole('dialog', { name: 'New API token' });
  await dialog.getByRole('textbox', { name: 'Allowed from' }).fill('erp.example');
  await dialog.getByLabelText('Last day').fill('2099-01-01');
  await dialog.getByRole('button', { name: 'Make token' }).click();
  for (const text of [
    'Give it a name.',
    'Choose at least one.',
    'Give a day from today to 366 days ahead.',
    'erp.example is no address or network.',
  ])
    await expect.element(dialog.getByText(text)).toBeVisible();
  expect(server.called('POST /v1/tokens')).toHaveLength(0);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Meter export');
  await dialog.getByRole('checkbox', { name: /meters\.read/ }).click();
  await dialog.getByRole('radio', { name: /The organization/ }).click();
  const endsOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabelText('Last day').fill(endsOn);
  await dialog.getByRole('textbox', { name: 'Allowed from' }).fill('192.0.2.0/28, ::1');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => server.called('POST /v1/tokens')[0]?.body)
    .toEqual({
      name: 'Meter export',
      scopes: ['meters.read'],
      ofOrganisation: true,
      endsOn,
      addresses: ['192.0.2.0/28', '::1'],
    });
  const once = screen.getByRole('region', { name: 'Meter export, made just now' });
  await expect.element(once.getByText(token)).toBeVisible();
  await expect.element(once.getByRole('button', { name: 'Copy' })).toHaveFocus();
  expect(await findProblems()).toEqual([]);
  await once.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByText(token)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('row', { name: /Meter export/ })).toBeVisible();
});

test('OA-30: the calls of the busiest token of 24 hours stand by hour; a click on a name shows those of another', async () => {
  const { screen } = await open();
  const busiest = screen.getByRole('region', { name: 'Calls of ERP hand-off' });
  await expect
    .element(busiest.getByText(/^1,840 calls; the busiest hour began at .* with 1,200\.$/))
    .toBeInTheDocument();
  await expect.element(busiest.getByText(/^at most 182 in a minute, /)).toBeVisible();
  const bars = [...busiest.element().querySelectorAll('i')];
  expect(bars.map(({ title }) => Number(/(\d+)$/.exec(title.replace(',', ''))?.[1]))).toEqual(
    Array.from({ length: 24 }, (_none, index) => ({ 23: 40, 21: 1200, 12: 600 })[index] ?? 0),
  );
  expect(bars.map((bar) => Math.round(bar.getBoundingClientRect().height)).filter((height) => height > 0)).toEqual([
    26, 51, 3,
  ]);
  await screen.getByRole('button', { name: 'Calls of Grafana' }).click();
  await expect.element(screen.getByRole('region', { name: 'Calls of Grafana' })).toBeVisible();
  await expect.element(busiest).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Calls of Ticket bridge' }).click();
  await expect.element(screen.getByText('No call in the last 24 hours.')).toBeVisible();
});

test('OA-31: revoking asks first, says what it does, and shows the answer', async () => {
  let [first, ...rest] = tokens.filter(({ name }) => name === 'Grafana');
  const { screen, server } = await open(
    as('admin', {
      'GET /v1/tokens': () => ({ body: { tokens: [first, ...rest] } }),
      [`DELETE /v1/tokens/${first?.tokenId ?? ''}`]: () => {
        first = tokenOf(4, { name: 'Grafana', revokedAt: new Date().toISOString() });
        return { body: { apiToken: first } };
      },
    }),
  );
  await screen.getByRole('button', { name: 'Revoke Grafana' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Revoke token' });
  await expect.element(dialog.getByText('A program called with it in this hour.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(server.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(0);
  await screen.getByRole('button', { name: 'Revoke Grafana' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect.element(screen.getByText('0 tokens in force, 1 ended')).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: /^revoked / })).toBeVisible();
});

test('OA-20 GE-12 GE-20: the area is shown to those with a right to one of its sections, and to them alone', async () => {
  const { screen } = await open();
  const areas = screen.getByRole('navigation', { name: 'Areas' });
  await expect.element(areas.getByRole('link', { name: 'Administration' })).toHaveAttribute('aria-current', 'page');
  const sections = screen.getByRole('navigation', { name: 'Sections of the administration' });
  await expect.element(sections.getByRole('link', { name: 'Tokens' })).toHaveAttribute('aria-current', 'page');
  const dealer = await open(as('technician'), '/administration/tokens');
  await expect.element(dealer.screen.getByText('You have no right to this area.')).toBeVisible();
  await expect
    .element(dealer.screen.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Worklist' }))
    .toBeVisible();
  expect(dealer.screen.getByRole('link', { name: 'Administration' }).query()).toBeNull();
  expect(dealer.server.called('GET /v1/tokens')).toHaveLength(0);
});

test('GE-19: without tokens, with nothing found and after a failure the page says so', async () => {
  const empty = await open(as('admin', { 'GET /v1/tokens': { body: { tokens: [] } } }));
  await expect.element(empty.screen.getByText('No API token yet')).toBeVisible();
  let fails = true;
  const { screen } = await open(
    as('admin', {
      'GET /v1/tokens': () =>
        fails ? { status: 500, body: { errorCode: 302001, detail: [] } } : { body: { tokens: [own] } },
    }),
  );
  await expect.element(screen.getByRole('alert').getByText('302001')).toBeVisible();
  fails = false;
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText('Label printer')).toBeVisible();
  await userEvent.keyboard('/');
  await userEvent.keyboard('nothing');
  await expect.element(screen.getByText('No token fits.')).toBeVisible();
});

test.each([
  ['light', 'en-us', 1440],
  ['dark', 'ja-jp', 480],
] as const)(
  'FG-17: tokens and their dialog have no accessibility defect (%s, %s, %i px)',
  async (theme, locale, width) => {
    await browser.viewport(width, 900);
    document.documentElement.dataset['theme'] = theme;
    const { screen } = await open(as('admin'), '/administration/tokens', locale);
    await expect.element(screen.getByText('Grafana')).toBeVisible();
    await expect.element(screen.getByRole('link', { name: /^(Worklist|対応一覧)$/ })).toBeVisible();
    expect(await findProblems()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await userEvent.keyboard('c');
    await expect.element(screen.getByRole('dialog')).toBeVisible();
    expect(await findProblems()).toEqual([]);
  },
);

import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import { channelOf, answered as delivered } from '../../../test/delivery/data.ts';
import type { FakeRoutes } from '../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../test/render-portal.tsx';
import { me, tokens } from '../../../test/tokens/data.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const settings = { language: null, zone: null, startArea: null, version: 1 };
const mine = channelOf(41, { name: 'My mail', owner: 'self', ownedBy: me, address: 'me@platen.example' });
const as = (role: string, other: FakeRoutes = {}): FakeRoutes => ({
  ...delivered(),
  'GET /v1/users/me': { body: { groups: [], ...me, role } },
  'GET /v1/users/me/settings': { body: { settings } },
  'GET /v1/tokens': { body: { tokens } },
  'GET /v1/channels': { body: { channels: [mine, channelOf(1)], fallbackChannelId: null, sendsMail: true } },
  [`GET /v1/channels/${mine.channelId}/subscriptions`]: { body: { subscriptions: [], version: 4 } },
  ...other,
});
const open = (routes = as('technician'), locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path: '/me', locale, session: signedInUser, routes });

test('OA-19: the user menu leads to the own settings', async () => {
  const { screen } = await renderPortal({ path: '/me', session: signedInUser, routes: as('dealer') });
  await screen.getByRole('banner').getByRole('button', { name: 'User menu' }).click();
  await screen.getByRole('menuitem', { name: 'My settings' }).click();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'My settings' })).toBeVisible();
  expect(window.location.pathname).toBe('/me');
});

test.each([
  ['technician', ['Devices', 'Worklist', 'Visits']],
  ['billing', ['Devices', 'Meters']],
  ['service', ['Devices', 'Worklist', 'Visits', 'Meters', 'Rules', 'Administration']],
])('OA-19 GE-20: %s may start with each area that the strip shows', async (role, names) => {
  const { screen } = await open(as(role));
  await expect.element(screen.getByRole('navigation', { name: 'Areas' })).toBeVisible();
  const areas = screen.getByRole('navigation', { name: 'Areas' }).getByRole('link');
  expect(areas.elements().map(({ textContent }) => textContent)).toEqual(names);
  const start = screen.getByRole('combobox', { name: 'Start with' });
  await expect.element(start).toBeVisible();
  expect([...start.element().querySelectorAll('option')].map(({ text }) => text)).toEqual(names);
});

test('OA-19: time zone and start area are stored for the user and in this browser; the page is loaded again', async () => {
  const { screen, server, leave } = await open(
    as('technician', {
      'PUT /v1/users/me/settings': ({ body }) => ({ body: { settings: { ...(body as object), version: 2 } } }),
    }),
  );
  const start = screen.getByRole('combobox', { name: 'Start with' });
  await expect.element(start).toBeVisible();
  await start.selectOptions('Worklist');
  const zone = screen.getByRole('combobox', { name: 'Time zone' });
  // The zone of organizations without one; browsers leave it out of their list.
  expect([...zone.element().querySelectorAll('option')].map(({ value }) => value)).toContain('UTC');
  await zone.selectOptions('Asia/Tokyo');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => server.called('PUT /v1/users/me/settings')[0]?.body)
    .toEqual({ language: null, zone: 'Asia/Tokyo', startArea: 'worklist', version: 1 });
  await expect.element(screen.getByText('Saved.')).toBeVisible();
  expect(localStorage.getItem('platen.zone')).toBe('Asia/Tokyo');
  expect(localStorage.getItem(`platen.startArea.${signedInUser.subject}`)).toBe('/worklist');
  await expect.poll(() => leave.mock.calls.length).toBe(1);
});

test('OA-19 GE-06: settings changed in another browser meanwhile stand side by side; either of them holds', async () => {
  const current = { ...settings, zone: 'Europe/Paris', version: 5 };
  const put = 'PUT /v1/users/me/settings';
  const refusal = { status: 409, body: { errorCode: 202002, detail: [], current, changedBy: null } };
  const { screen, server } = await open(
    as('dealer', {
      [put]: () =>
        server.called(put).length % 2 === 1
          ? refusal
          : { body: { settings: { ...settings, startArea: 'worklist', version: 6 } } },
    }),
  );
  const zone = screen.getByRole('combobox', { name: 'Time zone' });
  await screen.getByRole('combobox', { name: /start/i }).selectOptions('Worklist');
  await screen.getByRole('button', { name: 'Save' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Changed meanwhile' });
  await expect.element(dialog.getByRole('row', { name: /Europe\/Paris/ })).toBeVisible();
  await expect.element(dialog.getByRole('row', { name: /Devices Worklist Devices/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect
    .poll(() => server.called(put)[1]?.body)
    .toEqual({ language: null, zone: null, startArea: 'worklist', version: 5 });
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expect.element(zone).toHaveValue('Europe/Paris');
  expect(server.called(put)).toHaveLength(3);
});

test('OA-19 DE-32 OA-20: a technician without rights to rules has own channels with what goes there, and the log', async () => {
  const { screen, server } = await open(
    as('technician', {
      'POST /v1/channels': { body: { channel: channelOf(42, { name: 'My chat', owner: 'self', ownedBy: me }) } },
      [`PUT /v1/channels/${mine.channelId}/subscriptions`]: { body: { subscriptions: [], version: 5 } },
    }),
  );
  await expect.element(screen.getByRole('heading', { name: 'My channels' })).toBeVisible();
  await expect.element(screen.getByText('My mail').first()).toBeVisible();
  expect(screen.getByRole('button', { name: 'More for Channel 1' }).query()).toBeNull();
  await screen.getByRole('button', { name: 'New channel' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Teams' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('My chat');
  await dialog.getByRole('textbox', { name: /Address/ }).fill('https://teams.example/hook');
  expect(dialog.getByRole('combobox', { name: 'Of' }).query()).toBeNull();
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect
    .poll(() => server.called('POST /v1/channels')[0]?.body)
    .toMatchObject({ kind: 'teams', owner: 'self', address: 'https://teams.example/hook' });
  await screen
    .getByRole('row', { name: /My mail/ })
    .getByRole('button')
    .first()
    .click();
  await screen.getByRole('region', { name: 'What goes to My mail' }).getByRole('button', { name: 'Add' }).click();
  await screen
    .getByRole('dialog')
    .getByRole('checkbox', { name: /assigned to me/i })
    .first()
    .click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => server.called(`PUT /v1/channels/${mine.channelId}/subscriptions`).length).toBe(1);
  await expect.element(screen.getByRole('toolbar')).toBeVisible();
});

test('OA-19 OA-31: own tokens alone are listed and made, none for the organisation', async () => {
  const { screen } = await open(as('admin'));
  await expect.element(screen.getByText('Label printer')).toBeVisible();
  expect(screen.getByText('Grafana').query()).toBeNull();
  await screen.getByRole('button', { name: 'New token' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'New API token' })).toBeVisible();
  expect(screen.getByRole('radio').query()).toBeNull();
  // The log of all channels is where those of the organisation are.
  await expect.element(screen.getByRole('link', { name: /All channels/ })).toBeInTheDocument();
});

test('OA-19: signing out everywhere asks first, then ends the session of this browser as well', async () => {
  const { screen, server, leave } = await open(
    as('dealer', { 'POST /v1/users/me/sign-out': { body: { status: 'OK' } } }),
  );
  await screen.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Sign out everywhere?' });
  expect(server.called('POST /v1/users/me/sign-out')).toHaveLength(0);
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect.poll(() => server.called('POST /v1/users/me/sign-out').length).toBe(1);
  await expect.poll(() => leave.mock.calls.length).toBe(1);
  expect(localStorage.getItem('platen.session')).toBeNull();
});

test.each([
  ['light', 'en-us', 1440],
  ['dark', 'ja-jp', 480],
] as const)('FG-17: own settings have no accessibility defect (%s, %s, %i px)', async (theme, locale, width) => {
  await browser.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await open(as('technician'), locale);
  await expect.element(screen.getByText('My mail').first()).toBeVisible();
  await expect.element(screen.getByText('Label printer')).toBeVisible();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

import type { OrganisationDetails, OrganisationItem } from '@platen/contract/organisations';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import type { FakeRoutes } from '../../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../../test/render-portal.tsx';
import { me } from '../../../../test/tokens/data.ts';
import { findOrganisations, toHolidays, toHours, toLines } from './model.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const id = (n: number) => `0190a0b0-0000-7000-8000-00000000000${n}`;
const item = (n: number, more: Partial<OrganisationItem>): OrganisationItem => ({
  organisationId: id(n),
  parentId: null,
  kind: 'customer',
  name: `Customer ${n}`,
  dealerNumbers: [],
  customerNumbers: [],
  state: 'active',
  version: 1,
  devices: 0,
  ownDevices: 0,
  users: 0,
  ...more,
});
const operator = item(1, { kind: 'operator', name: 'Nordlicht', devices: 308, ownDevices: 7, users: 61 });
const dealer = item(2, {
  kind: 'dealer',
  name: 'Haldane',
  parentId: id(1),
  dealerNumbers: ['D-2041'],
  devices: 72,
  ownDevices: 3,
});
const customer = item(3, {
  name: 'Bexholm',
  parentId: id(2),
  customerNumbers: ['C-20044'],
  devices: 9,
  ownDevices: 9,
  users: 2,
});
const items = [operator, dealer, customer];

const week = [...Array.from({ length: 5 }, () => [{ from: '08:00', to: '17:00' }]), [], []];
const detailsOf = (organisation: OrganisationItem, own: OrganisationDetails['own'] = {}): OrganisationDetails => ({
  organisation,
  own,
  inForce: {
    zone: 'Europe/Berlin',
    week,
    lunchMinutes: 60,
    holidays: [],
    leadDays: 3,
    mailLanguage: 'en-us',
    answerTimes: { P1: { acknowledgeHours: 2, onSiteHours: 8 } },
    secondPersonPages: 1000,
    addressesLeave: true,
    ...own,
  },
  sources: {
    zone: { organisationId: id(1), name: 'Nordlicht' },
    week: null,
    lunchMinutes: null,
    holidays: null,
    leadDays:
      own.leadDays === undefined ? null : { organisationId: organisation.organisationId, name: organisation.name },
    mailLanguage: null,
    answerTimes: null,
    secondPersonPages: null,
    addressesLeave: null,
    retentionMonths: null,
    terms: own.terms === undefined ? null : { organisationId: organisation.organisationId, name: organisation.name },
  },
  fallback: { channelName: 'Desk', organisationId: organisation.organisationId, name: organisation.name },
});

const routes = (more: FakeRoutes = {}): FakeRoutes => ({
  'GET /v1/users/me': { body: { groups: [], ...me, role: 'admin' } },
  'GET /v1/organisations': { body: { organisations: items } },
  ...Object.fromEntries(
    items.map((one) => [
      `GET /v1/organisations/${one.organisationId}`,
      { body: detailsOf(one, one === dealer ? { leadDays: 9 } : {}) },
    ]),
  ),
  ...more,
});
const open = (more: FakeRoutes = {}, locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path: '/administration/organisations', locale, session: signedInUser, routes: routes(more) });

test('OA-01 GE-19: the tree shows kinds, numbers and counts; a search keeps what lies above a hit', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('row', { name: /Haldane/ })).toBeVisible();
  const rows = () =>
    screen
      .getByRole('row')
      .elements()
      .map((row) => row.textContent);
  expect(rows().slice(1)).toEqual(['Nordlichtoperator-308761', 'HaldanedealerD-20417230', 'BexholmcustomerC-200449-2']);
  await screen.getByRole('button', { name: 'What lies below Haldane' }).click();
  expect(rows()).toHaveLength(3);
  await screen.getByRole('searchbox', { name: 'Search organizations' }).fill('c-20044');
  await expect.poll(() => rows().length).toBe(4);
  await screen.getByRole('searchbox', { name: 'Search organizations' }).fill('nothing');
  await expect.element(screen.getByText('No organization with this name or number.')).toBeVisible();
  expect(await findProblems()).toEqual([]);
});

test('OA-04: each setting says where it comes from, and one that is set here goes back', async () => {
  const { screen, server } = await open({
    [`PUT /v1/organisations/${id(2)}`]: { body: detailsOf({ ...dealer, version: 2 }) },
  });
  await screen.getByRole('button', { name: 'Haldane', exact: true }).click();
  const panel = screen.getByRole('region', { name: 'Haldane' });
  await expect.element(panel.getByText('from Nordlicht')).toBeVisible();
  await expect.element(panel.getByText('9 working days')).toBeVisible();
  await panel.getByRole('button', { name: 'Back to inherited: Lead time of supplies' }).click();
  await expect
    .poll(() => server.called(`PUT /v1/organisations/${id(2)}`).map(({ body }) => body))
    .toEqual([{ version: 1, settings: { leadDays: null } }]);
});

test('OA-04 GE-06: the dialog sends what differs alone; changed meanwhile, it offers what the other left', async () => {
  let calls = 0;
  const theirs = detailsOf({ ...dealer, name: 'Haldane Ltd', version: 5 });
  const { screen, server } = await open({
    [`PUT /v1/organisations/${id(2)}`]: () =>
      calls++ === 0 ? { status: 409, body: { errorCode: 202002, detail: [], current: theirs } } : { body: theirs },
  });
  await screen.getByRole('button', { name: 'Haldane', exact: true }).click();
  await screen.getByRole('button', { name: 'Edit' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Edit Haldane' });
  await dialog.getByRole('textbox', { name: 'Time zone' }).fill('Nowhere/City');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('This is no time zone.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Time zone' }).fill('Asia/Tokyo');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Another person has changed this organization meanwhile.')).toBeVisible();
  expect(server.called(`PUT /v1/organisations/${id(2)}`).map(({ body }) => body)).toEqual([
    { version: 1, name: 'Haldane', dealerNumbers: ['D-2041'], settings: { zone: 'Asia/Tokyo' } },
  ]);
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Haldane Ltd');
  expect(await findProblems()).toEqual([]);
});

test('OA-04: language of mails, answer times, corrections and network addresses are set here as well', async () => {
  const { screen, server } = await open({ [`PUT /v1/organisations/${id(2)}`]: { body: detailsOf(dealer) } });
  await screen.getByRole('button', { name: 'Haldane', exact: true }).click();
  const panel = screen.getByRole('region', { name: 'Haldane' });
  await expect.element(panel.getByText('P1 2/8 h')).toBeVisible();
  await expect.element(panel.getByText('Desk')).toBeVisible();
  await screen.getByRole('button', { name: 'Edit' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Edit Haldane' });
  await dialog.getByRole('combobox', { name: 'Language of mails' }).selectOptions('ja-jp');
  await dialog.getByRole('textbox', { name: 'P2' }).fill('soon');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Like 2/8 or 4, or empty.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'P2' }).fill('4');
  await dialog.getByRole('textbox', { name: 'Second person for corrections' }).fill('500');
  await dialog.getByRole('checkbox').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => server.called(`PUT /v1/organisations/${id(2)}`).map(({ body }) => body))
    .toMatchObject([
      {
        settings: {
          mailLanguage: 'ja-jp',
          answerTimes: { P1: { acknowledgeHours: 2, onSiteHours: 8 }, P2: { acknowledgeHours: 4 } },
          secondPersonPages: 500,
          addressesLeave: false,
        },
      },
    ]);
  expect(await findProblems()).toEqual([]);
});

test('OA-04: terms of use are typed in both languages, say their version, and go back to those above', async () => {
  const terms = { version: '2.0.0', english: 'Be kind.', japanese: '' };
  const path = `organisations/${id(2)}`;
  const { screen, server } = await open({
    [`GET /v1/${path}`]: { body: detailsOf(dealer, { terms }) },
    [`PUT /v1/${path}`]: { body: detailsOf(dealer, { terms: { ...terms, version: '3.0.0' } }) },
  });
  await screen.getByRole('button', { name: 'Haldane', exact: true }).click();
  await expect.element(screen.getByText('own text, version 2.0.0')).toBeVisible();
  await screen.getByRole('button', { name: 'Edit' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Edit Haldane' });
  const english = dialog.getByRole('textbox', { name: 'Terms of use in English' });
  await expect.element(english).toHaveValue('Be kind.');
  await english.fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByRole('alert').getByText(/Enter the terms in one language/)).toBeVisible();
  expect(server.called(`PUT /v1/${path}`)).toEqual([]);
  await english.fill('Be kinder.\n\nAlways.');
  await dialog.getByRole('textbox', { name: 'Terms of use in Japanese' }).fill('親切に。');
  expect(await findProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Back to inherited: Terms of use' }).click();
  await expect
    .poll(() => server.called(`PUT /v1/${path}`).map(({ body }) => body))
    .toEqual([
      {
        version: 1,
        name: 'Haldane',
        dealerNumbers: ['D-2041'],
        settings: { terms: { english: 'Be kinder.\n\nAlways.', japanese: '親切に。' } },
      },
      { version: 1, settings: { terms: null } },
    ]);
});

test('OA-04: months of retention are at least 3, and an emptied field goes back to what is inherited', async () => {
  const path = `organisations/${id(2)}`;
  const { screen, server } = await open({
    [`GET /v1/${path}`]: { body: detailsOf(dealer, { retentionMonths: 6 }) },
    [`PUT /v1/${path}`]: { body: detailsOf(dealer) },
  });
  await screen.getByRole('button', { name: 'Haldane', exact: true }).click();
  await expect.element(screen.getByText('6 months')).toBeVisible();
  for (const [typed, sent] of [
    ['12', 12],
    ['', null],
  ] as const) {
    await screen.getByRole('button', { name: 'Edit' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Edit Haldane' });
    const field = dialog.getByRole('textbox', { name: 'Retention of readings and errors' });
    await field.fill('2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog.getByText('A whole number of months from 3 on, or empty.')).toBeVisible();
    await field.fill(typed);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.called(`PUT /v1/${path}`).at(-1)?.body).toMatchObject({ settings: { retentionMonths: sent } });
  }
});

test('OA-04 GE-21: at 480 px in Japanese the settings with the terms stay within the page', async () => {
  await browser.viewport(480, 800);
  const { screen } = await open({}, 'ja-jp');
  await screen.getByRole('button', { name: 'Haldane', exact: true }).click();
  await expect.element(screen.getByText('製品の規約')).toBeVisible();
  await screen.getByRole('button', { name: '編集' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'ご利用規約（日本語）' })).toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
  expect(await findProblems()).toEqual([]);
});

test('OA-01: c adds one below the chosen organisation, of a kind that may lie there', async () => {
  const added = item(4, { name: 'Norrby', parentId: id(2) });
  const { screen, server } = await open({ 'POST /v1/organisations': { body: detailsOf(added) } });
  await screen.getByRole('button', { name: 'Haldane', exact: true }).click();
  await userEvent.keyboard('c');
  const dialog = screen.getByRole('dialog', { name: 'New organization below Haldane' });
  expect([...dialog.getByRole('combobox').element().querySelectorAll('option')].map(({ value }) => value)).toEqual([
    'customer',
  ]);
  await dialog.getByRole('button', { name: 'New organization' }).click();
  await expect.element(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Norrby');
  await dialog.getByRole('textbox', { name: 'Customer numbers' }).fill('C-20012, C-20013');
  await dialog.getByRole('button', { name: 'New organization' }).click();
  await expect
    .poll(() => server.called('POST /v1/organisations').map(({ body }) => body))
    .toEqual([
      { parentId: id(2), kind: 'customer', name: 'Norrby', dealerNumbers: [], customerNumbers: ['C-20012', 'C-20013'] },
    ]);
});

test('OA-01: hours, holidays and the tree are read as typed', () => {
  expect(toHours('8:00-12:00, 13:00-17:00')).toEqual([
    { from: '08:00', to: '12:00' },
    { from: '13:00', to: '17:00' },
  ]);
  expect([toHours(''), toHours('8 to 5')]).toEqual([[], undefined]);
  expect(toHolidays('2026-12-25 Christmas\n\n')).toEqual([{ day: '2026-12-25', name: 'Christmas' }]);
  expect(toHolidays('Christmas')).toBeUndefined();
  expect(toLines(items, new Set()).map(({ depth }) => depth)).toEqual([0, 1, 2]);
  expect(findOrganisations(items, 'D-2041')).toEqual([operator, dealer]);
});

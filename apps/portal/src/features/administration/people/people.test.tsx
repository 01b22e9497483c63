import type { OrganisationItem } from '@platen/contract/organisations';
import type { InvitationItem, UserItem } from '@platen/contract/people';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import type { FakeRoutes } from '../../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../../test/render-portal.tsx';
import { me } from '../../../../test/tokens/data.ts';

beforeEach(() => browser.viewport(1440, 1000));
afterEach(wipe);

const id = (n: number) => `0190a0b0-0000-7000-8000-00000000000${n}`;
const tree: OrganisationItem[] = [
  { organisationId: id(1), parentId: null, kind: 'dealer' as const, name: 'Haldane' },
  { organisationId: id(2), parentId: id(1), kind: 'customer' as const, name: 'Bexholm' },
].map((one) => ({
  ...one,
  dealerNumbers: [],
  customerNumbers: [],
  state: 'active',
  version: 1,
  devices: 0,
  ownDevices: 0,
  users: 1,
}));
const haldane = { organisationId: id(1), name: 'Haldane', kind: 'dealer' as const };
const user = (n: number, more: Partial<UserItem> = {}): UserItem => ({
  userId: id(n),
  subject: `s${n}`,
  name: `Person ${n}`,
  role: 'dealer',
  seesAll: false,
  byClaim: false,
  organisation: haldane,
  groups: ['Haldane'],
  mail: `p${n}@haldane.example`,
  mailVerified: true,
  language: null,
  zone: null,
  startArea: null,
  lastLoginAt: null,
  state: 'active',
  disabledAt: null,
  rights: [],
  version: 3,
  ...more,
});
const users = [
  user(4, { name: 'Aiko Mori', role: 'technician', rights: [{ action: 'planVisits', endsOn: null }] }),
  user(5, { name: 'Ove Sandell', state: 'disabled', disabledAt: '2026-10-02T08:00:00Z', mailVerified: false }),
  user(6, { name: 'Ada Root', role: 'admin', organisation: null, seesAll: true }),
];
const invitation: InvitationItem = {
  invitationId: id(8),
  name: 'Tom Brandis',
  mail: 'tom@haldane.example',
  role: 'dealer',
  organisation: haldane,
  state: 'open',
  madeBy: { userId: id(4), name: 'Aiko Mori' },
  madeAt: '2026-11-26T08:00:00Z',
  endsAt: '2026-12-03T08:00:00Z',
};
const effect = {
  devices: 34,
  customers: [{ name: 'Town Hall', devices: 11 }],
  customerCount: 3,
  hidden: 38,
  rights: ['readWorklist'],
  sendsMail: true,
};
const open = (more: FakeRoutes = {}, locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({
    path: '/administration/people',
    locale,
    session: signedInUser,
    routes: {
      'GET /v1/users/me': { body: { groups: [], ...me, role: 'dealerAdmin' } },
      'GET /v1/users': { body: { users }, headers: { 'total-count': '3', 'has-more': 'False' } },
      'GET /v1/invitations': {
        body: { invitations: [invitation, { ...invitation, invitationId: id(9), name: 'Lena', state: 'expired' }] },
      },
      'GET /v1/organisations': { body: { organisations: tree } },
      'POST /v1/invitations/preview': { body: effect },
      ...more,
    },
  });

test('OA-10 GE-19: the list says role, single rights, mail, last sign-in and state; open and expired invitations stand below', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('row', { name: /Aiko Mori/ })).toBeVisible();
  const rows = screen
    .getByRole('row')
    .elements()
    .map((one) => one.textContent);
  expect(rows[1]).toMatch(/Aiko Mori.*Technician and 1 right.*Haldane.*p4@haldane.example.*never.*active/);
  expect(rows[2]).toMatch(/Ove Sandell.*not verified.*disabled 10\/02\/2026/);
  await expect.element(screen.getByRole('row', { name: /Tom Brandis.*open until 12\/03\/2026/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /Lena.*expired/ })).toBeVisible();
  expect(await findProblems()).toEqual([]);
});

test('OA-11 OA-61: the invitation shows its effect while it is written, and its link this once', async () => {
  const link = 'https://platen.example/login?invitation=abc';
  const { screen, server } = await open({ 'POST /v1/invitations': { body: { invitation, link, mailed: true } } });
  await expect.element(screen.getByRole('row', { name: /Aiko Mori/ })).toBeVisible();
  await userEvent.keyboard('c');
  const dialog = screen.getByRole('dialog', { name: 'Invite a person' });
  await expect.element(dialog.getByText('Will see 34 devices of 3 customers.')).toBeVisible();
  await expect.element(dialog.getByText('38 devices that you see stay hidden.')).toBeVisible();
  await expect.element(dialog.getByText('read the worklist')).toBeVisible();
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect.element(dialog.getByText('Enter a mail address.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Tom Brandis');
  await dialog.getByRole('textbox', { name: 'Mail' }).fill('tom@haldane.example');
  await dialog.getByRole('radio', { name: /^Billing/ }).click();
  await dialog.getByRole('combobox', { name: 'Language to begin with' }).selectOptions('ja-jp');
  await expect.element(dialog.getByText(/^The link goes to this address by mail\./)).toBeVisible();
  expect(await findProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Link' })).toHaveValue(link);
  expect(server.called('POST /v1/invitations').map(({ body }) => body)).toEqual([
    { name: 'Tom Brandis', mail: 'tom@haldane.example', role: 'billing', organisationId: id(1), language: 'ja-jp' },
  ]);
  await expect.element(screen.getByText(/^The link was sent to tom@haldane\.example\./)).toBeVisible();
  const previews = server.called('POST /v1/invitations/preview').map(({ body }) => (body as { role: string }).role);
  expect(previews).toContain('billing');
});

test('GE-19: a name without a space, as long as a name may be, moves nothing in the dialog of the person', async () => {
  const name = 'x'.repeat(200);
  const { screen } = await open({
    'GET /v1/users': { body: { users: [{ ...users[0], name }] }, headers: { 'total-count': '1', 'has-more': 'False' } },
  });
  await screen.getByRole('button', { name }).click();
  const dialog = screen.getByRole('dialog', { name });
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toBeVisible();
  const frame = dialog.element();
  expect([frame.scrollWidth, frame.scrollLeft]).toEqual([frame.clientWidth, 0]);
});

test('OA-15 OA-16 OA-21: a person gets another role and single rights, is disabled, and erased in two steps', async () => {
  const path = `PUT /v1/users/${id(4)}`;
  const { screen, server } = await open({
    [path]: { body: { user: users[0] } },
    [`DELETE /v1/users/${id(4)}`]: {
      body: { erased: 'user:erased-4', texts: [{ at: '2026-11-01T08:00:00Z', text: 'Ask Mr Vogt' }] },
    },
  });
  const openPerson = async () => {
    await screen.getByRole('button', { name: 'Aiko Mori' }).click();
    return screen.getByRole('dialog', { name: 'Aiko Mori' });
  };
  let dialog = await openPerson();
  // OA-50: entries name a person by the subject of the sign-in.
  const history = dialog.getByRole('link', { name: 'History' });
  await expect.element(history).toHaveAttribute('href', '/administration/audit?subject=user%3As4');
  // What the person has stays with it when it is disabled.
  const work = dialog.getByRole('link', { name: 'Rows on the worklist' });
  const { searchParams } = new URL((work.element() as HTMLAnchorElement).href);
  expect(Object.fromEntries(searchParams)).toEqual({ assignee: id(4), priority: 'P1,P2,P3,P4', planned: '1' });
  await dialog.getByRole('combobox', { name: 'Role' }).selectOptions('dealer');
  await dialog.getByRole('button', { name: 'Take away: plan visits' }).click();
  await dialog.getByRole('combobox', { name: /^Add a right/ }).selectOptions('closeMeters');
  await dialog.getByLabelText('close meters, until').fill('2027-02-26');
  expect(await findProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => server.called(path).map(({ body }) => body))
    .toEqual([
      { version: 3, role: 'dealer', organisationId: id(1), rights: [{ action: 'closeMeters', endsOn: '2027-02-26' }] },
    ]);
  dialog = await openPerson();
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect.poll(() => server.called(path).at(-1)?.body).toEqual({ version: 3, state: 'disabled' });
  dialog = await openPerson();
  await dialog.getByRole('button', { name: 'Erase …' }).click();
  expect(server.called(`DELETE /v1/users/${id(4)}`)).toEqual([]);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect.element(screen.getByText('Ask Mr Vogt')).toBeVisible();
});

test('OA-13: where role and organization follow the identity provider, the person says so and neither is changed', async () => {
  const { screen } = await open({
    'GET /v1/users': { body: { users: [user(7, { name: 'Ken Abe', byClaim: true })] } },
  });
  await screen.getByRole('button', { name: 'Ken Abe' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/follow the groups of the identity provider/)).toBeVisible();
  for (const name of ['Role', 'Organization'])
    await expect.element(dialog.getByRole('combobox', { name })).toBeDisabled();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toBeEnabled();
  expect(await findProblems()).toEqual([]);
});

test('OA-15: a person with rights that one does not have is shown and not changed', async () => {
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Ada Root' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Ada Root' });
  await expect.element(dialog.getByText('This person has rights that you do not have.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Disable' }).query()).toBeNull();
  await expect.element(dialog.getByRole('combobox', { name: 'Role' })).toBeDisabled();
});

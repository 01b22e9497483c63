import type { ShownCommand } from '@platen/contract/collector-commands';
import type { CollectorItem } from '@platen/contract/collectors';
import { type CollectorSettings, toSealContext } from '@platen/contract/remote-settings';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page as browser } from 'vitest/browser';
import type { FakeRoutes } from '../../../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../../../test/render-portal.tsx';
import { me } from '../../../../../test/tokens/data.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  vi.restoreAllMocks();
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const id = '01900000-0000-7000-8000-00000000abcd';
const collector: CollectorItem = {
  collectorId: id,
  name: 'tarn-furn',
  state: 'working',
  createdAt: '2026-10-03T12:44:00.000Z',
  revokedAt: null,
  lastContactAt: '2026-11-26T12:41:00.000Z',
  version: '0.1.0',
  devices: 6,
  customers: [],
  customerCount: 0,
  standing: 'enrolled',
  standingSince: '2026-10-03T12:44:00.000Z',
  problems: [],
  changes: 0,
  remote: { level: 'manage', state: 'failed' },
  status: null,
};
const hash = 'a'.repeat(64);
const entry = (key: string, value: unknown, from: string, site?: string) =>
  ({ key, value, from, ...(site !== undefined && { site }) }) as NonNullable<
    CollectorSettings['effective']
  >['entries'][0];
const pair = await crypto.subtle.generateKey({ name: 'X25519' }, false, ['deriveBits']);
if (!('privateKey' in pair)) throw new Error('no pair');
const { privateKey, publicKey } = pair;
const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
const toUrl = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const settings = (more: Partial<CollectorSettings> = {}): CollectorSettings => ({
  version: 14,
  settings: {
    everyMinutes: 15,
    sites: [{ name: 'Room 204', targets: ['10.62.0.0/24', '10.62.16.0/20'], dealerName: 'Haldane' }],
  },
  credentials: [{ name: 'printers', kind: 'community', setAt: '2026-10-03T10:00:00.000Z', setBy: 'Lindholm' }],
  changedAt: '2026-11-26T12:31:00.000Z',
  changedBy: 'Weber',
  remote: {
    level: 'manage',
    commands: ['read', 'log'],
    effective: hash,
    inForce: 13,
    judged: {
      number: 14,
      hash,
      state: 'failed',
      problems: [{ place: 'sites[0].targets[1]', reason: '10.62.16.0/20 goes beyond 4096 addresses in all' }],
    },
  },
  state: 'failed',
  effective: {
    entries: [
      entry('every', 3_600_000, 'portal'),
      entry('searchHours', '22:00–05:00', 'portal'),
      entry('targets', ['10.62.0.0/24'], 'portal', 'Room 204'),
      entry('mdns', true, 'site', 'Room 204'),
    ],
    server: 'https://platen.example',
    allows: { addresses: 4096, anywhere: false },
  },
  effectiveAt: '2026-11-26T12:41:00.000Z',
  encryptionKey: toUrl(raw),
  ...more,
});
const asked: ShownCommand = {
  commandId: '01900000-0000-7000-8000-00000000cccc',
  kind: 'log',
  addresses: [],
  reason: 'why so few?',
  askedBy: 'Weber',
  askedAt: '2026-11-26T12:31:00.000Z',
  validUntil: '2026-11-26T12:46:00.000Z',
  state: 'done',
  endedAt: '2026-11-26T12:32:00.000Z',
  size: 20,
};
const routes = (shown: CollectorSettings, other: FakeRoutes = {}): FakeRoutes => ({
  'GET /v1/users/me': { body: { groups: [], ...me, role: 'service' } },
  'GET /v1/collectors': {
    body: { collectors: [collector], counts: {} },
    headers: { 'total-count': '1', 'has-more': 'False' },
  },
  'GET /v1/collectors/rollouts': { body: { rollouts: [] } },
  [`GET /v1/collector/${id}`]: { body: { collector, failures: [], findings: [], hours: [], rounds: [] } },
  [`GET /v1/collector/${id}/settings`]: { body: shown },
  [`PUT /v1/collector/${id}/settings`]: { body: shown },
  [`GET /v1/collector/${id}/commands`]: { body: { commands: [asked] } },
  [`POST /v1/collector/${id}/commands`]: { body: { commandId: asked.commandId } },
  [`GET /v1/collector/${id}/command/${asked.commandId}`]: { body: { command: asked, text: 'line one\nline two' } },
  ...other,
});
const open = (
  shown = settings(),
  search = `?collector=${id}`,
  other: FakeRoutes = {},
  locale: 'en-us' | 'ja-jp' = 'en-us',
) =>
  renderPortal({
    path: `/administration/collectors${search}`,
    locale,
    session: signedInUser,
    routes: routes(shown, other),
  });

test('OA-20: switched off by the customer, who and when is shown, and nothing can be set or asked', async () => {
  const off = { at: '2026-11-27T08:00:00.000Z', by: 'Ana Lind' };
  const { screen } = await open(settings({ remoteOff: off, state: null }));
  await expect.element(screen.getByText(/switched remote work off: Ana Lind/).first()).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /Targets Room 204/ })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Edit settings' }).query()).toBeNull();
  expect(screen.getByRole('button', { name: 'Read these addresses now' }).query()).toBeNull();
  expect(await findProblems()).toEqual([]);
});

test('CF-11 CF-13: settings in force and wanted stand side by side, with who decided and where they failed', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText('no. 14 by Weber', { exact: false })).toBeVisible();
  await expect.element(screen.getByRole('alert').getByText(/goes beyond 4096 addresses/)).toBeVisible();
  await expect.element(screen.getByRole('columnheader', { name: 'In force, no. 13' })).toBeVisible();
  const row = screen.getByRole('row', { name: /Targets Room 204/ });
  await expect.element(row.getByText('10.62.0.0/24, 10.62.16.0/20')).toBeVisible();
  expect(row.element().hasAttribute('data-failing')).toBe(true);
  await expect.element(screen.getByRole('row', { name: /Announcements.*set at the site/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /Interval 60 min.*15 min/ })).toBeVisible();
  expect(await findProblems()).toEqual([]);
});

test('CF-10: a collector that only shows its settings, or not even that, takes none and says why', async () => {
  const { screen } = await open(settings({ remote: { level: 'see', commands: [] }, state: null }));
  await expect.element(screen.getByText(/takes none from here/)).toBeVisible();
  await expect.element(screen.getByText('Its own file allows no commands.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Edit settings' }).elements()).toEqual([]);
});

test('CF-12 CF-14: what is left empty is left to the site, a kept secret stays, a new one leaves the browser sealed', async () => {
  const { screen, server } = await open();
  await screen.getByRole('button', { name: 'Edit settings' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Interval in minutes' }).fill('0');
  await dialog.getByRole('button', { name: 'Add an SNMPv3 user' }).click();
  await dialog.getByRole('button', { name: 'Save settings' }).click();
  await expect.element(dialog.getByText('A whole number from 1 to 1,440.')).toBeVisible();
  expect(server.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Interval in minutes' }).fill('');
  await dialog.getByRole('textbox', { name: 'Search from' }).fill('22:00');
  await dialog.getByRole('textbox', { name: 'Search until' }).fill('05:00');
  await dialog.getByRole('textbox', { name: 'Targets' }).fill('10.62.0.0/24\n10.62.1.7');
  await dialog.getByRole('textbox', { name: 'Name of the credential' }).fill('reader');
  await dialog.getByRole('textbox', { name: 'User name' }).fill('reader');
  await dialog.getByRole('combobox', { name: 'Authentication' }).selectOptions('SHA-256');
  await dialog.getByLabelText('Password of authentication').fill('very secret');
  await dialog.getByRole('button', { name: 'Save settings' }).click();
  await vi.waitFor(() => expect(server.requests.some(({ method }) => method === 'PUT')).toBe(true));
  const { body } = server.requests.find(({ method }) => method === 'PUT') ?? {};
  expect(body).toEqual({
    version: 14,
    settings: {
      searchHours: { from: '22:00', to: '05:00' },
      sites: [{ name: 'Room 204', targets: ['10.62.0.0/24', '10.62.1.7'], dealerName: 'Haldane' }],
    },
    credentials: [
      { name: 'printers', kind: 'community' },
      { name: 'reader', kind: 'user', user: 'reader', authProtocol: 'SHA-256', sealed: expect.any(String) },
    ],
  });
  const { credentials } = body as { credentials: { sealed: string }[] };
  const head = { name: 'reader', kind: 'user', user: 'reader', authProtocol: 'SHA-256' } as const;
  expect(await unseal(credentials[1]?.sealed ?? '', toSealContext(id, head))).toEqual({ authPassword: 'very secret' });
});

/** As the collector opens it. */
async function unseal(sealed: string, contextText: string): Promise<unknown> {
  const text = atob(sealed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const [key, nonce, rest] = [bytes.slice(1, 33), bytes.slice(33, 45), bytes.slice(45)];
  const other = await crypto.subtle.importKey('raw', key, { name: 'X25519' }, false, []);
  const shared = await crypto.subtle.deriveBits({ name: 'X25519', public: other }, privateKey, 256);
  const context = new TextEncoder().encode(contextText);
  const opened = await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: Uint8Array.from([...key, ...raw]), info: context },
    await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']),
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  );
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce, additionalData: context }, opened, rest);
  return JSON.parse(new TextDecoder().decode(plain));
}

test('CF-14: without a key of the collector no secret is taken, and the rest can be edited', async () => {
  const { screen } = await open(settings({ encryptionKey: null }));
  await screen.getByRole('button', { name: 'Edit settings' }).click();
  await expect.element(screen.getByText(/the collector has no key; enrol it/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add a community' }).elements()).toEqual([]);
});

test('GE-06: settings that somebody else changed meanwhile are shown at wish', async () => {
  const theirs = settings({ version: 15, settings: { concurrency: 7 } });
  const { screen } = await open(settings(), undefined, {
    [`PUT /v1/collector/${id}/settings`]: { status: 409, body: { errorCode: 202002, detail: [], current: theirs } },
  });
  await screen.getByRole('button', { name: 'Edit settings' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save settings' }).click();
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Devices read at a time' })).toHaveValue('7');
});

test('CF-30 CF-31: only what its file allows is offered; a command needs addresses and a reason; its result is shown', async () => {
  const { screen, server } = await open();
  const panel = screen.getByRole('region', { name: 'Ask it' });
  await expect.element(panel.getByRole('button', { name: 'Last 500 log lines' })).toBeVisible();
  expect(panel.getByRole('button', { name: 'Walk one device' }).elements()).toEqual([]);
  await panel.getByRole('button', { name: 'Read these addresses now' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.element(dialog.getByText('Give a reason.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Addresses, one a line' }).fill('10.62.0.7\n10.62.0.8');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('new printers');
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await vi.waitFor(() =>
    expect(server.called(`POST /v1/collector/${id}/commands`)[0]?.body).toEqual({
      kind: 'read',
      addresses: ['10.62.0.7', '10.62.0.8'],
      reason: 'new printers',
    }),
  );
  await panel.getByRole('button', { name: 'Show' }).click();
  await expect.element(screen.getByText(/line one/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Save as file' })).toBeVisible();
  expect(await findProblems()).toEqual([]);
});

test('CF-32: one page says what is read, where it goes, what is searched, set and asked', async () => {
  const rounds = [{ endedAt: '2026-11-26T12:41:00.000Z', printers: 5, unread: 1 }];
  const body = { collector, failures: [], findings: [], hours: [], rounds };
  const { screen } = await open(settings(), `?collector=${id}&kind=security`, {
    [`GET /v1/collector/${id}`]: { body },
  });
  for (const text of [
    /: 5 printers, 1 without an answer$/,
    /No documents, no names of users/,
    /To https:\/\/platen\.example, with a key/,
    /It carries out: read, log/,
  ])
    await expect.element(screen.getByText(text)).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /Targets Room 204 10\.62\.0\.0\/24/ })).toBeVisible();
  await expect.element(screen.getByText('why so few?')).toBeVisible();
  const printed = vi.spyOn(globalThis, 'print').mockReturnValue();
  await screen.getByRole('button', { name: 'Print' }).click();
  expect(printed).toHaveBeenCalledOnce();
  expect(await findProblems()).toEqual([]);
});

test('CF-11: the list shows level and state of each', async () => {
  const { screen } = await open(settings(), '');
  await expect.element(screen.getByRole('row', { name: /tarn-furn.*manage.*failed/ })).toBeVisible();
});

test.each(['', '&kind=security'])('GE-19: at 480 px in Japanese and dark nothing overflows (%s)', async (more) => {
  await browser.viewport(480, 900);
  document.documentElement.dataset['theme'] = 'dark';
  const { screen } = await open(settings(), `?collector=${id}${more}`, {}, 'ja-jp');
  await expect.element(screen.getByText('10.62.0.0/24').first()).toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
  expect(await findProblems()).toEqual([]);
});

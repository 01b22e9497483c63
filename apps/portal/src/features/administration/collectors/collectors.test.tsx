import type { CollectorItem } from '@platen/contract/collectors';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import type { FakeRoutes } from '../../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../../test/render-portal.tsx';
import { me } from '../../../../test/tokens/data.ts';
import { toFleetState, toRoundBars, toSteps, toWays } from './model.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  vi.restoreAllMocks();
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const id = '01900000-0000-7000-8000-00000000abcd';
const enrolment = {
  customerNumber: 'C-7',
  customerName: 'Ostend Road Logistics',
  dealerNumber: null,
  site: 'Print room',
  codeUntil: '2026-12-03T12:44:00.000Z',
  enrolledAt: null,
  host: null,
  system: null,
  fingerprint: null,
  replaces: null,
};
const collector = (more: Partial<CollectorItem> = {}): CollectorItem => ({
  collectorId: id,
  name: 'ostend-1',
  state: 'never',
  createdAt: '2026-11-26T12:44:00.000Z',
  revokedAt: null,
  lastContactAt: null,
  version: null,
  devices: 0,
  customers: [],
  customerCount: 0,
  standing: 'codeOpen',
  standingSince: '2026-11-26T12:44:00.000Z',
  problems: [],
  changes: 0,
  enrolment,
  status: null,
  ...more,
});
const status = (more: Partial<NonNullable<CollectorItem['status']>> = {}): CollectorItem['status'] => ({
  name: 'ostend-1',
  version: '0.1.0',
  host: 'pi-ostend',
  startedAt: '2026-11-26T12:49:00.000Z',
  everyMs: 900_000,
  queue: { reports: 0, bytes: 0, refused: 0 },
  round: null,
  receivedAt: '2026-11-26T12:49:00.000Z',
  clockOffsetMs: 0,
  failures: 0,
  findings: 0,
  ...more,
});
const enrolled = { ...enrolment, enrolledAt: '2026-11-26T12:49:00.000Z', host: 'pi-ostend', codeUntil: null };
const downloads = [
  { kind: 'debAmd64', name: 'platen-collector_0.1.0_amd64.deb', bytes: 40_040_000, sha256: 'a'.repeat(64) },
  { kind: 'debArm64', name: 'platen-collector_0.1.0_arm64.deb', bytes: 40_000_000, sha256: 'b'.repeat(64) },
  { kind: 'container', name: 'platen-collector-0.1.0-container.tar.gz', bytes: 200_000, sha256: 'c'.repeat(64) },
] as const;
const routes = (one: CollectorItem = collector(), other: FakeRoutes = {}): FakeRoutes => ({
  'GET /v1/users/me': { body: { groups: [], ...me, role: 'service' } },
  'GET /v1/collectors': {
    body: { collectors: [one], counts: { codeOpen: 1, enrolled: 36, working: 36, runsTwice: 1 } },
    headers: { 'total-count': '38', 'has-more': 'False' },
  },
  [`GET /v1/collector/${id}`]: { body: { collector: one, failures: [], findings: [], hours: [], rounds: [] } },
  'GET /v1/collectors/rollouts': { body: { rollouts: [] } },
  'GET /v1/collectors/downloads': { body: { downloads } },
  'POST /v1/collectors': { body: { collectorId: id, code: 'K7M4P-QX9TD', validUntil: enrolment.codeUntil } },
  [`POST /v1/collector/${id}/code`]: {
    body: { collectorId: id, code: 'AAAAA-BBBBB', validUntil: enrolment.codeUntil },
  },
  [`PUT /v1/collector/${id}/standing`]: { body: { status: 'OK' } },
  ...other,
});
const open = async (one?: CollectorItem, search = '', other: FakeRoutes = {}, locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({
    path: `/administration/collectors${search}`,
    locale,
    session: signedInUser,
    routes: routes(one, other),
  });

test('CF-01: a collector is added with name, customer and site; its code is shown with the commands for each machine', async () => {
  const { screen, server } = await open();
  await expect.element(screen.getByText('38')).toBeVisible();
  await expect.element(screen.getByText(/36 working, 1 running twice, 1 code open/)).toBeVisible();
  await screen.getByRole('button', { name: 'Add a collector' }).click();
  await screen.getByRole('button', { name: 'Make a code' }).click();
  await expect.element(screen.getByText('Give it a name.')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('ostend-1');
  await screen.getByRole('textbox', { name: 'Customer number' }).fill(' C-7 ');
  await screen.getByRole('textbox', { name: 'Site' }).fill('Print room');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('K7M4P-QX9TD', { exact: true })).toBeVisible();
  const posted = server.called('POST /v1/collectors')[0];
  expect(posted?.body).toEqual({ name: 'ostend-1', customerNumber: 'C-7', site: 'Print room' });
  expect(location.search).toContain(id);
  for (const text of [
    /^sudo apt install \.\/platen-collector_0\.1\.0_amd64\.deb$/,
    /^docker run .*--network host .*-e PLATEN_ENROL_CODE=K7M4P-QX9TD/,
  ])
    await expect.element(screen.getByText(text)).toBeVisible();
  expect(screen.getByText(/^sudo platen-collector enrol K7M4P-QX9TD --server http/).elements()).toHaveLength(2);
  // Not rounded up to the next megabyte.
  await expect.element(screen.getByText(/_amd64\.deb, 40\.0 MB, SHA-256 a/)).toBeVisible();
  await expect.element(screen.getByText(/container\.tar\.gz, 0\.2 MB/)).toBeVisible();
  await expect.element(screen.getByRole('img', { name: /Square code/ })).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Windows' }).getByText('offers no package')).toBeVisible();
  await expect.element(screen.getByText(/The code is shown now only/)).toBeVisible();
  expect(await findProblems()).toEqual([]);
});

test('OA-50: the page of a collector leads to what the audit has about it', async () => {
  const { screen } = await open(undefined, `?collector=${id}`, {
    'GET /v1/audit': { body: { entries: [], hasMore: false, total: 0 } },
  });
  await screen.getByRole('link', { name: 'History' }).click();
  await expect.poll(() => location.pathname).toBe('/administration/audit');
  expect(new URLSearchParams(location.search).get('subject')).toBe('collector:ostend-1');
});

test('OA-20: a dealer’s administrator adds a collector for a customer or site of the tree alone', async () => {
  const base = {
    dealerNumbers: [],
    customerNumbers: [],
    state: 'active',
    version: 1,
    devices: 0,
    ownDevices: 0,
    users: 0,
  };
  const dealer = {
    ...base,
    organisationId: '01900000-0000-7000-8000-0000000000d1',
    parentId: null,
    kind: 'dealer',
    name: 'North',
  };
  const tarn = {
    ...base,
    organisationId: '01900000-0000-7000-8000-0000000000c1',
    parentId: dealer.organisationId,
    kind: 'customer',
    name: 'Tarn',
  };
  const { screen, server } = await open(undefined, '', {
    'GET /v1/users/me': { body: { groups: [], ...me, role: 'dealerAdmin' } },
    'GET /v1/organisations': { body: { organisations: [dealer, tarn] } },
  });
  await screen.getByRole('button', { name: 'Add a collector' }).click();
  await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('tarn-furn');
  await expect.element(screen.getByRole('combobox', { name: 'Customer or site' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Customer number' }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Make a code' }).click();
  await expect.element(screen.getByText('Choose for whom it reads.')).toBeVisible();
  await screen.getByRole('combobox', { name: 'Customer or site' }).selectOptions('North › Tarn');
  await screen.getByRole('button', { name: 'Make a code' }).click();
  await expect.element(screen.getByText('K7M4P-QX9TD', { exact: true })).toBeVisible();
  expect(server.called('POST /v1/collectors')[0]?.body).toEqual({
    name: 'tarn-furn',
    organisationId: tarn.organisationId,
  });
});

test('CF-01: opened again, the code is not there any more, and a new one can be made', async () => {
  const { screen } = await open(undefined, `?collector=${id}`);
  await expect.element(screen.getByText(/The code was shown when it was made/)).toBeVisible();
  await screen.getByRole('button', { name: 'New code' }).click();
  await expect.element(screen.getByText('AAAAA-BBBBB', { exact: true })).toBeVisible();
});

test('CF-01: a server without packages says so', async () => {
  const { screen } = await open(undefined, `?collector=${id}`, {
    'GET /v1/collectors/downloads': { body: { downloads: [] } },
  });
  await expect.element(screen.getByText(/This server offers no packages/)).toBeVisible();
  // The code is of use all the same, where a collector is installed from elsewhere.
  await expect.element(screen.getByText(/platen-collector enrol .*--server/)).toBeVisible();
  expect(screen.getByRole('region', { name: 'Windows' }).elements()).toEqual([]);
});

test('CF-01: its way from the code to the first printer is shown step by step', async () => {
  const running = collector({
    standing: 'enrolled',
    state: 'working',
    lastContactAt: '2026-11-26T12:49:00.000Z',
    enrolment: enrolled,
    status: status({ progress: { targets: 254, asked: 61, printers: 0 } }),
  });
  const { screen } = await open(running, `?collector=${id}`);
  await expect.element(screen.getByText('61 of 254 addresses')).toBeVisible();
  expect(screen.getByRole('listitem').filter({ hasText: 'Searching' }).element().getAttribute('aria-current')).toBe(
    'step',
  );
  const states = (one: CollectorItem) =>
    toSteps(one)
      .map(({ state }) => state[0])
      .join('');
  const round = {
    startedAt: '',
    endedAt: '2026-11-26T12:55:00.000Z',
    targets: 254,
    printers: 0,
    notPrinters: 1,
    silent: 253,
    failed: 0,
    incomplete: 0,
    notKept: 0,
  };
  expect(states(collector())).toBe('pntttt');
  expect(states({ ...running, state: 'never' })).toBe('ppnttt');
  expect(states(running)).toBe('pppntt');
  expect(states({ ...running, status: status({ progress: { targets: 254, asked: 90, printers: 1 } }) })).toBe('pppppn');
  expect(states({ ...running, status: status({ round }) })).toBe('ppppnt');
  expect(states({ ...running, devices: 1, status: status({ round: { ...round, printers: 1 } }) })).toBe('pppppp');
});

test('CF-03: it is asked to rest, may go on, and is revoked after a question; a conflict is explained', async () => {
  const working = collector({
    standing: 'enrolled',
    state: 'working',
    enrolment: enrolled,
    status: status(),
    changes: 3,
  });
  let isConflict = false;
  const { screen, server } = await open(working, `?collector=${id}`, {
    [`PUT /v1/collector/${id}/standing`]: () =>
      isConflict ? { status: 409, body: { errorCode: 202002, detail: [] } } : { body: { status: 'OK' } },
  });
  const sent = () => server.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await screen.getByRole('button', { name: 'Let it rest' }).click();
  await vi.waitFor(() => expect(sent()).toEqual([{ standing: 'resting', changes: 3 }]));
  await screen.getByRole('button', { name: 'Revoke' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await vi.waitFor(() => expect(sent()[1]).toEqual({ standing: 'revoked', changes: 3 }));
  isConflict = true;
  await screen.getByRole('button', { name: 'Let it rest' }).click();
  await expect.element(screen.getByText(/Somebody else changed this collector/)).toBeVisible();
});

test('CF-03 CF-04: what people decided is shown before what was found', () => {
  const key = (more: Partial<CollectorItem>) =>
    toFleetState(collector({ standing: 'enrolled', state: 'working', ...more })).key;
  expect(key({})).toBe('working');
  expect(key({ state: 'never' })).toBe('enrolled');
  expect(key({ problems: ['failing', 'runsTwice'] })).toBe('runsTwice');
  expect(key({ problems: ['runsTwice', 'silent'] })).toBe('silent');
  expect(key({ standing: 'resting', problems: ['silent'] })).toBe('resting');
  expect(key({ standing: 'codeExpired' })).toBe('codeExpired');
});

test('CF-04: a collector that runs twice, or replaces another, says what to do', async () => {
  const twice = collector({
    standing: 'enrolled',
    state: 'working',
    problems: ['runsTwice'],
    enrolment: { ...enrolled, replaces: 'ostend-0' },
    status: status(),
  });
  const { screen } = await open(twice, `?collector=${id}`);
  await expect.element(screen.getByText(/Two programs report as this collector/)).toBeVisible();
  await expect.element(screen.getByText(/enrolled on the machine of ‘ostend-0’/)).toBeVisible();
  expect(await findProblems()).toEqual([]);
});

test('CF-40: with an installer or an archive for Windows the page names the command', () => {
  const sha256 = 'd'.repeat(64);
  const zip = { kind: 'windowsZip', name: 'platen-collector-0.1.0-windows-x64.zip', bytes: 1, sha256 } as const;
  const msi = { kind: 'windowsMsi', name: 'platen-collector-0.1.0.msi', bytes: 1, sha256 } as const;
  const windows = (...all: Parameters<typeof toWays>[2][number][]) =>
    toWays('https://p.example', 'K7M4P-QX9TD', all)[0];
  expect(windows(zip)?.steps[0]?.command).toBe('.\\install.cmd K7M4P-QX9TD https://p.example');
  expect(windows(zip, msi)?.steps[0]?.command).toContain(
    'msiexec /i platen-collector-0.1.0.msi /qn SERVER=https://p.example',
  );
});

test('CF-32: its rounds of the last day are bars of an hour, with the hours without one and those left short', async () => {
  const hour = 3_600_000;
  const last = Math.floor(Date.now() / hour) * hour;
  const at = (ago: number) => new Date(last - ago * hour).toISOString();
  const one = (ago: number, unread = 0) => ({ from: at(ago), rounds: 4, printers: 6 - unread, unread });
  const hours = [one(6), one(5), one(3, 1), one(2), one(1), one(0)];
  const shown = collector({ state: 'working', standing: 'enrolled', enrolment: enrolled, status: status() });
  const body = { collector: shown, failures: [], findings: [], hours, rounds: [] };
  const { screen } = await open(shown, `?collector=${id}`, { [`GET /v1/collector/${id}`]: { body } });
  await expect
    .element(screen.getByText('Rounds ended in 6 hours of the last 24; 1 hour without one.'))
    .toBeInTheDocument();
  await expect.element(screen.getByText(/: 5 of 6 devices answered$/)).toBeVisible();
  const bars = [...document.querySelectorAll<HTMLElement>('i[data-kind]')].map((bar) => bar.dataset['kind']);
  expect(bars).toHaveLength(24);
  expect(bars.slice(-7)).toEqual(['whole', 'whole', 'missing', 'short', 'whole', 'whole', 'whole']);
  // Before the first round that is known nothing is missing; of one that runs daily nothing ever is.
  expect(new Set(bars.slice(0, 17))).toEqual(new Set(['none']));
  expect(toRoundBars(hours, { everyMs: 86_400_000, now: last }).missing).toBe(0);
  expect(await findProblems()).toEqual([]);
});

test('GE-19: at 480 px in Japanese nothing overflows, and the dark theme has no finding', async () => {
  await browser.viewport(480, 900);
  document.documentElement.dataset['theme'] = 'dark';
  const { screen } = await open(undefined, `?collector=${id}`, {}, 'ja-jp');
  await expect.element(screen.getByRole('button', { name: '新しいコード' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
  expect(await findProblems()).toEqual([]);
});

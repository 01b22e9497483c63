import type { SiteCollector, SiteCollectorSheet } from '@platen/contract/site-collectors';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import type { FakeRoutes } from '../../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../../test/render-portal.tsx';
import { me } from '../../../../test/tokens/data.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const id = '01900000-0000-7000-8000-00000000abcd';
const collector: SiteCollector = {
  collectorId: id,
  name: 'tarn-furn',
  organisation: 'Print room',
  state: 'working',
  lastContactAt: '2026-11-26T12:41:00.000Z',
  remote: { level: 'manage', off: null },
};
const off = { at: '2026-11-27T08:00:00.000Z', by: 'Ana Lind' };
const sheet: SiteCollectorSheet = {
  collector,
  version: '0.1.0',
  host: 'pi-print-room',
  isShared: false,
  commands: ['read', 'log'],
  settings: {
    server: 'https://platen.example',
    entries: [
      { key: 'every', value: 900_000, from: 'portal' },
      { key: 'targets', value: ['10.62.0.0/24'], from: 'portal', site: 'Room 204' },
    ],
  },
  rounds: [{ endedAt: '2026-11-26T12:40:00.000Z', printers: 6, unread: 1 }],
  actions: [
    {
      at: '2026-11-26T12:00:00.000Z',
      by: 'Weber',
      kind: 'command',
      command: 'read',
      addresses: ['10.62.0.7'],
    },
    { at: '2026-11-25T12:00:00.000Z', by: 'Weber', kind: 'settings', command: null, addresses: [] },
  ],
};

interface World {
  collectors: SiteCollector[];
  sheet: SiteCollectorSheet;
  /** What the switch was set to. */
  readonly set: boolean[];
  refuses: boolean;
}

function show(path: string, more: Partial<World> = {}, role: 'customer' | 'dealerAdmin' = 'customer') {
  const world: World = { collectors: [collector], sheet, set: [], refuses: false, ...more };
  const routes: FakeRoutes = {
    'GET /v1/users/me': { body: { groups: [], ...me, role } },
    'GET /v1/collectors/site': { body: { collectors: world.collectors } },
    [`GET /v1/collectors/site/${id}`]: () => ({ body: world.sheet }),
    [`PUT /v1/collectors/site/${id}/remote`]: ({ body }) => {
      if (world.refuses) return { status: 404, body: { errorCode: 204001, detail: [] } };
      const { off: isOff } = body as { off: boolean };
      world.set.push(isOff);
      const next = { ...collector, remote: { level: 'manage' as const, off: isOff ? off : null } };
      world.sheet = { ...world.sheet, collector: next };
      return { body: next };
    },
  };
  return { world, shown: renderPortal({ path, routes, session: signedInUser }) };
}
const list = '/administration/siteCollectors';
const page = `${list}?collector=${id}`;

test('OA-62: the list says whether each collector reports and what may be done from afar, and leads to its page', async () => {
  const silent = { ...collector, collectorId: id.replace('abcd', 'abce'), name: 'attic', state: 'silent' as const };
  const { shown } = show(list, {
    collectors: [
      { ...silent, lastContactAt: null, remote: { level: 'see', off: null } },
      { ...collector, remote: { level: 'manage', off } },
    ],
  });
  const { screen } = await shown;
  await expect.element(screen.getByRole('row', { name: /attic/ })).toHaveTextContent('does not report');
  await expect.element(screen.getByRole('row', { name: /attic/ })).toHaveTextContent('settings are shown only');
  await expect.element(screen.getByRole('row', { name: /tarn-furn/ })).toHaveTextContent('switched off');
  expect(await findProblems()).toEqual([]);
  await screen.getByRole('link', { name: 'tarn-furn' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Remote work' })).toBeVisible();
});

test('OA-20: without a collector the list says so; a dealer is not offered this section', async () => {
  const { shown } = show(list, { collectors: [] });
  const { screen } = await shown;
  await expect.element(screen.getByText('Your dealer has not added a collector')).toBeVisible();
  await wipe();
  const other = await show(list, {}, 'dealerAdmin').shown;
  await expect.element(other.screen.getByText('You have no right to this area.')).toBeVisible();
});

test('CF-32 OA-62: the page says what is read, where it is sent, which addresses, the last rounds and who did what', async () => {
  const { shown } = show(page);
  const { screen } = await shown;
  for (const text of ['pi-print-room', 'https://platen.example', '10.62.0.0/24', '6 printers, 1 without an answer'])
    await expect.element(screen.getByText(text, { exact: false }).first()).toBeVisible();
  const asked = screen.getByRole('row', { name: /Read these addresses now/ });
  await expect.element(asked).toHaveTextContent('10.62.0.7');
  await expect.element(asked).toHaveTextContent('Weber');
  await expect.element(screen.getByRole('row', { name: /Settings changed/ })).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    document.documentElement.dataset['theme'] = theme;
    for (const width of [1440, 480]) {
      await browser.viewport(width, 900);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      expect(await findProblems()).toEqual([]);
    }
  }
});

test('OA-20: remote work is switched off after a question, shows who did it, and is switched on again', async () => {
  const { world, shown } = show(page);
  const { screen } = await shown;
  await screen.getByRole('button', { name: 'Switch remote work off' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toHaveTextContent('Printers are read as before.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(world.set).toEqual([]);
  await screen.getByRole('button', { name: 'Switch remote work off' }).click();
  await dialog.getByRole('button', { name: 'Switch remote work off' }).click();
  await expect.element(screen.getByText(/Switched off by Ana Lind/)).toBeVisible();
  await screen.getByRole('button', { name: 'Switch remote work on' }).click();
  await dialog.getByRole('button', { name: 'Switch remote work on' }).click();
  await expect.element(screen.getByText(/Your dealer may change its settings/)).toBeVisible();
  expect(world.set).toEqual([true, false]);
});

test('OA-20: a refused switch says so in its dialog, and nothing is shown as changed', async () => {
  const { shown } = show(page, { refuses: true });
  const { screen } = await shown;
  await screen.getByRole('button', { name: 'Switch remote work off' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Switch remote work off' }).click();
  await expect.element(screen.getByRole('dialog').getByRole('alert')).not.toBeEmptyDOMElement();
  await expect.element(screen.getByText(/Your dealer may change its settings/)).toBeInTheDocument();
});

test('GE-05: a collector that also reads printers of others shows no addresses, and says why', async () => {
  const { shown } = show(page, {
    sheet: { ...sheet, isShared: true, settings: { server: 'https://platen.example', entries: [] } },
  });
  const { screen } = await shown;
  await expect.element(screen.getByText(/reads printers of others too/)).toBeVisible();
});

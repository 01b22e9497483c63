import type { CollectorItem } from '@platen/contract/collectors';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page as browser } from 'vitest/browser';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../../test/render-portal.tsx';
import { me } from '../../../../test/tokens/data.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  vi.restoreAllMocks();
  await wipe();
});

const collector = (n: number): CollectorItem => ({
  collectorId: `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  name: `site-${n}`,
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
  remote: { level: 'manage', state: 'applied' },
  status: null,
});
const all = Array.from({ length: 230 }, (_, n) => collector(n + 1));

const open = () =>
  renderPortal({
    path: '/administration/collectors',
    session: signedInUser,
    routes: {
      'GET /v1/users/me': { body: { groups: [], ...me, role: 'service' } },
      'GET /v1/collectors/rollouts': { body: { rollouts: [] } },
      'GET /v1/collectors': ({ query }) => {
        const found = all.filter(({ name }) => name.includes(query['search'] ?? ''));
        const [offset, limit] = [Number(query['offset']), Number(query['limit'])];
        return {
          body: { collectors: found.slice(offset, offset + limit), counts: { working: found.length } },
          headers: {
            'total-count': String(found.length),
            'has-more': found.length > offset + limit ? 'True' : 'False',
          },
        };
      },
    },
  });

test('OA-60: collectors are shown by pages, and what was chosen stays chosen on the others', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText('1 to 100 of 230')).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Choose site-1', exact: true }).click();
  await screen.getByRole('button', { name: 'Next' }).click();
  await expect.element(screen.getByText('101 to 200 of 230')).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Choose site-101' }).click();
  await expect.element(screen.getByRole('button', { name: 'Set together (2)' })).toBeVisible();
  expect(await findProblems()).toEqual([]);
  await screen.getByRole('searchbox').fill('site-23');
  // The search begins with its first page.
  await expect.element(screen.getByRole('link', { name: 'site-230' })).toBeVisible();
});

test('OA-60: the file has all collectors that match, not the page alone', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    if (content instanceof Blob) files.push(content);
    return 'blob:file';
  });
  const { screen } = await open();
  await expect.element(screen.getByText('1 to 100 of 230')).toBeVisible();
  await screen.getByRole('button', { name: 'Export' }).click();
  await vi.waitFor(() => expect(files).toHaveLength(1));
  const [head, first, ...rest] = (await files[0]?.text())?.trim().split(/\r?\n/) ?? [];
  expect(head).toMatch(/Collector.*Customer and site.*State.*Id/);
  expect(first).toContain('site-1');
  expect(first).toMatch(/working.*2026-11-26T12:41:00\.000Z.*6.*manage.*applied.*0\.1\.0/);
  expect(rest).toHaveLength(229);
});

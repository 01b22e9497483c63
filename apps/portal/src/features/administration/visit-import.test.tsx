import type { ImportAnswer } from '@platen/contract/visit-import';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import type { FakeRoutes } from '../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../test/render-portal.tsx';
import { me } from '../../../test/tokens/data.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const idOf = (at: number) => `0193e0a0-0000-7000-8000-${String(at).padStart(12, '0')}`;
const figures: ImportAnswer = {
  dryRun: true,
  lines: 3,
  visits: 2,
  known: 0,
  refused: [{ line: 4, field: 'serial', reason: 'no device with this serial number' }],
  refusedCount: 1,
};

/** A server that works each import in two steps. */
function importing(role = 'service') {
  const bodies: { readonly csv: string; readonly dryRun: boolean }[] = [];
  let steps = 0;
  const job = () => ({
    jobId: idOf(bodies.length),
    kind: 'visitImport',
    state: steps > 1 ? 'done' : 'running',
    done: steps > 1 ? 2 : 1,
    total: 2,
    reason: null,
    result: steps > 1 ? `/v1/jobs/${idOf(bodies.length)}/result` : null,
    askedAt: new Date().toISOString(),
    startedAt: new Date().toISOString(),
    finishedAt: steps > 1 ? new Date().toISOString() : null,
  });
  const result = () => ({ body: { kind: 'visitImport', ...figures, dryRun: bodies.at(-1)?.dryRun ?? true } });
  const routes: FakeRoutes = {
    'GET /v1/users/me': { body: { groups: [], ...me, role } },
    'POST /v1/visits/import': ({ body }) => {
      const { csv, dryRun } = Object(body);
      bodies.push({ csv, dryRun });
      steps = 0;
      if (csv === 'a,b\n')
        return {
          status: 422,
          body: { errorCode: 202001, detail: [{ msg: 'body.csv: the column serial is missing' }] },
        };
      return { status: 202, body: { jobId: idOf(bodies.length) } };
    },
    'GET /v1/jobs': () => {
      steps++;
      return { body: { jobs: bodies.length === 0 ? [] : [job()] } };
    },
    [`GET /v1/jobs/${idOf(1)}/result`]: result,
    [`GET /v1/jobs/${idOf(2)}/result`]: result,
    [`POST /v1/jobs/${idOf(1)}/seen`]: { body: { status: 'success' } },
    [`POST /v1/jobs/${idOf(2)}/seen`]: { body: { status: 'success' } },
  };
  return { bodies, routes };
}
const open = (routes: FakeRoutes, locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path: '/administration/visitImport', locale, session: signedInUser, routes });
const fileOf = (text: string) => new File([text], 'visits.csv', { type: 'text/csv' });

test('VR-10 GE-13: a file is tried first, its wrong lines are named, and only then it is imported', async () => {
  const { bodies, routes } = importing();
  const { screen } = await open(routes);
  await expect.element(screen.getByRole('button', { name: 'Try' })).toBeDisabled();
  await userEvent.upload(screen.getByLabelText('File'), fileOf('serial,day,result\n'));
  await screen.getByRole('button', { name: 'Try' }).click();
  await expect.element(screen.getByRole('progressbar')).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'What the import would do' })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: '4 serial no device with this serial number' })).toBeVisible();
  expect(await findProblems()).toEqual([]);
  await screen.getByRole('button', { name: 'Import 2 visits' }).click();
  await expect.element(screen.getByRole('region', { name: 'What the import did' })).toBeVisible();
  expect(bodies.map(({ dryRun }) => dryRun)).toEqual([true, false]);
  await expect.element(screen.getByRole('button', { name: /^Import/ })).not.toBeInTheDocument();
});

test('VR-10: a file that is no table of visits says why; who may not manage visits sees no such page', async () => {
  const { routes } = importing();
  const { screen } = await open(routes);
  await userEvent.upload(screen.getByLabelText('File'), fileOf('a,b\n'));
  await screen.getByRole('button', { name: 'Try' }).click();
  await expect.element(screen.getByRole('alert').filter({ hasText: 'the column serial is missing' })).toBeVisible();
  const dealer = await open(importing('dealer').routes);
  await expect.element(dealer.screen.getByText('You have no right to this area.')).toBeVisible();
});

test('GE-19: in Japanese, dark, at 480 px the page has no accessibility defect', async () => {
  await browser.viewport(480, 900);
  document.documentElement.dataset['theme'] = 'dark';
  const { screen } = await open(importing().routes, 'ja-jp');
  await expect.element(screen.getByRole('button', { name: '試行' })).toBeVisible();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
});

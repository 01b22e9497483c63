import type { Job, JobResult } from '@platen/contract/jobs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { plainCondition } from '../../../../../packages/contract/test/worklist-row.ts';
import type { FakeRoutes } from '../../../test/fake-server.ts';
import { findProblems, wipe } from '../../../test/render-portal.tsx';
import { answered, idOf, page, rows } from '../../../test/worklist/data.ts';
import { open } from '../../../test/worklist/open.tsx';

beforeEach(() => browser.viewport(1440, 900));
afterEach(wipe);

const many = Array.from({ length: 201 }, (_, n) => ({
  ...plainCondition,
  conditionId: idOf(2000 + n),
  facts: { code: 'C391' },
}));
const list = {
  ...page,
  rows: rows.map((row, n) => (n === 0 ? { ...row, conditions: many, conditionCount: 201 } : row)),
};
const job: Job = {
  jobId: idOf(800),
  kind: 'worklistActions',
  state: 'running',
  done: 50,
  total: 201,
  reason: null,
  result: null,
  askedAt: new Date().toISOString(),
  startedAt: new Date().toISOString(),
  finishedAt: null,
};
const ended = (change: Partial<Job> = {}): Job => ({
  ...job,
  state: 'done',
  done: 201,
  result: `/v1/jobs/${job.jobId}/result`,
  finishedAt: new Date().toISOString(),
  ...change,
});
const [first = plainCondition, ...others] = many;
const result: JobResult = {
  kind: 'worklistActions',
  action: 'acknowledge',
  actionId: idOf(700),
  results: [
    { conditionId: first.conditionId, code: 202002, current: first, serial: 'PKWL000077' },
    ...others.map(({ conditionId }) => ({ conditionId, code: 0, version: 2 })),
  ],
};
/** A server with one job, which the test moves on. */
const serverWith = (state: { job?: Job | undefined }, of: JobResult = result): FakeRoutes => ({
  ...answered(list),
  'POST /v1/worklist/actions': ({ body }) => {
    const { items } = body as { items: { conditionId: string }[] };
    const results = items.map(({ conditionId }) => ({ conditionId, code: 0 }));
    if (items.length <= 200) return { body: { actionId: idOf(701), results } };
    state.job = job;
    return { status: 202, body: { jobId: job.jobId } };
  },
  'GET /v1/jobs': () => ({ body: { jobs: state.job === undefined ? [] : [state.job] } }),
  [`GET /v1/jobs/${job.jobId}/result`]: { body: of },
  [`POST /v1/jobs/${job.jobId}/seen`]: () => {
    state.job = undefined;
    return { body: { status: 'success' } };
  },
});

test('GE-13 WL-62 WL-42: more than 200 conditions go on as a job, whose progress and result outlast leaving the list', async () => {
  const state: { job?: Job | undefined } = {};
  const { screen, router, server } = await open('/worklist', serverWith(state));
  await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
  await userEvent.keyboard('jx');
  await screen.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Acknowledge' }).click();
  await expect.element(screen.getByText('50 of 201 conditions')).toBeVisible();
  await expect.element(screen.getByText('You can leave this page: the work goes on.')).toBeVisible();
  await expect.element(screen.getByRole('progressbar', { name: 'Work in progress' })).toHaveAttribute('value', '50');
  expect(await findProblems()).toEqual([]);
  expect(server.called('POST /v1/worklist/actions')[0]?.body).toMatchObject({ action: 'acknowledge' });
  await expect.element(screen.getByRole('toolbar', { name: 'Actions' })).not.toBeInTheDocument();

  await router.navigate({ to: '/devicelist' });
  await expect.element(screen.getByText('No devices')).toBeVisible();
  expect(screen.getByRole('progressbar').elements()).toEqual([]);
  state.job = { ...job, done: 150 };
  await router.navigate({ to: '/worklist' });
  await expect.element(screen.getByText('150 of 201 conditions')).toBeVisible();
  state.job = ended();
  await expect
    .element(screen.getByText(/^200 conditions acknowledged.*1 not done:.*PKWL000077, C391.*changed/))
    .toBeVisible();
  expect(screen.getByRole('progressbar').elements()).toEqual([]);
  const lists = server.called('GET /v1/worklist').length;

  await router.navigate({ to: '/devicelist' });
  await router.navigate({ to: '/worklist' });
  await expect.element(screen.getByText(/^200 conditions acknowledged/)).toBeVisible();
  expect(lists).toBeGreaterThan(1);
  await userEvent.keyboard('u');
  await expect.poll(() => server.called(`POST /v1/jobs/${job.jobId}/seen`)).toHaveLength(1);
  await expect.element(screen.getByText('Taken back: 200 conditions acknowledged')).toBeVisible();
  const { body } = server.called('POST /v1/worklist/actions')[1] ?? {};
  expect(body).toMatchObject({ action: 'undo', actionId: idOf(700), items: others.map(() => ({ version: 2 })) });
});

test('GE-13: what came of a job is shown until it is closed, also what was not tried and why', async () => {
  const reason = { errorCode: 200002, detail: [] };
  const state: { job?: Job | undefined } = { job: ended({ state: 'failed', done: 51, reason }) };
  const part = { ...result, results: result.results.slice(0, 51) };
  const { screen, router, server } = await open('/worklist', {
    ...serverWith(state, part),
    [`POST /v1/jobs/${job.jobId}/seen`]: 'silent',
  });
  await expect
    .element(screen.getByText(/^50 conditions acknowledged.*1 not done:.*150 not tried: 200002/))
    .toBeVisible();
  expect(await findProblems()).toEqual([]);
  await screen.getByRole('status').getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => server.called(`POST /v1/jobs/${job.jobId}/seen`)).toHaveLength(1);
  // The server does not know yet, and still lists it.
  await router.navigate({ to: '/devicelist' });
  await expect.element(screen.getByText('No devices')).toBeVisible();
  await router.navigate({ to: '/worklist' });
  await expect.element(screen.getByRole('row', { name: /C391/ })).toBeVisible();
  await expect.poll(() => server.called('GET /v1/jobs').length).toBeGreaterThan(1);
  await expect.element(screen.getByText(/conditions acknowledged/)).not.toBeInTheDocument();
});

test('GE-13: a job of another day is not shown by itself, and one that failed at once names its reason', async () => {
  const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
  const reason = { errorCode: 200002, detail: [] };
  const failed = ended({ state: 'failed', done: 0, result: null, reason });
  const { screen, server } = await open('/worklist', serverWith({ job: { ...failed, finishedAt: yesterday } }));
  await expect.poll(() => server.called('GET /v1/jobs')).toHaveLength(1);
  await expect.element(screen.getByText(/^Not done\./)).not.toBeInTheDocument();
  await screen.unmount();
  const { screen: again } = await open('/worklist', serverWith({ job: failed }));
  await expect.element(again.getByText(/^Not done\. 200002/)).toBeVisible();
});

test('GE-13 GE-19 WL-62: hundreds of conditions that were not done are read by scrolling', async () => {
  const failed = many.map(({ conditionId }, n) => ({ conditionId, code: 202002, current: first, serial: `S${n}` }));
  const { screen } = await open('/worklist', serverWith({ job: ended() }, { ...result, results: failed }));
  const names = screen.getByRole('group', { name: '201 conditions' });
  await expect.element(names.getByText(/^S200, C391/)).toBeInTheDocument();
  expect(names.element().getBoundingClientRect().height).toBeLessThan(300);
  expect(await findProblems()).toEqual([]);
});

test('GE-13 GE-19: a job that waits, in Japanese and narrow', async () => {
  await browser.viewport(480, 900);
  const state = { job: { ...job, state: 'waiting' as const, done: 0, startedAt: null } };
  const { screen } = await open('/worklist', serverWith(state), 'ja-jp');
  await expect.element(screen.getByText('201項目中0項目')).toBeVisible();
  await expect.element(screen.getByText('開始を待っています。')).toBeVisible();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
});

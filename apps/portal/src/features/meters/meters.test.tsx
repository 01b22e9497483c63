import type { CloseLine } from '@platen/contract/close-lines';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FakeRoutes } from '../../../test/fake-server.ts';
import { close, closeId, lines, toLine, toRoutes } from '../../../test/meters/closes.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../test/render-portal.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const open = (served = toRoutes(), path = '/meters', locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path, locale, session: signedInUser, routes: served });

/** The lines of a close are these. */
const withLines = (all: readonly CloseLine[]): FakeRoutes => ({
  ...toRoutes(),
  [`GET /v1/closes/${closeId}/lines`]: { body: { total: all.length, lines: all } },
});

/** An id of a device that no other line has. */
const toId = (n: number) => `0190f3c2-7f3a-7cc1-8a6b-1${String(n).padStart(11, '0')}`;

describe('the area of meters', () => {
  test('LG-38: lines stand by what stops them, and a cause is stated by one press', async () => {
    const { screen, server } = await open();
    await expect.element(screen.getByText('1 thing stops the close')).toBeVisible();
    await expect.element(screen.getByText(/^Fell from 88,412 to 31 on/)).toBeVisible();
    await screen.getByRole('button', { name: 'Board exchanged' }).click();
    await expect.element(screen.getByText('1 line is settled.')).toBeVisible();
    expect(server.called(`POST /v1/closes/${closeId}/settle`).map(({ body }) => body)).toEqual([
      {
        action: 'cause',
        cause: 'boardExchanged',
        reason: 'boardExchange',
        lines: [{ deviceId: lines[0]?.deviceId, meter: 'total', part: 1, version: 1 }],
      },
    ]);
  });

  test('LG-32 LG-38: counters of a device that fell at once are settled by one press', async () => {
    const [fell] = lines;
    if (fell === undefined) throw new Error('no line fell');
    const other = { ...fell, meter: 'black', version: 4 };
    const later = { ...fell, deviceId: lines[1]?.deviceId ?? '', serial: 'PBZT000299' };
    const { screen, server } = await open(withLines([fell, other, later]));
    await expect.element(screen.getByText(/the same with one more meter of the device/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Board exchanged' }).elements()).toHaveLength(2);
    await screen.getByRole('button', { name: 'Board exchanged' }).first().click();
    await expect
      .poll(() => server.called(`POST /v1/closes/${closeId}/settle`).map(({ body }) => body))
      .toMatchObject([
        {
          lines: [
            { meter: 'total', deviceId: fell.deviceId, version: 1 },
            { meter: 'black', deviceId: fell.deviceId, version: 4 },
          ],
        },
      ]);
  });

  test('LG-16: that the last close was estimated too is stated from the second estimate on', async () => {
    const estimate = { value: 1240, lower: 1150, upper: 1330 };
    const [first, second] = [1, 2].map((inARow) =>
      toLine(inARow, { state: 'old', warnings: ['old'], estimate: { ...estimate, inARow } }),
    );
    if (first === undefined || second === undefined) throw new Error('two lines');
    const { screen } = await open(withLines([first, second]));
    await expect.element(screen.getByText('The last close was estimated too.')).toBeVisible();
    expect(screen.getByText(/1,240 more/).elements()).toHaveLength(2);
  });

  test('LG-16 LG-19: an estimate by one press claims no agreement of the customer', async () => {
    const estimate = { value: 1240, lower: 1150, upper: 1330, inARow: 1 };
    const line = toLine(1, { state: 'old', warnings: ['old'], estimate });
    const { screen, server } = await open(withLines([line]));
    await screen.getByRole('button', { name: 'Estimate', exact: true }).click();
    await expect.element(screen.getByText('1 line is settled.')).toBeVisible();
    expect(server.called(`POST /v1/closes/${closeId}/settle`).map(({ body }) => body)).toMatchObject([
      { action: 'estimate', reason: 'other', note: 'No reading at the end of the period' },
    ]);
  });

  test('LG-32 GE-13: more than 200 lines are settled as a job, whose progress and result are shown', async () => {
    const jobId = '0190f3c2-7f3a-7cc1-8a6b-2f1d9c3b4a60';
    const job = {
      jobId,
      kind: 'meterSettle',
      done: 200,
      total: 201,
      reason: null,
      askedAt: close.madeAt,
      startedAt: close.madeAt,
    };
    const skipped = { deviceId: closeId, meter: 'total', part: 1, errorCode: 202_002, reason: 'changed' };
    let asked = 0;
    const all = Array.from({ length: 201 }, (_, n) => toLine(3, { deviceId: toId(n), serial: `PBZT${n}` }));
    const { screen } = await open({
      ...withLines(all),
      [`POST /v1/closes/${closeId}/settle`]: { status: 202, body: { jobId } },
      'GET /v1/jobs': () => {
        asked += 1;
        if (asked < 2) return { body: { jobs: [] } };
        const isOver = asked > 2;
        const ended = isOver
          ? { state: 'done', result: `/v1/jobs/${jobId}/result`, finishedAt: new Date().toISOString() }
          : { state: 'running', result: null, finishedAt: null };
        return { body: { jobs: [{ ...job, ...ended }] } };
      },
      [`GET /v1/jobs/${jobId}/result`]: {
        body: { kind: 'meterSettle', closeId, settled: 200, skippedCount: 1, skipped: [skipped] },
      },
      [`POST /v1/jobs/${jobId}/seen`]: { body: { status: 'OK' } },
    });
    await screen.getByRole('checkbox', { name: 'Select all lines shown' }).click();
    await screen.getByRole('button', { name: 'Settle', exact: true }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Settle', exact: true }).click();
    await expect.element(screen.getByText('200 of 201 lines')).toBeVisible();
    await expect.element(screen.getByText(/200 lines are settled. 1 line was left alone/)).toBeVisible();
  });

  test('LG-32: several lines are settled with one reason, by keys', async () => {
    const { screen, server, router } = await open();
    await expect.element(screen.getByText('1 thing stops the close')).toBeVisible();
    await expect.element(screen.getByRole('row', { name: /PBZT000283/ })).toBeVisible();
    await userEvent.keyboard('jxjxs');
    await expect.element(screen.getByRole('dialog', { name: 'Settle 2 lines' })).toBeVisible();
    expect(router.state.location.search).toMatchObject({ line: `${lines[1]?.deviceId}.total.1` });
    await screen.getByRole('dialog').getByRole('button', { name: 'Settle' }).click();
    await expect
      .poll(() => server.called(`POST /v1/closes/${closeId}/settle`).map(({ body }) => body))
      .toMatchObject([{ action: 'leaveOut', reason: 'agreed', lines: [{}, {}] }]);
  });

  test('LG-35: what nothing stops is closed as a job, after all decisions were shown', async () => {
    const { screen, server } = await open(toRoutes({ state: 'ready', stops: 0 }));
    await screen.getByRole('button', { name: 'Close the period' }).click();
    await expect.element(screen.getByText(/never opened again/)).toBeVisible();
    await screen.getByRole('dialog').getByRole('button', { name: 'Close the period' }).click();
    await expect.poll(() => server.called(`POST /v1/closes/${closeId}/close`).length).toBe(1);
  });

  test('GE-12: who may only read meters changes nothing', async () => {
    const { screen } = await open(toRoutes({}, 'dealer'));
    await expect.element(screen.getByText(/^Fell from 88,412 to 31 on/)).toBeVisible();
    expect(document.querySelectorAll('input[type="checkbox"]')).toHaveLength(0);
    await expect.element(screen.getByRole('button', { name: 'Board exchanged' })).not.toBeInTheDocument();
  });

  test('GE-19: without a close the area says what a plan is for; an error can be tried again', async () => {
    const empty = await open({ ...toRoutes(), 'GET /v1/closes': { body: { closes: [] } } });
    await expect.element(empty.screen.getByText('No period is closed here yet.').first()).toBeVisible();
    await wipe();
    const failed = await open({
      ...toRoutes(),
      'GET /v1/closes': { status: 500, body: { errorCode: 201000, detail: [] } },
    });
    await expect.element(failed.screen.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
  });

  test.each([480, 960, 1440, 1680])(
    'FG-17 GE-19: at %i px axe finds nothing, light and dark, in both languages',
    async (width) => {
      await page.viewport(width, 900);
      for (const [locale, theme] of [
        ['en-us', 'light'],
        ['ja-jp', 'dark'],
      ] as const) {
        document.documentElement.dataset['theme'] = theme;
        const { screen } = await open(toRoutes(), '/meters', locale);
        await expect.element(screen.getByRole('row', { name: /PBZT000283/ })).toBeVisible();
        expect(await findProblems()).toEqual([]);
        expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
        await wipe();
      }
    },
  );
});

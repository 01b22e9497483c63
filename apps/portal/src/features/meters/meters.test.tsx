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
  test('LG-31 LG-38: devices without a line are counted apart, and a close without a line says so', async () => {
    const { screen } = await open(toRoutes({ devices: 16, devicesWithLines: 11 }));
    await expect.element(screen.getByText(/^16 devices, 11 of them with 3 lines\./)).toBeVisible();
    const none = { lines: 0, stops: 0, byStop: {}, byState: {}, warns: 0, good: 0 };
    const empty = await open(toRoutes({ ...none, devices: 16, devicesWithLines: 0 }));
    await expect.element(empty.screen.getByText('No line to close')).toBeVisible();
    await expect.element(empty.screen.getByText(/^16 devices, 0 lines\./)).toBeVisible();
  });

  test('LG-20: a correction of a closed period stands without a reading, and under no head that counts readings', async () => {
    const corrects = {
      closeId: toId(9),
      name: 'September',
      from: '2025-09-01T00:00:00.000Z',
      to: '2025-10-01T00:00:00.000Z',
      correctionIds: [toId(8)],
      reasons: ['testPrints' as const],
    };
    const line = toLine(1, { kind: 'correction', start: null, end: null, use: null, billed: -20, corrects });
    const { screen } = await open(withLines([line]));
    await expect.element(screen.getByText('Correction for September')).toBeVisible();
    expect(screen.getByText(/lines? (is|are) good/).elements()).toEqual([]);
    expect(screen.getByText('none', { exact: true }).elements()).toEqual([]);
  });

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

  test('LG-38: after a press that settles a line the focus stands on the line that takes its place', async () => {
    const [fell] = lines;
    if (fell === undefined) throw new Error('no line fell');
    const next = { ...fell, deviceId: toId(7), serial: 'PBZT000297' };
    const [good] = [toLine(3, {})];
    const state = { isSettled: false };
    const { screen } = await open({
      ...toRoutes(),
      [`GET /v1/closes/${closeId}/lines`]: () => ({
        body: { total: 3, lines: state.isSettled ? [next, good, toLine(1, {})] : [fell, next, good] },
      }),
      [`POST /v1/closes/${closeId}/settle`]: () => {
        state.isSettled = true;
        return { body: { done: 1, skipped: [], close } };
      },
    });
    await screen.getByRole('button', { name: 'Board exchanged' }).first().click();
    await expect.element(screen.getByText('1 line is settled.')).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toBe('PBZT000297');
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

  test('LG-38: while the period runs no change of use is judged, and the screen says why', async () => {
    const now = Date.now();
    const period = { ...close.period, to: new Date(now + 86_400_000).toISOString() };
    const half = toLine(1, { billed: 100, use: 100, before: 3000 });
    const line = { [`GET /v1/closes/${closeId}/lines`]: { body: { total: 1, lines: [half] } } };
    const served = { ...toRoutes({ period }), ...line };
    const { screen } = await open(served);
    await expect.element(screen.getByText('period still runs').first()).toBeVisible();
    // Of the line, and of the customer below the lines.
    await expect.poll(() => screen.getByText('period still runs').elements().length).toBe(2);
    expect(document.querySelector('[data-outlier]')).toBeNull();
    expect(document.body.textContent).not.toMatch(/outlier|97%/);
    await screen.unmount();
    const ended = await open({ ...toRoutes(), ...line });
    await expect.element(ended.screen.getByText(/97%/).first()).toBeVisible();
    expect(document.querySelector('[data-outlier]')).not.toBeNull();
  });

  test('LG-38: use of fewer devices than in the period before is not compared with it', async () => {
    const sums = { meter: 'total', unit: 'impressions', billed: 2433, missing: 1, before: 5103, lastYear: null };
    const name = { customerNumber: 'K9', customerName: 'Marlow Quay', devices: 2 };
    const withCustomer = (unbilled: number, missing: number) => ({
      ...toRoutes(),
      [`GET /v1/closes/${closeId}`]: {
        body: { close, totals: [], customers: [{ ...name, ...sums, missing, unbilled }] },
      },
    });
    const cells = async (served: FakeRoutes) => {
      const { screen } = await open(served);
      const row = screen.getByRole('row', { name: /Marlow Quay/ });
      await expect.element(row).toBeVisible();
      const found = [...row.element().querySelectorAll('td')].map(({ textContent }) => textContent);
      await screen.unmount();
      return found;
    };
    // One line is missing; then it was left out; then it is there.
    expect(await cells(withCustomer(1, 1))).toEqual(['Total', '2', '2,433 1 missing', '5,103', '-', '-']);
    expect(await cells(withCustomer(1, 0))).toEqual(['Total', '2', '2,433', '5,103', '-', '-']);
    expect(await cells(withCustomer(0, 0))).toEqual(['Total', '2', '2,433', '5,103', '-', '-52%']);
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
    const [sent] = server.called(`POST /v1/closes/${closeId}/settle`).map(({ body }) => body);
    expect(sent).toMatchObject({ action: 'estimate', reason: 'other' });
    expect(sent).not.toHaveProperty('note');
    await screen.unmount();
    // Why it was is stated in the language of the reader, not of who pressed.
    const by = { userId: toId(9), name: 'Billing' };
    const settled = { kind: 'estimate', reason: 'other', note: null, by, at: close.madeAt } as const;
    const estimated = { ...line, state: 'estimated', settled } as const;
    const japanese = await open(withLines([estimated]), '/meters', 'ja-jp');
    await expect.element(japanese.screen.getByText(/期末の読み取り値なし/)).toBeVisible();
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
    const ready = { ...close, state: 'ready', stops: 0 } as const;
    const meters = ['black', 'color', 'scanLarge', 'scanSmall', 'total'];
    const totals = meters.map((meter, n) => {
      const billed = 1000 + n;
      return { meter, unit: 'impressions', billed, missing: 0, before: null, lastYear: null };
    });
    const { screen, server } = await open({
      ...toRoutes(ready),
      [`GET /v1/closes/${closeId}`]: { body: { close: ready, totals, customers: [] } },
    });
    await screen.getByRole('button', { name: 'Close the period' }).click();
    await expect.element(screen.getByText(/never opened again/)).toBeVisible();
    // Every meter with its sum, the total too: it is for good.
    await expect.element(screen.getByRole('dialog').getByText('1,004', { exact: true })).toBeVisible();
    await screen.getByRole('dialog').getByRole('button', { name: 'Close the period' }).click();
    await expect.poll(() => server.called(`POST /v1/closes/${closeId}/close`).length).toBe(1);
  });

  test.each([
    ['that was closed', 'done', `SHA-256 ${'a'.repeat(64)}`, close.name],
    ['that could not be closed', 'failed', /^Not done \(202002\)/, 'Close the period'],
  ] as const)(
    'LG-35: a period %s stays shown with what came of it, not the next open one, and keeps the focus',
    async (_, outcome, shown, focused) => {
      const ready = { ...close, state: 'ready', stops: 0 } as const;
      const later = { ...close, closeId: toId(5), name: 'November, Haldane Office' };
      const written = { ...ready, state: 'closed', hash: 'a'.repeat(64) } as const;
      const state = { isAsked: false };
      const after = () => (state.isAsked && outcome === 'done' ? written : ready);
      const { screen, router } = await open({
        ...toRoutes(ready),
        'GET /v1/closes': () => ({ body: { closes: [later, after()] } }),
        [`GET /v1/closes/${closeId}`]: () => ({ body: { close: after(), totals: [], customers: [] } }),
        [`POST /v1/closes/${closeId}/close`]: () => {
          state.isAsked = true;
          return { status: 202, body: { jobId: closeId } };
        },
        'GET /v1/jobs': () => {
          const times = { askedAt: close.madeAt, startedAt: close.madeAt, finishedAt: new Date().toISOString() };
          const reason = outcome === 'failed' ? { errorCode: 202_002, detail: [] } : null;
          const job = { jobId: closeId, kind: 'meterClose', done: 0, total: 1, state: outcome, result: null, reason };
          return { body: { jobs: state.isAsked ? [{ ...job, ...times }] : [] } };
        },
        [`POST /v1/jobs/${closeId}/seen`]: { body: { status: 'OK' } },
      });
      await screen.getByRole('button', { name: 'Close the period' }).click();
      await screen.getByRole('dialog').getByRole('button', { name: 'Close the period' }).click();
      await expect.element(screen.getByText(shown)).toBeVisible();
      expect(router.state.location.search).toMatchObject({ close: closeId });
      await expect.element(screen.getByRole('heading', { level: 2, name: close.name })).toBeVisible();
      await expect.poll(() => document.activeElement?.textContent).toBe(focused);
    },
  );

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

  test.each([480, 720, 959, 1440])(
    'GE-19: at %i px the head of a close stands off the edge of the screen',
    async (width) => {
      await page.viewport(width, 900);
      const { screen } = await open();
      const stops = screen.getByText('1 thing stops the close');
      await expect.element(stops).toBeVisible();
      expect(stops.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(12);
    },
  );

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

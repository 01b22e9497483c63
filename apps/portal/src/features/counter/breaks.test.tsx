import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { richCounter } from '../../../test/device/counter-data.ts';
import { deviceId } from '../../../test/device/device-data.ts';
import { type Answers, renderDevice, richAnswers } from '../../../test/device/render-device.tsx';

const open = { cause: null, answeredBy: null, answeredAt: null };
const counters = [
  { key: 'pages.black', before: 7000, after: 4 },
  { key: 'pages.total', before: 12_000, after: 7 },
  { key: 'source.CST1', before: 9000, after: 5 },
];
const breaks = [
  { day: '2026-11-02', ...open, counters: [{ key: 'scan.small', before: 10, after: 90_000 }] },
  { day: '2026-10-03', ...open, counters },
];
const answered = {
  day: '2026-10-03',
  cause: 'memoryCleared',
  answeredBy: 'Anna Service',
  answeredAt: '2026-11-21T10:00:00Z',
  counters,
};
const show = (saved: Answers[string] = { body: answered }, locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderDevice({
    path: `/counter?device=${deviceId}`,
    locale,
    answers: { ...richAnswers(), counter: { body: { ...richCounter(), breaks } }, break: saved },
  });
const panel = (name = 'Counter jumps and resets') => page.getByRole('region', { name });
const cause = (day: string) => page.getByRole('combobox', { name: `What happened on ${day}?` });
const sent = () =>
  vi
    .mocked(window.fetch)
    .mock.calls.flatMap(([, init]) =>
      init?.method === 'PUT' && typeof init.body === 'string' ? [JSON.parse(init.body) as unknown] : [],
    );

beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.restoreAllMocks());

describe('CT-01: counters that fell or leapt', () => {
  test('stand in a row a day with the counter of all pages, and ask what happened', async () => {
    await show();
    await expect.element(cause('10/03/2026')).toBeVisible();
    const rows = [...panel().element().querySelectorAll('tbody tr')].map((row) =>
      [...row.children].slice(0, 4).map(({ textContent }) => textContent?.replace('source', '').trim()),
    );
    expect(rows).toEqual([
      ['11/02/2026', 'Scan counter, Small', '10', '90,000'],
      ['10/03/2026', 'Total + 2 more', '12,000', '7'],
    ]);
    await expect.element(cause('10/03/2026')).toHaveValue('');
    const { violations } = await axe.run(panel().element());
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  test('a cause is saved when it is chosen, and is shown with the name of who chose it', async () => {
    const answers = { ...richAnswers(), counter: { body: { ...richCounter(), breaks } }, break: { body: answered } };
    await renderDevice({ path: `/counter?device=${deviceId}`, answers });
    await expect.element(cause('10/03/2026')).toBeVisible();
    // The counters are asked for again after the answer, as it changes the continued total.
    const known = breaks.map((one) => (one.day === answered.day ? answered : one));
    Object.assign(answers, { counter: { body: { ...richCounter(), breaks: known } } });
    await userEvent.selectOptions(cause('10/03/2026'), 'Memory cleared');
    await expect.element(panel().getByText('Anna Service, 11/21/2026')).toBeVisible();
    await expect.element(panel().getByText('Saved.')).toBeVisible();
    expect(sent()).toEqual([{ day: '2026-10-03', cause: 'memoryCleared' }]);
    await expect.element(cause('10/03/2026')).toHaveValue('memoryCleared');
    await expect.element(cause('11/02/2026')).toHaveValue('');
  });

  test('AU-44: an account that may not say so reads on, without a popup', async () => {
    await show({ status: 403, body: { errorCode: 200002, detail: [] } });
    await userEvent.selectOptions(cause('10/03/2026'), 'Memory cleared');
    await expect.element(panel().getByRole('alert')).toHaveTextContent('Your account cannot set the cause (200002).');
    await expect.element(cause('11/02/2026')).toBeDisabled();
    await expect.element(cause('10/03/2026')).toHaveValue('');
  });

  test('AU-43 OQ-110: a dealer reads what happened and is not asked', async () => {
    await renderDevice({
      path: `/counter?device=${deviceId}`,
      answers: {
        ...richAnswers(),
        me: { body: { groups: [], role: 'dealer' } },
        counter: { body: { ...richCounter(), breaks: [breaks[0], answered] } },
      },
    });
    await expect.element(panel().getByText('Memory cleared')).toBeVisible();
    await expect.element(panel().getByText('Anna Service, 11/21/2026')).toBeVisible();
    expect(panel().getByRole('combobox').query()).toBeNull();
  });

  test('a cause that was not saved says so, and the question stays', async () => {
    await show({ status: 422, body: { errorCode: 202001, detail: [] } });
    await userEvent.selectOptions(cause('10/03/2026'), 'Reading error');
    await expect.element(panel().getByRole('alert')).toHaveTextContent(/^Not saved. 202001/);
    await expect.element(cause('10/03/2026')).toHaveValue('');
  });

  test('IX-10: in Japanese', async () => {
    await show(undefined, 'ja-jp');
    await expect.element(panel('連続しないカウンター').getByText('合計 ほか2件')).toBeVisible();
    await expect.element(page.getByRole('combobox', { name: '2026/10/03の原因' })).toHaveValue('');
  });

  test('a device whose counters go on has no such panel', async () => {
    await renderDevice({
      path: `/counter?device=${deviceId}`,
      answers: { ...richAnswers(), counter: { body: richCounter() } },
    });
    await expect.element(page.getByRole('region', { name: 'Scan counter' })).toBeVisible();
    await expect.element(panel()).not.toBeInTheDocument();
  });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { deviceId, evidence } from '../../../test/device/device-data.ts';
import { jams, logs, manyLogs } from '../../../test/device/errors-data.ts';
import { renderDevice, richAnswers } from '../../../test/device/render-device.tsx';
import { historyEvidence } from '../../../test/device/supplies-data.ts';

const path = `/error?device=${deviceId}`;
const answers = (body = logs(), known = historyEvidence()) => ({
  ...richAnswers(),
  jams: { body: jams() },
  logs: { body },
  evidence: { body: { evidence: { ...evidence().evidence, ...known } } },
});
beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.restoreAllMocks());

const rowOf = (code: string) => page.getByRole('row').filter({ hasText: code });
const card = () => page.getByRole('tooltip');

test.each([
  ['en-us', 'as reported', 'derived from several values', 'The kind follows from the code.'],
  ['ja-jp', '報告された値のまま', '複数の値から算出', '種類はコードから判別しています。'],
] as const)(
  'ER-02 OQ-68: in %s code, kind and counter of an error show their path in the report and what was reported',
  async (locale, reported, derived, kind) => {
    const body = logs();
    await renderDevice({ path, answers: answers(body), locale });
    const row = rowOf('C911');
    const at = body.errorLogs[2]?.occurredAt ?? '';
    await row.getByRole('gridcell').nth(2).getByRole('button').click();
    await expect.element(card()).toHaveTextContent(reported);
    await expect.element(card()).toHaveTextContent('errors.code = C911');
    await expect.element(card()).toHaveTextContent(`errors.occurredAt = ${at}`);
    // The time of receipt is not stored: the card shows no way through the collector.
    expect(card().getByRole('list').elements()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await row.getByRole('gridcell').nth(4).getByRole('button').click();
    await expect.element(card()).toHaveTextContent(`errors.counter = ${body.errorLogs[2]?.counter}`);
    await userEvent.keyboard('{Escape}');
    await row.getByRole('gridcell').nth(1).getByRole('button').click();
    await expect.element(card()).toHaveTextContent(derived);
    await expect.element(card()).toHaveTextContent(kind);
  },
);

test('OQ-68: a coded setting shows the code that was reported', async () => {
  await renderDevice({ path, answers: answers() });
  await page
    .getByRole('button', { name: /^Details of E010/ })
    .first()
    .click();
  await page.getByRole('definition').getByRole('button').first().click();
  await expect.element(card()).toHaveTextContent(/errors\.conditions\.\w+ = \d/);
});

test('a counter that was not reported has no evidence, and without evidence none is made up', async () => {
  await renderDevice({ path, answers: answers(logs(), {}) });
  await expect.element(rowOf('E712').getByText('Not reported')).toBeVisible();
  await rowOf('C911')
    .getByRole('button', { name: /^C911 / })
    .click();
  await expect.element(card()).toHaveTextContent('No source is recorded for this value.');
});

test('of more than a hundred rows the one under the pointer or the keyboard can be questioned', async () => {
  // Not where an earlier test left it: a row may be drawn under it.
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 });
  await renderDevice({ path, answers: answers(manyLogs(101)) });
  const triggers = () => document.querySelectorAll('tbody td[data-column=code] button');
  const expands = () => [...document.querySelectorAll<HTMLButtonElement>('tbody td[data-column=time] button')];
  await expect.poll(() => expands().length).toBe(101);
  expect(triggers()).toHaveLength(0);
  await userEvent.hover(expands()[1] ?? document.body);
  await expect.poll(() => triggers().length).toBe(1);
  expect(triggers()[0]?.closest('tr')).toBe(expands()[1]?.closest('tr'));
  expands()[0]?.focus();
  await expect.poll(() => triggers()[0]?.closest('tr') === expands()[0]?.closest('tr')).toBe(true);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  await expect.element(card()).toHaveTextContent('errors.code = C911');
});

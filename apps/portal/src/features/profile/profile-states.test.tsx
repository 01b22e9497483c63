import type { DeviceProfile } from '@platen/contract/details';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { evidence, offlineProfile, poorProfile, richProfile } from '../../../test/device/device-data.ts';
import { panel, profilePath as path, renderDevice, withProfile } from '../../../test/device/render-device.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.restoreAllMocks());

describe('a device that says next to nothing', () => {
  beforeEach(async () => {
    await renderDevice({ path, answers: withProfile(poorProfile()) });
  });

  test('PR-07: an unpacking date of 0000-00-00 is shown as -', async () => {
    const strip = (await panel('Device')).element();
    const unpacked = () =>
      [...strip.querySelectorAll('dt')].find(({ textContent }) => textContent === 'Unpacking date')?.nextElementSibling;
    await expect.poll(() => unpacked()?.textContent).toBe('-');
  });

  test('PR-10..PR-12 PR-16 PR-18..PR-22: what was not reported is a text, never a zero', async () => {
    const counter = (await panel('Counter')).element();
    await expect.poll(() => counter.textContent).toContain('Not reported');
    expect(counter.textContent).toContain('3 of 14 days of history');
    const toner = (await panel('Toner')).element();
    await expect.poll(() => toner.querySelectorAll('[role=img][aria-label$="Not reported"]').length).toBe(4);
    await expect.element(page.getByText('This device sends no part counters.')).toBeVisible();
    const figures = document.querySelector('main')?.textContent?.match(/(?<![\d,.:/])0%?(?![\d,.:/])/g);
    expect(figures).toBeNull();
  });

  test('PR-09: before predictions were computed no count is claimed', async () => {
    const predictions = (await panel('Failure predictions')).element();
    await expect.poll(() => predictions.textContent).toContain('Not computed yet.');
    expect(predictions.textContent).not.toMatch(/\d/);
  });

  test('PR-31: no report about errors differs from no errors', async () => {
    const errors = (await panel('Error information')).element();
    await expect.poll(() => errors.textContent).toContain('No data');
    expect(errors.textContent).toContain('No report about errors was received in this time.');
  });

  test('a device without model, serial and status says so', async () => {
    const strip = await panel('Device');
    await expect.element(strip.getByText('model not reported')).toBeVisible();
    await expect.element(strip.getByText('no serial number reported')).toBeVisible();
    await expect.element(strip.getByText('status not reported')).toBeVisible();
    await expect.element((await panel('Status')).getByText('status not reported')).toBeVisible();
  });
});

describe('PR-09: failure predictions', () => {
  const predicted = (predictedAt: string | null | undefined): DeviceProfile => {
    const { predictedAt: _, ...profile } = richProfile();
    return { ...profile, failurePredictions: [], ...(predictedAt === undefined ? {} : { predictedAt }) };
  };

  test('none after they were computed is the figure 0', async () => {
    await renderDevice({ path, answers: withProfile(predicted('2026-11-20T06:10:00.000Z')) });
    const predictions = await panel('Failure predictions');
    await expect.element(predictions.getByRole('button', { name: '0 source' })).toBeVisible();
    await expect.element(predictions.getByText('No failure sign recorded.')).toBeVisible();
  });

  test('PR-09: a device that sends nothing to judge by has no count of signs, not none', async () => {
    await renderDevice({ path, answers: withProfile({ ...predicted('2026-11-21T09:00:00Z'), judgedComponents: 0 }) });
    const predictions = (await panel('Failure predictions')).element();
    await expect.poll(() => predictions.textContent).toContain('This device reports nothing to predict from.');
    expect(predictions.textContent).not.toMatch(/\d/);
  });

  test.each([[null], [undefined]])('data that were processed, but not for predictions, claim none: %s', async (at) => {
    await renderDevice({ path, answers: withProfile(predicted(at)) });
    const predictions = (await panel('Failure predictions')).element();
    await expect.poll(() => predictions.textContent).toContain('Not computed yet.');
    expect(predictions.textContent).not.toMatch(/\d/);
  });
});

test('PR-12: a device that prints black only has no color fitted, which is no missing report', async () => {
  const profile = richProfile();
  const mono = { ...profile, isMonochrome: true as const, pages: { color: null, black: 1_284_306 } };
  await renderDevice({ path, answers: withProfile({ ...mono, counter: { ...profile.counter, colorRate: null } }) });
  const counter = (await panel('Counter')).element();
  await expect.poll(() => counter.textContent).toContain('not fitted');
  expect(counter.textContent).not.toContain('Not reported');
});

test('an offline device: its silence as reason, old data kept and its age marked', async () => {
  await renderDevice({ path, answers: withProfile(offlineProfile()) });
  const status = await panel('Status');
  await expect.element(status.getByText('no report for 23 d')).toBeVisible();
  await expect.element(status.getByText('Load plain A4 in tray 2 {10104}')).toBeVisible();
  await expect.element(page.getByText('23 d ago')).toBeVisible();
  await expect.element(page.getByText('1,284,306')).toBeVisible();
});

test('a warning: no band, the reason in our words and the device’s own and who can act next to it, the supply it is about marked', async () => {
  const reason = {
    source: 'supply',
    code: 'opc',
    severity: 'warning',
    condition: 'lifeNear',
    text: 'Drum YMC',
    whoCanAct: 'technician',
    also: [{ source: 'alert', code: '11', text: 'Replace Drum YMC soon' }],
  };
  await renderDevice({ path, answers: withProfile({ ...richProfile(), status: 'warning', statusReasons: [reason] }) });
  const status = await panel('Status');
  await expect.element(status.getByText('Drum near end of life')).toBeVisible();
  await expect.element(status.getByText('Replace Drum YMC soon')).toBeVisible();
  await expect.element(status.getByText('Technician needed')).toBeVisible();
  await expect.element(status.getByText('Warning', { exact: true })).toBeVisible();
  expect(document.querySelector('main [aria-label="Error"]')).toBeNull();
  const level = (await panel('Other supplies')).getByRole('button', { name: '74% source' });
  await expect.element(level).toBeVisible();
  expect(level.element().parentElement?.dataset['severity']).toBe('warning');
});

test('PR-12 PR-16: true zeros are figures', async () => {
  const profile = { ...richProfile(), nRecommendedReplaceParts: 0, counter: { total: 0, AMP: 0, colorRate: 0 } };
  await renderDevice({ path, answers: withProfile(profile) });
  const counter = (await panel('Counter')).element();
  const figures = () =>
    [...counter.querySelectorAll('dd')].map(({ textContent }) => textContent?.replace(/source.*/, ''));
  await expect.poll(figures).toEqual(['0', '0', '0.0%']);
  await expect.element(page.getByText('No part needs replacing at the next visit.')).toBeVisible();
});

describe('since when an error is open', () => {
  test.each([
    [23, /open since \d\d:\d\d/],
    [25, /open since \d\d\/\d\d\/\d{4}(?! \d)/],
  ])('%s hours ago: %s', async (hours, text) => {
    const since = new Date(Date.now() - hours * 3_600_000).toISOString();
    const statusReasons = richProfile().statusReasons?.map((reason) => ({ ...reason, since })) ?? [];
    await renderDevice({ path, answers: withProfile({ ...richProfile(), statusReasons }) });
    const band = page.getByRole('region', { name: 'Error', exact: true });
    await expect.element(band.getByText(text)).toBeVisible();
  });
});

test('PR-10 CT-04: a total continued over a counter break stands below the figure and its unit', async () => {
  const continuedTotal = { total: 1_310_000, isAssumed: true };
  await renderDevice({ path, answers: withProfile({ ...richProfile(), continuedTotal }) });
  const counter = await panel('Counter');
  const note = counter.getByText(/counter break of unknown cause: 1,310,000/);
  await expect.element(note).toBeVisible();
  const unit = counter.getByText('pages', { exact: true });
  expect(note.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(
    unit.element().getBoundingClientRect().bottom - 1,
  );
});

test.each([
  ['code', '05-3612-0'],
  ['counterBreak', '2026-11-18'],
])('AP-05 CT-01: west of Greenwich a %s is open since the day that the other screens name', async (source, code) => {
  const options = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York' }).resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
  const reason = { source, code, severity: 'warning', since: '2026-11-18T00:00:00.000Z' };
  await renderDevice({
    path,
    answers: withProfile({ ...richProfile(), status: 'warning', statusReasons: [reason] }),
  });
  const status = await panel('Status');
  await expect.element(status.getByText('open since 11/18/2026')).toBeVisible();
});

test('AP-05 OQ-77: the card of a code alert has the value, its thresholds and the day of UTC it began', async () => {
  const reason = {
    source: 'code',
    code: '05-3612-0',
    severity: 'warning',
    since: '2026-11-18T00:00:00.000Z',
    threshold: { value: '168', alert: 169, clear: 175 },
  };
  const profile = { ...richProfile(), status: 'warning', statusReasons: [reason] };
  const sources = evidence();
  const entry = {
    source: 'codes.code05',
    raw: '412',
    protocol: 'report',
    rule: 'derived',
    observedAt: '2026-11-20T05:58:00.000Z',
    receivedAt: '2026-11-20T06:02:00.000Z',
    collector: null,
  };
  await renderDevice({
    path,
    answers: {
      ...withProfile(profile),
      evidence: { body: { ...sources, evidence: { ...sources.evidence, 'codes.05.currentValue': entry } } },
    },
  });
  const status = await panel('Status');
  await expect.element(status.getByText('open since 11/18/2026')).toBeVisible();
  await status.getByRole('button', { name: /^Code 05-3612-0/ }).click();
  const card = page.getByRole('tooltip');
  await expect.element(card).toHaveTextContent('codes.code05.3612.0 = 168');
  await expect
    .element(card)
    .toHaveTextContent(
      'The device shows a warning when the value is 169 or less, until it is back at 175 or more. Alert since 11/18/2026.',
    );
});

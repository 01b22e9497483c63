import type { DeviceProfile } from '@platen/contract/details';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deviceId, offlineProfile, poorProfile, richProfile } from '../../../test/device/device-data.ts';
import { renderDevice, richAnswers } from '../../../test/device/render-device.tsx';

const path = `/profile?device=${deviceId}`;
const withProfile = (profile: unknown) => ({ ...richAnswers(), profile: { body: profile } });

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
});

/** The panel under a heading, once its values are there. */
async function panel(name: string) {
  await expect.poll(() => document.querySelector('main [role=region], main section h2')).not.toBeNull();
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
  const region = page.getByRole('region', { name, exact: true });
  await expect.element(region).toBeVisible();
  return region;
}

describe('a device that reports nearly everything', () => {
  beforeEach(async () => {
    await renderDevice({ path });
  });

  test('PR-02 PR-03 PR-08 OQ-130: model, serial, status, customer and series stand in the strip', async () => {
    const strip = await panel('Device');
    for (const text of ['MFP 4525C', 'CKL248117', 'Error', 'Harbour & Vale Solicitors, 2nd floor', 'SHASTA3']) {
      await expect.element(strip.getByText(text, { exact: true })).toBeVisible();
    }
  });

  test('PR-04 PR-05 PR-06 PR-32: dates are numeric year, two-digit month and day, with their labels', async () => {
    const strip = (await panel('Device')).element();
    const facts = Object.fromEntries(
      [...strip.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );
    expect(facts['Unpacking date']).toBe('03/18/2021');
    expect(facts['Data updated']).toMatch(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2} 18 min ago$/);
    expect(facts['Data processed']).toMatch(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/);
  });

  test('PR-09: the count of failure predictions, with the way to the failure signs', async () => {
    const predictions = await panel('Failure predictions');
    await expect.element(predictions.getByRole('button', { name: '2 source' })).toBeVisible();
    await expect
      .element(predictions.getByRole('link', { name: 'Failure Sign' }))
      .toHaveAttribute('href', `/failuresign?device=${deviceId}`);
  });

  test('PR-10 PR-11 PR-12: total pages with their unit, average monthly pages, colour ratio in percent', async () => {
    const counter = await panel('Counter');
    await expect.element(counter.getByText('1,284,306')).toBeVisible();
    await expect.element(counter.getByText('pages', { exact: true })).toBeVisible();
    await expect.element(counter.getByText('14,820')).toBeVisible();
    await expect.element(counter.getByText('38.4%')).toBeVisible();
    await expect.element(counter.getByRole('img', { name: '791,400 black, 492,906 color' })).toBeVisible();
  });

  test('PR-13 PR-14 PR-15: document feeder, finisher, fax; - for an option the device does not have', async () => {
    const options = (await panel('Options')).element();
    const values = [...options.querySelectorAll('dd')].map((value) => value.textContent?.replace('source', ''));
    expect(values).toEqual(['DSDF', 'Saddle stitch finisher', '-']);
  });

  test('PR-16: the number of recommended replacement parts', async () => {
    const parts = await panel('Recommended replacement parts');
    await expect.element(parts.getByRole('button', { name: '3 source' })).toBeVisible();
  });

  test('PR-17 PR-28: the first firmware version, and the way to all of them', async () => {
    const firmware = await panel('Firmware');
    await expect.element(firmware.getByText('S310SY0J1650')).toBeVisible();
    expect(firmware.element().textContent).not.toContain('S310EN0J1210');
    await expect
      .element(firmware.getByRole('link', { name: 'Firmware' }))
      .toHaveAttribute('href', `/firmware?device=${deviceId}`);
  });

  test('PR-18..PR-21: each toner as a gauge that says its percent', async () => {
    const toner = await panel('Toner');
    for (const [color, percent] of Object.entries({ Yellow: 58, Magenta: 7, Cyan: 41, Black: 34 })) {
      const gauge = toner.getByRole('meter', { name: color });
      await expect.element(gauge).toHaveAttribute('aria-valuenow', String(percent));
      await expect.element(toner.getByRole('button', { name: `${percent}% source` })).toBeVisible();
    }
  });

  test('PR-22: erasable blue that the device cannot tell is hatched and said, not drawn empty', async () => {
    const toner = await panel('Toner');
    await expect.element(toner.getByRole('img', { name: 'Erasable blue: unknown to the device' })).toBeVisible();
    expect(toner.element().querySelectorAll('[role=meter]')).toHaveLength(4);
  });

  test('PR-23..PR-27 PR-31: error information of 14 days in five figures', async () => {
    const errors = (await panel('Error information')).element();
    expect(errors.textContent).toContain('14 days');
    const figures = [...errors.querySelectorAll('dt')].map((name) => [
      name.textContent,
      name.nextElementSibling?.textContent?.replace('source', ''),
    ]);
    expect(figures).toEqual([
      ['DF jam', '4'],
      ['Print jam', '33'],
      ['Finisher jam', '2'],
      ['Service call', '2'],
      ['Other', '0'],
    ]);
  });

  test('PR-29: the network section has the addresses and leads to the network screen', async () => {
    const network = await panel('Network');
    await expect.element(network.getByText('10.24.18.61')).toBeVisible();
    await expect.element(network.getByText('00:80:91:B4:1C:7E')).toBeVisible();
    await expect
      .element(network.getByRole('link', { name: 'Network' }))
      .toHaveAttribute('href', `/networkInformation?device=${deviceId}`);
  });

  test('PR-30: the code section leads to the 05, 08 and 13 codes', async () => {
    const codes = (await panel('Codes')).element();
    const ways = [...codes.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
    expect(ways).toEqual([
      ['05 Codes', `/code05?device=${deviceId}`],
      ['08 Codes', `/code08?device=${deviceId}`],
      ['13 Codes', `/code13?device=${deviceId}`],
    ]);
  });

  test('an open error is a band of its own: its code, since when, and the other reasons below', async () => {
    const band = page.getByRole('region', { name: 'Error', exact: true });
    await expect.element(band.getByText('Code E010')).toBeVisible();
    await expect.element(band.getByText(/^open since /)).toBeVisible();
    const others = await panel('Status');
    await expect.element(others.getByText('Paper jam')).toBeVisible();
    await expect.element(others.getByText('Magenta toner low')).toBeVisible();
  });

  test('other supplies: life left of a drum, room left in a waste box, words where the device gives no figure', async () => {
    const supplies = (await panel('Other supplies')).element();
    const rows = [...supplies.querySelectorAll('dt')].map((name) => [
      name.textContent,
      name.nextElementSibling?.textContent?.replace('source', ''),
    ]);
    expect(rows).toEqual([
      ['Drum K', '61%'],
      ['Drum YMC', '74%'],
      ['Waste toner box', '12% room left'],
      ['Fuser unit', 'Some left'],
      ['Staples', 'Unknown'],
    ]);
  });

  test('the whole sheet fits 1440 x 900 without scrolling', async () => {
    await panel('Counter');
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(900);
  });

  test('OQ-60: below 960 pixels it is one column, and nothing scrolls sideways', async () => {
    await page.viewport(480, 900);
    const [counter, toner] = [(await panel('Counter')).element(), (await panel('Toner')).element()];
    expect(toner.getBoundingClientRect().top).toBeGreaterThanOrEqual(counter.getBoundingClientRect().bottom);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
  });
});

test('PR-01 RT-07 RT-26: the device of the address is asked for by its id, and the address keeps it', async () => {
  const { requests, router } = await renderDevice({ path });
  await panel('Counter');
  expect(requests).toContain(`/v1/device/${deviceId}/profile`);
  expect(router.state.location.search).toEqual({ device: deviceId });
  expect(sessionStorage.getItem('platen.device')).toContain(deviceId);
});

test('RT-26 OQ-16: without an id in the address the device kept in the session is shown and put there', async () => {
  const { router } = await renderDevice({ path: '/profile', selected: { deviceId, serial: 'CKL248117', model: null } });
  await panel('Counter');
  await expect.poll(() => router.state.location.search).toEqual({ device: deviceId });
});

describe('a device that says next to nothing', () => {
  beforeEach(async () => {
    await renderDevice({ path, answers: withProfile(poorProfile()) });
  });

  test('PR-07: an unpacking date of 0000-00-00 is shown as -', async () => {
    const strip = (await panel('Device')).element();
    const term = [...strip.querySelectorAll('dt')].find(({ textContent }) => textContent === 'Unpacking date');
    expect(term?.nextElementSibling?.textContent).toBe('-');
  });

  test('PR-10..PR-12 PR-16 PR-18..PR-22: what nobody reported is said in words, and nowhere a zero stands for it', async () => {
    const counter = (await panel('Counter')).element();
    expect(counter.textContent).toContain('Not reported');
    expect(counter.textContent).toContain('3 of 14 days of history');
    const toner = (await panel('Toner')).element();
    expect(toner.querySelectorAll('[role=img][aria-label$="Not reported"]')).toHaveLength(4);
    await expect.element(page.getByText('This device sends no part counters.')).toBeVisible();
    const figures = document.querySelector('main')?.textContent?.match(/(?<![\d,.:/])0%?(?![\d,.:/])/g);
    expect(figures).toBeNull();
  });

  test('PR-09: before predictions were computed no count is claimed', async () => {
    const predictions = (await panel('Failure predictions')).element();
    expect(predictions.textContent).toContain('Not computed yet.');
    expect(predictions.textContent).not.toMatch(/\d/);
  });

  test('PR-31: no error history is told apart from no errors', async () => {
    const errors = (await panel('Error information')).element();
    expect(errors.textContent).toContain('No data');
    expect(errors.textContent).toContain('This device sends no error history.');
  });

  test('a device without model, serial and status says so', async () => {
    const strip = await panel('Device');
    await expect.element(strip.getByText('model not reported')).toBeVisible();
    await expect.element(strip.getByText('no serial number reported')).toBeVisible();
    await expect.element(page.getByText('status not reported')).toBeVisible();
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

  test.each([[null], [undefined]])('data that were processed, but not for predictions, claim none: %s', async (at) => {
    await renderDevice({ path, answers: withProfile(predicted(at)) });
    const predictions = (await panel('Failure predictions')).element();
    expect(predictions.textContent).toContain('Not computed yet.');
    expect(predictions.textContent).not.toMatch(/\d/);
  });
});

test('an offline device: its silence as reason, old data kept and its age marked', async () => {
  await renderDevice({ path, answers: withProfile(offlineProfile()) });
  const status = await panel('Status');
  await expect.element(status.getByText('no report for 23 d')).toBeVisible();
  await expect.element(status.getByText('Load plain A4 in tray 2 {10104}')).toBeVisible();
  await expect.element(page.getByText('23 d ago')).toBeVisible();
  await expect.element(page.getByText('1,284,306')).toBeVisible();
});

test('a warning: no band, the reason in our words and the device’s own beside it, the supply it is about marked', async () => {
  const reason = {
    source: 'supply',
    code: 'opc',
    severity: 'warning',
    condition: 'lifeNear',
    text: 'Drum YMC',
    also: [{ source: 'alert', code: '11', text: 'Replace Drum YMC soon' }],
  };
  await renderDevice({ path, answers: withProfile({ ...richProfile(), status: 'warning', statusReasons: [reason] }) });
  const status = await panel('Status');
  await expect.element(status.getByText('Drum near end of life')).toBeVisible();
  await expect.element(status.getByText('Replace Drum YMC soon')).toBeVisible();
  await expect.element(status.getByText('Warning', { exact: true })).toBeVisible();
  expect(document.querySelector('main [aria-label="Error"]')).toBeNull();
  const level = (await panel('Other supplies')).getByRole('button', { name: '74% source' }).element();
  expect(level.parentElement?.dataset['gravity']).toBe('warning');
});

test('PR-12 PR-16: true zeros are figures', async () => {
  const profile = { ...richProfile(), nRecommendedReplaceParts: 0, counter: { total: 0, AMP: 0, colorRate: 0 } };
  await renderDevice({ path, answers: withProfile(profile) });
  const counter = (await panel('Counter')).element();
  expect([...counter.querySelectorAll('dd')].map(({ textContent }) => textContent?.slice(0, 2))).toEqual([
    '0s',
    '0s',
    '0%',
  ]);
  await expect.element(page.getByText('No part is at or over its threshold.')).toBeVisible();
});

test('PR-32 in Japanese: year, month, day; all words from the Japanese texts', async () => {
  await renderDevice({ path, locale: 'ja-jp' });
  await expect.element(page.getByRole('heading', { level: 2, name: 'カウンター' })).toBeVisible();
  await expect.element(page.getByText('2021/03/18')).toBeVisible();
  await expect.element(page.getByText('空き 12%').first()).toBeVisible();
});

describe('loading and failing', () => {
  test('while loading the headings stand where they will stand, and the wait is said', async () => {
    const answers = { ...richAnswers(), profile: 'never' as const };
    const { screen } = await renderDevice({ path, answers });
    const region = page.getByRole('region', { name: 'Toner', exact: true });
    await expect.element(page.getByText('Loading device data')).toBeInTheDocument();
    const before = region.element().getBoundingClientRect();
    await screen.unmount();
    await renderDevice({ path });
    const toner = (await panel('Toner')).element().getBoundingClientRect();
    expect([toner.left, toner.top, toner.width]).toEqual([before.left, before.top, before.width]);
  });

  test('OQ-84 OQ-119: a failed load shows code and message with Retry, without any retry of its own', async () => {
    const answers = { ...richAnswers(), profile: { status: 503, body: { errorCode: 203002, detail: [] } } };
    const { requests } = await renderDevice({ path, answers });
    const alert = page.getByRole('alert');
    await expect.element(alert.getByText('203002')).toBeVisible();
    expect(requests.filter((request) => request.endsWith('/profile'))).toHaveLength(1);
    Object.assign(answers, { profile: { body: richProfile() } });
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByText('1,284,306')).toBeVisible();
  });

  test('a refresh keeps the old values on screen; when it fails it is said beside them', async () => {
    const { answers } = await renderDevice({ path });
    await panel('Counter');
    answers['profile'] = { status: 503, body: { errorCode: 203003, detail: [] } };
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.element(page.getByRole('alert').getByText('203003')).toBeVisible();
    await expect.element(page.getByText('1,284,306')).toBeVisible();
    answers['profile'] = { body: { ...richProfile(), counter: { total: 7, AMP: null, colorRate: null } } };
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element((await panel('Counter')).getByRole('button', { name: '7 source' })).toBeVisible();
    expect(document.querySelector('[role=alert]')).toBeNull();
  });

  test('an answer that is not the contract fails in its panel, it does not show half-truths', async () => {
    await renderDevice({ path, answers: withProfile({ deviceId, counter: { total: '12' } }) });
    await expect.element(page.getByRole('alert').getByText('103002')).toBeVisible();
  });
});

describe('where a value came from', () => {
  test('focus opens the card at once: source, raw value, rule, age and the way it took; Escape closes it', async () => {
    await renderDevice({ path });
    const figure = page.getByRole('button', { name: '1,284,306 source' });
    await expect.element(figure).toBeVisible();
    await userEvent.keyboard('{Tab}');
    figure.element().focus();
    const card = page.getByRole('tooltip');
    await expect.element(card.getByText('Printer, SNMP')).toBeVisible();
    for (const text of ['prtMarkerLifeCount.1.1 = 1284306', 'as reported', '18 min ago', 'Collector 03', 'Portal']) {
      await expect.element(card.getByText(text, { exact: true })).toBeVisible();
    }
    await expect.element(figure).toHaveAttribute('aria-describedby', card.element().id);
    await card.getByText('prtMarkerLifeCount.1.1 = 1284306').click();
    await expect.element(card).toBeVisible();
    await userEvent.hover(page.getByRole('banner'));
    await expect.element(card).not.toBeInTheDocument();
    document.body.focus();
    await userEvent.keyboard('{Tab}');
    figure.element().focus();
    await expect.element(card).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(card).not.toBeInTheDocument();
    expect(document.activeElement).toBe(figure.element());
  });

  test('hover opens it after a moment, the card itself can be entered, another card takes its place', async () => {
    await renderDevice({ path });
    const toner = await panel('Toner');
    await userEvent.hover(toner.getByRole('button', { name: '34% source' }));
    const card = page.getByRole('tooltip');
    await expect.element(card.getByText('level ÷ capacity, rounded down')).toBeVisible();
    await userEvent.hover(card);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await expect.element(card).toBeVisible();
    await userEvent.hover((await panel('Firmware')).getByRole('button', { name: 'S310SY0J1650 source' }));
    await expect.element(card.getByText('Device report')).toBeVisible();
    expect(document.querySelectorAll('[role=tooltip]')).toHaveLength(1);
  });

  test('a device that reports by itself has no collector on the way', async () => {
    await renderDevice({ path });
    const firmware = await panel('Firmware');
    await firmware.getByRole('button', { name: 'S310SY0J1650 source' }).click();
    const way = page.getByRole('list', { name: 'Way of this value' });
    await expect.element(way).toBeVisible();
    expect(way.element().querySelectorAll('li')).toHaveLength(2);
  });

  test('a value without a recorded source, and sources that did not load, are said to be so', async () => {
    const { answers } = await renderDevice({
      path,
      answers: { ...richAnswers(), evidence: { status: 500, body: {} } },
    });
    await (await panel('Toner')).getByRole('button', { name: '34% source' }).click();
    await expect.element(page.getByRole('tooltip').getByText('201000')).toBeVisible();
    answers['evidence'] = { body: { evidence: {} } };
    await page.getByRole('button', { name: 'Refresh' }).click();
    await (await panel('Toner')).getByRole('button', { name: '41% source' }).click();
    await expect.element(page.getByRole('tooltip').getByText('No source is recorded for this value.')).toBeVisible();
  });

  test('a tap opens it as a sheet at the bottom, which Close and Escape shut and which gives the focus back', async () => {
    await renderDevice({ path });
    const figure = page.getByRole('button', { name: '1,284,306 source' });
    await expect.element(figure).toBeVisible();
    const tap = () => {
      const target = figure.element();
      target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
      if (target instanceof HTMLElement) target.focus();
      target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    };
    tap();
    const sheet = page.getByRole('dialog', { name: 'Source of Total pages' });
    await expect.element(sheet.getByText('as reported', { exact: true })).toBeVisible();
    expect(Math.round(sheet.element().getBoundingClientRect().bottom)).toBe(900);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    expect(document.activeElement).toBe(figure.element());
    tap();
    await expect.element(sheet).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    expect(document.querySelector('[role=tooltip]')).toBeNull();
  });
});

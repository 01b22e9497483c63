import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId } from '../../../test/device/device-data.ts';
import { panel, profilePath as path, renderDevice } from '../../../test/device/render-device.tsx';

beforeEach(() => page.viewport(1440, 900));

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
    const facts = () =>
      Object.fromEntries(
        [...strip.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]),
      );
    await expect.poll(facts).toMatchObject({
      'Unpacking date': '03/18/2021',
      'Data updated': expect.stringMatching(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2} 18 min ago$/),
      'Data processed': expect.stringMatching(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/),
    });
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
    const values = () => [...options.querySelectorAll('dd')].map((value) => value.textContent?.replace('source', ''));
    await expect.poll(values).toEqual(['DSDF', 'Saddle stitch finisher', '-']);
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

  test('PR-22: an unknown level of erasable blue is hatched and named, not drawn empty', async () => {
    const toner = await panel('Toner');
    await expect.element(toner.getByRole('img', { name: 'Erasable blue: unknown to the device' })).toBeVisible();
    expect(toner.element().querySelectorAll('[role=meter]')).toHaveLength(4);
  });

  test('PR-23..PR-27 PR-31: error information of 14 days in five figures', async () => {
    const errors = (await panel('Error information')).element();
    const figures = () =>
      [...errors.querySelectorAll('dt')].map((name) => [
        name.textContent,
        name.nextElementSibling?.textContent?.replace('source', ''),
      ]);
    await expect.poll(() => errors.textContent).toContain('14 days');
    await expect.poll(figures).toEqual([
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
    const ways = () => [...codes.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
    await expect.poll(ways).toEqual([
      ['05 Codes', `/code05?device=${deviceId}`],
      ['08 Codes', `/code08?device=${deviceId}`],
      ['13 Codes', `/code13?device=${deviceId}`],
    ]);
  });

  test('an open error is a band of its own: its code, since when, and the other reasons below', async () => {
    const band = page.getByRole('region', { name: 'Error', exact: true });
    await expect.element(band.getByText('E010', { exact: true })).toBeVisible();
    await expect.element(band.getByText(/open since /)).toBeVisible();
    const others = await panel('Status');
    await expect.element(others.getByText('Paper jam')).toBeVisible();
    await expect.element(others.getByText('Magenta toner low')).toBeVisible();
  });

  test('other supplies: life left of a drum, room left in a waste box, words where the device gives no figure', async () => {
    const supplies = (await panel('Other supplies')).element();
    const rows = () =>
      [...supplies.querySelectorAll('dt')].map((name) => [
        name.textContent,
        name.nextElementSibling?.textContent?.replace('source', ''),
      ]);
    await expect.poll(rows).toEqual([
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

test('PR-32 in Japanese: year, month, day; all words from the Japanese texts', async () => {
  await renderDevice({ path, locale: 'ja-jp' });
  await expect.element(page.getByRole('heading', { level: 2, name: 'カウンター' })).toBeVisible();
  await expect.element(page.getByText('2021/03/18')).toBeVisible();
  await expect.element(page.getByText('空き 12%').first()).toBeVisible();
});

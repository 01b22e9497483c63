import { explainCode } from '@platen/catalogue/device-codes/device-codes';
import type { Locale } from '@platen/catalogue/locale';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId, richProfile } from '../../test/device/device-data.ts';
import { renderDevice, richAnswers } from '../../test/device/render-device.tsx';
import { toDevice } from '../../test/device-list/devices.ts';
import { listAnswer, openPortal } from '../../test/device-list/portal.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const path = `/profile?device=${deviceId}`;
const withReasons = (statusReasons: readonly unknown[], status = 'error') => ({
  ...richAnswers(),
  profile: { body: { ...richProfile(), status, statusReasons } },
});
const byCode = (code: string, more = {}) => ({ source: 'deviceCode', code, severity: 'error', ...more });
const band = (name: string) => page.getByRole('region', { name, exact: true });

/** Answers for the tables of device codes: their names as asked for, and whether they come. */
function watchTables() {
  const asked: string[] = [];
  const watch = { asked, fails: false };
  const original = window.fetch.bind(window);
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const name = /device-codes\/([\w/-]+)\.json/.exec(input instanceof Request ? input.url : String(input))?.[1];
    if (name === undefined) return original(input, init);
    asked.push(name);
    return watch.fails ? new Response('', { status: 503 }) : original(input, init);
  });
  return watch;
}

describe('in the profile', () => {
  test.each([
    ['en-us', 'Error', 'User can act'],
    ['ja-jp', 'エラー', 'ユーザーが対処可能'],
  ] as const)(
    'GN-07 GN-08 OQ-102: an open error is code, message, place, who can act and what to do, in %s',
    async (locale: Locale, name, who) => {
      const known = explainCode('E010', locale);
      await renderDevice({ path, locale, answers: withReasons([byCode('E010')]) });
      const alarm = band(name);
      await expect.element(alarm.getByText(known.message)).toBeVisible();
      expect(alarm.element().textContent).toBe(`E010 ${known.message}${known.place} · ${who}${known.action}`);
      expect(getComputedStyle(alarm.getByText('E010', { exact: true }).element()).fontFamily).toContain('Mono');
    },
  );

  test('OQ-102: a code that no table names shows the text for unknown codes next to it', async () => {
    await renderDevice({ path, answers: withReasons([byCode('B000')]) });
    await expect.element(band('Error').getByText('B000 Kindly refer manual for more details')).toBeVisible();
  });

  test('a technician is named where only a technician can act; a code next to another reason has its message too', async () => {
    const [fatal, life] = [explainCode('C020', 'en-us'), explainCode('D945', 'en-us')];
    const jam = {
      source: 'alert',
      code: '8',
      severity: 'error',
      text: 'Jam',
      also: [{ source: 'deviceCode', code: 'D945' }],
    };
    await renderDevice({ path, answers: withReasons([byCode('C020'), jam]) });
    await expect.element(band('Error').getByText(`${fatal.place} · Technician needed`)).toBeVisible();
    await expect.element(band('Status').getByText(`D945 ${life.message}`)).toBeVisible();
  });

  test('OQ-130: the strip names the code and its message on every tab, in a place whose width does not depend on them', async () => {
    const { screen } = await renderDevice({
      path: `/firmware?device=${deviceId}`,
      answers: withReasons([byCode('E010')]),
    });
    const { message } = explainCode('E010', 'en-us');
    const line = screen.getByRole('region', { name: 'Device', exact: true }).getByTitle(`E010 ${message}`);
    await expect.element(line).toBeVisible();
    expect(line.element().textContent).toBe(`E010 ${message}`);
    expect(line.element().getBoundingClientRect().width).toBe(200);
  });

  test('CN-19 OQ-122: a text that fails to load is reported next to the code, with Retry, which loads it; no error popup', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const tables = watchTables();
    tables.fails = true;
    await renderDevice({ path, answers: withReasons([byCode('E010')]) });
    const alarm = band('Error');
    await expect.element(alarm.getByText('Text not loaded')).toBeVisible();
    await expect.element(alarm.getByText('E010', { exact: true })).toBeVisible();
    expect(page.getByRole('dialog').elements()).toHaveLength(0);
    const failedCalls = tables.asked.length;
    await alarm.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => tables.asked.length).toBeGreaterThan(failedCalls);
    await expect.element(alarm.getByText('Text not loaded')).toBeVisible();
    tables.fails = false;
    await alarm.getByRole('button', { name: 'Retry' }).click();
    await expect.element(alarm.getByText(explainCode('E010', 'en-us').message)).toBeVisible();
    await expect.element(alarm.getByText('Text not loaded')).not.toBeInTheDocument();
  });

  test('a device without a device code asks for no table', async () => {
    const tables = watchTables();
    await renderDevice({
      path,
      answers: withReasons([{ source: 'supply', code: 'black', severity: 'warning' }], 'warning'),
    });
    await expect.element(band('Status').getByText('Black toner low')).toBeVisible();
    expect(tables.asked).toEqual([]);
  });
});

describe('in the device list', () => {
  const copy = toDevice(1, { deviceCode: 'A28F' });
  const jam = (index: number, code: string) =>
    toDevice(index, {
      status: 'error',
      deviceCode: code,
      statusReason: { source: 'deviceCode', code, severity: 'error' },
    });

  test.each([
    ['en-us', 'Normal A28F This original is copy protected.'],
    ['ja-jp', '正常 A28F この原稿はコピーが禁止されています。'],
  ] as const)(
    'DL-04 GN-07 GN-08 OQ-102: a row has the message as text and in full in the tip, in %s',
    async (locale, words) => {
      const { screen } = await openPortal({ list: () => listAnswer([copy]) }, { locale });
      const row = screen.getByRole('row', { name: new RegExp(`^${words} CKL000001`) });
      await expect.element(row).toBeVisible();
      expect(row.element().querySelector('td')?.title).toBe(words.slice(words.indexOf('A28F')));
    },
  );

  test('only the series and the language of the codes shown are fetched, each once however many rows ask', async () => {
    const asked: string[] = [];
    const rows = [jam(1, 'E010'), jam(2, 'E551'), jam(3, 'C020'), toDevice(4)];
    const { screen, router } = await openPortal({
      list: () => listAnswer(rows),
      codeTable: async (address, real) => {
        asked.push(/device-codes\/(.+)\.json/.exec(address)?.[1] ?? address);
        return real();
      },
    });
    const row = screen.getByRole('row', { name: new RegExp(`^Error E010 ${explainCode('E010', 'en-us').message}`) });
    await expect.element(row).toBeVisible();
    await router.navigate({ to: '/termsofuse' });
    await expect.element(row).not.toBeInTheDocument();
    await router.navigate({ to: '/devicelist' });
    await expect.element(row).toBeVisible();
    expect(asked.toSorted()).toEqual(['en-us/c', 'en-us/e']);
  });

  test('a table that does not come leaves the code alone, without a word of it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let asked = 0;
    const { screen } = await openPortal({
      list: () => listAnswer([jam(1, 'E010')]),
      codeTable: () => {
        asked += 1;
        return new Response('', { status: 503 });
      },
    });
    await expect.poll(() => asked).toBe(1);
    await expect.element(screen.getByRole('row', { name: /^Error E010 CKL000001/ })).toBeVisible();
    expect(screen.getByRole('alert').elements()).toHaveLength(0);
    expect(screen.getByText('Text not loaded').elements()).toHaveLength(0);
  });
});

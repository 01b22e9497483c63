import { decodeConditions } from '@platen/catalogue/families/settings';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deviceId, evidence, richProfile } from '../../../test/device/device-data.ts';
import { jams, logs, manyLogs, silentJams } from '../../../test/device/errors-data.ts';
import { renderDevice, richAnswers } from '../../../test/device/render-device.tsx';
import { historyEvidence } from '../../../test/device/supplies-data.ts';
import { findProblems } from '../../../test/render-portal.tsx';
import { resetAreas } from '../../platform/state.ts';

const path = `/error?device=${deviceId}`;
const answers = () => ({
  ...richAnswers(),
  jams: { body: jams() },
  logs: { body: logs() },
  evidence: { body: { evidence: { ...evidence().evidence, ...historyEvidence() } } },
});
const history = () => page.getByRole('grid', { name: 'Error history' });
const readRows = () =>
  [...history().element().querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent?.replaceAll('source', '').trim()),
  );
const expand = (code: string) => page.getByRole('button', { name: new RegExp(`^Details of ${code}`) });

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset['theme'];
});

describe('counts of 14 days', () => {
  test('ER-01 ER-05 ER-06 OQ-67: five kinds on one scale, with sums and the day without a report', async () => {
    await renderDevice({ path, answers: answers() });
    await expect
      .element(
        page.getByRole('img', {
          name: 'DF jam 4; Print jam 33; Finisher jam 2; Service call 2; Other 0; 1 day without a report',
        }),
      )
      .toBeVisible();
    await expect.element(page.getByText(/^14 days · UTC/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: '41 errors in all source' })).toBeVisible();
  });

  test('OQ-67: in the data table a day without a report says so and a day without errors is zero', async () => {
    await renderDevice({ path, answers: answers() });
    await page.getByRole('button', { name: 'Data table : Error counts' }).click();
    const table = page.getByRole('region', { name: 'Error counts' }).getByRole('table');
    await expect.element(table).toBeVisible();
    const rows = [...table.element().querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    );
    expect(rows).toHaveLength(15);
    expect(rows[5]).toEqual(Array.from({ length: 5 }, () => 'no report'));
    expect(rows[0]).toEqual(['0', '1', '0', '0', '0']);
  });
});

describe('the viewer is in Japan', () => {
  test('ER-01 ER-04 OQ-86: the counts ask for the days of that zone and name it, and each is the day of the history', async () => {
    const zone = 'Asia/Tokyo';
    const options = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions();
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
    // 15 errors, 7 of them between 00:00 and 09:00 in Japan: the day before in UTC.
    const errorLogs = Array.from({ length: 15 }, (_, n) => ({
      errorCode: 'E010',
      occurredAt: new Date(Date.UTC(2026, 10, 20 - Math.floor(n / 2), n % 2 === 0 ? 3 : 16)).toISOString(),
      category: 'jamPrint',
      counter: null,
      conditions: {},
    }));
    const dates = Array.from({ length: 14 }, (_, n) => `2026-11-${String(n + 8).padStart(2, '0')}`);
    const localDay = (at: string) => new Date(at).toLocaleDateString('sv-SE', { timeZone: zone });
    const strip = (of: (date: string) => number) => dates.map((date) => ({ date, count: of(date) }));
    const none = strip(() => 0);
    const jamPrint = strip((date) => errorLogs.filter(({ occurredAt }) => localDay(occurredAt) === date).length);
    const countedTime = { timeZone: zone, from: '2026-11-07T15:00:00Z', to: '2026-11-21T15:00:00Z' };
    const body = {
      dailyJam: { jamDF: none, jamPrint, jamFinisher: none, serviceCall: none, other: none },
      countedTime,
    };
    await renderDevice({ path, answers: { ...answers(), jams: { body }, logs: { body: { errorLogs } } } });
    await expect.element(page.getByText('14 days · Asia/Tokyo', { exact: true })).toBeVisible();
    await expect.poll(() => readRows()).toHaveLength(15);
    const shown = readRows().map(([time]) => time?.slice(0, 10) ?? '');
    await page.getByRole('button', { name: 'Data table : Error counts' }).click();
    const table = page.getByRole('region', { name: 'Error counts' }).getByRole('table');
    await expect.element(table).toBeVisible();
    const drawn = [...table.element().querySelectorAll('tbody tr')].flatMap((row) => {
      const [day, , count] = [...row.children].map((cell) => cell.textContent ?? '');
      return day !== undefined && /^\d/.test(day) && Number(count) > 0 ? [[day, Number(count)] as const] : [];
    });
    // From the 13th to the 21st; by UTC days it would end with the 20th.
    expect(drawn).toHaveLength(9);
    expect(drawn.reduce((sum, [, count]) => sum + count, 0)).toBe(15);
    for (const [day, count] of drawn) expect([day, shown.filter((one) => one === day).length]).toEqual([day, count]);
    const asked = vi.mocked(window.fetch).mock.calls.flatMap(([input]) => (typeof input === 'string' ? [input] : []));
    for (const call of ['error/jams', 'profile'])
      expect(asked.find((address) => address.includes(call))).toMatch(/\?timeZone=Asia%2FTokyo$/);
  });
});

describe('GE-02: time zones and days that change', () => {
  const isOf = (call: string) => (input: unknown) => typeof input === 'string' && input.includes(call);
  const asked = (call: string) =>
    vi
      .mocked(window.fetch)
      .mock.calls.flatMap(([input]) => (typeof input === 'string' && isOf(call)(input) ? [input] : []));

  test('days are those of UTC, and the panel states it, where the server does not know the zone of the browser', async () => {
    const opened = renderDevice({ path, answers: answers() });
    const answered = vi.mocked(window.fetch).getMockImplementation();
    vi.mocked(window.fetch).mockImplementation(async (input, init) => {
      if (isOf('timeZone=')(input)) return Response.json({ errorCode: 202001, detail: [] }, { status: 422 });
      if (answered === undefined) throw new Error('no answer');
      return answered(input, init);
    });
    await opened;
    await expect.element(page.getByText('14 days · UTC, as the time zone of this browser is not known')).toBeVisible();
    expect(asked('error/jams').map((address) => address.includes('timeZone'))).toEqual([true, false]);
    // Once refused, the zone is not tried again.
    await page.getByRole('link', { name: 'Error Trend' }).click();
    await expect.poll(() => asked('error/monthly').map((address) => address.includes('timeZone'))).toEqual([false]);
    resetAreas();
  });

  test('a browser that does not know its zone asks for none', async () => {
    const options = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' }).resolvedOptions();
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone: 'Etc/Unknown' });
    await renderDevice({ path, answers: answers() });
    await expect.element(page.getByText('14 days · UTC, as the time zone of this browser is not known')).toBeVisible();
    expect(asked('error/jams')).toHaveLength(1);
    expect(asked('timeZone')).toEqual([]);
  });

  test('the counts are asked for again when a new day begins', async () => {
    // Two seconds before midnight; the next question comes five seconds after it.
    const now = new Date();
    const night = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 23, 59, 58);
    vi.useFakeTimers({ toFake: ['Date'], now: night });
    try {
      await renderDevice({ path, answers: answers() });
      await expect.poll(() => asked('error/jams')).toHaveLength(1);
      await expect.poll(() => asked('error/jams'), { timeout: 12_000 }).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  }, 20_000);
});

describe('history of 30 days', () => {
  test('ER-02 ER-04 ER-06 ER-10: newest first with kind, code, message and counter', async () => {
    await renderDevice({ path, answers: answers() });
    await expect.element(page.getByText('Failed to access to the toner IC chip')).toBeVisible();
    await expect
      .poll(() => readRows().map((cells) => cells.slice(1)))
      .toEqual([
        ['Print jam', 'E010', 'Paper Ejection Misfeed', '1,284,285'],
        ['DF jam', 'E712', 'Paper Misfeed in Automatic Document Feeder', 'Not reported'],
        ['Service call', 'C911', 'Failed to access to the toner IC chip', '1,283,676'],
        ['Print jam', 'E010', 'Paper Ejection Misfeed', '1,283,214'],
        ['Finisher jam', 'EA10', 'Paper Misfeed in Finisher', '1,282,416'],
        ['Other', 'ZZ99', 'Kindly refer manual for more details', '1,280,106'],
      ]);
    await expect.element(page.getByText('latest 30 days')).toBeVisible();
  });

  test('MF-25 OQ-68 OQ-102: by keyboard a row opens its advice and the settings of the moment, in words', async () => {
    await renderDevice({ path, answers: answers() });
    const button = expand('E712');
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
    button.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button).toHaveAttribute('aria-expanded', 'true');
    const [setting] = decodeConditions('SHASTA3', { paperSource: '2' }, 'en-us');
    await expect.element(page.getByRole('button', { name: `${setting?.text} source` })).toBeVisible();
    await expect.element(page.getByText('Paper source', { exact: true })).toBeVisible();
    await expect
      .element(
        history()
          .getByText(/User can act|Service/)
          .first(),
      )
      .toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Settings at the time of the error')).not.toBeInTheDocument();
  });

  test('MF-25: all seven settings in the order of the catalogue; an error without any says so', async () => {
    await renderDevice({ path, answers: answers() });
    await expand('E010').first().click();
    const names = () => [...history().element().querySelectorAll('dt')].map(({ textContent }) => textContent);
    await expect
      .poll(names)
      .toEqual([
        'Paper source',
        'Paper size',
        'Sort mode',
        'Original feed (ADF)',
        'Paper selection (APS)',
        'Duplex',
        'Function',
      ]);
    await expand('C911').click();
    await expect.element(page.getByText('No settings were reported with this error.')).toBeVisible();
  });

  test('OQ-103: an unknown family shows the raw codes', async () => {
    const profile = { ...richProfile(), series: null };
    await renderDevice({ path, answers: { ...answers(), profile: { body: profile } } });
    await expand('E712').click();
    await expect.element(page.getByText('code 2')).toBeVisible();
    await expect.element(page.getByText(/series of this model is not known/)).toBeVisible();
  });

  test('ER-06: the kind is chosen, stands in the address, and survives it', async () => {
    const { router, screen } = await renderDevice({ path, answers: answers() });
    await expect.element(history()).toBeVisible();
    await page.getByRole('combobox', { name: 'Kind' }).selectOptions('Print jam');
    await expect.element(page.getByText('2 of 6 errors')).toBeVisible();
    await expect.poll(() => readRows()).toHaveLength(2);
    expect(router.state.location.search).toEqual({ device: deviceId, kind: 'jamPrint' });
    await screen.unmount();
    await renderDevice({ path: `${path}&kind=serviceCall`, answers: answers() });
    await expect.element(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('serviceCall');
    await expect.element(history()).toBeVisible();
    await expect.poll(() => readRows().map(([, , code]) => code)).toEqual(['C911']);
  });

  test('GN-05: a link leads to the error trend of the same device', async () => {
    const { router } = await renderDevice({ path, answers: answers() });
    await page.getByRole('link', { name: 'Error Trend' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/errortrend');
    expect(router.state.location.search).toEqual({ device: deviceId });
  });

  test('ER-04: hundreds of rows are all there, and only those near the window are laid out', async () => {
    await renderDevice({ path, answers: { ...answers(), logs: { body: manyLogs(600) } } });
    await expect.element(page.getByText('600 errors')).toBeVisible();
    await expect.poll(() => history().element().querySelectorAll('tbody tr').length).toBe(600);
    const rows = [...history().element().querySelectorAll('tbody tr')];
    expect(rows.every((row) => getComputedStyle(row).contentVisibility === 'auto')).toBe(true);
    expect(rows.at(-1)?.checkVisibility({ contentVisibilityAuto: true })).toBe(true);
  });
});

describe('nothing there', () => {
  test('NF-03: no error in 30 days is nothing to display, and the counts stay', async () => {
    await renderDevice({ path, answers: { ...answers(), logs: { body: { errorLogs: [] } } } });
    await expect.element(page.getByText('Nothing to display')).toBeVisible();
    await expect.element(page.getByText('No error in the latest 30 days.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: '41 errors in all source' })).toBeVisible();
  });
  test('ER-06: none of the chosen kind says so and leaves the choice', async () => {
    const some = { errorLogs: logs().errorLogs.slice(0, 1) };
    await renderDevice({ path: `${path}&kind=other`, answers: { ...answers(), logs: { body: some } } });
    await expect.element(page.getByText('No error of this kind in the latest 30 days.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Kind' }).selectOptions('All kinds');
    await expect.element(history()).toBeVisible();
  });
  test('OQ-67: without a report about errors the panels state that, and no zeros are shown', async () => {
    await renderDevice({
      path,
      answers: { ...answers(), jams: { body: silentJams() }, logs: { body: { errorLogs: [] } } },
    });
    await expect
      .poll(() => page.getByText('No report about errors was received in this time.').elements().length)
      .toBe(2);
  });
  test('one panel fails alone, with its code and Retry', async () => {
    const failing = { ...answers(), jams: { status: 500, body: {} } };
    await renderDevice({ path, answers: failing });
    await expect.element(history()).toBeVisible();
    Object.assign(failing, { jams: { body: jams() } });
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByRole('button', { name: '41 errors in all source' })).toBeVisible();
  });
});

test('ER-06 ER-10 in Japanese: kinds, messages and settings', async () => {
  await renderDevice({ path, answers: answers(), locale: 'ja-jp' });
  const table = page.getByRole('grid', { name: 'エラー履歴' });
  await expect.element(table.getByText('フィニッシャー用紙づまり').first()).toBeVisible();
  await table.getByRole('button', { name: /^E712.*の詳細/ }).click();
  const [setting] = decodeConditions('SHASTA3', { paperSource: '2' }, 'ja-jp');
  await expect.element(page.getByRole('button', { name: `${setting?.text} 取得元` })).toBeVisible();
});

test.each(['light', 'dark'])('has no accessibility problem in %s, also with a row open', async (theme) => {
  document.documentElement.dataset['theme'] = theme;
  await renderDevice({ path, answers: answers() });
  await expand('E712').click();
  await expect.element(page.getByText('Settings at the time of the error')).toBeVisible();
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
  expect(await findProblems()).toEqual([]);
});

test.each([480, 960, 1440])('at %i pixels nothing goes beyond the page', async (width) => {
  await page.viewport(width, 900);
  await renderDevice({ path, answers: answers() });
  await expect.element(history()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  const beyond = [...history().element().querySelectorAll('td')].filter(
    (cell) => cell.getBoundingClientRect().right > width,
  );
  expect(beyond).toEqual([]);
});

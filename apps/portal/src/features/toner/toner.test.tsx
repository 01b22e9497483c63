import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { deviceId, evidence, poorProfile, richProfile } from '../../../test/device/device-data.ts';
import { renderDevice, richAnswers } from '../../../test/device/render-device.tsx';
import { historyEvidence, silentToner, toner } from '../../../test/device/supplies-data.ts';
import { findProblems } from '../../../test/render-portal.tsx';

const path = `/toner?device=${deviceId}`;
const answers = (body = toner()) => ({
  ...richAnswers(),
  toner: { body },
  evidence: { body: { evidence: { ...evidence().evidence, ...historyEvidence() } } },
});
const withoutBlue = () => {
  const { eBlue: _none, ...tonerReadings } = richProfile().tonerReadings ?? {};
  return { ...richProfile(), tonerReadings };
};
const clean = (text: string | null | undefined) => text?.replaceAll('source', '').trim();
const cellsOf = (table: Element) =>
  [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => clean(cell.textContent)));
const levels = () => page.getByRole('grid', { name: 'Toner, level and days left' });
const history = () => page.getByRole('grid', { name: 'Replacement history' });

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset['theme'];
});

describe('level and days left', () => {
  test('TN-01 TN-02 TN-03 TN-06 TN-13: a row a colour with its percent, days left and 80 % range', async () => {
    await renderDevice({ path, answers: answers() });
    await expect.element(levels()).toBeVisible();
    await expect
      .poll(() => cellsOf(levels().element()))
      .toEqual([
        ['KBlack', '34%', '', '27 d', '22–33 d'],
        ['YYellow', '58%', '', '49 d', 'range unknown'],
        ['MMagenta', '7%coarse steps', '', '4 d', '3–6 d'],
        ['CCyan', '41%', '', '9 of 14 readings'],
        ['BEr. blue', 'Unknown', '', 'no forecast'],
      ]);
  });

  test('TN-03: the axis says in words what it draws; too few readings are hatched and named', async () => {
    await renderDevice({ path, answers: answers() });
    await expect.element(page.getByRole('img', { name: 'Black: 27 d, 22–33 d' })).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'Cyan: 9 of 14 readings' })).toBeVisible();
  });

  test('TN-06: levels are gauges, an unknown one a hatch and never an empty gauge', async () => {
    await renderDevice({ path, answers: answers() });
    await expect.element(page.getByRole('meter', { name: 'Black' })).toHaveAttribute('aria-valuenow', '34');
    expect(page.getByRole('meter').elements()).toHaveLength(4);
    await expect.element(page.getByRole('img', { name: 'Erasable blue: unknown to the device' })).toBeVisible();
  });

  test('TN-13: erasable blue stands there only where the device has it', async () => {
    await renderDevice({ path, answers: { ...answers(), profile: { body: withoutBlue() } } });
    await expect.element(levels()).toBeVisible();
    await expect
      .poll(() => cellsOf(levels().element()).map(([name]) => name))
      .toEqual(['KBlack', 'YYellow', 'MMagenta', 'CCyan']);
  });

  test('TN-03: days left tell what they rest on', async () => {
    await renderDevice({ path, answers: answers() });
    const figure = page.getByRole('button', { name: '27 d source' });
    await expect.element(figure).toBeVisible();
    figure.element().focus();
    await userEvent.keyboard('{Enter}');
    const card = page.getByRole('tooltip');
    await expect.element(card.getByText('Computed by the portal')).toBeVisible();
    await expect.element(card.getByText('34 readings used')).toBeVisible();
    await expect.element(card.getByText(/^judged 11\/20\/2026/)).toBeVisible();
    await expect.element(card.getByText('80% range: 22–33 d')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(card).not.toBeInTheDocument();
  });
});

describe('pixel count and setting', () => {
  test('TN-04: the average pixel count in percent of the page, unknown where it is not reported', async () => {
    await renderDevice({ path, answers: answers() });
    const panel = page.getByRole('region', { name: 'Average pixel count' });
    await expect.element(panel).toBeVisible();
    const values = () =>
      [...panel.element().querySelectorAll('dl > div')].map((row) => clean(row.lastElementChild?.textContent));
    await expect.poll(values).toEqual(['5.0%', '4.4%', '6.8%', 'Not reported', 'Not reported']);
  });

  test.each([
    ['TN-07', { mode: 'longer' as const, percent: null, sheets: null }, ['Longer', '-', '-']],
    ['TN-08', { mode: 'centre' as const, percent: null, sheets: null }, ['Normal', '-', '-']],
    ['TN-09', { mode: 'shorter' as const, percent: null, sheets: null }, ['Shorter', '-', '-']],
    ['TN-10', { mode: 'percent' as const, percent: 15, sheets: null }, ['-', '15%', '-']],
    ['TN-11', { mode: 'sheets' as const, percent: null, sheets: 1200 }, ['-', '-', '1,200']],
  ])(
    'TN-07..TN-12 (%s): the near-empty setting is shown as reported, and nothing can be set',
    async (_rows, tonerNearEmpty, values) => {
      await renderDevice({ path, answers: answers({ ...toner(), tonerNearEmpty }) });
      const panel = page.getByRole('region', { name: 'Near-empty setting' });
      await expect.element(panel.getByText('A setting of the device, shown as reported.')).toBeVisible();
      await expect
        .poll(() => [...panel.element().querySelectorAll('dl dd')].map((cell) => clean(cell.textContent)))
        .toEqual(values);
      expect(panel.element().querySelector('input, select, [role=radio], [data-on]')).toBeNull();
    },
  );

  test('TN-12: a device that does not report the setting says so', async () => {
    await renderDevice({ path, answers: answers({ ...toner(), tonerNearEmpty: null }) });
    await expect.element(page.getByText('This device does not report the setting.')).toBeVisible();
  });
});

describe('cartridges', () => {
  test('TN-05: the current one and the previous nine by colour, what is not reported and what was never there', async () => {
    await renderDevice({ path, answers: answers() });
    await expect.element(history()).toBeVisible();
    const rows = cellsOf(history().element());
    expect(rows).toHaveLength(10);
    expect(rows.map(([name]) => name)).toEqual(['Current', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(rows[0]?.slice(2, 4)).toEqual(['1,267,016', '5.0']);
    expect(rows[0]?.slice(-3)).toEqual([expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/), 'Not reported', '4.8']);
    expect(rows[9]?.slice(4, 7)).toEqual(['-', '-', '-']);
    const groups = [...history().element().querySelectorAll('th[scope=colgroup]')].map((head) => head.textContent);
    expect(groups).toEqual(['K Black', 'Y Yellow', 'M Magenta', 'C Cyan']);
  });

  test('TN-05: the rhythm of replacements in one sentence, with its data table', async () => {
    await renderDevice({ path, answers: answers() });
    await expect
      .element(
        page.getByRole('img', { name: /Black: 10 replacements, every 65 d; Yellow: 9 replacements, every 111 d/ }),
      )
      .toBeVisible();
    await page.getByRole('button', { name: 'Data table : Replacement intervals' }).click();
    const table = page.getByRole('region', { name: 'Replacement intervals' }).getByRole('table');
    await expect.poll(() => table.element().querySelectorAll('tbody tr').length).toBe(30);
  });

  test('TN-05: the axis ends with the local day of the viewer, also where UTC is a day ahead', async () => {
    const setZone = (timezoneId: string) => cdp().send('Emulation.setTimezoneOverride', { timezoneId });
    await setZone('America/New_York');
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T04:20:00Z') });
    try {
      expect(new Date().getDate()).toBe(22);
      await renderDevice({ path, answers: answers() });
      const chart = page.getByRole('img', { name: /Black: 10 replacements/ });
      await expect.element(chart).toBeVisible();
      const texts = [...chart.element().querySelectorAll('text')].map(({ textContent }) => textContent);
      expect(texts).toContain('today');
    } finally {
      vi.useRealTimers();
      await setZone('');
    }
  });

  test('TN-05: before the first replacement there is none, and no empty table', async () => {
    await renderDevice({ path, answers: answers(silentToner()) });
    const texts = page.getByText('No replacement of a cartridge has been seen yet.');
    await expect.poll(() => texts.elements().length).toBe(2);
  });
});

describe('states of the screen', () => {
  test('TN-06: a device that reports no toner has four unknown rows', async () => {
    await renderDevice({ path, answers: { ...answers(silentToner()), profile: { body: poorProfile() } } });
    await expect.element(levels()).toBeVisible();
    await expect
      .poll(() => cellsOf(levels().element()).map(([, level]) => level))
      .toEqual(Array.from({ length: 4 }, () => 'Not reported'));
  });

  test('a failure stays in the panels, with its code and one Retry for all of them', async () => {
    await renderDevice({ path, answers: { ...richAnswers(), toner: { status: 500, body: {} } } });
    await expect.poll(() => page.getByRole('alert').elements().length).toBe(6);
    expect(page.getByRole('button', { name: 'Retry' }).elements()).toHaveLength(1);
  });

  test('TN-03 TN-12 in Japanese', async () => {
    await renderDevice({ path, answers: answers(), locale: 'ja-jp' });
    await expect.element(page.getByText('ニアエンプティ設定', { exact: true })).toBeVisible();
    await expect.element(page.getByText('22～33日')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^標準/ })).toBeVisible();
  });

  test.each(['light', 'dark'])('has no accessibility problem in %s', async (theme) => {
    document.documentElement.dataset['theme'] = theme;
    await renderDevice({ path, answers: answers() });
    await expect.element(history()).toBeVisible();
    expect(await findProblems()).toEqual([]);
  });

  test.each([480, 960, 1440])('at %i pixels nothing goes beyond the page', async (width) => {
    await page.viewport(width, 900);
    await renderDevice({ path, answers: answers() });
    await expect.element(history()).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const beyond = [...levels().element().querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > width,
    );
    expect(beyond.map(({ textContent }) => textContent)).toEqual([]);
  });
});

import type { EvidenceEntry, Figures } from '@platen/contract/details';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId, richProfile } from '../../test/device/device-data.ts';
import { renderDevice, richAnswers } from '../../test/device/render-device.tsx';
import { pmParts, toner } from '../../test/device/supplies-data.ts';

const judged = (source: string, more: Partial<EvidenceEntry> = {}): EvidenceEntry => ({
  protocol: 'report',
  source,
  name: 'readings',
  raw: '90 (2026-08-01/2026-11-20)',
  rule: 'derived',
  also: [{ source, name: 'neededReadings', raw: '14' }],
  observedAt: '2026-11-20T12:57:00.000Z',
  receivedAt: '2026-11-20T12:58:00.000Z',
  collector: null,
  ...more,
});
const open = (
  screen: string,
  more: object,
  body: { evidence: Record<string, EvidenceEntry>; figures: Figures },
  locale: 'en-us' | 'ja-jp' = 'en-us',
) =>
  renderDevice({
    path: `/${screen}?device=${deviceId}`,
    answers: { ...richAnswers(), ...more, evidence: { body } },
    locale,
  });
const card = () => page.getByRole('tooltip');

beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.restoreAllMocks());

const tonerFigure: Figures[string] = {
  inputs: { kind: 'tonerDays', level: 14.2, rounding: 0.25, perDay: 0.58, shorter: 0.8, longer: 1.3, age: 1 },
  readings: { from: '2026-11-16', values: [17, null, 16, 15, 14] },
};

test.each([
  [
    'en-us',
    '14.2% left ÷ 0.58% a day − 1 day since the last reading = 23.5, rounded up 24 days',
    'Use a day: 0.58%, 80% range 0.446% to 0.725%',
    'Readings of 11/16/2026 to 11/20/2026: from 17 to 14',
  ],
  [
    'ja-jp',
    '残量14.2% ÷ 1日0.58% − 最後の取得値からの1日 = 23.5（切り上げ24日）',
    '1日の使用量：0.58%（80%区間：0.446%～0.725%）',
    'の取得値：17から14',
  ],
] as const)(
  'AP-05 TN-03: in %s the days until a cartridge is empty show level, use a day with its range, and the readings used',
  async (locale, ...texts) => {
    const body = {
      evidence: { 'toner.leftDays.black': judged('toner') },
      figures: { 'toner.leftDays.black': tonerFigure },
    };
    await open('toner', { toner: { body: toner() } }, body, locale);
    const black = page.getByRole('button', { name: locale === 'en-us' ? /^\d+ d.*source/ : /^\d+ ?日.*取得元/ });
    await black.first().click();
    for (const text of texts) await expect.element(card()).toHaveTextContent(text);
  },
);

test('AP-05 PM-02 PM-05: the life of a part shows rated life, pages done and forecast pages, its expected life where the condition counts', async () => {
  const { parts } = pmParts(['6250']);
  const rated: Figures[string] = {
    inputs: { kind: 'ratedLife', unit: 'pages', reported: null, done: 96_000, rated: 120_000 },
  };
  const expected: Figures[string] = {
    inputs: {
      kind: 'expectedLife',
      unit: 'pages',
      wear: 96_000,
      life: { value: 150_000, lower: 120_000, upper: 190_000 },
      perDay: 1200,
      useFactor: 1.2,
      shorter: 0.6,
      longer: 1.6,
      readOn: '2026-11-20',
      judgedOn: '2026-11-20',
      failedOn: null,
    },
  };
  const body = {
    evidence: {
      'parts.6250.consumedLife': judged('pmParts'),
      'parts.6250.lifeNow': judged('drumLife'),
      'parts.6250.life2Weeks': judged('drumLife', { figure: 'parts.6250.lifeNow' }),
    },
    figures: { 'parts.6250.consumedLife': rated, 'parts.6250.lifeNow': expected },
  };
  await open('pmparts', { PMParts: { body: { threshold: 100, parts } } }, body);
  const row = page.getByRole('row').filter({ hasText: '6250' });
  await row.getByRole('gridcell').nth(2).getByRole('button').click();
  await expect.element(card()).toHaveTextContent('96,000 pages ÷ rated life 120,000 pages = 80%');
  for (const cell of [3, 5]) {
    await row.getByRole('gridcell').nth(cell).getByRole('button').click();
    await expect.element(card()).toHaveTextContent('96,000 pages ÷ expected life 150,000 pages = 64%');
    await expect.element(card()).toHaveTextContent('Use a day: 1,200 pages');
    await expect.element(card()).toHaveTextContent('In 14 days: 75.2% (73.3% to 77.4%, 80% range)');
    await expect.element(card()).toHaveTextContent('= 45 days from the last reading on 11/20/2026');
    await expect.element(card()).toHaveTextContent('Failure: 01/04/2027 (12/17/2026 to 01/31/2027, 80% range)');
  }
});

test('AP-05 PR-11: average monthly pages show the first and last total, the days between and the readings', async () => {
  const body = {
    evidence: { 'counter.AMP': judged('counters.total') },
    figures: {
      'counter.AMP': {
        inputs: { kind: 'monthlyAverage', first: 100_000, last: 112_000, omitted: -3000, days: 88 },
        readings: { from: '2026-08-23', values: [100_000, 103_000, 112_000] },
      } satisfies Figures[string],
    },
  };
  await open('profile', {}, body);
  await page.getByRole('region', { name: 'Counter' }).getByRole('button').nth(1).click();
  await expect.element(card()).toHaveTextContent('112,000 − 100,000 − (-3,000)');
  await expect.element(card()).toHaveTextContent('15,000 pages ÷ 88 days × 30.44 = 5,188 a month');
});

test('AP-05 CT-01 CT-03: pages of months show the readings that they lie between, sums of months their months', async () => {
  const rise = (first: number, last: number, omitted = 0) => ({ kind: 'counterRise' as const, first, last, omitted });
  const none = { color: null, black: null };
  const monthly = [
    ...['2026-06', '2026-07', '2026-08', '2026-09'].map((label) => ({ label, ...none })),
    { label: '2026-10', color: 40, black: 60, rises: { color: rise(400, 440), black: rise(600, 660) } },
    { label: '2026-11', color: 2, black: 150, rises: { color: rise(440, 442), black: rise(9000, 60, -9090) } },
  ];
  const sums = { color: 42, black: 210 };
  const body = {
    monthly,
    summary: { month3: sums, month6: sums, total: { color: 442, black: 60 } },
    module: {
      ADF: null,
      bypass: null,
      CST1: null,
      CST2: null,
      CST3: null,
      CST4: null,
      LCF: null,
      SFB: null,
      ADU: null,
    },
    scanModule: { large: null, small: null },
  };
  const source = judged('counters');
  await open(
    'counter',
    { counter: { body } },
    {
      evidence: { 'counter.monthly': source, 'counter.summary': source },
      figures: {},
    },
  );
  await page
    .getByRole('region', { name: 'Pages per month' })
    .getByRole('button', { name: /source$/ })
    .first()
    .click();
  await expect.element(card()).toHaveTextContent('Oct 2026, Color: 440 − 400 = 40');
  await expect.element(card()).toHaveTextContent('Nov 2026, Black: 60 − 9,000 − (-9,090)');
  await page.getByRole('button', { name: '210 source' }).first().click();
  await expect.element(card()).toHaveTextContent('60 + 150 = 210');
  await page.getByRole('button', { name: '252 source' }).first().click();
  await expect.element(card()).toHaveTextContent('210 + 42 = 252');
});

test.each([
  [
    'en-us',
    'Risk of a stop within 14 days: 29.4%, of which Drum, Yellow 20%',
    'Drum, Yellow: 5% within 7 days, 20% within 14, 50% within 28',
    'Forecast as 31% within 14 days; what came of such forecasts in the fleet makes it 20%',
    'Sudden or unexplained failure: 1% within 7 days, 2% within 14, 4% within 28',
    'From 31 failures of parts in 80.5 device-years of the fleet, by the age of these parts',
    'Together, as independent causes: 100% − (100% − 20%) × (100% − 10%) × (100% − 2%) = 29.4% within 14 days',
    '1 part without a judgement of its own',
  ],
  [
    'ja-jp',
    '14日以内に停止するリスク：29.4%（うち感光体ドラム（イエロー） 20%）',
    '感光体ドラム（イエロー）：7日以内 5%、14日以内 20%、28日以内 50%',
    '14日以内の予測は31%、全機器での予測実績による補正後は20%',
    '突発の故障：7日以内 1%、14日以内 2%、28日以内 4%',
    '全機器の80.5台年で部品の故障31件',
    '互いに独立な要因として合計：100% − (100% − 20%) × (100% − 10%) × (100% − 2%) = 14日以内 29.4%',
    '単独では未判定の部品1点',
  ],
] as const)(
  'AP-05 WL-53: in %s the risk of a stop names its greatest cause, and its card all of them with their sum',
  async (locale, line, ...texts) => {
    const chances = {
      drum: [0.05, 0.2, 0.5],
      fuser: [0.02, 0.1, 0.3],
      unexplained: [0.01, 0.02, 0.04],
    } satisfies Record<string, [number, number, number]>;
    const seen = { failures: 31, deviceYears: 80.5 };
    const stopRisk = {
      within7Days: 7.8,
      within14Days: 29.4,
      within28Days: 66.4,
      causes: [
        { item: 'drum.yellow', within7Days: 5, within14Days: 20, within28Days: 50 },
        { item: 'fuser', within7Days: 2, within14Days: 10, within28Days: 30 },
        { item: 'unexplained', within7Days: 1, within14Days: 2, within28Days: 4, seen },
      ],
      unknownParts: 1,
    };
    await open(
      'profile',
      { profile: { body: { ...richProfile(), stopRisk } } },
      {
        evidence: { 'stopRisk.within14Days': judged('stopRisk') },
        figures: {
          'stopRisk.within14Days': {
            inputs: {
              kind: 'stopRisk',
              causes: [
                { item: 'drum.yellow', chances: chances.drum, forecast: 0.31 },
                { item: 'fuser', chances: chances.fuser },
                { item: 'unexplained', chances: chances.unexplained, seen },
              ],
              unknownParts: 1,
            },
          },
        },
      },
      locale,
    );
    await page.getByText(line).click();
    for (const text of texts) await expect.element(card()).toHaveTextContent(text);
  },
);

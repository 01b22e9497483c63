import type { ConditionFacts } from '@platen/contract/worklist-item';
import { type ConditionKind, conditionKinds } from '@platen/contract/worklist-names';
import { describe, expect, it } from 'vitest';
import { createHeadline, createMatter } from './headline.ts';
import { toHeadlineLanguage } from './headline-language.ts';
import type { Locale } from './locale.ts';

const headlineOf = (locale: Locale, kind: ConditionKind, subject: string, facts: ConditionFacts): string =>
  createHeadline(toHeadlineLanguage(locale, (iso) => `<${iso.slice(0, 10)}>`))({
    kind,
    subject,
    facts,
    openedAt: '2025-11-20T08:00:00Z',
    lastSeenAt: '2025-11-20T09:00:00Z',
  });

const sign = (urgency: 'now' | 'nextVisit') => ({ urgency, messageId: '10101002' });
/** A sign for the next visit with a predicted day and its 80 % range, in days. */
const due = (lower: number, days: number, upper: number) => ({ ...sign('nextVisit'), days, range: { lower, upper } });
const low = (lower: number, days: number, upper: number) => ({
  urgency: 'low' as const,
  days,
  range: { lower, upper },
});
const heavyJamming = {
  ruleId: '01900000-0000-7000-8000-000000000001',
  logic: 1,
  name: 'Heavy jamming',
  note: '',
  priority: 'computed' as const,
  whoCanAct: 'technician' as const,
  inWorklist: true,
  isJudged: false,
  values: [],
} satisfies ConditionFacts['rule'];

const cases: readonly (readonly [ConditionKind, string, ConditionFacts, string, string])[] = [
  ['down', 'C447', { code: 'C447' }, 'C447, device down', 'C447で停止'],
  ['down', 'jammed', { code: 'jammed' }, 'Paper jam, device down', '用紙づまりで停止'],
  ['down', 'down', { code: 'down' }, 'Device down', '機器停止'],
  [
    'errorRepeat',
    'CE40',
    { code: 'CE40', count: 21 },
    'Service call CE40 21 times in 7 d',
    'サービスコールCE40が7日で21回',
  ],
  ['errorRepeat', 'CE40', {}, 'Service call CE40 again and again', 'サービスコールCE40が繰り返し発生'],
  ['part', 'drum.yellow', sign('now'), 'Yellow drum: replace now', 'イエローの感光体ドラムをただちに交換'],
  ['part', 'fuser', sign('nextVisit'), 'Fuser belt: replace at the next visit', '定着ベルトを次回訪問時に交換'],
  [
    'part',
    'feedRoller.CST2',
    { ...sign('now'), percent: 5.1 },
    'Feed rollers of the 2nd cassette: replace now',
    '2段目カセットの給紙ローラーをただちに交換',
  ],
  [
    'part',
    'CE40',
    sign('nextVisit'),
    'Image control error CE40: check at the next visit',
    '画質制御異常CE40を次回訪問時に点検',
  ],
  ['part', 'fuser', due(1, 5, 20), 'Fuser belt may fail in 1–20 d', '定着ベルトが1～20日で故障のおそれ'],
  ['part', 'fuser', due(22, 31, 52), 'Fuser belt may fail in 3–8 weeks', '定着ベルトが3～8週間で故障のおそれ'],
  ['part', 'fuser', due(1, 5, 775), 'Fuser belt may fail any day', '定着ベルトがいつ故障してもおかしくない状態'],
  [
    'part',
    'fuser',
    due(17, 126, 988),
    'Fuser belt may fail from <2025-12-07> on',
    '定着ベルトが<2025-12-07>以降に故障のおそれ',
  ],
  [
    'part',
    'fuser',
    { ...due(1, 5, 775), risk: { within7Days: 7, within14Days: 11.6, within28Days: 20 } },
    'Fuser belt: 12% risk of a stop within 14 d',
    '定着ベルトで14日以内に停止するリスク12%',
  ],
  [
    'part',
    'fuser',
    { ...due(17, 126, 988), asOf: '2025-11-24' },
    'Fuser belt may fail from <2025-12-11> on',
    '定着ベルトが<2025-12-11>以降に故障のおそれ',
  ],
  ['part', 'fuser', due(3, 224, 594), 'Fuser belt: replace at the next visit', '定着ベルトを次回訪問時に交換'],
  ['part', 'fuser', due(-22, -8, -1), 'Fuser belt: replace now', '定着ベルトをただちに交換'],
  [
    'part',
    'part.6257',
    { urgency: 'now', partCode: '6257', percent: 108.9, ratedOnly: true },
    'Drum cleaning blade (C) at 108% of its rated life',
    'ドラムクリーニングブレード（C）が定格寿命の108%',
  ],
  ['part', 'part.9999', { urgency: 'now' }, 'Part 9999: replace now', '部品 9999をただちに交換'],
  ['supply', 'black', { urgency: 'empty' }, 'Black toner empty', 'ブラックトナーなし'],
  ['supply', 'waste', { urgency: 'nearFull' }, 'Waste toner box almost full', '廃トナーボックスがまもなく満杯'],
  ['supply', 'cyan', low(3.2, 6, 8.6), 'Cyan toner empty in 3–9 d', 'シアントナー残り3～9日'],
  ['supply', 'cyan', low(8, 30, 50), 'Cyan toner empty in 1–8 weeks', 'シアントナー残り1～8週間'],
  ['supply', 'cyan', low(0, 0, 0), 'Cyan toner empty today', 'シアントナー本日中に残りなし'],
  [
    'supply',
    'cyan',
    low(2, 9, 300),
    'Cyan toner may be empty any day',
    'シアントナーがいつなくなってもおかしくない状態',
  ],
  [
    'supply',
    'cyan',
    low(9, 40, 300),
    'Cyan toner may be empty from <2025-11-29> on',
    'シアントナーが<2025-11-29>以降になくなる見込み',
  ],
  ['supply', 'cyan', { urgency: 'low' }, 'Cyan toner low', 'シアントナー残りわずか'],
  ['supply', 'cyan', { urgency: 'low', percent: 3.6 }, 'Cyan toner low, 4%', 'シアントナー残りわずか（4%）'],
  ['stopped', '', {}, 'No report since <2025-11-20>', '<2025-11-20>から報告なし'],
  ['counterBreak', '2025-11-19', {}, 'Counter break on <2025-11-19>', '<2025-11-19>にカウンターの不連続'],
  [
    'counterBreak',
    '2025-11-19',
    { before: '900', after: '12' },
    'Counter fell from 900 to 12 on <2025-11-19>',
    '<2025-11-19>にカウンターが900から12に減少',
  ],
  [
    'counterBreak',
    '2025-11-19',
    { before: '900', after: '90000' },
    'Counter rose from 900 to 90000 on <2025-11-19>',
    '<2025-11-19>にカウンターが900から90000に急増',
  ],
  ['identity', 'duplicateSerial', {}, 'Two devices with one serial number', '同じシリアル番号の機器が2台'],
  ['identity', 'later', {}, 'Unclear which device this is', 'どの機器か不明'],
  [
    'codeLimit',
    '05.2103.0',
    { after: '812', threshold: 800 },
    'Code 05.2103.0 at 812, alert threshold 800',
    'コード05.2103.0が812（警告しきい値800）',
  ],
  ['codeLimit', '05.2103.0', {}, 'Code 05.2103.0 beyond its alert threshold', 'コード05.2103.0が警告しきい値を超過'],
  [
    'codeChanged',
    '08.9000.0',
    { before: '1', after: '2' },
    'Code 08.9000.0 changed from 1 to 2',
    'コード08.9000.0が1から2に変更',
  ],
  ['codeChanged', '08.9000.0', {}, 'Code 08.9000.0 changed', 'コード08.9000.0が変更'],
  [
    'storage',
    '0',
    { urgency: 'now', count: 9, messageId: '70804103' },
    'Hard disk 0: replace now',
    'ハードディスク0をただちに交換',
  ],
  [
    'storage',
    '1',
    { urgency: 'nextVisit', count: 3, messageId: '70814202' },
    'SSD 1: replace at the next visit',
    'SSD1を次回訪問時に交換',
  ],
  ['storage', '0', { count: 2 }, 'Storage 0 shows first signs of failure', 'ストレージ0に故障の初期の兆候'],
  ['firmware', '', { before: '1.2', after: '1.4' }, 'Firmware 1.2, target 1.4', 'ファームウェア1.2、目標1.4'],
  ['firmware', '', {}, 'Firmware below its target', 'ファームウェアが目標より古い'],
  [
    'collector',
    '',
    { count: 14 },
    'Collector silent since <2025-11-20>, 14 devices behind it',
    'コレクターが<2025-11-20>から無応答、機器14台が未報告',
  ],
  ['collector', '', {}, 'Collector silent since <2025-11-20>', 'コレクターが<2025-11-20>から無応答'],
  ['rule', 'r1/CST1', { rule: heavyJamming }, 'Heavy jamming: CST1', 'Heavy jamming：CST1'],
  ['rule', 'r1/cyan', { rule: heavyJamming }, 'Heavy jamming: Cyan toner', 'Heavy jamming：シアントナー'],
  ['rule', 'r1', {}, 'Rule r1', 'ルールr1'],
  ['outbreak', 'down', { count: 4 }, '4 devices at once: Down', '4台で同時発生：停止'],
  ['outbreak', 'down', {}, 'Several devices at once: Down', '複数の機器で同時発生：停止'],
  ['person', '', { matter: 'paperJam' }, 'Customer’s call: paper jam', '顧客からの連絡：用紙づまり'],
];

describe('headline of a condition (WL-56)', () => {
  it.each(cases)('%s %s %o reads "%s"', (kind, subject, facts, inEnglish, inJapanese) => {
    expect(headlineOf('en-us', kind, subject, facts)).toBe(inEnglish);
    expect(headlineOf('ja-jp', kind, subject, facts)).toBe(inJapanese);
  });

  it('has words for every kind', () => {
    expect(new Set(cases.map(([kind]) => kind))).toEqual(new Set(conditionKinds));
  });
});

it.each([
  ['stopped', '', {}, 'No report', '報告なし'],
  ['supply', 'cyan', low(3.2, 6, 8.6), 'Cyan toner', 'シアントナー'],
  ['supply', 'waste', { item: 'waste', urgency: 'full', percent: 0 }, 'Waste toner box', '廃トナーボックス'],
  ['part', 'drum.yellow', due(3, 9, 12), 'Yellow drum', 'イエローの感光体ドラム'],
  [
    'errorRepeat',
    'CE40',
    { code: 'CE40', count: 21 },
    'Service call CE40 again and again',
    'サービスコールCE40が繰り返し発生',
  ],
  ['collector', '', { count: 3 }, 'Collector silent', 'コレクターが無応答'],
  ['down', 'C447', { code: 'C447' }, 'C447, device down', 'C447で停止'],
] as const)(
  'WL-59: an entry of the past names the matter %s without its present figures',
  (kind, subject, facts, en, ja) => {
    const matterOf = (locale: Locale) =>
      createMatter(toHeadlineLanguage(locale, (iso) => iso))({
        kind,
        subject,
        facts,
        openedAt: '2025-11-20T08:00:00Z',
        lastSeenAt: '2025-11-20T09:00:00Z',
      });
    expect([matterOf('en-us'), matterOf('ja-jp')]).toEqual([en, ja]);
  },
);

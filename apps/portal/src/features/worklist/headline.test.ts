import { texts as english } from '@platen/catalogue/texts/worklist-en-us';
import { texts as japanese } from '@platen/catalogue/texts/worklist-ja-jp';
import type { ConditionFacts } from '@platen/contract/worklist-item';
import { type ConditionKind, conditionKinds } from '@platen/contract/worklist-names';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { type HeadlineWords, toHeadline } from './headline.ts';

const wordsOf = (locale: 'en-us' | 'ja-jp'): HeadlineWords => {
  const translate = createTranslator({
    locale: locale === 'en-us' ? 'en' : 'ja',
    messages: { headlines: (locale === 'en-us' ? english : japanese).headlines },
    namespace: 'headlines',
  });
  return {
    text: translate,
    error: (subject) => (subject === 'jammed' ? '<jam>' : undefined),
    supply: (subject) => `<${subject}>`,
    supplyState: (subject, state) => `<${subject} ${state}>`,
    unit: (unit) => `<${unit}>`,
    date: (iso) => `<${iso.slice(0, 10)}>`,
  };
};
const words = { 'en-us': wordsOf('en-us'), 'ja-jp': wordsOf('ja-jp') };
const headlineOf = (locale: 'en-us' | 'ja-jp', kind: ConditionKind, subject: string, facts: ConditionFacts): string =>
  toHeadline(
    { kind, subject, facts, openedAt: '2025-11-20T08:00:00Z', lastSeenAt: '2025-11-20T09:00:00Z' },
    words[locale],
  );

const range = { lower: 3.2, upper: 8.6 };
const cases: readonly (readonly [ConditionKind, string, ConditionFacts, string, string])[] = [
  ['down', 'C447', { code: 'C447' }, 'C447, device down', 'C447で停止'],
  ['down', 'jammed', { code: 'jammed' }, '<jam>, device down', '<jam>で停止'],
  ['down', 'down', { code: 'down' }, 'Device down', '機器停止'],
  ['errorRepeat', 'CE40', { code: 'CE40', count: 21 }, 'CE40 21 times in 7 d', 'CE40が7日で21回'],
  ['errorRepeat', 'CE40', {}, 'CE40 again and again', 'CE40が繰り返し発生'],
  ['part', 'drum.yellow', { urgency: 'now' }, 'Drum <yellow>, now', '感光体ドラム <yellow>（ただちに）'],
  ['part', 'fuser', { urgency: 'nextVisit' }, 'Fuser, next visit', '定着ユニット（次回訪問）'],
  ['part', 'fuser', { urgency: 'nextVisit', days: 6, range }, 'Fuser in 3–9 d', '定着ユニット 3～9日'],
  ['part', 'part.6342', { urgency: 'nextVisit', days: 6 }, 'Part 6342 in about 6 d', '部品 6342 約6日'],
  ['supply', 'black', { urgency: 'empty' }, '<black empty>', '<black empty>'],
  ['supply', 'waste', { urgency: 'nearFull' }, '<waste nearFull>', '<waste nearFull>'],
  ['supply', 'cyan', { urgency: 'low', days: 6, range }, '<cyan> empty in 3–9 d', '<cyan>残り3～9日'],
  ['supply', 'cyan', { urgency: 'low', days: 6 }, '<cyan> empty in about 6 d', '<cyan>残り約6日'],
  ['supply', 'cyan', { urgency: 'low' }, '<cyan low>', '<cyan low>'],
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
  ['storage', '0', { urgency: 'now', count: 9 }, 'Hard disk 0, now', 'ハードディスク0（ただちに）'],
  ['storage', '0', { count: 2 }, 'Hard disk 0 shows first signs', 'ハードディスク0に初期の兆候'],
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

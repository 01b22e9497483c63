import type { RuleForm, RuleTest } from '@platen/contract/rules';
import type { Locale } from './locale.ts';

/**
 * A rule to begin with (AR-18), with its name and note in each language. Its form is complete but for what
 * only the organisation knows: the version of a firmware, the code of a setting.
 */
export interface RuleTemplate {
  readonly template: string;
  readonly texts: Readonly<Record<Locale, { readonly name: string; readonly note: string }>>;
  readonly form: Omit<RuleForm, 'name' | 'note'>;
}

const hour = 60;
const day = 24 * hour;

const counts = { scope: {}, priority: 'computed', whoCanAct: 'technician', inWorklist: true } as const;
const formOf = (
  test: RuleTest,
  [openDelayMinutes, clearDelayMinutes]: readonly [open: number, clear: number],
  other: Partial<Omit<RuleForm, 'name' | 'note'>> = {},
): RuleTemplate['form'] => ({ ...counts, tests: [test], openDelayMinutes, clearDelayMinutes, ...other });

/**
 * The shipped templates, in the order of the menu. Where no metric has what AR-18 names, the nearest one is
 * taken (decision 0415).
 */
export const ruleTemplates: readonly RuleTemplate[] = [
  {
    template: 'heavyJamming',
    texts: {
      'en-us': { name: 'Heavy jamming', note: 'Clean the feed path of the drawer named; look at its rollers.' },
      'ja-jp': { name: '用紙づまりの多発', note: '該当カセットの給紙経路を清掃し、ローラーを点検。' },
    },
    form: formOf(
      { metric: 'jamRate', comparison: 'above', value: 4, clear: 3, windowHours: 14 * 24, leastFeeds: 500 },
      [day, 3 * day],
    ),
  },
  {
    template: 'sameCode',
    texts: {
      'en-us': { name: 'Same service code three times in a day', note: 'Look up the code in the service manual.' },
      'ja-jp': { name: '同じサービスコードが1日に3回', note: 'サービスマニュアルでコードを確認。' },
    },
    form: formOf(
      { metric: 'sameCode', subject: 'C000-DFFF, F000-FFFF', comparison: 'atLeast', value: 3, windowHours: 24 },
      [0, day],
    ),
  },
  {
    template: 'earlyChange',
    texts: {
      'en-us': { name: 'Toner changed early', note: 'Ask why the cartridge was changed; look at its seal.' },
      'ja-jp': { name: 'トナーの早期交換', note: '交換の理由を確認し、カートリッジのシールを点検。' },
    },
    form: formOf({ metric: 'earlyChange', comparison: 'above', value: 20, windowHours: 7 * 24 }, [0, 0], {
      whoCanAct: 'manager',
    }),
  },
  {
    template: 'noPages',
    texts: {
      'en-us': { name: 'No pages for two weeks', note: 'Ask the customer whether the device is in use.' },
      'ja-jp': { name: '2週間印刷なし', note: '機器が使用されているかを顧客に確認。' },
    },
    form: formOf(
      { metric: 'pagesAgainstUsual', comparison: 'below', value: 0.1, clear: 0.3, windowHours: 14 * 24 },
      [0, day],
      { whoCanAct: 'manager' },
    ),
  },
  {
    template: 'manyPages',
    texts: {
      'en-us': { name: 'Pages of a day above usual', note: 'Check toner and paper before they run out.' },
      'ja-jp': { name: '1日のページ数が通常を大幅に超過', note: 'トナーと用紙がなくなる前に確認。' },
    },
    form: formOf({ metric: 'pagesAgainstUsual', comparison: 'above', value: 5, clear: 3, windowHours: 24 }, [0, day], {
      whoCanAct: 'manager',
    }),
  },
  {
    template: 'totalCrosses',
    texts: {
      'en-us': { name: 'Total crosses a multiple of 100,000', note: 'Check the parts that are due by pages.' },
      'ja-jp': { name: '総カウンターが10万の倍数に到達', note: 'ページ数で交換する部品を確認。' },
    },
    form: formOf({ metric: 'totalCrosses', comparison: 'present', value: 100_000, windowHours: 7 * 24 }, [0, 0]),
  },
  {
    template: 'firmware',
    texts: {
      'en-us': { name: 'Firmware below target', note: 'Update the firmware at the next visit.' },
      'ja-jp': { name: 'ファームウェアが目標より古い', note: '次回訪問時にファームウェアを更新。' },
    },
    form: formOf({ metric: 'firmware', comparison: 'below' }, [7 * day, 0]),
  },
  {
    template: 'codeChanged',
    texts: {
      'en-us': { name: 'A code was changed', note: 'Find out who changed the code and why.' },
      'ja-jp': { name: 'コードが変更された', note: 'コードを変更した人と理由を確認。' },
    },
    form: formOf({ metric: 'setting', comparison: 'changed' }, [0, 0]),
  },
  {
    template: 'storage',
    texts: {
      'en-us': { name: 'Backup of a drive needed', note: 'Back up the drive and order a replacement.' },
      'ja-jp': { name: 'ストレージのバックアップが必要', note: 'ストレージをバックアップし、交換品を手配。' },
    },
    form: formOf({ metric: 'storage', comparison: 'is', words: ['2'] }, [0, 0]),
  },
  {
    template: 'collectorFailures',
    texts: {
      'en-us': { name: 'Collector fails at many addresses', note: 'Check the network between collector and devices.' },
      'ja-jp': { name: 'コレクターの多数のアドレスで失敗', note: 'コレクターと機器の間のネットワークを確認。' },
    },
    form: formOf({ metric: 'collectorFailures', comparison: 'above', value: 20, clear: 15 }, [hour, 0], {
      whoCanAct: 'manager',
    }),
  },
  {
    template: 'silence',
    texts: {
      'en-us': { name: 'Silent for two days', note: 'Check network and collector.' },
      'ja-jp': { name: '2日間報告なし', note: 'ネットワークとコレクターを確認。' },
    },
    form: formOf({ metric: 'silence', comparison: 'atLeast', value: 48 }, [0, 0], { whoCanAct: 'manager' }),
  },
  {
    template: 'newDevice',
    texts: {
      'en-us': { name: 'New device', note: 'Give the device its customer and groups.' },
      'ja-jp': { name: '新しい機器', note: '機器に顧客とグループを設定。' },
    },
    form: formOf({ metric: 'newDevice', comparison: 'present', value: 24 }, [0, 0], { whoCanAct: 'manager' }),
  },
  {
    template: 'unknownCustomer',
    texts: {
      'en-us': { name: 'Customer not known', note: 'Find the customer of the device.' },
      'ja-jp': { name: '顧客が不明', note: '機器の顧客を特定。' },
    },
    form: formOf({ metric: 'unknownCustomer', comparison: 'present' }, [day, 0], { whoCanAct: 'manager' }),
  },
];

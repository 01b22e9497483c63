import type { DeviceTexts } from '../types.ts';

export const errorHistory: DeviceTexts['errorHistory'] = {
  counts: {
    title: 'エラー件数',
    window: '直近{days, number}日間',
    noReport: '{count, plural, other {報告のない日 #日}}',
    all: '{count, plural, other {合計 #件}}',
    sum: '{name} {total, number}件',
  },
  history: {
    title: 'エラー履歴',
    window: '直近{days, number}日間',
    count: '{count, plural, other {#件}}',
    countOf: '{total, plural, other {全#件}}のうち{count, number}件',
    noneOfKind: '直近{days, number}日間に、この種類のエラーはありません。',
    noneReported: '直近{days, number}日間に、エラーはありません。',
  },
  columns: {
    time: '発生日時',
    kind: '種類',
    code: 'コード',
    message: 'メッセージ',
    counter: 'カウンター',
    settings: '設定',
  },
  conditions: {
    paperSource: '給紙元',
    paperSize: '用紙サイズ',
    sort: 'ソート',
    ADF: '原稿送り',
    APS: '自動用紙選択',
    duplex: '両面',
    function: '機能',
  },
  details: '{code} {time} の詳細',
  filter: '種類',
  filterAll: 'すべての種類',
  made: {
    kind: '種類はコードから判別しています。',
  },
  settings: '発生時の設定',
  settingsNone: 'このエラーとともに報告された設定はありません。',
  settingsRaw: 'コード {code}',
  settingsUnknown: 'この機種のシリーズが不明のため、コードのまま表示しています。',
  trend: 'エラー推移',
};

export const errorTrend: DeviceTexts['errorTrend'] = {
  title: '月別エラー件数',
  months: '{count, plural, other {#か月}}',
  view: '期間',
  month: '月',
  sum: '合計',
  running: '今日まで',
  noReport: '報告なし',
  noneInPeriod: 'この期間の報告はありません。',
  partly: '{total, number}か月のうち{reported, number}か月分を報告',
  oneScale: '全種類とも同じ目盛り',
  total: '{count, plural, other {#件}}',
  tableTitle: '月別・種類別のエラー件数',
};

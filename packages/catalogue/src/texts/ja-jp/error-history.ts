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

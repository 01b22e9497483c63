import type { DeviceTexts } from '../types.ts';

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

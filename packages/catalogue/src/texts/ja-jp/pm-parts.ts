import type { DeviceTexts } from '../types.ts';

export const pmParts: DeviceTexts['pmParts'] = {
  title: 'PM部品',
  columns: {
    code: '部品コード',
    part: '部品',
    life: '現在と4週間後の寿命',
    lifeNow: '現在の寿命',
    life1Week: '1週間後',
    life2Weeks: '2週間後',
    life4Weeks: '4週間後',
    consumed: '寿命消費率',
    counter: 'カウンター',
    replaced: '最終交換日',
    state: '状態',
  },
  none: 'この機器から部品カウンターは通知されていません。',
  made: {
    threshold: 'ポータルの規則：寿命のこの割合を消費した部品を交換推奨とします。',
  },
  noForecast: '予測なし',
  pages: 'ページ',
  range: '{lower, number}～{upper, number}%',
  rangeUnknown: '区間不明',
  ranges: '80%区間',
  state: {
    due: '交換時期',
    soon: '4週間以内',
    later: '交換不要',
    unknown: '寿命の通知なし',
  },
  summary: {
    due: 'しきい値以上 {count, plural, other {#点}}',
    soon: '4週間以内にさらに{count, number}点',
    unknown: '寿命不明 {count, number}点',
  },
  threshold: 'しきい値 {value, number}%',
  bar: '消費 {now, number}%、しきい値 {threshold, number}%',
  barForecast: '消費 {now, number}%、4週間後 {later, number}%、しきい値 {threshold, number}%',
  withheld: '履歴 {readings, number}件／必要 {needed, number}件',
};

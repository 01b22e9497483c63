import type { DeviceTexts } from '../types.ts';

/** Words that every chart shares. */
export const charts: DeviceTexts['charts'] = {
  actual: '実績',
  actualPoint: '{date}: {value}',
  crossing: 'しきい値到達',
  crossingPoint: '{date}: しきい値到達、80%区間 {lower}～{upper}',
  dataTable: 'データ表',
  downloadCsv: 'CSVをダウンロード',
  downloadPng: 'PNGをダウンロード',
  forecast: '予測',
  forecastPoint: '{date}: 予測 {value}、80%区間 {lower}～{upper}',
  gapPoint: '{from}から{to}まで報告なし',
  hideDataTable: 'グラフ',
  lower: '下限',
  noReport: '報告なし',
  period: '期間',
  pictureFailed: 'ブラウザーで画像を作成できませんでした',
  points: '{title}: 値、矢印キーで移動',
  replaced: '交換',
  state: '状態',
  today: '本日',
  unknownZone: '{zone}（このブラウザーのタイムゾーンが不明なため）',
  upper: '上限',
  value: '値',
};

import type { DeviceTexts } from '../types.ts';

export const codes: DeviceTexts['codes'] = {
  alertHigh: 'アラート ≥ {value}',
  alertLow: 'アラート ≤ {value}',
  alertReached: 'アラートしきい値に到達',
  columns: {
    main: 'コード',
    sub: 'サブ',
    current: '現在値',
    mode: '最頻値',
    average: '平均値',
    level: '外れ値レベル',
    setting: '設定',
  },
  columnsMenu: '列',
  columnsUntilLogout: '列（ログアウトまで保持）',
  clearSearch: '検索をクリア',
  evidenceTitle: '{code}：{column}',
  example: '例 {text}',
  fleet: {
    title: '他機との差異',
    note: 'レベル2および3',
    legend:
      '現在値と同じ機種の平均値との差です。レベル1、2、3は、同一ファミリー・同一ファームウェア内でのロバスト距離がそれぞれ{first}、{second}、{third}を超えることを示します。',
    level: 'レベル{level}',
    made: '現在値と同じ機種の平均値との差（平均に対する%）。',
    more: '{count, plural, other {ほか#件：外れ値レベルで並べ替えてください}}',
    none: 'すべての値が通常の範囲です',
    compared: '{count, plural, other {#件のコードを比較}}',
    show: 'コード{code}を表に表示',
    tooFew: '比較できません',
    tooFewHint:
      'これらのコードを報告した同一ファミリー・同一ファームウェアの機器が{needed, number}台未満、またはその販売店が{dealers, number}社未満です。',
    usually: '通常は{value}',
  },
  mismatch: '指定された形式で入力してください。',
  name: '{main}-{sub}',
  noCodes: 'この機器からこのコードは報告されていません。',
  noHit: '検索に一致するコードがありません。',
  notCompared: '他機と比較できません',
  ofTotal: '{total, plural, other {/ #件}}',
  onPaper:
    '印刷は{total, number}件中、先頭の{shown, number}件です。残りは、検索で件数を絞って印刷するか、表をCSVで保存してください。',
  searchLabel: 'コードを検索',
  settingOf: 'コード{code}の設定',
  showAll: 'すべて表示',
};

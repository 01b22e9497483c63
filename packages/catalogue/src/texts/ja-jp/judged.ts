import type { DeviceTexts } from '../types.ts';

export const judged: DeviceTexts['judged'] = {
  source: 'ポータルが算出',
  at: '判定：{at}',
  needed: '{count, plural, other {必要な取得値 #件}}',
  used: '{count, plural, other {使用した取得値 #件}}',
  days: '{from}～{to}',
  judgementRun: '機器のすべての値をまとめて判定',
  fleet: '比較対象の機器：{name}',
  fleetDevices: '{count, number}台以上（販売店3社以上）',
  fleetRule: 'これらの機器の値から算出',
  seenReplacement: '残量の上昇、またはカウンターの再開から検出',
  verdict: {
    due: '交換時期',
    nextVisit: '次回訪問時',
    watch: '注意',
    sound: '対応不要',
    unknown: '不明',
  },
  differs: {
    ratedReached: '定格寿命に到達（{consumed}）。部品の状態による判定を優先します。',
    conditionFirst: '定格寿命には未到達（{consumed}）。部品の状態による判定を優先します。',
  },
  ratedOnly: '定格寿命に到達。部品の状態は判定できません。',
  rule: {
    toner: '残量を予測使用量で割って算出（80%区間は予測の区間）',
    pmParts: '寿命消費率に、予測ページ数とこの部品の1ページあたりの消耗を掛けた値を加算',
    drumLife: 'ドラムの寿命消費率を予測ページ数で延長',
    fuserLife: '定着部の寿命消費率を予測ページ数で延長',
    developerLife: '現像剤の寿命消費率を予測ページ数で延長',
    secondTransferVoltage: '2次転写電圧の推移から算出',
    feedRollerRate: 'この給紙元の1ページあたりの給紙再試行を、通常の割合と比較',
    imageControlRate: '90日間の画質制御異常の件数。30日間と90日間の件数を、それぞれ通常の割合と比較',
    polygonalMotorStarts: '30日間のモーター起動回数を、ページ数に対する通常の回数と比較',
    imageSensorLevel: '画質センサーの値を、これまでの値と比較',
    storageScore: 'ドライブ自身の健全性の値から採点',
  },
};

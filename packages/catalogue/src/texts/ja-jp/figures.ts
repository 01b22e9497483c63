import type { DeviceTexts } from '../types.ts';

export const figures: DeviceTexts['figures'] = {
  label: '計算',
  unit: { pages: 'ページ', sheets: '枚', rotations: '回転', hours: '時間', percent: '%' },
  quantity: '{value} {unit}',
  date: '{date}（80%区間：{lower}～{upper}）',
  noDate: '12か月以内ではありません',
  tonerDays: {
    days: '残量{level}% ÷ 1日{perDay}% = {exact}（切り上げ{days, plural, other {#日}}）',
    daysAfter:
      '残量{level}% ÷ 1日{perDay}% − 最後の取得値からの{age, plural, other {#日}} = {exact}（切り上げ{days, plural, other {#日}}）',
    empty: '残量はありません。',
    range: '1日の使用量：{perDay}%（80%区間：{lower}%～{upper}%）',
  },
  ratedLife: {
    reported: '機器が報告した消費率：{percent}%',
    done: '{done} ÷ 定格寿命 {rated} = {percent}%',
    after: '{days, number}日後：{percent}% + {use} × {each}% = {result}%',
    range: '80%区間：{lower}%～{upper}%',
    share: 'この部品：機器の1ページあたり {share} {unit}（90日間）',
  },
  expectedLife: {
    now: '{wear} ÷ 予想寿命 {life} = {percent}%',
    failed: '{date}に故障：100%',
    life: 'この部品の予想寿命：{lower}～{upper}（80%区間）',
    perDay: '1日の使用量：{perDay}',
    after: '{days, number}日後：{percent}%（80%区間：{lower}%～{upper}%）',
    days: '（{life} − {wear}）÷ {perDay} = 最後の取得値（{readOn}）から{days, plural, other {#日}}',
    date: '故障予測：{date}',
  },
  rollerLife: {
    now: '{sheets} ÷ 通常の寿命 {life} = {percent}%',
    share: '機器の1ページあたり {share}枚（90日間）',
    left: '残り{left}枚 ÷ {share} ÷ 1日{perDay}ページ = {days, plural, other {#日}}',
  },
  partWear: 'これまでの積算：{wear}',
  reportedLife: '機器の報告値：{percent}%',
  rise: {
    counted: '{last} − {first} = {value}',
    countedOmitted: '{last} − {first} − {omitted}（対象外のカウンター段差）= {value}',
  },
  monthlyAverage: '{pages}ページ ÷ {days, plural, other {#日}} × 30.44 = 月{value}',
  ratio: '{part} ÷ {whole} = {percent}%',
  sum: '{values} = {sum}',
  sensorLimit: {
    limit: '同系列の通常値 {usual} − {times} × 偏差 {deviation} = 限界値 {limit}',
    last: '最後の取得値：{last}',
  },
  driveState: {
    score: 'スコア {score}（限界値：バックアップ {backup}、交換 {replace}、危険 {danger}）',
    wear: '消耗 {wear}%（限界値：{backup}%、{replace}%、{danger}%）',
    before: 'この取得値の前の状態：{state, number}',
    selfTest: 'セルフテスト実行中です。',
  },
  stopRisk: {
    cause: '{cause}：7日以内 {week}%、14日以内 {fortnight}%、28日以内 {month}%',
    causeOf: '{name}（{unit}）',
    serviceCalls: '繰り返すサービスコール',
    together: '互いに独立な要因として合計：100% − {product} = 14日以内 {fortnight}%',
    factor: '(100% − {percent}%)',
    none: '28日以内に0.1%に達する要因はありません。',
    week: '7日以内：{week}%、28日以内：{month}%',
    warnFrom: '14日以内{percent}%未満の予兆では状態を警告にしません（予兆による警告は全機器の20%以下）',
    unknown: '未判定の部品{count, plural, other {#点}}は合計に含みません',
  },
  codeLevel: {
    distance: '0.6745 × |{value} − 中央値 {median}| ÷ 偏差 {mad} = {distance}',
    log: '対数での距離（中央値 {median}、偏差 {mad}。近い方を採用）：{distance}',
    limits: 'レベル1は{limit}以上、レベル2と3は対数を用いない距離で5以上と8以上',
    rarity: '比較対象の機器での値の希少さで判定します。最頻値はレベル0です。',
  },
  readings: '{from}～{to}の取得値：{first}から{last}',
};

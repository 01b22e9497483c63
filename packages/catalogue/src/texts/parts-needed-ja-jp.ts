import { downloads } from './ja-jp/downloads.ts';
import { evidence } from './ja-jp/evidence.ts';
import type { PartsNeededTexts } from './types.ts';

const partsNeeded: PartsNeededTexts['partsNeeded'] = {
  title: '今後{days, number}日間に必要な部品',
  counted: '{all, plural, other {#}}台のうち{counted, number}台',
  countedNote:
    '集計の対象は、過去4週間以内に報告があり、判定済みの機器です。それ以外の機器でも部品が必要になる場合がありますが、その数は分かりません。',
  judged: '判定日 {date}',
  judgedSpan: '判定日 {from}～{to}',
  columns: {
    part: '部品',
    code: '部品コード',
    series: 'シリーズ',
    devices: '機器数',
    expected: '予想数',
    range: '80%区間',
    stock: '在庫の目安',
    region: '地域',
    basis: '根拠',
    device: 'シリアル番号',
    model: '機種',
    customer: '顧客',
    chance: '必要になる見込み',
  },
  below: '{series}、{devices, plural, other {#台}}',
  toner: 'トナーカートリッジ（{color}）',
  range: '{lower, number}～{upper, number}',
  few: '0.1未満',
  chance: '{percent, number}%',
  stockNote: '10回の四半期のうち9回はこの数で足ります。',
  expectedNote:
    '{all, number}個の内訳：予測日によるもの{date, number}個、定格寿命とこれまでの交換時期によるもの{life, number}個、通常の交換頻度によるもの{rate, number}個。定格寿命で経過を見ている部品は、この機器群で実際に交換される頻度で数えます。',
  askedNote:
    'うち{asked, plural, other {#}}個は、対応一覧で今すぐ持参が必要とされているため、見込みにかかわらず1個ずつ数えます。',
  regions: {
    label: '地域',
    all: 'すべての地域',
    none: '報告なし',
    noGroup: 'グループなし',
    more: '{count, number}件のうち機器数の多い{shown, number}件を表示しています。',
  },
  by: { label: '地域の単位', dealer: '販売店', customer: '顧客', group: 'グループ' },
  kind: { label: '表示', all: '部品とトナー', part: '部品', toner: 'トナー' },
  basis: { date: '予測日', life: '定格寿命', rate: '通常の頻度', asked: '今すぐ必要' },
  detail: {
    label: '{part}が必要になる機器と地域',
    devices: '機器',
    shown: '{count, number}台のうち見込みの高い{shown, number}台。',
    none: '必要になる見込みの機器はありません。',
  },
  hardly: 'ほかに{count, plural, other {#}}種類の部品は、ほとんど必要ありません（各0.1個未満）。',
  showHardly: '表示する',
  hideHardly: 'ほとんど必要のない部品を隠す',
  unknownSeries: '不明',
  empty: '集計できる部品はまだありません',
  emptyHint: '部品またはトナーを報告し、判定された機器が集計の対象になります。判定は遅くとも1日以内に行われます。',
  emptyRegion: 'この地域には、部品またはトナーを報告する機器がありません。',
};

/** As `parts-needed-en-us.ts`, in Japanese. */
export const texts: PartsNeededTexts = { downloads, evidence, partsNeeded };

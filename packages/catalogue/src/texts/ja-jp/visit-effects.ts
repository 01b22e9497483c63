import type { VisitEffectsTexts } from '../types.ts';
import { paperSourceNames } from './paper-sources.ts';

/** As in English: what a visit changed. */
export const effects: VisitEffectsTexts['effects'] = {
  label: '訪問による変化',
  failed: '訪問による変化を読み込めませんでした。',
  sources: paperSourceNames,
  unit: '部品 {code}',
  what: {
    jams: '{of}の紙詰まり',
    retries: '{of}の給紙リトライ',
    unitErrors: '{of}のエラー',
    serviceCalls: 'サービスコール',
  },
  line: {
    sheets: '{what}（1,000枚あたり）：訪問前{before}回、訪問後{after}回',
    pages: '{what}（1,000ページあたり）：訪問前{before}回、訪問後{after}回',
    unknown: '{what}：{missing}',
  },
  range: {
    between: '80%範囲：訪問前の{lower}～{upper}倍',
    above: '80%範囲：訪問前の{lower}倍以上',
  },
  counted: {
    sheets: '{count, plural, other {#枚}}',
    pages: '{count, plural, other {#ページ}}',
    events: '{count, plural, other {#回}}',
  },
  verdict: {
    better: '改善',
    worse: '悪化',
    noClearChange: '明らかな変化なし',
    notYetKnown: 'まだ不明',
    unknown: '不明',
  },
  nearUsual: '訪問前も通常に近い値',
  missing: {
    before: '訪問前{counted}、{needed, number}以上必要',
    after: '訪問後{counted}、{needed, number}以上必要',
    events: '合計{counted}、{needed, number}以上必要',
  },
  card: {
    before: '訪問前',
    after: '訪問後',
    days: '{from}～{to}',
    noDays: '対象日なし',
    side: '{counted}で{events}',
    counting: '30日間、または次の訪問まで数えます。',
    usual: '機種の通常値',
    usualRate: '1,000あたり{rate}回',
    noUsual: '機器数不足',
    sensor: 'センサーの中央値',
    sensorChange: '訪問前{before}、訪問後{after}',
    formula: '比',
    quotient: '（{after}÷{afterCounted}）÷（{before}÷{beforeCounted}）＝{ratio}',
    rule: '規則',
    past: '機器自身の過去',
    ruleText:
      '2つの発生率の比と、条件付き二項分布による正確な80%区間。1を超えれば悪化。1未満で、さらに訪問なしでも戻ったと見込まれる値（訪問前の発生率に機種の通常値、または機器自身の過去を加えたもの）を下回れば改善。1回の訪問に複数の発生率がある場合は、それぞれにより広い区間が必要です。',
    mark: '通常に近い値は、何もしなくても戻る傾向があります。',
  },
};

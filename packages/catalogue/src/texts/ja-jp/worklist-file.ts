import type { WorklistFileTexts } from '../types.ts';

export const worklistFile: WorklistFileTexts['worklistFile'] = {
  name: '対応一覧',
  byHand: '手動設定の期限（{zone}）',
  cost: '待ちの影響度（点／日）',
  judgedCost: 'うち予測',
  unknown: '不明な値',
  further: 'その他の項目',
  count: '項目数',
  collector: 'コレクター',
  since: '発生日時（{zone}）',
  marks: 'マーク',
  plannedDay: '訪問予定日',
  answer: '応答期限（{zone}）',
};

import type { WorklistRowTexts } from '../types.ts';

export const editing: WorklistRowTexts['editing'] = {
  failed: '実行できませんでした（{code}）。{why}',
  by: '{name} さんが変更しました',
  byOther: '他の人が変更しました',
  mine: '自分の変更',
  theirs: '相手の変更',
  before: '変更前',
  keep: '自分の変更を残す',
  take: '相手の変更を使う',
  about: '項目',
  chooseFile: 'ファイルを選択',
  noFile: 'ファイル未選択',
};

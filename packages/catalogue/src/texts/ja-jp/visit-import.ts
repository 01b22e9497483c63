import type { AdministrationTexts } from '../types.ts';

export const visitImport: AdministrationTexts['visitImport'] = {
  title: '過去の訪問の取り込み',
  about:
    '次の列を持つCSVファイル（最大{most, number}行）：{columns}。日付は2026-11-03の形式、部品は交換した部品のコードまたは自社の品番を空白で区切って入力します。',
  file: 'ファイル',
  try: '試行',
  trying: '試行では何も変更されません。',
  import: '訪問{count, plural, other {#件}}を取り込む',
  tried: '取り込みの試行結果',
  imported: '取り込みの結果',
  lines: '行数',
  visits: '訪問',
  known: '登録済み',
  refused: '取り込み不可',
  refusedTable: '取り込めない行',
  firstOnly: '{count, number}行のうち最初の{shown, number}行。',
  line: '行',
  field: '列',
  reason: '理由',
  failed: '取り込みが終了しました：{message}',
  nothing: '取り込める行がありません。',
};

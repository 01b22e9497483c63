import type { DeviceTexts } from '../types.ts';

export const codeSettings: DeviceTexts['codeSettings'] = {
  alert: 'アラートしきい値',
  alertSince: 'アラートは{date}から続いています。',
  backTo: '{title}に戻る',
  changed: '最終変更：{name}、{at}',
  clear: '解除しきい値',
  explain: {
    none: 'しきい値が設定されていないため、この値は監視されません。',
    high: '値が{alert}以上になると機器に警告を表示し、{clear}以下に戻ると解除します。',
    highAlone: '値が{alert}以上の間、機器に警告を表示します。',
    low: '値が{alert}以下になると機器に警告を表示し、{clear}以上に戻ると解除します。',
  },
  hint: 'アラートしきい値が解除しきい値より大きいときは高い値を、小さいときは低い値を監視します。両方を空にするとしきい値はなくなります。',
  leave: {
    title: 'しきい値が保存されていません',
    body: 'コード{code}のしきい値の変更は保存されていません。',
    discard: '保存せずに移動',
    stay: '編集を続ける',
  },
  made: 'ポータルで{at}に設定されました。アラートしきい値：{alert}。解除しきい値：{clear}。',
  neverChanged: '変更されたことはありません',
  noSuchCode: 'この機器からこのコードは報告されていません。',
  problem: {
    number: '半角の数値を入力してください。',
    equal: 'アラートしきい値と異なる値にしてください。',
    clearAlone: 'アラートしきい値が必要です。',
    refused: 'サーバーが受け付けませんでした：{reason}',
  },
  readOnly: 'お使いのアカウントではしきい値を表示できますが、変更はできません（200002）。',
  save: '保存',
  saved: '保存しました。機器の状態には1分以内に反映されます。',
  saveFailed: '保存できませんでした。',
  title: 'コード{code}',
  thresholds: 'しきい値',
};

import type { Texts } from '../types.ts';

export const errors: Texts['errors'] = {
  closingLeadsToLogin: 'このメッセージを閉じると、ログイン画面に戻ります。',
  code: 'エラーコード',
  crashed: 'この画面で問題が発生しました。',
  crashedHint:
    'ページを再読み込みしてください。繰り返し発生する場合は、アドレスと発生時刻を控えて管理者へご連絡ください。',
  lazyFailed: '画面の一部を読み込めませんでした。',
  lazyHint: '通信が遅いか途切れている、またはポータルが更新された可能性があります。',
  panelFailed: 'データを読み込めませんでした。',
  reload: '再読み込み',
  retry: '再試行',
};

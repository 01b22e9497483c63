import type { Texts } from '../types.ts';

export const session: Texts['session'] = {
  checkingTerms: 'ご利用規約への同意状況を確認しています。',
  completing: 'ログイン処理を完了しています。',
  failed: 'ログインを完了できませんでした。',
  failedRepeatedly:
    'ログインに2回続けて失敗しました。パソコンの時刻と、ブラウザーの保存領域の制限をご確認のうえ、もう一度ログインしてください。',
  insecure:
    'ログインには暗号化された安全な接続が必要です。安全なアドレスで開くか、サーバーが動いているパソコンで開いてください。',
  leaving: 'ログアウトしています。',
  providerUnreachable: '認証サービスから応答がありません。',
  redirecting: 'ログイン画面へ移動しています。',
  signIn: 'ログイン',
  signedOut: 'ログアウトしました。',
  termsFailed: 'ご利用規約への同意状況を取得できませんでした。',
};

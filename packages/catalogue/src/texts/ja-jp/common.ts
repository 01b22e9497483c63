import type { Texts } from '../types.ts';

export const common: Texts['common'] = {
  accept: '同意する',
  age: {
    justNow: 'たった今',
    minutes: '{count, number}分前',
    hours: '{count, number}時間前',
    days: '{count, number}日前',
    future: '機器側の時計が進んでいます',
  },
  apply: '適用',
  back: '戻る',
  brand: { platen: 'Platen', rdt: 'Remote Diagnosis Tool' },
  cancel: 'キャンセル',
  clear: 'クリア',
  close: '閉じる',
  color: { black: 'ブラック', yellow: 'イエロー', magenta: 'マゼンタ', cyan: 'シアン', eBlue: '消せるブルー' },
  colorShort: { black: 'ブラック', yellow: 'イエロー', magenta: 'マゼンタ', cyan: 'シアン', eBlue: '消せる青' },
  decline: '同意しない',
  deviceList: '機器一覧',
  duration: {
    minutes: '{count, number}分',
    hours: '{count, number}時間',
    hoursMinutes: '{hours, number}時間{minutes, number}分',
    days: '{count, number}日',
  },
  list: { separator: '、' },
  loading: '読み込み中',
  logout: 'ログアウト',
  noData: 'データがありません',
  noDataFound: '該当するデータが見つかりません',
  none: '-',
  history: '変更履歴',
  notFitted: '未装着',
  notReported: '未報告',
  nothingToDisplay: '表示する項目がありません',
  pages: { before: '前へ', after: '次へ', shown: '{total, number}件中{from, number}～{to, number}件' },
  percent: '{value, number}%',
  refresh: '更新',
  reload: '再読み込み',
  retry: '再試行',
  search: '検索',
  skipToContent: '本文へ移動',
  total: '合計',
  worklist: {
    label: '対応一覧：{priority}、{state}',
    open: '未対応',
    acknowledged: '確認済み',
    assigned: '担当決定',
    planned: '訪問予定',
    snoozed: '保留',
    resolved: '解決済み',
  },
  unit: {
    impressions: '{count, plural, other {ページ}}',
    sheets: '{count, plural, other {枚}}',
    sides: '{count, plural, other {面}}',
    weighted: '換算ページ',
    other: 'カウント',
    unknown: 'カウント（単位未報告）',
  },
};

export const session: Texts['session'] = {
  checkingTerms: 'ご利用規約への同意状況を確認しています。',
  completing: 'ログイン処理を完了しています。',
  failed: 'ログインを完了できませんでした。',
  failedRepeatedly:
    'ログインに2回続けて失敗しました。パソコンの時刻とブラウザーの保存領域を確認し、もう一度ログインしてください。',
  insecure: 'ログインには安全な接続が必要です。https、またはサーバーのパソコンで開いてください。',
  leaving: 'ログアウトしています。',
  providerUnreachable: '認証サービスから応答がありません。',
  redirecting: 'ログイン画面へ移動しています。',
  signIn: 'ログイン',
  signedOut: 'ログアウトしました。',
  termsFailed: 'ご利用規約への同意状況を取得できませんでした。',
};

export const terms: Texts['terms'] = {
  accept: '同意する',
  accepting: '同意を登録しています',
  agreedVersion: '同意済み',
  decline: '同意しない',
  heading: 'ご利用の前に、規約への同意が必要です',
  hint: '規約の本文は英語です。内容をご確認のうえ、同意するかどうかを選択してください。同意されない場合はログアウトします。',
  latestVersion: '最新版',
  neverAgreed: 'なし',
  ownHint:
    '{name}の規約です。内容をご確認のうえ、同意するかどうかを選択してください。同意されない場合はログアウトします。',
  ownText: '組織のご利用規約の全文',
  text: 'ご利用規約の全文（英語）',
};

export const popups: Texts['popups'] = {
  information: { copyright: '著作権', copyrightLine: '© {years} {name}', version: 'バージョン' },
  noData: 'データがありません',
  notification: {
    content: '内容',
    empty: '表示する項目がありません',
    failed: 'お知らせを読み込めませんでした。',
    published: '掲載日',
    table: 'お知らせ（新しい順）',
  },
};

export const level: Texts['level'] = {
  state: {
    measured: '測定値',
    unknown: '機器側で不明',
    someRemaining: '残りあり（量の報告なし）',
    notRestricted: '制限なし',
    notSupported: '機器が対応していません',
    low: 'パネルまたはアラートによると残りわずか',
    empty: 'パネルまたはアラートによると空',
    missing: 'パネルまたはアラートによると未装着',
    notReported: '未報告',
  },
  stateShort: {
    unknown: '不明',
    someRemaining: '残りあり',
    notRestricted: '制限なし',
    notSupported: '非対応',
    low: '残りわずか',
    empty: '空',
    missing: '未装着',
    notReported: '未報告',
  },
};

export const errors: Texts['errors'] = {
  closingLeadsToLogin: 'このメッセージを閉じると、ログイン画面に戻ります。',
  code: 'エラーコード',
  crashed: 'この画面で問題が発生しました。',
  crashedHint: 'ページを再読み込みしてください。繰り返す場合は、アドレスと時刻を管理者へご連絡ください。',
  lazyFailed: '画面の一部を読み込めませんでした。',
  lazyHint: '通信の遅延や切断、またはポータルの更新が考えられます。',
  panelFailed: 'データを読み込めませんでした。',
  reload: '再読み込み',
  retry: '再試行',
};

export const notFound: Texts['notFound'] = {
  hint: 'アドレスの入力誤り、または古いアドレスの可能性があります。',
  noScreen: '<path>{address}</path> に対応する画面はありません。',
  title: '無効なURL',
  toDeviceList: '機器一覧',
  toLogin: 'ログイン',
};

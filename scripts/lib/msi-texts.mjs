/** Texts of the Windows installer's dialogs (CF-40): [English, Japanese]; `&` precedes the key. */
export const texts = {
  TextTitle: ['Platen Collector', 'Platen コレクター'],
  TextIntro: [
    'Reads the printers of this site and delivers their reports to a Platen server. The portal shows server and code when a collector is added. Leave both empty if this computer was enrolled before.',
    'この拠点のプリンターを読み取り、レポートを Platen サーバーに送信します。サーバーとコードは、ポータルでコレクターを追加すると表示されます。このコンピューターが登録済みの場合は、どちらも空のままにしてください。',
  ],
  TextServer: ['&Server', 'サーバー(&S)'],
  TextCode: ['&Code', 'コード(&C)'],
  TextProxy: ['&Proxy, if there is one', 'プロキシ（ある場合）(&P)'],
  TextRemote: ['How far may the portal go?', 'ポータルにどこまで許可しますか？'],
  TextOff: ['&Off: reports and state are delivered, nothing else', 'オフ：レポートと状態の送信のみ(&O)'],
  TextSee: ['S&ee: it shows the settings without secrets', '表示：秘密情報を除く設定を表示(&E)'],
  TextManage: ['&Manage: settings may come from there', '管理：ポータルからの設定を許可(&M)'],
  TextInstall: ['&Install', 'インストール(&I)'],
  TextCancel: ['Cancel', 'キャンセル'],
  TextMissing: [
    'Give both server and code, or neither if this computer was enrolled before.',
    'サーバーとコードは両方入力してください。登録済みのコンピューターでは、どちらも空にします。',
  ],
  TextUpgrade: [
    'An older version is replaced. This computer stays enrolled.',
    '古いバージョンを置き換えます。このコンピューターの登録は維持されます。',
  ],
  TextRemoving: [
    'The collector and its service are removed. Without the data, a new code is needed to enrol again.',
    'コレクターとサービスを削除します。データも削除すると、再登録には新しいコードが必要です。',
  ],
  TextKeep: [
    '&Keep the data: enrolment, settings, reports not yet delivered',
    'データを残す：登録、設定、未送信のレポート(&K)',
  ],
  TextRemove: ['&Remove', '削除(&R)'],
  TextWorking: ['Please wait. This takes up to a minute.', 'お待ちください。最大 1 分かかります。'],
  TextInstalled: [
    'The collector is enrolled, and its service runs. The portal shows it under Administration, Collectors.',
    'コレクターは登録され、サービスが動作しています。ポータルの「管理」の「コレクター」に表示されます。',
  ],
  TextRemoved: ['The collector was removed.', 'コレクターを削除しました。'],
  TextFailed: [
    'This did not succeed: the reason was shown before. The programs on this computer are as they were.',
    '完了できませんでした。理由は先ほど表示されました。このコンピューターのプログラムは元のままです。',
  ],
  TextStopped: [
    'This was cancelled. The programs on this computer are as they were.',
    'キャンセルされました。このコンピューターのプログラムは元のままです。',
  ],
  TextFinish: ['&Finish', '完了(&F)'],
  TextCancelling: ['Cancel?', 'キャンセルしますか？'],
  TextOk: ['OK', 'OK'],
  TextYes: ['&Yes', 'はい(&Y)'],
  TextNo: ['&No', 'いいえ(&N)'],
  TextRetry: ['&Retry', '再試行(&R)'],
  TextIgnore: ['&Ignore', '無視(&I)'],
  TextAbort: ['&Abort', '中止(&A)'],
};

/** The actions that replace the texts where the user's language is Japanese, in the order of `texts`. */
export const japanese = Object.entries(texts).map(([name, [, text]]) => ({ action: `${name}Ja`, name, text }));
export const isJapanese = 'UserLanguageID = 1041';

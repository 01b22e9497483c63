import type { Locale } from './locale.ts';

/** One text a locale. */
type Message = Readonly<Record<Locale, string>>;

const frequent: Message = {
  'en-us': 'Error occurred. When this error occurs frequently, please logout and login.',
  'ja-jp': 'エラーが発生しました。頻繁に発生する場合は、一度ログアウトしてから再度ログインしてください。',
};
const success: Message = { 'en-us': 'Completed successfully.', 'ja-jp': '正常に完了しました。' };
const busy = (en: string, ja: string): Message => ({
  'en-us': `${en} Wait a while and retry. If this continues, contact the administrator.`,
  'ja-jp': `${ja}しばらく待ってから再試行してください。続く場合は管理者へご連絡ください。`,
});
const user = (en: string, ja: string): Message => ({
  'en-us': `The user information could not be confirmed because of an internal connection error. ${en}`,
  'ja-jp': `内部接続エラーのため、ユーザー情報を確認できませんでした。${ja}`,
});
const rights = (en: string, ja: string): Message => ({
  'en-us': `The access rights could not be confirmed because of an internal connection error. ${en}`,
  'ja-jp': `内部接続エラーのため、アクセス権を確認できませんでした。${ja}`,
});
const retry = ['Retry later.', '時間をおいて再試行してください。'] as const;
const loginAgain = ['Log in again.', '再度ログインしてください。'] as const;
const internal = (en: string, ja: string): Message => ({
  'en-us': `Internal server error. ${en}`,
  'ja-jp': `サーバー内部でエラーが発生しました。${ja}`,
});

/**
 * The message of every application code (AC-01 to AC-43). English of 101000, 102001, 102002, 102003, 201000, 202001 and 204001 is the specified wording;
 * the others are written from their meaning. Japanese adds the catalogue's advice (OQ-106).
 */
const messages: Readonly<Record<number, Message>> = {
  0: frequent,
  100000: success,
  101000: frequent,
  102001: {
    'en-us': 'Network error.',
    'ja-jp': 'サーバーに接続できませんでした。ネットワークの状態を確認してください。',
  },
  102002: {
    'en-us': 'Token is already expired or cleared.',
    'ja-jp': '認証トークンの有効期限が切れているか、すでに削除されています。',
  },
  102003: {
    'en-us': 'No device selected.',
    'ja-jp': '機器が選択されていません。最初から操作をやり直してください。',
  },
  103001: {
    'en-us': 'The data could not be fetched. Check the network and retry.',
    'ja-jp': 'データを取得できませんでした。ネットワークの状態を確認し、再試行してください。',
  },
  103002: {
    'en-us': 'The response of the server is invalid. Wait a while and retry.',
    'ja-jp': 'サーバーからの応答が正しくありません。しばらく待ってから再試行してください。',
  },
  200000: success,
  200001: {
    'en-us': 'Agree to the terms of use first.',
    'ja-jp': 'ご利用の前に、ご利用規約への同意が必要です。',
  },
  200002: {
    'en-us': 'This account has no permission. Contact the administrator.',
    'ja-jp': 'このアカウントには利用権限がありません。管理者へご連絡ください。',
  },
  200003: {
    'en-us': 'This account has no permission for this device. Check the permission in the device-management console.',
    'ja-jp': 'この機器の利用権限がありません。機器管理コンソールで権限を確認してください。',
  },
  200004: {
    'en-us': 'Device not found. After a device is registered it may take some days until its information is available.',
    'ja-jp': '機器が見つかりません。機器の登録後、情報を利用できるようになるまで数日かかることがあります。',
  },
  201000: {
    'en-us': 'Server error occurred. When this error occurs frequently, please logout and login.',
    'ja-jp': 'サーバーでエラーが発生しました。頻繁に発生する場合は、一度ログアウトしてから再度ログインしてください。',
  },
  201001: {
    'en-us': 'The authentication has expired. Log in again.',
    'ja-jp': '認証の有効期限が切れました。再度ログインしてください。',
  },
  201002: {
    'en-us': 'The credentials could not be verified. Log in again.',
    'ja-jp': '認証情報を検証できませんでした。再度ログインしてください。',
  },
  201003: {
    'en-us': 'The check of the credentials failed. Log in again.',
    'ja-jp': '認証情報の検証でエラーが発生しました。再度ログインしてください。',
  },
  201004: {
    'en-us': 'No credentials were found. Log in again.',
    'ja-jp': '認証情報が見つかりません。再度ログインしてください。',
  },
  201005: {
    'en-us': 'The credentials are invalid or corrupted. Log in again.',
    'ja-jp': '認証情報が無効であるか、破損しています。再度ログインしてください。',
  },
  201006: { 'en-us': 'Log out and log in again.', 'ja-jp': '一度ログアウトし、再度ログインしてください。' },
  201007: {
    'en-us': 'This account cannot be used. Contact the administrator.',
    'ja-jp': 'このアカウントは利用できません。管理者へご連絡ください。',
  },
  202001: {
    'en-us': 'Invalid parameters. Please contact administrator.',
    'ja-jp': '通信内容に異常があります（パラメーターが正しくありません）。管理者へご連絡ください。',
  },
  203001: busy('Too many requests were sent in a short time.', '短時間に多くの要求が送信されました。'),
  203002: busy('The load of the server is high.', 'サーバーの負荷が高くなっています。'),
  203003: busy(
    'The load of the server is high: its storage is busy.',
    'サーバーの負荷が高く、データベースの処理が混み合っています。',
  ),
  204001: {
    'en-us': 'Resource not found. Please contact administrator.',
    'ja-jp': '対象の情報が見つかりません。管理者へご連絡ください。',
  },
  205000: internal('Retry later.', '時間をおいて再試行してください。'),
  205001: internal('Contact the administrator.', '管理者へご連絡ください。'),
  301001: user(...retry),
  301002: user(...loginAgain),
  301003: user(...retry),
  301004: user(...retry),
  302001: rights(...retry),
  302002: rights(...loginAgain),
  302003: rights(...loginAgain),
  302004: rights(...loginAgain),
  401000: internal('The device information could not be obtained.', '機器情報を取得できませんでした。'),
  401001: internal(
    'The device information could not be obtained. Retry later.',
    '機器情報を取得できませんでした。時間をおいて再試行してください。',
  ),
  401002: internal(
    'The device information could not be obtained. Contact the administrator.',
    '機器情報を取得できませんでした。管理者へご連絡ください。',
  ),
  501000: internal('The storage information could not be obtained.', 'ストレージ情報を取得できませんでした。'),
  501001: internal(
    'The storage information could not be obtained. Retry later.',
    'ストレージ情報を取得できませんでした。時間をおいて再試行してください。',
  ),
  501002: internal(
    'The storage information could not be obtained. Contact the administrator.',
    'ストレージ情報を取得できませんでした。管理者へご連絡ください。',
  ),
};

/** Every code that has a message, in ascending order. */
export const applicationCodes: readonly number[] = Object.keys(messages).map(Number);

/** The message of a code, or undefined where the code is not of this catalogue: then the text of 101000 is shown with the code (OQ-58). */
export function applicationMessage(code: number, locale: Locale): string | undefined {
  return messages[code]?.[locale];
}

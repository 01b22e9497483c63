import type { Locale } from '@platen/catalogue/locale';

interface SignInTexts {
  /** Title in the bezel, as the portal's login screen has it. */
  heading: string;
  title: string;
  name: string;
  password: string;
  submit: string;
  wrong: string;
  tooMany: (minutes: number) => string;
  hint: string;
  expiredTitle: string;
  expired: string;
  failedTitle: string;
  failed: string;
  again: string;
}

/** Texts of the development sign-in pages. */
export const signInTexts: Readonly<Record<Locale, SignInTexts>> = {
  'en-us': {
    heading: 'Login',
    title: 'Sign in',
    name: 'User name',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'User name or password is wrong.',
    tooMany: (minutes) => `Too many attempts. Try again in ${minutes} min.`,
    hint: 'Development sign-in: dealer, service or admin, password platen.',
    expiredTitle: 'Sign-in has expired',
    expired: 'This sign-in was not finished in time, or the server was restarted.',
    failedTitle: 'Sign-in failed',
    failed: 'The sign-in request was not accepted.',
    again: 'Start again',
  },
  'ja-jp': {
    heading: 'ログイン',
    title: 'サインイン',
    name: 'ユーザー名',
    password: 'パスワード',
    submit: 'サインイン',
    wrong: 'ユーザー名またはパスワードが正しくありません。',
    tooMany: (minutes) => `試行回数が多すぎます。${minutes}分後にもう一度お試しください。`,
    hint: '開発用サインイン：dealer、service、admin（パスワード：platen）',
    expiredTitle: 'サインインの有効期限が切れました',
    expired: 'サインインが時間内に完了しなかったか、サーバーが再起動されました。',
    failedTitle: 'サインインできませんでした',
    failed: 'サインインの要求は受け付けられませんでした。',
    again: 'もう一度サインイン',
  },
};

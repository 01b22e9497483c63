import { chooseLocale, intlTag, type Locale } from '@platen/catalogue/locale';
import { parseAddress } from '@platen/contract/web-address';
import { escapeHtml, toPage } from '../../base/page.ts';
import type { Settings } from '../../settings/settings.ts';
import { developmentAccounts, developmentPassword } from './accounts.ts';

interface SignInTexts {
  /** Title in the bezel, as the portal's login screen has it. */
  heading: string;
  title: string;
  name: string;
  password: string;
  submit: string;
  wrong: string;
  tooMany: (minutes: number) => string;
  hint: (names: string) => string;
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
    hint: (names) =>
      `Development sign-in, password ${developmentPassword}: ${names}, or the mail address of an invitation.`,
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
    hint: (names) => `開発用サインイン（パスワード：${developmentPassword}）：${names}、または招待されたメールアドレス`,
    expiredTitle: 'サインインの有効期限が切れました',
    expired: 'サインインが時間内に完了しなかったか、サーバーが再起動されました。',
    failedTitle: 'サインインできませんでした',
    failed: 'サインインの要求は受け付けられませんでした。',
    again: 'もう一度サインイン',
  },
};

export type Brand = 'platen' | 'rdt';

/** The brand that a return address belongs to (BR-03). */
export function toBrand(redirectUri: unknown): Brand {
  const address = typeof redirectUri === 'string' ? parseAddress(redirectUri) : undefined;
  return address !== undefined && /^\/rdt(\/|$)/i.test(address.pathname) ? 'rdt' : 'platen';
}

interface SignInPage {
  brand: Brand;
  languages: readonly string[];
  action: string;
  name: string;
  failure?: { kind: 'wrong' } | { kind: 'tooMany'; seconds: number };
}

/** The sign-in form: plain HTML, usable without scripts. */
export function toSignInPage(page: SignInPage): string {
  const locale = chooseLocale(page.languages);
  const texts = signInTexts[locale];
  const { failure } = page;
  const message =
    failure === undefined
      ? undefined
      : failure.kind === 'wrong'
        ? texts.wrong
        : texts.tooMany(Math.max(1, Math.ceil(failure.seconds / 60)));
  const invalid = message === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"';
  const startAtPassword = page.name !== '';
  return toPage({
    lang: intlTag(locale),
    brand: page.brand,
    heading: texts.heading,
    main: `<form class="sign-in" method="post" action="${escapeHtml(page.action)}">
<h2>${texts.title}</h2>
${message === undefined ? '' : `<p class="problem" id="problem" role="alert">${escapeHtml(message)}</p>`}
<label for="name">${texts.name}</label>
<input id="name" name="name" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="100" value="${escapeHtml(page.name)}"${startAtPassword ? '' : ' autofocus'}${invalid}>
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200"${startAtPassword ? ' autofocus' : ''}${invalid}>
<button type="submit">${texts.submit}</button>
<p class="hint">${texts.hint(developmentAccounts.map(({ subject }) => subject).join(', '))}</p>
</form>`,
  });
}

/** Shown when a sign-in cannot be taken up again. */
export function toExpiredPage(languages: readonly string[], loginUrl: string): string {
  const locale = chooseLocale(languages);
  const { heading, expiredTitle, expired, again } = signInTexts[locale];
  return toPage({
    lang: intlTag(locale),
    brand: 'platen',
    heading,
    main: `<div class="sign-in"><h2>${expiredTitle}</h2><p>${expired}</p><a class="button" href="${escapeHtml(loginUrl)}">${again}</a></div>`,
  });
}

/** Shown for a request that the provider refuses; `code` is OAuth's own short word. */
export function toErrorPage(settings: Settings, languages: readonly string[], code: string): string {
  const locale = chooseLocale(languages);
  const { heading, failedTitle, failed, again } = signInTexts[locale];
  return toPage({
    lang: intlTag(locale),
    brand: 'platen',
    heading,
    main: `<div class="sign-in"><h2>${failedTitle}</h2><p role="alert">${failed} <code>${escapeHtml(code)}</code></p><a class="button" href="${escapeHtml(settings.publicUrl)}/login">${again}</a></div>`,
  });
}

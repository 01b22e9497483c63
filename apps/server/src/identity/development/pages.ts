import { chooseLocale, intlTag } from '@platen/catalogue/locale';
import { escapeHtml, toPage } from '../../base/page.ts';
import type { Settings } from '../../settings.ts';
import { signInTexts } from './texts.ts';

export type Brand = 'platen' | 'rdt';

/** The brand that a return address belongs to (BR-03). */
export function toBrand(redirectUri: unknown): Brand {
  if (typeof redirectUri !== 'string' || !URL.canParse(redirectUri)) return 'platen';
  return /^\/rdt(\/|$)/i.test(new URL(redirectUri).pathname) ? 'rdt' : 'platen';
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
<p class="hint">${texts.hint}</p>
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

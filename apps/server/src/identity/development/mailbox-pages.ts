import { chooseLocale, formats, intlTag, type Locale } from '@platen/catalogue/locale';
import { escapeHtml, toPage } from '../../base/page.ts';
import type { Mailbox } from './mailbox.ts';

/** Texts of the mailbox of the demonstration. */
const mailboxTexts = {
  'en-us': {
    heading: 'Mailbox',
    about:
      'Mail that this server would send if it had a mail server (PLATEN_SMTP_URL). It goes nowhere and is gone after a restart.',
    empty: 'No mail yet. Reload this page after a message was due.',
    at: 'Time',
    to: 'To',
    subject: 'Subject',
    text: 'Plain text',
    html: 'HTML',
    back: 'All mail',
  },
  'ja-jp': {
    heading: 'メールボックス',
    about:
      'メールサーバー（PLATEN_SMTP_URL）が設定されていれば送信されるメールです。実際には送信されず、再起動すると消えます。',
    empty: 'メールはまだありません。通知の時刻を過ぎたら、このページを再読み込みしてください。',
    at: '時刻',
    to: '宛先',
    subject: '件名',
    text: 'テキスト',
    html: 'HTML',
    back: 'メール一覧',
  },
} as const satisfies Record<Locale, Record<string, string>>;

type Entry = ReturnType<Mailbox['list']>[number];

export const mailboxPath = '/identity/mailbox';

const momentOf = (at: Date, locale: Locale) =>
  new Intl.DateTimeFormat(intlTag(locale), formats[locale].dateTime.dateTime).format(at);

/** All mail of the mailbox, the newest first. */
export function toListPage(entries: readonly Entry[], languages: readonly string[]): string {
  const locale = chooseLocale(languages);
  const texts = mailboxTexts[locale];
  const rows = entries.map(
    ({ number, at, to, subject }) =>
      `<tr><td>${escapeHtml(momentOf(at, locale))}</td><td>${escapeHtml(to)}</td><td><a href="${mailboxPath}/${number}">${escapeHtml(subject)}</a></td></tr>`,
  );
  const table = `<table><thead><tr><th scope="col">${texts.at}</th><th scope="col">${texts.to}</th><th scope="col">${texts.subject}</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
  return toPage({
    lang: intlTag(locale),
    brand: 'platen',
    heading: texts.heading,
    main: `<div class="doc"><section><p>${texts.about}</p>${rows.length === 0 ? `<p>${texts.empty}</p>` : table}</section></div>`,
  });
}

/** One mail: its text with links, and its HTML in a frame without scripts. */
export function toMailPage({ number, at, to, subject, text }: Entry, languages: readonly string[]): string {
  const locale = chooseLocale(languages);
  const texts = mailboxTexts[locale];
  return toPage({
    lang: intlTag(locale),
    brand: 'platen',
    heading: texts.heading,
    main: `<div class="doc"><nav><a href="${mailboxPath}">${texts.back}</a></nav>
<section><h2>${escapeHtml(subject)}</h2><p>${texts.to}: ${escapeHtml(to)}<br>${texts.at}: ${escapeHtml(momentOf(at, locale))}</p>
<h3>${texts.text}</h3><pre class="wrapped">${toLinked(text)}</pre>
<h3>${texts.html}</h3><iframe title="${texts.html}" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${mailboxPath}/${number}/html"></iframe></section></div>`,
  });
}

/** The HTML of a mail as it is shown in its frame: its links open outside of it. */
export const toFramedHtml = ({ html }: Entry): string => html.replace('<head>', '<head><base target="_blank">');

const toLinked = (text: string): string =>
  escapeHtml(text).replaceAll(
    /https?:\/\/[^\s&<>"']+(?:&amp;[^\s&<>"']+)*/g,
    (link) => `<a href="${link}">${link}</a>`,
  );

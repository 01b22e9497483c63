import type { MessageLanguage } from '@platen/contract/channel-names';
import type { Settings } from '../settings/settings.ts';
import type { Content } from './render/content.ts';
import { toLine } from './render/content.ts';
import { toMessageWords } from './render/language.ts';
import { toMailHtml, toMailText } from './render/mail-body.ts';
import { openMail } from './ways/open-ways.ts';

export interface InvitationMail {
  readonly invitationId: string;
  readonly to: string;
  /** Who invites, and to which organisation. */
  readonly by: string;
  readonly organisation: string;
  readonly link: string;
  readonly until: string;
  readonly language: MessageLanguage;
  readonly zone: string;
}

/** How long the inviting person waits for the mail server. */
const patienceMs = 20_000;

/**
 * Sends the link of an invitation (OA-10); undefined: this server sends no mail. It goes past the outbox,
 * which would store the code. Answers whether the mail server took it: else the link is handed over by hand.
 */
export function openInvitationMail(settings: Settings): ((mail: InvitationMail) => Promise<boolean>) | undefined {
  const mailer = openMail(settings);
  if (mailer === undefined) return undefined;
  const { from, replyTo, transport } = mailer;
  return async (mail) => {
    const content = toContent(mail);
    const { outcome } = await transport(
      {
        from,
        replyTo,
        to: mail.to,
        subject: toLine(`[Platen] ${content.subject}`, 120),
        text: toMailText(content),
        html: toMailHtml(content),
        messageId: `<${mail.invitationId}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
        references: undefined,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          'Content-Language': content.lang,
        },
      },
      AbortSignal.timeout(patienceMs),
    );
    return outcome === 'accepted';
  };
}

function toContent({ by, organisation, link, until, language, zone }: InvitationMail): Content {
  const { lang, texts, fill, moment } = toMessageWords({ language, zone });
  const values = { by: toLine(by, 80), organisation: toLine(organisation, 80), until: moment(until) };
  return {
    lang,
    subject: texts.subject.invitation,
    paragraphs: [fill(texts.invitation, values)],
    items: [],
    lists: [],
    more: undefined,
    action: { label: texts.openInvitation, href: link },
    footer: { lines: [], links: [] },
  };
}

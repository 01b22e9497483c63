import { type BoxedMail, isMailboxOn, mailboxOf } from '../../identity/development/mailbox.ts';
import type { Settings } from '../../settings/settings.ts';
import { createSlackWay, createTeamsWay } from './chat.ts';
import { createMailWay, type MailOptions, type MailTransport } from './mail.ts';
import { createSmtpTransport } from './smtp.ts';
import type { Ways } from './way.ts';
import { createWebhookWay } from './webhook.ts';

/** Whether this server sends mail (DE-21), or shows it at the development sign-in. */
export const isMailOn = (settings: Settings): boolean => settings.mailServer !== undefined || isMailboxOn(settings);

/**
 * The ways out of this server by its settings; a kind that is missing cannot be sent. `box` takes the mail
 * that the development sign-in shows.
 */
export function openWays(settings: Settings, box: (mail: BoxedMail) => void = mailboxOf(settings).add): Ways {
  const options = { allowed: settings.webhookAllow };
  const mailer = openMail(settings, box);
  return {
    webhook: createWebhookWay(options),
    teams: createTeamsWay(options),
    slack: createSlackWay(options),
    ...(mailer && { mail: createMailWay(mailer) }),
  };
}

/** How mail leaves this server; undefined: it sends none. */
export function openMail(
  settings: Settings,
  box: (mail: BoxedMail) => void = mailboxOf(settings).add,
): MailOptions | undefined {
  const { mailServer: server, mailFrom: from, mailReplyTo: replyTo, mailTls: tls } = settings;
  if (server !== undefined && from !== undefined)
    return { from, replyTo, transport: createSmtpTransport({ server, tls }) };
  if (!isMailboxOn(settings)) return undefined;
  return { from: mailboxSender, replyTo: undefined, transport: toMailbox(box) };
}

const mailboxSender = { name: 'Platen', address: 'platen@platen.invalid' };

/** The demonstration needs no mail server: its mail is shown at the development sign-in. */
const toMailbox =
  (box: (mail: BoxedMail) => void): MailTransport =>
  async ({ to, subject, text, html, messageId }) => {
    box({ to, subject, text, html, messageId });
    return { outcome: 'accepted', code: null, answer: 'shown at /identity/mailbox' };
  };

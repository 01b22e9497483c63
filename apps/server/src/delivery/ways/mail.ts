import { performance } from 'node:perf_hooks';
import type { MailAddress } from '../../settings/mail.ts';
import { isMailAddress } from '../../settings/mail.ts';
import type { Message } from '../message.ts';
import { toLine } from '../render/content.ts';
import { toMailHtml, toMailText } from '../render/mail-body.ts';
import { toContent } from '../render/to-content.ts';
import type { Attempt, SendingChannel, Way } from './way.ts';

/** One mail to one receiver (DE-24). */
export interface Mail {
  readonly from: MailAddress;
  readonly replyTo: MailAddress | undefined;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** With angle brackets. */
  readonly messageId: string;
  /** The first mail about the same condition, with angle brackets; undefined: this is it. */
  readonly references: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments?: readonly MailAttachment[];
}

interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

type Answer =
  | Omit<Extract<Attempt, { outcome: 'accepted' }>, 'duration'>
  | Omit<Extract<Attempt, { outcome: 'failed' }>, 'duration'>
  | Omit<Extract<Attempt, { outcome: 'givenUp' }>, 'duration'>;

/** Hands a mail on. Never throws for what the other side does. */
export type MailTransport = (mail: Mail, signal: AbortSignal) => Promise<Answer>;

export interface MailOptions {
  readonly from: MailAddress;
  readonly replyTo: MailAddress | undefined;
  readonly transport: MailTransport;
}

/** Messages as mail (DE-21 to DE-24): one mail a receiver, text and HTML of the same content. */
export function createMailWay(options: MailOptions): Way {
  return {
    async send(channel, message, deliveryId, signal) {
      const started = performance.now();
      if (!isMailAddress(channel.address))
        return { outcome: 'givenUp', reason: 'not a mail address', code: null, answer: null, duration: 0 };
      const answer = await options.transport(toMail(channel, message, deliveryId, options), signal);
      return { ...answer, duration: Math.round(performance.now() - started) };
    },
  };
}

/** Characters of a subject at most (DE-22). */
const longestSubject = 120;

function toMail(channel: SendingChannel, message: Message, deliveryId: string, options: MailOptions): Mail {
  const { from, replyTo } = options;
  const content = toContent(message, channel);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const { subscription, firstId } = message;
  return {
    from,
    replyTo,
    to: channel.address,
    subject: toLine(`[Platen] ${content.subject}`, longestSubject),
    text: toMailText(content),
    html: toMailHtml(content),
    ...toAttachments(message),
    messageId: `<${deliveryId}@${domain}>`,
    references: firstId === null ? undefined : `<${firstId}@${domain}>`,
    headers: {
      // RFC 3834 section 5: automatic answers stay away; the second is what Exchange reads.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': content.lang,
      ...(subscription !== null && {
        // RFC 8058: the mail program stops them with one click.
        'List-Unsubscribe': `<${subscription.stopUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

function toAttachments(message: Message): Pick<Mail, 'attachments'> {
  if (message.kind !== 'close' || message.close.type !== 'file' || message.close.file === undefined) return {};
  const { name: filename, mediaType: contentType, bytes: content } = message.close.file;
  return { attachments: [{ filename, contentType, content }] };
}

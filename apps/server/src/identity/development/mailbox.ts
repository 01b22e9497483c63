import type { Settings } from '../../settings/settings.ts';

/** A mail that the server would have sent. */
export interface BoxedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
}

interface Entry extends BoxedMail {
  /** From 1, in the order of arrival. */
  readonly number: number;
  readonly at: Date;
}

export interface Mailbox {
  readonly add: (mail: BoxedMail) => void;
  /** The newest first. */
  readonly list: () => readonly Entry[];
  readonly find: (number: number) => Entry | undefined;
}

/** Mails that are shown; older ones are dropped. */
export const mostBoxed = 200;

/** The last mails of this server, in memory. A mail that is sent again is shown once. */
export function createMailbox(now: () => Date = () => new Date()): Mailbox {
  let entries: readonly Entry[] = [];
  let last = 0;
  return {
    add(mail) {
      if (entries.some(({ messageId }) => messageId === mail.messageId)) return;
      last++;
      entries = [{ ...mail, number: last, at: now() }, ...entries].slice(0, mostBoxed);
    },
    list: () => entries,
    find: (number) => entries.find((entry) => entry.number === number),
  };
}

/**
 * Whether mail is shown instead of sent: with the development sign-in on this machine only, and without a
 * mail server.
 */
export const isMailboxOn = ({ authority, mailServer, developmentSignIn }: Settings): boolean =>
  authority === undefined && mailServer === undefined && developmentSignIn === 'loopback';

const boxes = new WeakMap<Settings, Mailbox>();

/** The mailbox of a server: the same for the way of mail and for the page that shows it. */
export function mailboxOf(settings: Settings): Mailbox {
  const found = boxes.get(settings) ?? createMailbox();
  boxes.set(settings, found);
  return found;
}

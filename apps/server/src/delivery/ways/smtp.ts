import { createTransport } from 'nodemailer';
import { toErrorCode, toMessage } from '../../base/errors.ts';
import type { MailServer } from '../../settings/mail.ts';
import type { Settings } from '../../settings/settings.ts';
import { toLine } from '../render/content.ts';
import type { MailTransport } from './mail.ts';

interface SmtpOptions {
  readonly server: MailServer;
  readonly tls: Settings['mailTls'];
  /** Certificate authorities instead of the usual ones. */
  readonly ca?: string;
  /** Connecting, greeting and each silence after it. Default: 15 s. */
  readonly timeoutMs?: number;
}

const timeoutMs = 15_000;
/** Replies about the message itself; a refusal before them concerns this server's settings (DE-18). */
const aboutMessage = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);
/** RFC 4954 section 6: the mail server wants a sign-in, or another one. */
const signInNeeded = new Set([530, 534, 535, 538]);

/**
 * Mail over SMTP (DE-21), a connection for each. Certificates are checked wherever TLS is used. A reply 5xx
 * to the message is given up; all else may pass later.
 */
export function createSmtpTransport({ server, tls, ca, timeoutMs: limit = timeoutMs }: SmtpOptions): MailTransport {
  const { host, port, isSecure, signIn } = server;
  const mailer = createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: tls === 'required' && !isSecure,
    ignoreTLS: tls === 'none',
    ...(signIn && { auth: { user: signIn.user, pass: signIn.password } }),
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: limit,
    greetingTimeout: limit,
    dnsTimeout: limit,
    socketTimeout: limit,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ from, replyTo, attachments = [], ...mail }, signal) => {
    try {
      if (signal.aborted) throw new Error(stopped);
      const sent = mailer.sendMail({
        ...mail,
        from: { name: from.name ?? '', address: from.address },
        to: { name: '', address: mail.to },
        ...(replyTo && { replyTo: { name: replyTo.name ?? '', address: replyTo.address } }),
        ...(mail.references === undefined ? {} : { inReplyTo: mail.references }),
        attachments: [...attachments],
        textEncoding: 'quoted-printable',
      });
      const { response } = await untilAborted(sent, signal);
      return { outcome: 'accepted', code: toCode(response), answer: toLine(response, 1024) };
    } catch (error) {
      return toFailure(error);
    }
  };
}

const stopped = 'stopped before the mail server answered';

/** A mail on its way cannot be called back; it is no longer waited for and may go twice (DE-16). */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(stopped));
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

const toCode = (response: string): number | null => {
  const code = /^[2-5]\d\d/.exec(response)?.[0];
  return code === undefined ? null : Number(code);
};

function toFailure(error: unknown) {
  const field = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  const [response, command] = [field('response'), field('command')];
  const answer = typeof response === 'string' ? toLine(response, 1024) : null;
  const code = answer === null ? null : toCode(answer);
  const cause = toErrorCode(error);
  const reason = toLine(cause === undefined ? toMessage(error) : `${cause}: ${toMessage(error)}`);
  const isFinal =
    code !== null && code >= 500 && !signInNeeded.has(code) && typeof command === 'string' && aboutMessage.has(command);
  return { outcome: isFinal ? ('givenUp' as const) : ('failed' as const), reason, code, answer };
}

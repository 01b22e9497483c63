import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { createMailWay } from '../src/delivery/ways/mail.ts';
import { createSmtpTransport } from '../src/delivery/ways/smtp.ts';
import type { Way } from '../src/delivery/ways/way.ts';
import { mailAddress, mailServer } from '../src/settings/mail.ts';

export interface MailReceiver {
  /** The way to it, over SMTP. */
  readonly way: () => Way;
  /** What came since the last call. */
  readonly take: () => Promise<ParsedMail[]>;
  readonly close: () => Promise<void>;
}

/** A real mail server without sign-in, on loopback. */
export async function startMailReceiver(): Promise<MailReceiver> {
  let received: Promise<ParsedMail>[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      const take = async () => {
        const mail = await simpleParser(stream);
        done();
        return mail;
      };
      received.push(take());
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  if (!listening.listening) await once(listening, 'listening');
  // A TCP server has a port.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { port } = server.server.address() as AddressInfo;
  return {
    way: () =>
      createMailWay({
        from: mailAddress('platen@example.com'),
        replyTo: mailAddress('help@example.com'),
        transport: createSmtpTransport({ server: mailServer(`smtp://127.0.0.1:${port}`), tls: 'none' }),
      }),
    take: async () => {
      const all = await Promise.all(received);
      received = [];
      return all;
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

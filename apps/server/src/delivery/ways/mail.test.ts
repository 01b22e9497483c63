import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import * as fc from 'fast-check';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCertificate } from '../../../../../packages/contract/test/certificate.ts';
import { toChannel, toMessage, toMessageItem } from '../../../test/messages.ts';
import { mailAddress, mailServer } from '../../settings/mail.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Message } from '../message.ts';
import { createMailWay } from './mail.ts';
import { createSmtpTransport } from './smtp.ts';
import type { SendingChannel } from './way.ts';

const deliveryId = '0196f0a0-0000-7000-8000-0000000000f1';
const certificate = createTestCertificate('localhost');
const never = new AbortController().signal;

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly isSecure: boolean;
  readonly user: string | undefined;
  readonly raw: string;
}
const received: Received[] = [];
/** What the mail server answers to a receiver and to a message, if not 250; each test sets its own. */
const answers: { receiver?: Error; message?: Error; signIn?: Error } = {};
const reply = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

function open(options: SMTPServerOptions = {}): SMTPServer {
  return new SMTPServer({
    ...certificate,
    authMethods: ['PLAIN', 'LOGIN'],
    onAuth: ({ username, password }, _session, done) => {
      if (answers.signIn) return done(answers.signIn);
      if (username !== 'platen' || password !== 'p@ss:word') return done(reply(535, 'wrong password'));
      done(null, { user: username });
    },
    onRcptTo: (_address, _session, done) => done(answers.receiver ?? null),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          isSecure: session.secure,
          user: typeof session.user === 'string' ? session.user : undefined,
          raw: Buffer.concat(parts).toString(),
        });
        done(answers.message ?? null);
      });
    },
    ...options,
  });
}
async function listen(server: { listen: (port: number, host: string) => Server }): Promise<number> {
  const listening = server.listen(0, '127.0.0.1');
  if (!listening.listening) await once(listening, 'listening');
  // A TCP server has a port.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (listening.address() as AddressInfo).port;
}
const close = (server: SMTPServer) => new Promise<void>((done) => server.close(() => done()));

let server: SMTPServer;
let port: number;
beforeAll(async () => {
  server = open();
  port = await listen(server);
});
afterAll(() => close(server));

interface Sending {
  message?: Message;
  channel?: Partial<SendingChannel>;
  url?: string;
  tls?: Settings['mailTls'];
  signal?: AbortSignal;
  from?: string;
  ca?: string;
  timeoutMs?: number;
}
function send({
  message = toMessage(),
  channel = {},
  signal = never,
  from,
  url,
  tls = 'required',
  ...more
}: Sending = {}) {
  received.length = 0;
  const way = createMailWay({
    from: mailAddress(from ?? 'Platen <platen@example.com>'),
    replyTo: mailAddress('help@example.com'),
    transport: createSmtpTransport({
      server: mailServer(url ?? `smtp://platen:p%40ss%3Aword@localhost:${port}`),
      tls,
      ca: certificate.cert,
      ...more,
    }),
  });
  return way.send(
    toChannel({ kind: 'mail', address: 'weber@haldane.example', ...channel }),
    message,
    deliveryId,
    signal,
  );
}
async function arrive(sending: Sending = {}): Promise<ParsedMail> {
  const attempt = await send(sending);
  expect(attempt).toMatchObject({ outcome: 'accepted', code: 250 });
  expect(received).toHaveLength(1);
  return simpleParser(received[0]?.raw ?? '');
}

describe('mail over a real mail server', () => {
  test('DE-21 DE-22 DE-24: signs in over TLS and delivers one mail with the headers of automatic messages', async () => {
    const mail = await arrive();
    expect(received[0]).toMatchObject({
      from: 'platen@example.com',
      to: ['weber@haldane.example'],
      isSecure: true,
      user: 'platen',
    });
    expect(mail.subject).toBe('[Platen] P1 · Town Hall Ulverton · PMJY000284 · C371, device down');
    expect(mail.messageId).toBe(`<${deliveryId}@example.com>`);
    expect(mail.from?.value).toEqual([{ name: 'Platen', address: 'platen@example.com' }]);
    expect(mail.replyTo?.value).toEqual([{ name: '', address: 'help@example.com' }]);
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail.references).toBeUndefined();
    expect(received[0]?.raw).toMatch(
      /^List-Unsubscribe: <https:\/\/platen\.example\/v1\/subscriptions\/c2VjcmV0\/stop>/m,
    );
    expect(received[0]?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    expect(mail.attachments).toEqual([]);
  });

  test('DE-24: later mails about a condition refer to the first, so that mail programs show them together', async () => {
    const mail = await arrive({ message: toMessage({ firstId: '0196f0a0-0000-7000-8000-0000000000f0' }) });
    expect(mail.references).toBe('<0196f0a0-0000-7000-8000-0000000000f0@example.com>');
    expect(mail.inReplyTo).toBe('<0196f0a0-0000-7000-8000-0000000000f0@example.com>');
  });

  test.each([
    ['en-us', 'Europe/Berlin', 'Thu, 26 Nov 2026, 08:01', 'Why: The device reports an error', '2nd floor, room 214'],
    ['ja-jp', 'Asia/Tokyo', '2026年11月26日(木) 16:01', '理由: 機器が停止するエラー', '設置場所: 2nd floor'],
  ] as const)(
    'DE-22 DE-23: text and HTML hold the same in the language %s and zone %s',
    async (language, zone, since, why, place) => {
      const mail = await arrive({ channel: { language, zone } });
      const text = mail.text ?? '';
      for (const part of [since, why, place, 'PMJY000284 · Platen C5515', 'Town Hall Ulverton', zone])
        expect(text).toContain(part);
      expect(text).toContain('https://platen.example/worklist?row=0196f0a0-0000-7000-8000-0000000000aa');
      expect(text).toContain('Devices that are down');
      const html = mail.html === false ? '' : mail.html;
      for (const line of text.split('\n').flatMap((each) => each.split(/: (?=https)/)))
        for (const part of line.replace(/^-- $/, '').split(': ')) expect(html).toContain(part.trim());
      expect(html).toContain(`<html lang="${language === 'ja-jp' ? 'ja-JP' : 'en-US'}">`);
      expect(html).not.toMatch(/<(img|script|style|link|iframe|object|form)|\ssrc=|url\(|@import/i);
      expect(mail.headers.get('content-language')).toBe(language === 'ja-jp' ? 'ja-JP' : 'en-US');
    },
  );

  test('TX-20 XC-01: what rests on a prediction says that the receiver decides', async () => {
    const { condition } = toMessageItem();
    const item = toMessageItem({ condition: { ...condition, source: 'judgement' }, isJudged: true });
    const english = await arrive({ message: toMessage({ items: [item] }) });
    expect(english.text).toContain('For you to decide: nothing has been ordered or requested.');
    const japanese = await arrive({ message: toMessage({ items: [item] }), channel: { language: 'ja-jp' } });
    expect(japanese.text).toContain('判断をお願いします。注文・依頼はまだ行われていません。');
    expect((await arrive()).text).not.toContain('For you to decide');
  });

  test('DE-21: TLS from the first byte works too', async () => {
    const secure = open({ secure: true });
    const url = `smtps://platen:p%40ss%3Aword@localhost:${await listen(secure)}`;
    await arrive({ url });
    expect(received[0]?.isSecure).toBe(true);
    await close(secure);
  });

  test('DE-21: without TLS nothing goes out unless the settings allow it', async () => {
    const clear = open({ disabledCommands: ['STARTTLS'], authOptional: true });
    const url = `smtp://localhost:${await listen(clear)}`;
    await expect(send({ url })).resolves.toMatchObject({ outcome: 'failed', reason: /ETLS/ });
    expect(received).toEqual([]);
    await arrive({ url, tls: 'opportunistic' });
    await arrive({ url, tls: 'none' });
    expect(received[0]?.isSecure).toBe(false);
    await close(clear);
    const other = createTestCertificate('elsewhere.example');
    await expect(send({ ca: other.cert })).resolves.toMatchObject({ outcome: 'failed', code: null });
    expect(received).toEqual([]);
  });
});

describe('answers of mail servers', () => {
  test('DE-18: 5xx to the receiver or the message is given up, 4xx is tried again', async () => {
    const expected = [
      [reply(550, 'no such mailbox'), 'givenUp', 550],
      [reply(452, 'mailbox full'), 'failed', 452],
    ] as const;
    for (const kind of ['receiver', 'message'] as const)
      for (const [error, outcome, code] of expected) {
        answers[kind] = error;
        await expect(send()).resolves.toMatchObject({ outcome, code, answer: expect.stringContaining(error.message) });
        delete answers[kind];
      }
  });

  test('DE-18: a refused sign-in concerns the settings of this server, so that the mail is tried again', async () => {
    answers.signIn = reply(535, 'wrong password');
    await expect(send()).resolves.toMatchObject({ outcome: 'failed', code: 535 });
    delete answers.signIn;
    await expect(send({ url: `smtp://localhost:${port}` })).resolves.toMatchObject({ outcome: 'failed', code: 530 });
  });

  test('DE-18: a mail server that is gone, silent or dies fails', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
    const url = `smtp://localhost:${await listen(silent)}`;
    await expect(send({ url, timeoutMs: 100 })).resolves.toMatchObject({ outcome: 'failed', code: null });
    for (const socket of sockets) socket.destroy();
    silent.close();
    await expect(send({ url })).resolves.toMatchObject({ outcome: 'failed', reason: /ECONNREFUSED/ });
  });

  test('DE-16: a sender that stops does not wait for the mail server', async () => {
    const attempt = await send({ signal: AbortSignal.abort() });
    expect(attempt).toMatchObject({ outcome: 'failed', reason: 'stopped before the mail server answered' });
  });

  test.each([
    'weber',
    'a@b.example, c@d.example',
    'a@b.example\r\nRCPT TO:<c@d.example>',
    '<a@b.example>',
    '"a b"@c.example',
  ])('DE-24: %j is not one address, and gets nothing', async (address) => {
    await expect(send({ channel: { address } })).resolves.toMatchObject({ outcome: 'givenUp' });
    expect(received).toEqual([]);
  });
});

test('DE-22: whatever the data holds, no header is added and the subject is one line of 120 characters', async () => {
  const nasty = fc
    .array(
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        '\u2028',
        '\0',
        '\u202e',
        'Bcc: x@y.example',
        'a',
        '東',
        '😀',
        '=?utf-8?q?x?=',
        '{name}',
        '<b>',
      ),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.join(''));
  const clear = open({ disabledCommands: ['STARTTLS'], authOptional: true });
  const url = `smtp://127.0.0.1:${await listen(clear)}`;
  await fc.assert(
    fc.asyncProperty(nasty, nasty, nasty, async (customerName, serial, what) => {
      const { place, condition } = toMessageItem();
      const item = toMessageItem({
        place: { ...place, customerName, serial, description: what },
        condition: { ...condition, facts: { text: what } },
        assignee: what,
      });
      const subscription = { subscriptionId: deliveryId, name: what, stopUrl: 'https://platen.example/stop' };
      const mail = await arrive({ message: toMessage({ items: [item], subscription }), url, tls: 'none' });
      expect(Array.from(mail.subject ?? '').length).toBeLessThanOrEqual(120);
      expect(mail.subject).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
      expect([...mail.headers.keys()].toSorted()).toEqual(
        'auto-submitted content-language content-type date from list message-id mime-version reply-to subject to x-auto-response-suppress'.split(
          ' ',
        ),
      );
      expect(mail.bcc).toBeUndefined();
      expect(received[0]?.to).toEqual(['weber@haldane.example']);
      expect(mail.html).not.toMatch(/<b>/);
    }),
    { numRuns: 40 },
  );
  await close(clear);
});

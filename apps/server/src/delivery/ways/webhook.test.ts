import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { conditionWebhook, webhookBody } from '@platen/contract/webhook-events';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCertificate } from '../../../../../packages/contract/test/certificate.ts';
import { toChannel, toMessage, toMessageItem } from '../../../test/messages.ts';
import { allowedDestinations } from '../../settings/webhook-allow.ts';
import type { Message } from '../message.ts';
import { readRetryAfter } from './retry-after.ts';
import type { Attempt } from './way.ts';
import { createWebhookWay } from './webhook.ts';

const secret = () => `whsec_${randomBytes(32).toString('base64')}`;
const allowed = allowedDestinations('receiver.test');
const certificate = createTestCertificate('receiver.test');
const deliveryId = '0196f0a0-0000-7000-8000-0000000000f1';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly url: string | undefined;
}
const received: Received[] = [];
/** What the receiver does with a call; each test sets its own. */
let answer: (response: ServerResponse) => void;
let server: Server;
let address: string;

beforeAll(async () => {
  server = createTlsServer(certificate, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString(), url: request.url });
      answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server has a port.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  address = `https://receiver.test:${(server.address() as AddressInfo).port}/hook?tenant=7`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

interface Sending {
  message?: Message;
  secrets?: readonly string[];
  to?: string;
  ca?: string;
  timeoutMs?: number;
  signal?: AbortSignal;
  now?: () => number;
}
function send({ message = toMessage(), secrets = [secret()], to = address, signal, ...options }: Sending = {}) {
  received.length = 0;
  const way = createWebhookWay({ allowed, resolve: async () => ['127.0.0.1'], ca: certificate.cert, ...options });
  return way.send(toChannel({ address: to, secrets }), message, deliveryId, signal ?? new AbortController().signal);
}
const verify = (key: string, { headers, body }: Received) =>
  new Webhook(key).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  });
const answerWith = (status: number, text = '', headers: Record<string, string> = {}) => {
  answer = (response) => response.writeHead(status, headers).end(text);
};

describe('signed webhooks', () => {
  test('DE-16 DE-25 DE-27: a receiver verifies the signature and reads the event; repeats carry the same id', async () => {
    const key = secret();
    answerWith(202, 'taken');
    const attempt = await send({ secrets: [key] });
    expect(attempt).toMatchObject({ outcome: 'accepted', code: 202, answer: 'taken' });
    const [call] = received;
    if (!call) throw new Error('nothing arrived');
    expect(call.headers).toMatchObject({ 'webhook-id': deliveryId, 'content-type': 'application/json' });
    expect(call.url).toBe('/hook?tenant=7');
    const body = webhookBody.parse(verify(key, call));
    expect(body).toMatchObject({
      type: 'condition.opened',
      timestamp: '2026-11-26T07:03:11.000Z',
      data: {
        version: 3,
        priority: 'P1',
        condition: { kind: 'down', subject: 'C371', source: 'device' },
        of: { serial: 'PMJY000284', customerName: 'Town Hall Ulverton' },
        url: 'https://platen.example/worklist?row=0196f0a0-0000-7000-8000-0000000000aa',
      },
    });
    expect(() => verify(secret(), call)).toThrow(WebhookVerificationError);
    expect(() => verify(key, { ...call, body: `${call.body} ` })).toThrow(WebhookVerificationError);
    await send({ secrets: [key] });
    expect(received[0]?.headers['webhook-id']).toBe(deliveryId);
  });

  test('DE-26: while a secret is exchanged a receiver with the new or the old one accepts the call', async () => {
    const [newer, older] = [secret(), secret()];
    answerWith(200);
    await send({ secrets: [newer, older] });
    const [call] = received;
    if (!call) throw new Error('nothing arrived');
    expect(String(call.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect(verify(newer, call)).toEqual(verify(older, call));
    expect(() => verify(secret(), call)).toThrow(WebhookVerificationError);
  });

  test('DE-25: a channel without a secret sends nothing unsigned', async () => {
    answerWith(200);
    await expect(send({ secrets: [] })).resolves.toMatchObject({ outcome: 'givenUp' });
    expect(received).toEqual([]);
  });

  test('DE-27: several events are several calls, each with an id of its own that stays', async () => {
    answerWith(200);
    const items = [toMessageItem(), toMessageItem({ event: 'resolved' })];
    for (let time = 0; time < 2; time++) {
      await send({ message: toMessage({ items }) });
      expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([`${deliveryId}-1`, `${deliveryId}-2`]);
    }
    expect(received.map(({ body }) => webhookBody.parse(JSON.parse(body)).type)).toEqual([
      'condition.opened',
      'condition.resolved',
    ]);
  });

  test('DE-05 DE-27: an example is marked as such', async () => {
    answerWith(200);
    await send({ message: { ...toMessage(), kind: 'test', channelName: 'ERP' } });
    expect(webhookBody.parse(JSON.parse(received[0]?.body ?? ''))).toMatchObject({
      type: 'test',
      data: { channelName: 'ERP' },
    });
  });

  test('DE-27: a body that would pass 20 KB goes without its facts', async () => {
    answerWith(200);
    const item = toMessageItem();
    const condition = { ...item.condition, facts: { code: 'C371', text: 'ä'.repeat(12_000) } };
    await send({ message: toMessage({ items: [{ ...item, condition }] }) });
    const body = received[0]?.body ?? '';
    expect(Buffer.byteLength(body)).toBeLessThan(20_480);
    expect(conditionWebhook.parse(JSON.parse(body)).data.condition).not.toHaveProperty('facts');
  });

  test('XC-01 XC-02: a judged condition that no person took up never reaches a machine', async () => {
    answerWith(200);
    const { condition } = toMessageItem();
    const judged = { ...condition, kind: 'part', source: 'judgement' } as const;
    const open = toMessageItem({ condition: judged, isJudged: true });
    await expect(send({ message: toMessage({ items: [open] }) })).resolves.toMatchObject({ outcome: 'givenUp' });
    expect(received).toEqual([]);
    const taken = toMessageItem({
      condition: { ...judged, work: 'acknowledged', state: 'acknowledged' },
      isJudged: true,
    });
    await send({ message: toMessage({ items: [open, taken] }) });
    expect(received).toHaveLength(1);
  });
});

describe('answers of receivers', () => {
  test('DE-17 DE-18 DE-28: what is not 2xx fails with its code and the first kilobyte of the answer', async () => {
    answerWith(503, `{"error":\u0000"maintenance"}\n${'x'.repeat(100_000)}`);
    const attempt = await send();
    expect(attempt).toMatchObject({ outcome: 'failed', code: 503, reason: 'answered 503' });
    expect(attempt.answer).toMatch(/^\{"error": "maintenance"\} x+$/);
    expect(attempt.answer?.length).toBeLessThanOrEqual(1024);
  });

  test('DE-18: Retry-After is passed on, in seconds or as a date, up to a day', async () => {
    answerWith(429, '', { 'retry-after': '120' });
    await expect(send()).resolves.toMatchObject({ outcome: 'failed', code: 429, retryAfter: 120 });
    const now = () => Date.parse('2026-11-26T08:00:00Z');
    answerWith(503, '', { 'retry-after': 'Thu, 26 Nov 2026 08:30:00 GMT' });
    await expect(send({ now })).resolves.toMatchObject({ retryAfter: 1800 });
    answerWith(503, '', { 'retry-after': '99999999' });
    await expect(send()).resolves.toMatchObject({ retryAfter: 86_400 });
  });

  test.each(['', 'soon', '-1', '1.5', 'Thu', '12345678901', 'Mon, 99 Foo 2026'])(
    'DE-18: a Retry-After of %j means nothing',
    (text) => {
      expect(readRetryAfter(text, 0)).toBeUndefined();
    },
  );

  test('DE-19: 410 is gone', async () => {
    answerWith(410, 'no such hook');
    await expect(send()).resolves.toMatchObject({ outcome: 'gone', code: 410, answer: 'no such hook' });
  });

  test('DE-28: a redirect is a failure and is not followed', async () => {
    answerWith(307, '', { location: '/elsewhere' });
    await expect(send()).resolves.toMatchObject({ outcome: 'failed', code: 307, reason: /redirects/ });
    expect(received).toHaveLength(1);
  });

  test('DE-18: a receiver that answers too late fails, also while its answer trickles in', async () => {
    answer = () => undefined;
    await expect(send({ timeoutMs: 80 })).resolves.toMatchObject({
      outcome: 'failed',
      code: null,
      reason: 'no answer in time',
    });
    answer = (response) => {
      response.writeHead(500).write('wait');
    };
    await expect(send({ timeoutMs: 80 })).resolves.toMatchObject({ outcome: 'failed', code: 500, answer: 'wait' });
  });

  test('DE-18: a receiver that dies in the middle, or is not there, fails', async () => {
    answer = (response) => response.socket?.destroy();
    await expect(send()).resolves.toMatchObject({ outcome: 'failed', code: null });
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const refused = await send({ to: `https://receiver.test:${port}/` });
    expect(refused).toMatchObject({ outcome: 'failed', code: null, reason: /ECONNREFUSED/ });
  });

  test('DE-28: a certificate of an unknown authority, or of another host, fails', async () => {
    answerWith(200);
    const other = createTestCertificate('other.test');
    await expect(send({ ca: other.cert })).resolves.toMatchObject({ outcome: 'failed', reason: /self.signed/i });
    const way = createWebhookWay({
      allowed: allowedDestinations('elsewhere.test'),
      resolve: async () => ['127.0.0.1'],
      ca: certificate.cert,
    });
    const to = address.replace('receiver', 'elsewhere');
    const attempt = await way.send(
      toChannel({ address: to, secrets: [secret()] }),
      toMessage(),
      deliveryId,
      new AbortController().signal,
    );
    expect(attempt).toMatchObject({ outcome: 'failed', reason: /altnames/ });
    expect(received).toEqual([]);
  });

  test('DE-29: a forged destination is given up; a name that does not resolve, or not in time, is tried again', async () => {
    await expect(send({ to: 'https://127.0.0.1:8443/' })).resolves.toMatchObject({
      outcome: 'givenUp',
      reason: '127.0.0.1 is not a public address',
    });
    const way = (resolve: () => Promise<readonly string[]>) =>
      createWebhookWay({ allowed, resolve, timeoutMs: 50 }).send(
        toChannel({ address, secrets: [secret()] }),
        toMessage(),
        deliveryId,
        new AbortController().signal,
      );
    await expect(way(async () => [])).resolves.toMatchObject({ outcome: 'failed', reason: /has no address/ });
    await expect(way(() => wait(60_000, [], { ref: false }))).resolves.toMatchObject({
      outcome: 'failed',
      reason: 'the name was not resolved in time',
    });
  });

  test('DE-16: a sender that stops ends the call at once', async () => {
    const controller = new AbortController();
    answer = () => controller.abort();
    const attempt: Attempt = await send({ signal: controller.signal });
    expect(attempt).toMatchObject({ outcome: 'failed', code: null });
  });
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toChannel, toMessage, toMessageItem } from '../../../test/messages.ts';
import { allowedDestinations } from '../../settings/webhook-allow.ts';
import type { Message } from '../message.ts';
import { findAddressFault } from './channel-address.ts';
import { createSlackWay, createTeamsWay } from './chat.ts';
import { createPace } from './pace.ts';
import type { SendingChannel, Way } from './way.ts';

const allowed = allowedDestinations('relay.test');
const never = new AbortController().signal;
const deliveryId = '0196f0a0-0000-7000-8000-0000000000f1';
const bodies: string[] = [];
let status = 200;
let server: Server;
let address: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      bodies.push(Buffer.concat(parts).toString());
      response.writeHead(status, status === 429 ? { 'retry-after': '30' } : {}).end('ok');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server has a port.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  address = `http://relay.test:${(server.address() as AddressInfo).port}/services/T0/B0/x`;
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

const options = { allowed, resolve: async () => ['127.0.0.1'] };
function send(way: Way, message: Message = toMessage(), channel: Partial<SendingChannel> = {}, signal = never) {
  bodies.length = 0;
  return way.send(toChannel({ address, ...channel }), message, deliveryId, signal);
}

const workflow =
  'https://default0a1b.2c.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/9f/triggers/manual/paths/invoke?api-version=1&sig=x';

describe('addresses of channels', () => {
  const nothing = allowedDestinations('');
  test.each([
    ['teams', 'https://prod-23.westeurope.logic.azure.com:443/workflows/9f/triggers/manual/paths/invoke?sig=x'],
    ['teams', workflow],
    ['slack', 'https://hooks.slack.com/services/T00/B00/abc'],
    ['webhook', 'https://erp.example/hook'],
    ['mail', 'weber@haldane.example'],
  ] as const)('DE-30: %s may be %s', (kind, text) => {
    expect(findAddressFault(kind, text, nothing)).toBeUndefined();
  });

  test.each([
    ['teams', 'https://haldane.webhook.office.com/webhookb2/9f/IncomingWebhook/1/2', /switched off.* make a workflow/],
    ['teams', 'https://outlook.office.com/webhook/9f/IncomingWebhook/1/2', /switched off.* make a workflow/],
    ['teams', 'https://outlook.office365.com/webhook/9f', /switched off/],
    ['teams', 'https://logic.azure.com.evil.example/workflows/1', /no address of a workflow/],
    ['teams', 'https://evillogic.azure.com/workflows/1', /no address of a workflow/],
    ['slack', 'https://hooks.slack.com/triggers/T00/1', /incoming webhook/],
    ['slack', 'https://hooks.slack.com.evil.example/services/T00/B00/abc', /incoming webhook/],
    ['slack', 'http://hooks.slack.com/services/T00/B00/abc', /must begin with https/],
    ['webhook', 'https://10.0.0.1/', /not a public address/],
    ['mail', 'weber@haldane.example, other@haldane.example', /not a mail address/],
  ] as const)('DE-29 DE-30: %s may not be %s: it says what to enter', (kind, text, fault) => {
    expect(findAddressFault(kind, text, nothing)).toMatch(fault);
  });

  test('DE-30: a refused address is given up without a call', async () => {
    const attempt = await send(createTeamsWay(options), toMessage(), { address: 'https://x.webhook.office.com/1' });
    expect(attempt).toMatchObject({ outcome: 'givenUp', reason: /make a workflow/ });
    expect(bodies).toEqual([]);
  });
});

describe('cards of Teams', () => {
  test('DE-30 DE-31 DE-23: a card with facts and one link', async () => {
    await expect(send(createTeamsWay(options))).resolves.toMatchObject({ outcome: 'accepted', code: 200 });
    const message = JSON.parse(bodies[0] ?? '');
    expect(message).toMatchObject({
      type: 'message',
      attachments: [{ contentType: expect.stringContaining('adaptive') }],
    });
    const { body, actions } = message.attachments[0].content;
    expect(body[0].text).toBe('P1 · Town Hall Ulverton · PMJY000284 · C371, device down');
    expect(body.find(({ type }: { type: string }) => type === 'FactSet').facts).toContainEqual({
      title: 'Since',
      value: 'Thu, 26 Nov 2026, 08:01',
    });
    expect(actions).toEqual([
      {
        type: 'Action.OpenUrl',
        title: 'Open in the worklist',
        url: 'https://platen.example/worklist?row=0196f0a0-0000-7000-8000-0000000000aa',
      },
    ]);
  });

  test('DE-30: many rows with long texts stay within 24 KB and count the rest, in both languages', async () => {
    const place = { ...toMessageItem().place, customerName: '市'.repeat(250), description: 'x'.repeat(290) };
    const items = Array.from({ length: 50 }, () => toMessageItem({ place }));
    const more = { 'en-us': /and (\d+) more/, 'ja-jp': /他(\d+)件/ };
    for (const language of ['en-us', 'ja-jp'] as const) {
      await send(createTeamsWay(options), toMessage({ items, more: 7 }), { language });
      const body = bodies[0] ?? '';
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(24 * 1024);
      const left = Number(more[language].exec(body)?.[1]);
      expect(left + body.split('"FactSet"').length - 1).toBe(57);
    }
  });

  test('TX-20 XC-01: a prediction leaves the decision to its reader', async () => {
    const judged = { ...toMessageItem().condition, source: 'judgement' } as const;
    for (const way of [createTeamsWay(options), createSlackWay(options)]) {
      await send(way, toMessage({ items: [toMessageItem({ condition: judged, isJudged: true })] }));
      expect(bodies[0]).toContain('For you to decide: nothing has been ordered or requested.');
    }
  });
});

describe('messages to Slack', () => {
  test('DE-30 DE-31 DE-23: facts and a link, nothing to answer by', async () => {
    await send(createSlackWay(options), toMessage(), { language: 'ja-jp', zone: 'Asia/Tokyo' });
    const { text, blocks } = JSON.parse(bodies[0] ?? '');
    expect(text).toContain('P1 · Town Hall Ulverton');
    const shown = JSON.stringify(blocks);
    expect(shown).toContain(
      '<https://platen.example/worklist?row=0196f0a0-0000-7000-8000-0000000000aa|対応一覧で開く>',
    );
    expect(shown).toContain('発生日時: 2026年11月26日(木) 16:01');
    expect(shown).not.toMatch(/"(actions|button|input)"/);
  });

  test('DE-30: one message a second goes out on a channel, and others are not held up', async () => {
    const sent: number[] = [];
    const way = createSlackWay({ ...options, resolve: async () => (sent.push(performance.now()), ['127.0.0.1']) });
    await Promise.all([send(way), send(way), send(way, toMessage(), { address: `${address}y` })]);
    const [first = 0, second = 0, third = 0] = sent;
    expect(second - first).toBeLessThan(500);
    expect(third - first).toBeGreaterThan(950);
  });

  test('DE-30: the pace is by channel, and what would wait too long is left to the next try', () => {
    let now = 0;
    const pace = createPace(1000, 2500, () => now);
    expect([pace('a'), pace('a'), pace('b'), pace('a'), pace('a')]).toEqual([0, 1000, 0, 2000, undefined]);
    now = 1500;
    expect([pace('b'), pace('a')]).toEqual([0, 1500]);
  });

  test('DE-18: Slack may ask to wait longer', async () => {
    status = 429;
    await expect(send(createSlackWay(options))).resolves.toMatchObject({
      outcome: 'failed',
      code: 429,
      retryAfter: 30,
    });
    status = 200;
  });

  test('DE-16: a sender that stops does not wait for its turn', async () => {
    const way = createSlackWay(options);
    await send(way);
    const attempt = await send(way, toMessage(), {}, AbortSignal.timeout(20));
    expect(attempt).toMatchObject({ outcome: 'failed', reason: 'stopped before it was sent' });
  });
});

test('DE-30: whatever the data holds, it makes no link, no mention and no other card', async () => {
  const nasty = fc
    .array(
      fc.constantFrom(
        '<!channel>',
        '<https://x.example|y>',
        '[y](https://x.example)',
        '*',
        '`',
        '\\',
        '"}',
        '\n',
        '&amp;',
        'a',
      ),
      {
        maxLength: 12,
      },
    )
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(nasty, nasty, async (customerName, description) => {
      const place = { ...toMessageItem().place, customerName, description };
      const message = toMessage({ items: [toMessageItem({ place })] });
      const slack = createSlackWay(options);
      await send(slack, message);
      const links = bodies[0]?.match(/<[^>]*>/g) ?? [];
      expect(links.filter((link) => !link.startsWith('<https://platen.example/'))).toEqual([]);
      await send(createTeamsWay(options), message);
      const shown: string[] = [];
      JSON.parse(bodies[0] ?? '', (key, value) => {
        if ((key === 'text' || key === 'value') && typeof value === 'string') shown.push(value);
        return value;
      });
      expect(shown.filter((text) => /(?<!\\)\[/.test(text.replaceAll('\\\\', '')))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

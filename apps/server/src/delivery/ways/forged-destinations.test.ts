import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allowedDestinations } from '../../settings/webhook-allow.ts';
import { findDestination, RefusedDestination } from './destination.ts';
import { type PostResult, post } from './post.ts';

/**
 * 127.7.0.1 plays the public internet: the operator's network setting allows it, so that calls really go
 * out. Every other address of this machine plays the private network behind the server. One server listens
 * on all of them and counts whom it answered as.
 */
const outside = '127.7.0.1';
const allowed = allowedDestinations(`${outside}/32`);
const seen = { outside: 0, private: 0 };
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    // Redirects to a private address, for paths that ask for one.
    const status = Number(/^\/redirect\/(\d+)/.exec(request.url ?? '')?.[1] ?? 200);
    response.writeHead(status, { location: `http://127.0.0.1:${port}/`, connection: 'close' });
    response.end('done');
  });
  server.on('connection', (socket) => {
    if (socket.localAddress?.replace('::ffff:', '') === outside) seen.outside++;
    else seen.private++;
  });
  server.listen(0, '::');
  await once(server, 'listening');
  // A TCP server has a port.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

/** A try as a sender makes it, with a resolver of its own. */
async function attempt(text: string, answers: readonly (readonly string[])[]): Promise<PostResult> {
  let asked = 0;
  const resolve = async () => answers[Math.min(asked++, answers.length - 1)] ?? [];
  try {
    const destination = await findDestination(text, allowed, resolve);
    return await post(destination, { headers: {}, body: '{}', signal: new AbortController().signal });
  } catch (error) {
    if (error instanceof RefusedDestination) return { kind: 'failed', reason: error.message };
    throw error;
  }
}

const octet = fc.integer({ min: 0, max: 255 });
/** Addresses that lead to this machine if somebody connects to them, and the usual private ones. */
const privateV4 = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom([127, 0, 0, 1], [127, 0, 1, 1], [127, 255, 255, 254], [0, 0, 0, 0]) },
  fc.tuple(fc.constant(127), octet, octet, fc.integer({ min: 2, max: 254 })),
  fc.tuple(fc.constant(10), octet, octet, octet),
  fc.constantFrom([169, 254, 169, 254], [192, 168, 0, 1], [172, 16, 0, 1], [100, 100, 100, 200], [168, 63, 129, 16]),
);
const radix = fc.constantFrom(
  (value: number) => String(value),
  (value: number) => `0${value.toString(8)}`,
  (value: number) => `0x${value.toString(16)}`,
  (value: number) => `0X0${value.toString(16).toUpperCase()}`,
);
const wide = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const hex = (high: number, low: number) => (high * 256 + low).toString(16);

/** One private IPv4 address in the many forms that parsers of addresses understand. */
const numericForms = fc
  .tuple(privateV4, fc.array(radix, { minLength: 4, maxLength: 4 }), fc.nat(4))
  .map(([octets, forms, kind]) => {
    const [a = 0, b = 0, c = 0, d = 0] = octets;
    const write = (value: number, index: number) => (forms[index] ?? String)(value);
    const whole = ((a * 256 + b) * 256 + c) * 256 + d;
    if (kind === 0) return write(whole, 0);
    if (kind === 1) return `${write(a, 0)}.${write((b * 256 + c) * 256 + d, 1)}`;
    if (kind === 2) return `${write(a, 0)}.${write(b, 1)}.${write(c * 256 + d, 2)}`;
    if (kind === 3) return wide(octets.join('.'));
    return octets.map(write).join('.');
  });
const embeddings = [
  (a: string, b: string) => `::${a}:${b}`,
  (a: string, b: string) => `::ffff:${a}:${b}`,
  (a: string, b: string) => `0:0:0:0:0:FFFF:${a}:${b}`,
  (a: string, b: string) => `::ffff:0:${a}:${b}`,
  (a: string, b: string) => `64:ff9b::${a}:${b}`,
  (a: string, b: string) => `64:ff9b:1::${a}:${b}`,
  (a: string, b: string) => `2002:${a}:${b}::1`,
  (a: string, b: string) => `2001:0:${a}:${b}::1`,
  (a: string, b: string) => `2606:2800::5efe:${a}:${b}`,
  (a: string, b: string) => `fe80::${a}:${b}`,
];
const embedded = fc
  .tuple(privateV4, fc.constantFrom(...embeddings))
  .map(([[a = 0, b = 0, c = 0, d = 0], write]) => write(hex(a, b), hex(c, d)));
const privateV6 = fc.oneof(embedded, fc.constantFrom('::1', '::', 'fd00:ec2::254', 'fc00::1', 'fec0::1', 'ff02::1'));
const privateAddress = fc.oneof(
  privateV4.map((octets) => octets.join('.')),
  privateV6,
  fc.constantFrom('fe80::1%lo', '0177.0.0.1', '127.1', 'localhost', ''),
);
const name = fc.constantFrom(
  'localhost',
  'localhost.',
  'LOCALHOST',
  'rebind.example',
  'xn--80ak6aa92e.example',
  'ip6-localhost',
);
const host = fc.oneof(
  numericForms,
  numericForms.map((text) => `${text}.`),
  privateV6.map((text) => `[${text}]`),
  name,
);
const scheme = fc.constantFrom('https://', 'http://', 'HTTP://', 'https:', 'http:\\\\', '//', ' http://', 'ht\ntp://');
const userInfo = fc.constantFrom(
  '',
  '',
  '',
  'erp.example@',
  `${outside}@`,
  `${outside}:80@`,
  'a:b@',
  `${outside}\\@`,
  `${outside}#@`,
);
const path = fc.constantFrom('/', '', '/redirect/302', '?x=1', '/#x', '/..//');

describe.skipIf(process.platform !== 'linux')('forged destinations, called for real', () => {
  test('FG-10 DE-29: 6,000 odd addresses of private machines reach none', { timeout: 60_000 }, async () => {
    seen.private = 0;
    await fc.assert(
      fc.asyncProperty(scheme, userInfo, host, path, privateAddress, async (start, user, where, rest, address) => {
        await attempt(`${start}${user}${where}:${port}${rest}`, [[address]]);
        expect(seen.private).toBe(0);
      }),
      { numRuns: 6000 },
    );
    expect(seen.private).toBe(0);
  });

  test('FG-10 DE-29: 3,000 names that answer differently each time reach none', { timeout: 60_000 }, async () => {
    Object.assign(seen, { outside: 0, private: 0 });
    const answer = fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant(outside) }, privateAddress), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 4 }), scheme, async (answers, start) => {
        const result = await attempt(`${start}rebind.example:${port}/`, answers);
        const [first = []] = answers;
        const mayGoOut = first.every((address) => address === outside);
        expect(mayGoOut || result.kind === 'failed').toBe(true);
        expect(seen.private).toBe(0);
      }),
      { numRuns: 3000 },
    );
    // The probes were worth something: many of them did go out.
    expect(seen.outside).toBeGreaterThan(300);
  });

  test('FG-10 DE-28: 1,000 redirects to private machines are followed by none', { timeout: 60_000 }, async () => {
    Object.assign(seen, { outside: 0, private: 0 });
    for (let probe = 0; probe < 1000; probe++) {
      const status = [301, 302, 303, 307, 308][probe % 5] ?? 302;
      const result = await attempt(`http://rebind.example:${port}/redirect/${status}`, [[outside], ['127.0.0.1']]);
      expect(result).toMatchObject({ kind: 'answered', status });
    }
    expect(seen).toEqual({ outside: 1000, private: 0 });
  });

  test('FG-10: the trap is one: without the check the same address is reached', async () => {
    seen.private = 0;
    const url = new URL(`http://localhost:${port}/`);
    const result = await post(
      { url, addresses: ['127.0.0.1'] },
      { headers: {}, body: '{}', signal: new AbortController().signal },
    );
    expect(result).toMatchObject({ kind: 'answered', status: 200 });
    expect(seen.private).toBe(1);
  });
});

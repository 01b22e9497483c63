import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { enumerated, type IppAgent, ippAnswer, startIppAgent, text } from '../../test/ipp-agent.ts';
import { ippRecording } from '../../test/ipp-recording.ts';
import { seeded } from '../../test/mutate.ts';
import { type IppOptions, type IppOutcome, readIpp } from './read-ipp.ts';

const agents: IppAgent[] = [];
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.stop()));
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

async function agent(...given: Parameters<typeof startIppAgent>): Promise<IppAgent> {
  const started = await startIppAgent(...given);
  agents.push(started);
  return started;
}

const read = (port: number, options: Partial<IppOptions> = {}): Promise<IppOutcome> =>
  readIpp({
    host: '127.0.0.1',
    port,
    connectMs: 5000,
    answerMs: 20_000,
    deadline: performance.now() + 20_000,
    ...options,
  });

const namesOf = (outcome: IppOutcome): string[] =>
  outcome.kind === 'read' ? outcome.reading.attributes.map(({ name }) => name) : [];
const plain = [text('printer-make-and-model', 'Test 1'), enumerated('printer-state', 3)];
const recorded = ippRecording('Xerox_B210.media-jam.Get-Printer-Attributes.ipp');

describe('reading the attributes of a printer', () => {
  test('one POST to /ipp/print, version 2.0, character set and language first, with the list of attributes', async () => {
    const printer = await agent(() => ippAnswer(plain));
    const outcome = await read(printer.port);
    expect(namesOf(outcome)).toEqual(['printer-make-and-model', 'printer-state']);
    const [asked] = printer.asked;
    expect(printer.asked).toHaveLength(1);
    expect(asked).toMatchObject({
      path: '/ipp/print',
      headers: { 'content-type': 'application/ipp', connection: 'close' },
      message: { version: { major: 2, minor: 0 }, code: 0x000b },
    });
    expect(asked?.headers['content-length']).toMatch(/^\d+$/);
    expect(asked?.headers.expect).toBeUndefined();
    const group = asked?.message.groups[0];
    expect(group?.attributes.map(({ name }) => name)).toEqual([
      'attributes-charset',
      'attributes-natural-language',
      'printer-uri',
      'requested-attributes',
    ]);
    expect(group?.attributes[3]?.values.length).toBeGreaterThan(20);
  });

  test('a printer that does not support version 2.0 gets version 1.1', async () => {
    const printer = await agent(({ message }) =>
      message.version.major === 2
        ? ippRecording('error-0x0503.Get-Printer-Attributes.ipp')
        : ippAnswer(plain, 0, { major: 1, minor: 1 }),
    );
    expect((await read(printer.port)).kind).toBe('read');
    expect(printer.asked.map(({ message }) => `${message.version.major}.${message.version.minor}`)).toEqual([
      '2.0',
      '1.1',
    ]);
  });

  test.each([400, 505])('a printer that answers version 2.0 with HTTP %i gets version 1.1', async (status) => {
    const printer = await agent(({ message }, response) => {
      if (message.version.major === 1) return ippAnswer(plain);
      response.writeHead(status).end('no');
      return undefined;
    });
    expect((await read(printer.port)).kind).toBe('read');
  });

  test.each([
    ['client-error-attributes-or-values-not-supported', ippAnswer([], 0x040b)],
    ['client-error-bad-request', ippAnswer([], 0x0400)],
    ['an answer without attributes', ippAnswer([])],
    ['a truncated message', recorded.subarray(0, 700)],
  ])('a printer that refuses the list of attributes (%s) is asked for all', async (_name, refusal) => {
    const printer = await agent(({ message }) => {
      const list = message.groups[0]?.attributes[3]?.values ?? [];
      return list.length > 1 ? refusal : ippAnswer(plain);
    });
    expect((await read(printer.port)).kind).toBe('read');
    expect(printer.asked).toHaveLength(2);
  });

  test('paths are tried in turn', async () => {
    const printer = await agent(({ path }, response) => {
      if (path === '/ipp') return ippAnswer(plain);
      if (path === '/ipp/printer') return ippAnswer([], 0x0406);
      response.writeHead(404).end('<html>not found</html>');
      return undefined;
    });
    const outcome = await read(printer.port);
    expect(outcome).toMatchObject({ kind: 'read', reading: { uri: `ipp://127.0.0.1:${printer.port}/ipp` } });
    expect(printer.asked.map(({ path }) => path)).toEqual(['/ipp/print', '/ipp/printer', '/ipp']);
  });

  test('the path that a printer announced is tried first, an invalid one is left out', async () => {
    const printer = await agent(({ path }) => (path === '/printers/a3' ? ippAnswer(plain) : ippAnswer([], 0x0406)));
    expect((await read(printer.port, { path: 'printers/a3' })).kind).toBe('read');
    expect(printer.asked.map(({ path }) => path)).toEqual(['/printers/a3']);
    expect((await read(printer.port, { path: 'bad path\r\n' })).kind).toBe('refused');
  });

  test('chunked answers are read', async () => {
    const printer = await agent((_asked, response) => {
      response.writeHead(200, { 'Content-Type': 'application/ipp' });
      for (let position = 0; position < recorded.length; position += 1000)
        response.write(recorded.subarray(position, position + 1000));
      response.end();
      return undefined;
    });
    expect(namesOf(await read(printer.port))).toContain('printer-alert');
  });

  test('IPPS with a self-signed certificate, expired and for another name', async () => {
    const printer = await agent(() => recorded, { tls: true });
    const outcome = await read(printer.port);
    expect(outcome).toMatchObject({ kind: 'read', reading: { uri: `ipps://127.0.0.1:${printer.port}/ipp/print` } });
    expect(namesOf(outcome)).toContain('marker-levels');
  });

  test('IPPS of a printer that supports only TLS 1.0', async () => {
    const tls = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'ALL@SECLEVEL=0' } as const;
    const printer = await agent(() => recorded, { tls });
    expect(namesOf(await read(printer.port))).toContain('marker-levels');
  });

  test.each([426, 301, 308])('HTTP %i leads to TLS on the same port and never elsewhere', async (status) => {
    const elsewhere = await agent(() => ippAnswer(plain));
    const printer = await agent((_asked, response) => {
      response
        .writeHead(status, { Location: `http://127.0.0.1:${elsewhere.port}/ipp/print`, Upgrade: 'TLS/1.2' })
        .end();
      return undefined;
    });
    expect((await read(printer.port)).kind).toBe('refused');
    expect(printer.asked).toHaveLength(1);
    expect(elsewhere.asked).toHaveLength(0);
  });

  test('many at once, each on its own connection', async () => {
    const printer = await agent(() => recorded);
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => read(printer.port)));
    expect(outcomes.every(({ kind }) => kind === 'read')).toBe(true);
  });
});

describe('hosts that are no printers, or do not answer', () => {
  /** A server of raw octets. */
  async function server(onSocket: (socket: Socket) => void): Promise<number> {
    const sockets = new Set<Socket>();
    const listening = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      onSocket(socket);
    });
    listening.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    stops.push(async () => {
      const closed = once(listening, 'close');
      listening.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    });
    return (listening.address() as AddressInfo).port;
  }

  test('a closed port is closed', async () => {
    const port = await server(() => undefined);
    await stops.pop()?.();
    expect((await read(port)).kind).toBe('closed');
  });

  test('a peer that never answers ends by the deadline', async () => {
    const port = await server(() => undefined);
    const outcome = await read(port, { deadline: performance.now() + 300 });
    expect(outcome.kind).toBe('refused');
  });

  test('a reading that is cancelled ends at once, before and during the request', async () => {
    const port = await server(() => undefined);
    const stop = new AbortController();
    const asked = read(port, { signal: stop.signal });
    stop.abort();
    expect((await asked).kind).toBe('refused');
    expect((await read(port, { signal: stop.signal })).kind).toBe('refused');
  });

  test('a peer that hangs up at once', async () => {
    const port = await server((socket) => socket.destroy());
    expect((await read(port)).kind).not.toBe('read');
  });

  test('a peer that speaks no HTTP', async () => {
    const port = await server((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    expect((await read(port)).kind).toBe('refused');
  });

  test('random octets instead of HTTP, in its header or in its body end in a refusal', async () => {
    const random = seeded(426);
    const heads = ['', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n', 'HTTP/9.9 -1 \r\n\r\n'];
    const port = await server((socket) => {
      const garbage = Buffer.from(Array.from({ length: random(120) }, () => random(256)));
      socket.end(Buffer.concat([Buffer.from(heads[random(heads.length)] ?? ''), garbage]));
    });
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => read(port)));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['refused']));
  });

  test('an endless answer is cut at its limit', async () => {
    const port = await server((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/ipp\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 0x21)));
      };
      socket.on('drain', more);
      more();
    });
    expect((await read(port)).kind).toBe('refused');
  });

  test('a web server that answers every path with a page', async () => {
    const site = await agent((_asked, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>hello</html>');
      return undefined;
    });
    const outcome = await read(site.port);
    expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringContaining('not an IPP message') });
    expect(site.asked.length).toBeLessThanOrEqual(20);
  });
});

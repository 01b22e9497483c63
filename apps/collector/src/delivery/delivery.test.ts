import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ingestLimits } from '@platen/contract/ingest';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Outbox } from '../outbox/outbox.ts';
import { acceptAll, answer, IngestDouble } from '../testing/ingest-double.ts';
import { Delivery, type DeliveryOptions } from './delivery.ts';
import { Standing } from './standing.ts';

let directory: string;
let messages: string[];
let server: IngestDouble;
let outbox: Outbox;
let stop: AbortController;
let running: Promise<void> | undefined;
let standing: Standing;
const log = {
  info: (message: string) => messages.push(`info ${message}`),
  warn: (message: string) => messages.push(`warn ${message}`),
  error: (message: string) => messages.push(`error ${message}`),
};
const key = 'secret-collector-key';

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'platen-deliver-'));
  messages = [];
  server = await IngestDouble.start();
  outbox = await Outbox.open({ directory, maxBytes: 2 ** 30, maxReports: 1_000_000, log });
  stop = new AbortController();
  standing = await Standing.open(join(directory, 'standing.json'), log);
});
afterEach(async () => {
  stop.abort();
  await running;
  running = undefined;
  await outbox.close();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
  if (messages.join('\n').includes(key)) throw new Error('the key is in the log');
});

function start(options: Partial<DeliveryOptions> = {}): Delivery {
  const delivery = new Delivery({
    outbox,
    destination: { server: server.url, key, userAgent: 'platen-collector/0', timeoutMs: 2000, line: {} },
    log,
    standing,
    timing: { firstMs: 20, longestMs: 100, slowMs: 60 },
    ...options,
  });
  running = delivery.run(stop.signal);
  return delivery;
}
const put = async (count: number, from = 0) => {
  for (let number = from; number < from + count; number++) await outbox.append({ number });
};
const numbers = (reports: readonly unknown[]) => reports.map((report) => (report as { number: number }).number);
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
const untilEmpty = async (delivery: Delivery) => delivery.untilEmpty({ ms: 20_000, acceptWaiting: true });
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('delivery', () => {
  test('AP-05: reports go out oldest first as gzip NDJSON with the key, and are removed once stored', async () => {
    await put(25);
    const delivery = start({ batch: { reports: 10, bytes: 1e6 } });
    expect(await untilEmpty(delivery)).toBe(true);
    expect(server.received.map((received) => received.reports.length)).toEqual([10, 10, 5]);
    expect(numbers(server.reports)).toEqual(upTo(25));
    expect(server.received[0]?.headers).toMatchObject({
      authorization: `Bearer ${key}`,
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
    });
    expect(delivery.totals).toMatchObject({ stored: 25, repeated: 0, refused: 0 });
  });

  test('reports appended meanwhile go out at once, and repeated ones count as delivered', async () => {
    server.behaviour = (received, response) =>
      answer(response, 200, {
        status: 'OK',
        results: received.reports.map((_, index) => ({ index, result: 'repeated' })),
      });
    const delivery = start();
    await put(3);
    delivery.wake();
    expect(await untilEmpty(delivery)).toBe(true);
    expect(delivery.totals).toMatchObject({ stored: 0, repeated: 3 });
  });

  test('refused reports are set aside with their reason and do not delay the others', async () => {
    server.behaviour = (received, response) =>
      answer(response, 422, {
        errorCode: 202001,
        detail: [{ msg: 'some reports are refused' }],
        results: numbers(received.reports).map((number, index) =>
          number % 4 === 0
            ? { index, result: 'refused', issues: [{ path: 'counters.total', message: 'expected a number' }] }
            : { index, result: 'stored' },
        ),
      });
    await put(12);
    const delivery = start();
    expect(await untilEmpty(delivery)).toBe(true);
    expect(delivery.totals).toMatchObject({ stored: 9, refused: 3 });
    expect([...delivery.totals.reasons]).toEqual([['counters.total: expected a number', 3]]);
    expect(readdirSync(join(directory, 'refused'))).toHaveLength(3);
    expect(messages.filter((message) => message.includes('set aside'))).toHaveLength(1);
  });

  test('a report without a result remains and is sent again', async () => {
    let first = true;
    server.behaviour = (received, response) => {
      const results = received.reports.map((_, index) => ({ index, result: 'stored' }));
      answer(response, 200, { status: 'OK', results: first ? results.slice(0, 2) : results });
      first = false;
    };
    await put(5);
    expect(await untilEmpty(start())).toBe(true);
    expect(numbers(server.reports)).toEqual([0, 1, 2, 3, 4, 2, 3, 4]);
  });

  test.each([500, 502, 503, 429, 408])('status %i removes nothing and is retried', async (status) => {
    let failures = 2;
    server.behaviour = (received, response) => {
      if (failures-- > 0) answer(response, status, { errorCode: 201000, detail: [] });
      else acceptAll(received, response);
    };
    await put(4);
    expect(await untilEmpty(start())).toBe(true);
    expect(numbers(server.reports)).toEqual([...upTo(4), ...upTo(4), ...upTo(4)]);
    expect(messages.filter((message) => message.includes(`status ${status}`))).toHaveLength(1);
    expect(messages.at(-1)).toContain('accepts reports again');
  });

  test('Retry-After is respected', async () => {
    const times: number[] = [];
    server.behaviour = (received, response) => {
      times.push(performance.now());
      if (times.length === 1) answer(response, 429, { errorCode: 203001, detail: [] }, { 'retry-after': '1' });
      else acceptAll(received, response);
    };
    await put(1);
    expect(await untilEmpty(start())).toBe(true);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990);
  });

  test('a server that is away, then back, gets everything in order', async () => {
    const { port } = server;
    await server.close();
    await put(10);
    const delivery = start({
      destination: { server: new URL(`http://127.0.0.1:${port}`), key, userAgent: 'x', timeoutMs: 2000, line: {} },
    });
    await until(() => messages.some((message) => message.includes('10 reports wait on disk')));
    await put(5, 10);
    delivery.wake();
    await server.listen(port);
    expect(await untilEmpty(delivery)).toBe(true);
    expect(numbers(server.reports)).toEqual(upTo(15));
  });

  test('an interrupted answer is no acknowledgement', async () => {
    let calls = 0;
    server.behaviour = (received, response) => {
      calls += 1;
      if (calls > 1) return acceptAll(received, response);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"status":"OK","results":[{"index":0,"result":"stored"}');
      setTimeout(() => response.destroy(), 20);
    };
    await put(3);
    expect(await untilEmpty(start())).toBe(true);
    expect(numbers(server.reports)).toEqual([0, 1, 2, 0, 1, 2]);
  });

  test('a server that accepts the connection and does not answer is given up after the time limit', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await put(1);
    start({
      destination: { server: new URL(`http://127.0.0.1:${port}`), key, userAgent: 'x', timeoutMs: 100, line: {} },
    });
    await until(() => messages.some((message) => message.includes('no answer in time; 1 reports wait')));
    expect(outbox.count).toBe(1);
    stop.abort();
    silent.close();
  });

  test.each([401, 403])(
    'status %i: the key is not accepted, everything remains, and tries continue slowly',
    async (status) => {
      server.behaviour = (_, response) =>
        answer(response, status, { errorCode: 201001, detail: [{ msg: 'unknown key' }] });
      await put(3);
      const delivery = start();
      expect(await untilEmpty(delivery)).toBe(false);
      expect(messages.join()).toContain('does not accept the collector key');
      expect(messages.join()).toContain('unknown key');
      expect(outbox.count).toBe(3);
      server.behaviour = acceptAll;
      await until(() => outbox.count === 0);
      expect(numbers(server.reports.slice(-3))).toEqual([0, 1, 2]);
    },
  );

  test.each([200, 302, 404, 405, 422])('a page of another server with status %i removes no report', async (status) => {
    server.behaviour = (_, response) => {
      response.writeHead(status, { 'content-type': 'text/html', location: 'http://127.0.0.1:1/' });
      response.end('<html>Welcome to the guest network</html>');
    };
    await put(2);
    const delivery = start();
    expect(await untilEmpty(delivery)).toBe(false);
    expect(outbox.count).toBe(2);
    expect(messages.join()).toContain('does not accept reports');
  });

  test('a batch that is refused as a whole is halved until the one bad report is found', async () => {
    server.behaviour = (received, response) => {
      if (numbers(received.reports).includes(13))
        answer(response, 422, { errorCode: 202001, detail: [{ msg: 'line 4 is not JSON' }] });
      else acceptAll(received, response);
    };
    await put(40);
    const delivery = start();
    expect(await untilEmpty(delivery)).toBe(true);
    expect(delivery.totals).toMatchObject({ stored: 39, refused: 1 });
    expect([...delivery.totals.reasons.keys()]).toEqual(['status 422, error 202001; line 4 is not JSON']);
    expect(readdirSync(join(directory, 'refused'))).toHaveLength(1);
  });

  test('status 413 makes the batches smaller', async () => {
    server.behaviour = (received, response) => {
      if (received.reports.length > 7) answer(response, 413, {});
      else acceptAll(received, response);
    };
    await put(30);
    const delivery = start();
    expect(await untilEmpty(delivery)).toBe(true);
    expect(delivery.totals.stored).toBe(30);
  });

  test('no delivery exceeds the limits of the contract, and a report that does is set aside unsent', async () => {
    const noise = (length: number) =>
      Array.from({ length: length / 10 }, () => Math.random().toString(36).slice(2, 12)).join('');
    for (let number = 0; number < 12; number++) await outbox.append({ number, noise: noise(900_000) });
    await outbox.append({ number: 12, noise: noise(1_200_000) });
    const delivery = start();
    expect(await untilEmpty(delivery)).toBe(true);
    expect(delivery.totals).toMatchObject({ stored: 12, refused: 1 });
    expect(numbers(server.reports)).toEqual(upTo(12));
    for (const received of server.received) expect(received.packedBytes).toBeLessThanOrEqual(ingestLimits.packedBytes);
  });

  test('each delivery carries the local time', async () => {
    await put(1);
    await untilEmpty(start({ now: () => Date.parse('2026-11-21T12:00:00.000Z') }));
    expect(server.received.map(({ headers }) => headers['x-platen-sent-at'])).toEqual(['2026-11-21T12:00:00.000Z']);
  });

  test('a wrong clock is logged once', async () => {
    await put(6);
    const delivery = start({ batch: { reports: 2, bytes: 1e6 }, now: () => Date.now() + 3_600_000 });
    expect(await untilEmpty(delivery)).toBe(true);
    expect(messages.filter((message) => message.includes('clock'))).toHaveLength(1);
    expect(messages.join()).toMatch(/local clock is 3(599|600|601) s ahead of the server's/);
  });
});

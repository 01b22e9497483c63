import { type CollectorStatus, collectorStatus } from '@platen/contract/collectors';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Log } from '../platform/log.ts';
import { IngestDouble } from '../testing/ingest-double.ts';
import { StatusSender, toStatusBody } from './send-status.ts';
import { Standing } from './standing.ts';

const hour = 3_600_000;
let server: IngestDouble;
let warnings: string[];
let queue: number;
let senders: StatusSender[];
let standing: Standing;
beforeEach(async () => {
  server = await IngestDouble.start();
  [warnings, queue, senders] = [[], 0, []];
  // It is saved nowhere: the path is below a file.
  standing = await Standing.open('/dev/null/standing.json', log);
});
afterEach(async () => {
  for (const sender of senders) await sender.end();
  await server.close();
});

const toStatus = (reason = 'no answer'): CollectorStatus => ({
  name: 'north-office',
  version: '0.1.0',
  startedAt: '2026-11-20T08:00:00.000Z',
  sentAt: '2026-11-21T08:00:00.000Z',
  everyMs: 900_000,
  queue: { reports: queue, bytes: 0, refused: 0 },
  round: null,
  failures: [{ target: '192.0.2.9', kind: 'silent', reason, since: '2026-11-21T07:00:00.000Z' }],
  findings: [],
});
const log: Log = { info: () => {}, warn: (message) => void warnings.push(message), error: () => {} };
function createSender({ everyMs = hour, offMs = hour, restMs = hour, server: url = server.url } = {}): StatusSender {
  const destination = {
    server: url,
    key: 'key-of-the-north-site',
    userAgent: 'platen-collector/0.1.0',
    timeoutMs: 5000,
    line: {},
  };
  const sender = new StatusSender({
    destination,
    read: () => toStatus(),
    log,
    standing,
    timing: { everyMs, offMs, restMs },
  });
  senders.push(sender);
  return sender;
}
const reports = () => server.statuses.map(({ status }) => collectorStatus.parse(status).queue.reports);

describe('the status of a collector on its way to the server', () => {
  test('is sent with the key of the collector to the URL below the server’s own', async () => {
    await createSender({ server: new URL('platen/', server.url) }).send();
    expect(server.statuses[0]).toMatchObject({
      status: toStatus(),
      headers: { authorization: 'Bearer key-of-the-north-site', 'content-type': 'application/json' },
    });
    expect(warnings).toEqual([]);
  });

  test('is sent at the start and repeatedly until the end', async () => {
    const sender = createSender({ everyMs: 20 });
    sender.begin();
    await vi.waitFor(() => expect(server.statuses.length).toBeGreaterThan(2), { timeout: 20_000 });
    await sender.end();
    const sent = server.statuses.length;
    await sender.send();
    expect(server.statuses).toHaveLength(sent);
  });

  test('is always current: what could not be sent is not sent later', async () => {
    const { port } = server;
    const sender = createSender();
    await server.close();
    for (queue of [1, 2, 3]) await sender.send();
    await server.listen(port);
    queue = 4;
    await sender.send();
    expect(reports()).toEqual([4]);
  });

  test('if requested during a sending, it is sent once more afterwards', async () => {
    const sender = createSender();
    const sent = [sender.send(), sender.send(), sender.send()];
    await Promise.all(sent);
    await vi.waitFor(() => expect(server.statuses.length).toBeGreaterThan(0), { timeout: 20_000 });
    expect(server.statuses.length).toBeLessThanOrEqual(2);
    queue = 9;
    await sender.send();
    expect(reports().at(-1)).toBe(9);
  });

  test('a failure is logged once until the reason changes', async () => {
    const sender = createSender();
    server.statusAnswer = 500;
    await sender.send();
    await sender.send();
    server.statusAnswer = 401;
    await sender.send();
    server.statusAnswer = 200;
    await sender.send();
    server.statusAnswer = 500;
    await sender.send();
    expect(warnings).toEqual(
      ['status 500', 'the collector key is not accepted (status 401)', 'status 500'].map(
        (reason) => `the server was not notified of the collector's state: ${reason}`,
      ),
    );
    expect(JSON.stringify(warnings)).not.toContain('key-of-the-north-site');
  });

  test('a server of an older version is not asked again for an hour, without a log entry', async () => {
    server.statusAnswer = 404;
    const sender = createSender();
    await sender.send();
    await sender.send();
    expect(server.statuses).toHaveLength(1);
    expect(warnings).toEqual([]);
    const soon = createSender({ offMs: 0 });
    await soon.send();
    await soon.send();
    expect(server.statuses).toHaveLength(3);
  });

  test('ends at once, even if the server does not answer', async () => {
    server.statusAnswer = 0;
    const sender = createSender();
    sender.begin();
    await vi.waitFor(() => expect(server.statuses).toHaveLength(1), { timeout: 20_000 });
    await sender.end();
    expect(warnings).toEqual([]);
  });

  test('characters that no database stores are removed from texts', () => {
    const body = toStatusBody(toStatus('a\u0000b\ud800c'));
    expect(collectorStatus.parse(JSON.parse(body)).failures[0]?.reason).toBe('ab\ufffdc');
  });

  test('CF-11: is sent again when the server asks for it', async () => {
    server.statusBody = { askAgainMs: 1000 };
    const sender = createSender();
    sender.begin();
    await vi.waitFor(() => expect(server.statuses).toHaveLength(2), { timeout: 20_000 });
    await sender.end();
  });

  test.each([
    [503, 'keeps', 1000, hour],
    [401, 'forgets', hour, 20],
  ] as const)(
    'CF-11: after an answer of %i it %s how soon the server wanted to be asked',
    async (status, _way, askAgainMs, everyMs) => {
      const sender = createSender({ everyMs });
      server.statusBody = { askAgainMs };
      await sender.send();
      server.statusAnswer = status;
      sender.begin();
      await vi.waitFor(() => expect(server.statuses.length).toBeGreaterThan(3), { timeout: 20_000 });
      await sender.end();
    },
  );

  test('CF-11: a server that could not be reached is asked again as soon as it wanted', async () => {
    server.statusBody = { askAgainMs: 1000 };
    const { port } = server;
    const sender = createSender();
    sender.begin();
    await vi.waitFor(() => expect(server.statuses).toHaveLength(1), { timeout: 20_000 });
    await server.close();
    await vi.waitFor(() => expect(warnings).toHaveLength(1), { timeout: 20_000 });
    await server.listen(port);
    await vi.waitFor(() => expect(server.statuses).toHaveLength(2), { timeout: 20_000 });
    await sender.end();
  });

  test.each(['resting', 'revoked'] as const)(
    'CF-03: %s: it asks once a day and goes on when it may',
    async (denial) => {
      server.denial = denial;
      const sender = createSender({ restMs: 300 });
      sender.begin();
      await vi.waitFor(() => expect(standing.denied?.state).toBe(denial), { timeout: 20_000 });
      const asked = server.statuses.length;
      await vi.waitFor(() => expect(server.statuses).toHaveLength(asked + 1), { timeout: 20_000 });
      server.denial = undefined;
      await vi.waitFor(() => expect(standing.denied).toBeUndefined(), { timeout: 20_000 });
      expect(server.statuses).toHaveLength(asked + 2);
      await sender.end();
      expect(warnings).toEqual([expect.stringMatching(/stops reading, keeps what it has, and asks once a day$/)]);
    },
  );
});

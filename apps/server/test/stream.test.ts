import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { addCollector } from './collectors.ts';
import { hoursAgo, toReport } from './reports.ts';
import { hasNats, password, runAdmin, type StreamSite, startStreamSite } from './stream-site.ts';

const soon = { timeout: 100_000 };

describe.skipIf(!hasNats)('deliveries by a stream', () => {
  let site: StreamSite;
  beforeAll(async () => {
    site = await startStreamSite({ PLATEN_STREAM_MB: '1' });
    // The stream is made in the background.
    await vi.waitUntil(async () => (await site.readMetric('platen_stream_up')) === 1, soon);
  }, 180_000);
  afterAll(() => site.close(), 60_000);

  const untilStored = (serial: string, times = 1) =>
    vi.waitFor(async () => expect((await site.countStored()).get(serial)).toBe(times), soon);
  const untilEmpty = () =>
    vi.waitFor(async () => expect(await site.readMetric('platen_stream_messages')).toBe(0), soon);

  test('AP-05: a delivery is acknowledged before it is stored, and stored once, however often it comes', async () => {
    const release = await site.holdStoring();
    const report = toReport('S1', hoursAgo(2));
    const answer = await site.deliver([report]);
    expect(answer).toMatchObject({ status: 200, body: { status: 'OK', results: [{ index: 0, result: 'stored' }] } });
    expect((await site.deliver([report])).body.results).toEqual([{ index: 0, result: 'stored' }]);
    await release();
    await untilStored('S1');
    await untilEmpty();
    expect((await site.countStored()).get('S1')).toBe(1);
    expect(await site.readMetric('platen_stream_published_total{result="repeated"}')).toBe(1);
  });

  test('AP-05: what is refused is named at once, and the rest of the delivery is stored', async () => {
    const answer = await site.deliver([toReport('S2', hoursAgo(2)), 'nonsense', toReport('S3', hoursAgo(2))]);
    expect(answer).toMatchObject({
      status: 422,
      body: {
        errorCode: 202001,
        results: [{ result: 'stored' }, { index: 1, result: 'refused' }, { result: 'stored' }],
      },
    });
    await untilStored('S2');
    await untilStored('S3');
    expect((await site.deliver(['nonsense'])).body.results).toMatchObject([{ result: 'refused' }]);
    expect((await site.deliver([toReport('S4', hoursAgo(2))], 'another-key')).status).toBe(401);
  });

  test('AP-05: reports of a key that is revoked before they are stored become a dead letter', async () => {
    const collectorId = await addCollector(site.database, { name: 'Revoked', key: 'key-to-be-revoked' });
    const release = await site.holdStoring();
    // As many as the server stores at once: what comes next waits in the stream.
    for (const serial of ['W1', 'W2', 'W3']) await site.deliver([toReport(serial, hoursAgo(2))]);
    await vi.waitFor(async () => expect(await site.readMetric('platen_stream_under_way')).toBe(3), soon);
    const answer = await site.deliver([toReport('R1', hoursAgo(2)), toReport('R2', hoursAgo(2))], 'key-to-be-revoked');
    expect(answer.status).toBe(200);
    await site.database.pool.query('update collector set revoked_at = now() where collector_id = $1', [collectorId]);
    await release();
    const dead = () => site.readMetric('platen_stream_dead_reports');
    await vi.waitFor(async () => expect(await dead()).toBe(2), soon);
    await untilEmpty();
    const { rows } = await site.database.pool.query('select collector_id, reports, reason from dead_letter');
    expect(rows).toEqual([
      { collector_id: collectorId, reports: 2, reason: 'the collector key was revoked before the reports were stored' },
    ]);
    expect([...(await site.countStored()).keys()]).not.toContain('R1');
    expect(site.server.output()).toContain('acknowledged reports could not be stored');

    const letters = async (...args: string[]) => await runAdmin(site, 'letters', ...args);
    const listed = await letters('list');
    expect(listed).toMatchObject({ letters: [{ collector: 'Revoked', reports: 2 }] });
    const letterId = z.object({ letters: z.tuple([z.object({ letterId: z.string() })]) }).parse(listed)
      .letters[0].letterId;
    await expect(letters('retry', letterId)).rejects.toThrow('was revoked');
    await site.database.pool.query('update collector set revoked_at = null where collector_id = $1', [collectorId]);
    expect(await letters('retry', letterId)).toMatchObject({ stored: 2, repeated: 0 });
    expect((await site.countStored()).get('R1')).toBe(1);
    expect(await letters('list')).toEqual({ letters: [] });
    const { rows: changes } = await site.database.pool.query(
      'select action, subject from audit_entry where action like $1',
      ['letter%'],
    );
    expect(changes).toEqual([{ action: 'letter stored', subject: `collector:${collectorId}` }]);
  });

  test('AC-23 OQ-116: a full stream refuses with 503 and Retry-After spread by chance, and loses nothing that it acknowledged', async () => {
    const release = await site.holdStoring();
    const acknowledged: string[] = [];
    const waits: number[] = [];
    const refusals = new Set<string>();
    for (let n = 0; waits.length < 8; n++) {
      const serial = `F${n}`;
      // 60 KB that cannot be compressed much.
      const noise = Array.from({ length: 40 }, () => randomBytes(700).toString('base64'));
      const firmware = Object.fromEntries(noise.map((value, i) => [`f${i}`, { state: 'measured', value }]));
      const answer = await site.deliver([{ ...toReport(serial, hoursAgo(2)), firmware }]);
      if (answer.status === 200) acknowledged.push(serial);
      else {
        refusals.add(`${answer.status} ${answer.body.errorCode}`);
        waits.push(answer.retryAfter);
      }
      expect(n, 'the stream does not become full').toBeLessThan(500);
    }
    expect([...refusals]).toEqual(['503 203002']);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(30);
    expect(Math.max(...waits)).toBeLessThanOrEqual(120);
    expect(new Set(waits).size).toBeGreaterThan(2);
    await release();
    const missing = async () => {
      const stored = await site.countStored();
      return acknowledged.filter((serial) => stored.get(serial) !== 1);
    };
    await vi.waitFor(async () => expect(await missing()).toEqual([]), soon);
    expect(acknowledged.length).toBeGreaterThan(3);
    expect((await site.deliver([toReport('F-after', hoursAgo(2))])).status).toBe(200);
  });

  test('AC-23 AC-25: while the stream is down deliveries get 503 with Retry-After, everything else works, and no log line has its password', async () => {
    await site.nats.kill();
    await vi.waitFor(async () => expect(await site.readMetric('platen_stream_up')).toBe(0), soon);
    const answer = await site.deliver([toReport('D1', hoursAgo(2))]);
    expect(answer).toMatchObject({ status: 503, body: { errorCode: 203003 } });
    expect(answer.retryAfter).toBeGreaterThanOrEqual(5);
    expect(answer.retryAfter).toBeLessThanOrEqual(30);
    const ready = await fetch(`${site.server.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'OK', stream: 'the stream does not answer' }]);
    expect(await site.readMetric('platen_stream_silence_held')).toBe(1);
    await site.nats.restart();
    await vi.waitFor(async () => expect((await site.deliver([toReport('D1', hoursAgo(2))])).status).toBe(200), soon);
    await untilStored('D1');
    expect(site.server.output()).toContain('the stream can be used again');
    expect(site.server.output()).not.toContain(password);
  });
});

import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { ingestLimits } from '@platen/contract/ingest';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { everywhere } from '../../../../test/collectors.ts';
import { hoursAgo, toReport } from '../../../../test/reports.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { hashCollectorKey } from '../../../identity/collector-scope.ts';
import { countCodes } from '../../../store/report-format/lists.ts';
import { mostSmallBytes } from './small-delivery.ts';

let server: TestApp;
const key = 'test-key-of-the-north-site';
beforeAll(async () => {
  server = await createTestApp({ PLATEN_COLLECTOR_RATE: '1000000' });
  await addCollector('North site', key, null);
  await addCollector('Old site', 'revoked-key', new Date());
});
afterAll(() => server.close());

async function addCollector(name: string, its: string, revoked_at: Date | null) {
  await server.database.db
    .insertInto('collector')
    .values({
      collector_id: v7(),
      name,
      key_hash: hashCollectorKey(its),
      revoked_at,
      last_contact_at: null,
      version: null,
      scope: JSON.stringify(everywhere),
    })
    .execute();
}

const answer = z.object({
  status: z.optional(z.string()),
  errorCode: z.optional(z.number()),
  detail: z.optional(z.array(z.object({ msg: z.string() }))),
  results: z.optional(
    z.array(
      z.object({
        index: z.number(),
        result: z.string(),
        issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
        warnings: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
      }),
    ),
  ),
});

async function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/v1/ingest/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: answer.parse(JSON.parse(text)) };
}
const pack = (text: string | Buffer) => new Uint8Array(gzipSync(text));
const count = async (serial: string) => {
  const { rows } = await server.database.pool.query<{ n: number }>(
    'select count(*) as n from device_report join device using (device_id) where serial = $1',
    [serial],
  );
  return rows[0]?.n;
};

describe('POST /v1/ingest/reports', () => {
  test('AP-05: takes JSON and NDJSON, packed or not, and answers for each report', async () => {
    const [one, two] = [toReport('H1', hoursAgo(2)), toReport('H1', hoursAgo(1))];
    expect(await post(JSON.stringify({ reports: [one] }))).toMatchObject({
      status: 200,
      body: { status: 'OK', results: [{ index: 0, result: 'stored' }] },
    });
    const lines = `${JSON.stringify(one)}\n\r\n${JSON.stringify(two)}\n`;
    const packed = await post(pack(lines), { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' });
    expect(packed).toMatchObject({
      status: 200,
      body: { results: [{ result: 'repeated' }, { index: 1, result: 'stored' }] },
    });
    expect(await count('H1')).toBe(2);
  });

  test('AP-05: with a bad report among good ones answers 422 with 202001 and stores the good ones', async () => {
    const body = [
      JSON.stringify(toReport('H2', hoursAgo(3))),
      '{"broken',
      JSON.stringify({ ...toReport('H2', hoursAgo(2)), extra: 1 }),
      JSON.stringify(toReport('H2', hoursAgo(1))),
    ];
    const { status, body: answer } = await post(body.join('\n'), { 'content-type': 'application/x-ndjson' });
    expect(status).toBe(422);
    expect(answer.errorCode).toBe(202001);
    expect(answer.results?.map((result) => result.result)).toEqual(['stored', 'refused', 'refused', 'stored']);
    expect(answer.detail?.map((line) => line.msg)).toEqual([
      expect.stringMatching(/^reports\[1\]: the report is not JSON/),
      expect.stringMatching(/^reports\[2\].*extra/),
    ]);
    expect(await count('H2')).toBe(2);
  });

  test.each([
    ['no JSON', '{"reports": [', {}, /not JSON/],
    ['not a delivery', '[]', {}, /expected \{"reports"/],
    ['no report', '{"reports":[]}', {}, /no report/],
    ['another field', '{"reports":[{}],"more":1}', {}, /more: not known/],
    ['two lists', '{"reports":[{}],"reports":[]}', {}, /given twice/],
    ['a comma too many', '{"reports":[{}],}', {}, /not JSON/],
    ['more after the end', '{"reports":[{}]} {}', {}, /not JSON/],
    ['a list that does not end', '{"reports":[{}}', {}, /not JSON/],
    ['reports that are no list', ' { "reports" : {} }', {}, /expected \{"reports"/],
    ['a content type of another kind', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, /content-type/],
    ['an encoding of another kind', 'x', { 'content-encoding': 'br' }, /content-encoding 'br'/],
    ['not gzip', 'plain', { 'content-encoding': 'gzip' }, /not whole gzip/],
    ['gzip cut short', pack('{"reports":[{}]}').slice(0, -9), { 'content-encoding': 'gzip' }, /not whole gzip/],
    [
      'too many reports',
      JSON.stringify({ reports: Array.from({ length: ingestLimits.reports + 1 }, () => 1) }),
      {},
      /at most 500/,
    ],
  ])('AP-05: refuses as a whole, with the reason: %s', async (_, body, headers, reason) => {
    const { status, body: answer } = await post(body, headers);
    expect([status, answer.errorCode]).toEqual([422, 202001]);
    expect(answer.detail?.[0]?.msg).toMatch(reason);
  });

  test('AP-05: a sender whose clock is wrong is corrected by the time that it states', async () => {
    const aYear = 365 * 24;
    const headers = { 'x-platen-sent-at': hoursAgo(aYear).toISOString() };
    const body = JSON.stringify({ reports: [toReport('H9', hoursAgo(aYear + 2))] });
    expect((await post(body, headers)).body.results).toMatchObject([{ result: 'stored' }]);
    expect((await post(body, headers)).body.results).toMatchObject([{ result: 'repeated' }]);
    const { rows } = await server.database.pool.query<{ updated_at: Date; clock_offset_s: number }>(
      'select updated_at, clock_offset_s from device_report join device using (device_id) where serial = $1',
      ['H9'],
    );
    expect(rows).toEqual([{ updated_at: expect.any(Date), clock_offset_s: -aYear * 3600 }]);
    expect(Math.abs(Number(rows[0]?.updated_at) - Number(hoursAgo(2)))).toBeLessThan(60_000);
    const answer = await post(body, { 'x-platen-sent-at': 'yesterday' });
    expect([answer.status, answer.body.errorCode, answer.body.detail?.[0]?.msg]).toEqual([
      422,
      202001,
      expect.stringMatching(/^x-platen-sent-at: expected a point in time/),
    ]);
  });

  test('AP-05 AC-23: a device that reports by itself does not wait for large deliveries that take all turns', async () => {
    await addCollector('South site', 'second-key-of-a-site', null);
    await post(JSON.stringify({ reports: [toReport('SLOW', hoursAgo(30))] }));
    const holder = await server.database.owner.connect();
    await holder.query(`begin; select from device where serial = 'SLOW' for update`);
    // Packed each has fewer bytes than a small delivery may have that is not packed.
    const toLarge = (from: number) =>
      pack(
        Array.from({ length: 60 }, (_, n) => {
          const status = { consoleText: randomBytes(150).toString('hex') };
          return JSON.stringify(toReport('SLOW', hoursAgo(from + n / 100), { status }));
        }).join('\n'),
      );
    const answered: number[] = [];
    const large = [key, key, 'second-key-of-a-site'].map(async (its, n) => {
      const headers = {
        authorization: `Bearer ${its}`,
        'content-type': 'application/x-ndjson',
        'content-encoding': 'gzip',
      };
      const body = toLarge(3 + n);
      expect(body.length).toBeLessThan(mostSmallBytes);
      answered.push((await post(body, headers)).status);
    });
    const waiting = async () => {
      const { rows } = await server.database.pool.query<{ n: number }>(
        `select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rows[0]?.n;
    };
    await vi.waitUntil(async () => (await waiting()) === 3, { timeout: 30_000 });
    const alone = await post(JSON.stringify({ reports: [toReport('ALONE', hoursAgo(1))] }));
    expect([alone.status, answered]).toEqual([200, []]);
    await holder.query('rollback');
    holder.release();
    await Promise.all(large);
    expect(answered).toEqual([200, 200, 200]);
  });

  test('AP-05: a small body that unpacks into a large one is refused before it is unpacked', async () => {
    const bomb = pack(Buffer.alloc(ingestLimits.bytes * 8, 32));
    expect(bomb.length).toBeLessThan(ingestLimits.packedBytes);
    const { status, body } = await post(bomb, { 'content-encoding': 'gzip' });
    expect([status, body.errorCode]).toEqual([422, 202001]);
    expect(body.detail?.[0]?.msg).toMatch(/unpacked body is larger/);
  });

  test('AP-05: a report of more than a megabyte is refused, the other one is stored', async () => {
    const description = 'x'.repeat(2000);
    const alerts = Array.from({ length: 512 }, (_, index) => ({ index: String(index), description }));
    const inputs = Array.from({ length: 128 }, (_, index) => ({
      index: String(index),
      percent: { state: 'unknown' as const },
      name: description,
      description,
    }));
    const large = toReport('H3', hoursAgo(2), { status: { alerts }, inputs });
    expect(JSON.stringify(large).length).toBeGreaterThan(ingestLimits.reportBytes);
    for (const type of ['application/json', 'application/x-ndjson']) {
      const reports = [large, toReport('H3', hoursAgo(1))];
      const text =
        type === 'application/json'
          ? JSON.stringify({ reports })
          : reports.map((one) => JSON.stringify(one)).join('\n');
      const { status, body } = await post(text, { 'content-type': type });
      expect(status).toBe(422);
      expect(body.results?.map((result) => result.result)).toEqual(['refused', 'stored']);
      expect(body.results?.[0]?.issues?.[0]?.message).toMatch(/larger than/);
    }
  });

  test('AP-05: a report nested a million deep is refused alone, whatever form the delivery has', async () => {
    const depth = 1_000_000;
    const deep = `{"version":"1.0","wings":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;
    for (const [minute, type] of ['application/json', 'application/x-ndjson'].entries()) {
      const good = JSON.stringify(toReport('H8', new Date(hoursAgo(1).getTime() - minute * 60_000)));
      const text = type === 'application/json' ? `{"reports":[${deep}, ${good}]}` : `${deep}\n${good}`;
      const { status, body } = await post(pack(text), { 'content-type': type, 'content-encoding': 'gzip' });
      expect(status).toBe(422);
      expect(body.results?.map((result) => result.result)).toEqual(['refused', 'stored']);
    }
    expect(await count('H8')).toBe(2);
  });

  test('AP-05: a report that is too long for its texts and tables alone is cut to its limits, and stored', async () => {
    const report = toReport('H7', hoursAgo(2), {
      status: { consoleText: 'x'.repeat(3 * 2 ** 20), detectedErrors: ['jammed'] },
      codes: { code05: Array.from({ length: 100_000 }, (_, main) => ({ main, sub: 0, value: '1' })) },
    });
    const { status, body } = await post(pack(JSON.stringify(report)), {
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
    });
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      {
        result: 'stored',
        warnings: [{ path: 'codes.code05', message: expect.stringMatching(/5000/) }, { path: 'status.consoleText' }],
      },
    ]);
    const { rows } = await sql<{ codes: number; status: unknown }>`
      select (select ${countCodes('05')} from device_section s where s.device_id = d.device_id and s.section = 'codes') as codes,
        s.body as status
      from device d join device_section s on s.device_id = d.device_id and s.section = 'status' where d.serial = 'H7'`.execute(
      server.database.db,
    );
    expect(rows).toEqual([{ codes: 5000, status: { detectedErrors: ['jammed'] } }]);
  });

  test('AP-05: without a key, with an unknown or a revoked one, nothing is read', async () => {
    const body = JSON.stringify({ reports: [toReport('H4', hoursAgo(1))] });
    expect((await post(body, { authorization: '' })).status).toBe(401);
    expect((await post(body, { authorization: 'Bearer unknown' })).status).toBe(401);
    expect([401, 403]).toContain((await post(body, { authorization: 'Bearer revoked-key' })).status);
    expect(await count('H4')).toBe(0);
  });

  test('AP-05: whatever is sent, the answer is never a 5xx and always carries a code', async () => {
    const junk = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.json({ maxDepth: 4 }),
      fc.json({ maxDepth: 3 }).map((text) => `{"reports":[${text}]}`),
      fc
        .integer({ min: 1, max: 6000 })
        .map((depth) => `{"reports":[{"version":"1.9","identity":${'['.repeat(depth)}${']'.repeat(depth)}}]}`),
    );
    await fc.assert(
      fc.asyncProperty(
        junk,
        fc.constantFrom('application/json', 'application/x-ndjson', 'text/plain', 'application/json; charset=utf-16'),
        fc.constantFrom('none', 'gzip', 'false gzip'),
        async (text, type, packing) => {
          const body = packing === 'gzip' ? pack(text) : new Uint8Array(Buffer.from(text));
          const { status, body: answer } = await post(body, {
            'content-type': type,
            ...(packing === 'none' ? {} : { 'content-encoding': 'gzip' }),
          });
          expect(status).toBe(422);
          expect(answer.errorCode).toBe(202001);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('AP-05: a report with any value in any field is stored or refused, and the good one of the delivery is never lost', async () => {
    const places = [
      'version',
      'observedAt',
      'source',
      'site',
      'mustUnderstand',
      'identity',
      'status',
      'counters',
      'supplies',
      'firmware',
      'network',
      'codes',
      'errors',
      'sensors',
      'storage',
      '__proto__',
    ];
    let minute = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...places),
        fc.jsonValue({ maxDepth: 3 }),
        fc.constantFrom('1.0', '1.7'),
        async (place, value, version) => {
          minute += 1;
          const at = new Date(Date.now() - 10 * 24 * 3_600_000 - minute * 60_000);
          const spoiled = JSON.stringify({ ...toReport('F2', at), version, placed: 0 }).replace(
            '"placed":0',
            `${JSON.stringify(place)}:${JSON.stringify(value)}`,
          );
          const { status, body } = await post(`${spoiled}\n${JSON.stringify(toReport('F1', at))}`, {
            'content-type': 'application/x-ndjson',
          });
          expect([200, 422]).toContain(status);
          expect(body.results?.[1]).toMatchObject({ index: 1, result: 'stored' });
        },
      ),
      { numRuns: 150 },
    );
    expect(await count('F1')).toBe(minute);
  });
});

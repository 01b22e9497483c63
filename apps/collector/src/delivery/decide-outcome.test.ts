import { describe, expect, test } from 'vitest';
import { decideClockSkew, decideOutcome, toBackoffMs, toRetryMs } from './decide-outcome.ts';
import { toIngestUrl } from './post.ts';

const answer = { status: 200, retryAfter: null, date: null, body: undefined };

describe('what an answer means', () => {
  test('Retry-After as a date is relative to the clock of the server, and limited to an hour', () => {
    const busy = { ...answer, status: 503, date: 'Sat, 21 Nov 2026 10:00:00 GMT' };
    expect(decideOutcome({ ...busy, retryAfter: 'Sat, 21 Nov 2026 10:00:30 GMT' })).toMatchObject({ waitMs: 30_000 });
    expect(decideOutcome({ ...busy, retryAfter: 'Sat, 21 Nov 2026 09:00:00 GMT' })).toMatchObject({ waitMs: 0 });
    expect(decideOutcome({ ...busy, retryAfter: '999999999' })).toMatchObject({ waitMs: 3_600_000 });
    expect(decideOutcome({ ...busy, retryAfter: 'soon' })).toMatchObject({ kind: 'busy', waitMs: undefined });
  });

  test('results count only with a status that carries results', () => {
    const body = { status: 'OK', results: [{ index: 0, result: 'stored' }] };
    expect(decideOutcome({ ...answer, body })).toMatchObject({ kind: 'answered' });
    expect(decideOutcome({ ...answer, status: 422, body })).toMatchObject({ kind: 'answered' });
    expect(decideOutcome({ ...answer, status: 500, body })).toMatchObject({ kind: 'busy' });
    expect(decideOutcome({ ...answer, status: 200, body: { results: [{ index: 0, result: 'fine' }] } })).toMatchObject({
      kind: 'misdirected',
    });
  });
});

test('the wait doubles up to the maximum, and its upper half is random', () => {
  const timing = { firstMs: 1000, longestMs: 300_000 };
  expect([1, 2, 3, 4].map((failures) => toBackoffMs(failures, timing, 1))).toEqual([1000, 2000, 4000, 8000]);
  expect(toBackoffMs(3, timing, 0)).toBe(2000);
  expect(toBackoffMs(5000, timing, 1)).toBe(300_000);
});

test('a clock is wrong only beyond two minutes and not because the answer was slow', () => {
  const server = 'Sat, 21 Nov 2026 10:00:00 GMT';
  const at = Date.parse(server);
  expect(decideClockSkew(server, at - 60_000, at + 60_000)).toBeUndefined();
  expect(decideClockSkew(server, at - 500_000, at + 1000)).toBeUndefined();
  expect(decideClockSkew(server, at + 300_000, at + 301_000)).toBe(300_000);
  expect(decideClockSkew(server, at - 301_000, at - 300_000)).toBe(-300_000);
  expect(decideClockSkew('yesterday', at, at)).toBeUndefined();
  expect(decideClockSkew(null, at, at)).toBeUndefined();
});

test('the ingest URL is below the path of the server', () => {
  expect(toIngestUrl(new URL('https://platen.example')).href).toBe('https://platen.example/v1/ingest/reports');
  expect(toIngestUrl(new URL('https://office.example/platen/')).href).toBe(
    'https://office.example/platen/v1/ingest/reports',
  );
});

test('AC-23 OQ-116: collectors that the server sends away together come back spread by chance, none before it says', () => {
  const randoms = Array.from({ length: 1000 }, (_, n) => n / 1000);
  const waits = randoms.map((random) => toRetryMs(30_000, 1000, random));
  expect(Math.min(...waits)).toBe(30_000);
  expect(Math.max(...waits)).toBeGreaterThan(59_000);
  const inSecond = (second: number) => waits.filter((wait) => Math.floor(wait / 1000) === second).length;
  expect(Math.max(...Array.from({ length: 60 }, (_, second) => inSecond(second)))).toBeLessThan(40);
  expect(toRetryMs(undefined, 1500, 0.5)).toBe(1500);
  expect(toRetryMs(1000, 60_000, 0.5)).toBe(60_000);
});

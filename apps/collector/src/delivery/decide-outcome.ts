import { errorBody } from '@platen/contract/errors';
import { type IngestResult, ingestResult } from '@platen/contract/ingest';
import * as z from 'zod/mini';
import { hourMs, minuteMs } from '../platform/time.ts';
import { type Denied, toDenial } from './standing.ts';

/** The answer of the server, as far as it could be read. */
export interface Answer {
  status: number;
  retryAfter: string | null;
  date: string | null;
  /** Parsed JSON; undefined if the body is no JSON. */
  body: unknown;
}

export type Outcome =
  /** Each report has a result. */
  | { kind: 'answered'; results: IngestResult[] }
  /** The batch as a whole is refused; a smaller one might be accepted. */
  | { kind: 'split'; reason: string }
  /** This collector rests or was revoked: it stops reading. */
  | { kind: 'stopped'; state: Denied['state'] }
  /** The key is not valid, or no longer. */
  | { kind: 'denied'; reason: string }
  /** Temporarily not available. */
  | { kind: 'busy'; reason: string; waitMs: number | undefined }
  /** This is no ingest URL. */
  | { kind: 'misdirected'; reason: string };

const withResults = z.object({ results: z.array(ingestResult) });
const longestWaitMs = hourMs;

/** Judges the answer to a delivery. Only a result for a report removes it from the outbox. */
export function decideOutcome(answer: Answer): Outcome {
  const { status, body } = answer;
  const reason = toReason(status, body);
  const results = withResults.safeParse(body);
  if ((status === 200 || status === 422) && results.success) return { kind: 'answered', results: results.data.results };
  if (status === 413) return { kind: 'split', reason };
  // A refusal of the whole body in the form of the contract; any other page with status 422 is not a Platen
  // server.
  if (status === 422 && errorBody.safeParse(body).success) return { kind: 'split', reason };
  const state = toDenial(status, body);
  if (state !== undefined) return { kind: 'stopped', state };
  if (status === 401 || status === 403) return { kind: 'denied', reason };
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { kind: 'busy', reason, waitMs: toWaitMs(answer) };
  if (status === 200) return { kind: 'misdirected', reason: 'status 200 without results: this is not a Platen server' };
  return { kind: 'misdirected', reason };
}

/**
 * `Retry-After` in seconds or as a date (RFC 9110 section 10.2.3), a date relative to the clock of the
 * server.
 */
function toWaitMs({ retryAfter, date }: Answer): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Math.min(Number(retryAfter) * 1000, longestWaitMs);
  const until = Date.parse(retryAfter);
  const now = Date.parse(date ?? '');
  if (Number.isNaN(until) || Number.isNaN(now)) return undefined;
  return Math.min(Math.max(until - now, 0), longestWaitMs);
}

function toReason(status: number, body: unknown): string {
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return `status ${status}`;
  const details = parsed.data.detail.map((detail) => detail.msg).slice(0, 3);
  return [`status ${status}, error ${parsed.data.errorCode}`, ...details].join('; ').slice(0, 500);
}

/**
 * The wait before the next try after `failures` failures in a row: doubles from `firstMs` up to `longestMs`,
 * the upper half of it random, so that the collectors of one server do not retry together.
 */
export function toBackoffMs(failures: number, timing: { firstMs: number; longestMs: number }, random: number): number {
  const full = Math.min(timing.longestMs, timing.firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 30));
  return full / 2 + (full / 2) * random;
}

/**
 * The wait before the next try where the server may ask for one. What it asks for is the least: collectors
 * that were turned away together come back spread over as long again by chance, or by their own backoff where
 * that is longer.
 */
export const toRetryMs = (waitMs: number | undefined, backoffMs: number, random: number): number =>
  Math.max((waitMs ?? 0) * (1 + random), backoffMs);

const toleranceMs = 2 * minuteMs;

/**
 * How far the local clock is ahead of the server's, in ms, if that is more than two minutes; readings carry
 * local time. `before` and `after` enclose the request, so that a slow answer does not count as a wrong
 * clock.
 */
export function decideClockSkew(date: string | null, before: number, after: number): number | undefined {
  const server = Date.parse(date ?? '');
  if (Number.isNaN(server)) return undefined;
  if (before - server > toleranceMs) return before - server;
  if (server - after > toleranceMs) return after - server;
  return undefined;
}

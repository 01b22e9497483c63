import { errorBody } from '@platen/contract/errors';
import { type IngestResult, ingestResult } from '@platen/contract/ingest';
import * as z from 'zod/mini';

/** What the server said, as far as it could be read. */
export interface Answer {
  status: number;
  retryAfter: string | null;
  date: string | null;
  /** Parsed JSON, undefined when it was none. */
  body: unknown;
}

export type Outcome =
  /** Each report has its result. */
  | { kind: 'answered'; results: IngestResult[] }
  /** The batch as a whole does not go; a smaller one might. */
  | { kind: 'split'; reason: string }
  /** The key is not, or no longer, valid. */
  | { kind: 'denied'; reason: string }
  /** Not now. */
  | { kind: 'busy'; reason: string; waitMs: number | undefined }
  /** This is not an ingest address. */
  | { kind: 'misdirected'; reason: string };

const withResults = z.object({ results: z.array(ingestResult) });
const longestWaitMs = 60 * 60 * 1000;

/** Judges an answer to a delivery. Nothing but a result for a report makes that report forgotten. */
export function decideOutcome(answer: Answer): Outcome {
  const { status, body } = answer;
  const reason = toReason(status, body);
  const results = withResults.safeParse(body);
  if ((status === 200 || status === 422) && results.success) return { kind: 'answered', results: results.data.results };
  if (status === 413) return { kind: 'split', reason };
  // A refusal of the whole body in our own words; any other page that answers 422 is not our server.
  if (status === 422 && errorBody.safeParse(body).success) return { kind: 'split', reason };
  if (status === 401 || status === 403) return { kind: 'denied', reason };
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { kind: 'busy', reason, waitMs: toWaitMs(answer) };
  if (status === 200) return { kind: 'misdirected', reason: 'status 200 without results: this is not a Platen server' };
  return { kind: 'misdirected', reason };
}

/** `Retry-After` in seconds or as a date (RFC 9110 section 10.2.3), a date measured by the server's own clock. */
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
 * Waiting time before the next try after `failures` failures in a row: doubles from `firstMs` up to `longestMs`,
 * the upper half of it at random, so that collectors of one server do not come back together.
 */
export function toBackoffMs(failures: number, timing: { firstMs: number; longestMs: number }, random: number): number {
  const full = Math.min(timing.longestMs, timing.firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 30));
  return full / 2 + (full / 2) * random;
}

const toleranceMs = 2 * 60_000;

/**
 * How far the own clock is ahead of the server's, in ms, when that is more than two minutes; readings carry the own clock's time.
 * `before` and `after` enclose the request, so that a slow answer is not taken for a wrong clock.
 */
export function decideClockSkew(date: string | null, before: number, after: number): number | undefined {
  const server = Date.parse(date ?? '');
  if (Number.isNaN(server)) return undefined;
  if (before - server > toleranceMs) return before - server;
  if (server - after > toleranceMs) return after - server;
  return undefined;
}

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ingestReports, sentAtHeader } from '@platen/contract/ingest';
import { parseJson } from '../platform/data-files.ts';
import { toErrorText } from '../platform/errors.ts';
import type { Answer } from './decide-outcome.ts';

const pack = promisify<Buffer, Buffer>(gzip);
const answerLimit = 8 * 1024 * 1024;

export interface Destination {
  server: URL;
  key: string;
  userAgent: string;
  timeoutMs: number;
}

/** NDJSON, one report per line, gzip. */
export async function toPackedBody(lines: readonly Buffer[]): Promise<Buffer> {
  const newline = Buffer.from('\n');
  return pack(Buffer.concat(lines.flatMap((line) => [line, newline])));
}

/**
 * Sends one batch. Throws if there is no answer. Never follows a redirect: the key is for this server only.
 */
export async function post(
  destination: Destination,
  packed: Buffer,
  { sentAt, signal }: { sentAt: Date; signal: AbortSignal },
): Promise<Answer> {
  const response = await fetch(toIngestUrl(destination.server), {
    method: ingestReports.method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${destination.key}`,
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
      accept: 'application/json',
      'user-agent': destination.userAgent,
      [sentAtHeader]: sentAt.toISOString(),
    },
    body: new Uint8Array(packed),
    signal: AbortSignal.any([signal, AbortSignal.timeout(destination.timeoutMs)]),
  });
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    date: response.headers.get('date'),
    body: parseJson(await readText(response)),
  };
}

/** The ingest URL of a server. */
export const toIngestUrl = (server: URL): URL => toServerUrl(server, ingestReports.path);

/** The URL of an endpoint below the server's own, which may have a path behind a proxy. */
export function toServerUrl(server: URL, path: string): URL {
  const url = new URL(server);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  return url;
}

/** Reads a bounded number of octets: an answer is small, and it may come from another server. */
async function readText(response: Response): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
    if (size > answerLimit) {
      await reader.cancel();
      return '';
    }
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The cause of a failed request as text; Node hides it behind 'fetch failed'. */
export function toFailureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  return toErrorText(first instanceof Error ? first : error);
}

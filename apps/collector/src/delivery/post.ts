import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ingestReports, sentAtHeader } from '@platen/contract/ingest';
import { parseJson } from '../platform/data-files.ts';
import { toErrorText } from '../platform/errors.ts';
import { type Line, ProxyUnreachable, send } from '../platform/http.ts';
import type { Answer } from './decide-outcome.ts';

const pack = promisify<Buffer, Buffer>(gzip);
const answerLimit = 8 * 1024 * 1024;

export interface Destination {
  server: URL;
  key: string;
  userAgent: string;
  timeoutMs: number;
  line: Line;
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
  const { status, header, body } = await send(destination.line, toIngestUrl(destination.server), {
    method: ingestReports.method,
    headers: {
      authorization: `Bearer ${destination.key}`,
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
      accept: 'application/json',
      'user-agent': destination.userAgent,
      [sentAtHeader]: sentAt.toISOString(),
    },
    body: packed,
    signal: AbortSignal.any([signal, AbortSignal.timeout(destination.timeoutMs)]),
    answerLimit,
  });
  return { status, retryAfter: header('retry-after'), date: header('date'), body: parseJson(body) };
}

/** The ingest URL of a server. */
export const toIngestUrl = (server: URL): URL => toServerUrl(server, ingestReports.path);

/** The URL of an endpoint below the server's own, which may have a path behind a proxy. */
export function toServerUrl(server: URL, path: string): URL {
  const url = new URL(server);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  return url;
}

/** The cause of a failed request as text. */
export function toFailureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  if (error instanceof ProxyUnreachable) return `${error.message}: ${toFailureReason(error.cause)}`;
  // Of a name with several addresses: one error each.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return toErrorText(first);
}

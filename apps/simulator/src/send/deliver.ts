import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type IngestResult, ingestReports } from '@platen/contract/ingest';
import type { Delivery } from './to-deliveries.ts';

const pack = promisify(gzip);

export interface Receiver {
  readonly server: URL;
  readonly key: string;
  /** Packed for the network; on one machine packing costs more than it saves. */
  readonly packed: boolean;
}

/** Where reports go; on this machine they go as they are. */
export function toReceiver(server: URL, key: string): Receiver {
  return { server, key, packed: !/^(localhost|127\.[\d.]+|\[::1\])$/.test(server.hostname) };
}

/** What became of the reports of a delivery. `problem`: why the first of those refused was. */
export interface Outcome {
  readonly stored: number;
  readonly repeated: number;
  readonly refused: number;
  readonly problem: string | undefined;
}

/** The server does not take reports from us at all: waiting does not help. */
export class Rejected extends Error {
  override name = 'Rejected';
}

const attempts = 12;

/**
 * Delivers once, and again while the server is busy or away. Throws `Rejected` when it will never take it,
 * and when it stays away.
 */
export async function deliver(receiver: Receiver, delivery: Delivery): Promise<Outcome> {
  const body = receiver.packed ? await pack(delivery.lines, { level: 1 }) : delivery.lines;
  for (let attempt = 1; ; attempt++) {
    const answer = await post(receiver, body, delivery.clockOffset);
    if (answer.outcome !== undefined) return answer.outcome;
    if (answer.never || attempt === attempts) throw new Rejected(answer.problem);
    await wait(Math.min(10_000, answer.retryAfterMs ?? 100 * 2 ** attempt));
  }
}

type Answer =
  | { outcome: Outcome }
  | { outcome?: undefined; never: boolean; problem: string; retryAfterMs?: number | undefined };

async function post(
  { server, key, packed }: Receiver,
  body: Buffer<ArrayBuffer> | string,
  clockOffset: number,
): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(new URL(ingestReports.path, server), {
      method: ingestReports.method,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/x-ndjson',
        ...(packed ? { 'content-encoding': 'gzip' } : {}),
        'x-platen-sent-at': new Date(Date.now() + clockOffset * 1000).toISOString(),
      },
      body,
    });
    text = await response.text();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return { never: false, problem: `${server.origin} does not answer: ${cause}` };
  }
  // Also the answer that says that some were refused holds what became of each.
  const parsed = ingestReports.answer.safeParse(toJson(text));
  if (parsed.success) return { outcome: toOutcome(parsed.data.results) };
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    // Busy (203002, 429) and broken servers recover; a wrong key or a wrong address does not.
    never: response.status < 500 && response.status !== 429,
    problem: `${server.origin} answered ${response.status}: ${text.slice(0, 300)}`,
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
  };
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toOutcome(results: readonly IngestResult[]): Outcome {
  const count = (wanted: string) => results.filter(({ result }) => result === wanted).length;
  const issue = results.find(({ result }) => result === 'refused')?.issues?.[0];
  return {
    stored: count('stored'),
    repeated: count('repeated'),
    refused: count('refused'),
    problem: issue === undefined ? undefined : `${issue.path}: ${issue.message}`,
  };
}

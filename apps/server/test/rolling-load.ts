import { Agent, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 } from 'uuid';
import type { TestDatabase } from './database.ts';
import { hoursAgo, toReport } from './reports.ts';

interface LoadOptions {
  /** Of what is before the servers. */
  readonly url: string;
  /** Access token of a user who may see the list. */
  readonly token: string;
  readonly collectorKey: string;
  /** Authority of the proxy's certificate, PEM. */
  readonly ca?: string;
  readonly readers?: number;
  readonly senders?: number;
  /** Between the calls of each. */
  readonly pauseMs?: number;
}

interface LoadResult {
  readonly calls: number;
  /** Serial numbers of devices whose report was acknowledged. */
  readonly sent: readonly string[];
  /** What and which status or error, of each call that was not answered with 200. */
  readonly failed: readonly string[];
  readonly longestMs: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Of clients behind a TLS proxy, so that they differ from it. */
export const clientAddress = '127.0.0.9';

interface Call {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly agent?: Agent | TlsAgent;
}

/** One call by http or https; rejects when there is no answer. */
export function callServer(address: string, { body, ...options }: Call = {}): Promise<Answer> {
  const send = address.startsWith('https:') ? tlsRequest : request;
  return new Promise((resolve, reject) => {
    const call = send(address, options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
        }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** About half of a client's time on a quiet machine: the servers that are replaced need the cores as well. */
const usualPauseMs = 10;

/** Reads the list and delivers reports of new devices until it is stopped. */
export function startLoad(options: LoadOptions): { stop(): Promise<LoadResult> } {
  const { url, token, collectorKey, ca, readers = 2, senders = 2, pauseMs = usualPauseMs } = options;
  const over = new AbortController();
  const sent: string[] = [];
  const failed: string[] = [];
  let calls = 0;
  let longestMs = 0;
  const agent = url.startsWith('https:')
    ? new TlsAgent({ keepAlive: true, ca, localAddress: clientAddress })
    : new Agent({ keepAlive: true });
  const call = async (what: string, path: string, given: Call): Promise<boolean> => {
    const begun = performance.now();
    const status = await callServer(`${url}${path}`, { ...given, agent }).then(
      ({ status, text }) => (status === 200 ? status : `${status} ${text.slice(0, 200)}`),
      (error: unknown) => String(error),
    );
    calls += 1;
    longestMs = Math.max(longestMs, performance.now() - begun);
    if (status !== 200) failed.push(`${what}: ${status}`);
    if (pauseMs > 0) await wait(pauseMs);
    return status === 200;
  };
  const read = async () => {
    while (!over.signal.aborted)
      await call('list', '/v1/devices?offset=0&limit=100', { headers: { authorization: `Bearer ${token}` } });
  };
  const deliver = async () => {
    while (!over.signal.aborted) {
      const serial = `R-${v7()}`;
      const isStored = await call('report', '/v1/ingest/reports', {
        method: 'POST',
        headers: { authorization: `Bearer ${collectorKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ reports: [toReport(serial, hoursAgo(1))] }),
      });
      if (isStored) sent.push(serial);
    }
  };
  const work = [...Array.from({ length: readers }, read), ...Array.from({ length: senders }, deliver)];
  return {
    async stop() {
      over.abort();
      await Promise.all(work);
      agent.destroy();
      return { calls, sent, failed, longestMs };
    },
  };
}

/** How many of the devices are not in the database exactly once. */
export async function countLost({ pool }: Pick<TestDatabase, 'pool'>, sent: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ found: number }>(
    `select count(*)::int as found from (
       select serial from device where serial = any($1) group by serial having count(*) = 1) once`,
    [sent],
  );
  return sent.length - (rows[0]?.found ?? 0);
}

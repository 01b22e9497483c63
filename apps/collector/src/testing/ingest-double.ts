import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { sendCommandResult } from '@platen/contract/collector-commands';
import { sendStatus } from '@platen/contract/collectors';
import { enrolCollector } from '@platen/contract/enrolment';
import { fetchSettings, sendEffective } from '@platen/contract/remote-settings';

export interface Received {
  reports: unknown[];
  headers: IncomingMessage['headers'];
  packedBytes: number;
}
export interface ReceivedStatus {
  status: unknown;
  headers: IncomingMessage['headers'];
}
type Behaviour = (received: Received, response: ServerResponse) => void;

/** An ingest URL over real HTTP whose behaviour a test sets. Accepts everything by default. */
export class IngestDouble {
  readonly received: Received[] = [];
  behaviour: Behaviour = acceptAll;
  readonly statuses: ReceivedStatus[] = [];
  /** HTTP status of the answer to a collector's own status; 0: no answer. */
  statusAnswer = 200;
  /** Further fields of that answer. */
  statusBody: object = {};
  /** Refuses statuses and reports with 201007, as for a collector that rests or was revoked. */
  denial: 'resting' | 'revoked' | undefined;
  /** Bodies of enrolments, and the status and body of the answer to the next one. */
  readonly enrolments: unknown[] = [];
  enrolment: { status: number; body: object } = { status: 404, body: { errorCode: 204001, detail: [] } };
  /** Wanted settings as they are fetched; absent: none. */
  wanted: object | undefined;
  fetches = 0;
  readonly effective: unknown[] = [];
  readonly results: unknown[] = [];
  /** Remains known after closing, so that a test can reopen it. */
  port = 0;
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const packed = Buffer.concat(chunks);
      if (request.url?.endsWith(enrolCollector.path) === true) {
        this.enrolments.push(JSON.parse(packed.toString('utf8')));
        return answer(response, this.enrolment.status, this.enrolment.body);
      }
      if (request.url?.endsWith(sendStatus.path) === true) {
        this.statuses.push({ status: JSON.parse(packed.toString('utf8')), headers: request.headers });
        if (this.denial !== undefined) return this.#deny(response);
        const body = { status: 'OK', ...this.statusBody };
        return this.statusAnswer === 0 ? undefined : answer(response, this.statusAnswer, body);
      }
      if (this.denial !== undefined) return this.#deny(response);
      if (request.url?.endsWith(fetchSettings.path) === true) {
        this.fetches += 1;
        return answer(response, this.wanted === undefined ? 404 : 200, this.wanted ?? {});
      }
      if (request.url?.endsWith(sendEffective.path) === true) {
        this.effective.push(JSON.parse(packed.toString('utf8')));
        return answer(response, 200, { status: 'OK' });
      }
      if (request.url?.endsWith(sendCommandResult.path) === true) {
        this.results.push(JSON.parse(packed.toString('utf8')));
        return answer(response, 200, { status: 'OK' });
      }
      const lines = gunzipSync(packed)
        .toString('utf8')
        .split('\n')
        .filter((line) => line !== '');
      const received = {
        reports: lines.map((line): unknown => JSON.parse(line)),
        headers: request.headers,
        packedBytes: packed.length,
      };
      this.received.push(received);
      return this.behaviour(received, response);
    });
  });

  #deny(response: ServerResponse): void {
    answer(response, 403, { errorCode: 201007, detail: [], standing: this.denial });
  }

  static async start(): Promise<IngestDouble> {
    const double = new IngestDouble();
    await double.listen(0);
    return double;
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    const address: AddressInfo | string | null = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    this.port = address.port;
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${this.port}`);
  }

  /** Every report received so far. */
  get reports(): unknown[] {
    return this.received.flatMap((received) => received.reports);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}

export function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export const acceptAll: Behaviour = (received, response) =>
  answer(response, 200, {
    status: 'OK',
    results: received.reports.map((_, index) => ({ index, result: 'stored' })),
  });

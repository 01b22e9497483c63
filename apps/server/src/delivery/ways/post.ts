import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { toErrorCode, toMessage } from '../../base/errors.ts';
import { type Destination, hostOf } from './destination.ts';
import { isIPv6Address } from './public-address.ts';

/** What a call of a foreign server came to. */
export type PostResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly text: string;
    }
  | { readonly kind: 'failed'; readonly reason: string };

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Certificate authorities instead of the usual ones. */
  readonly ca?: string;
  /** The whole call: connecting, sending and the answer. Default: 15 s (DE-18). */
  readonly timeoutMs?: number;
}

const timeoutMs = 15_000;
/** Of the answer only this much is read (DE-20). */
const answerBytes = 1024;

/**
 * Posts to a checked destination over a connection of its own, to one of the addresses that were checked. No
 * redirect is followed, no resolver asked, no proxy used; certificates are checked against the host of the
 * address. Never throws: whatever goes wrong is the result.
 */
export async function post(destination: Destination, options: PostOptions): Promise<PostResult> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? timeoutMs);
  const signal = AbortSignal.any([options.signal, timeout]);
  try {
    return await exchange(destination, options, signal);
  } catch (error) {
    if (timeout.aborted) return { kind: 'failed', reason: 'no answer in time' };
    return { kind: 'failed', reason: toReason(error) };
  }
}

function exchange(destination: Destination, options: PostOptions, signal: AbortSignal): Promise<PostResult> {
  const { url, addresses } = destination;
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: hostOf(url),
        port: url.port === '' ? undefined : Number(url.port),
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        headers: {
          ...options.headers,
          'content-length': String(Buffer.byteLength(options.body)),
          'accept-encoding': 'identity',
          connection: 'close',
        },
        // A connection kept from an earlier try was checked then, not now.
        agent: false,
        lookup: answerWith(addresses),
        signal,
        ...(options.ca !== undefined && { ca: options.ca }),
      },
      (incoming) => {
        // From here on the answer counts, even where its rest never comes.
        outgoing.off('error', reject).on('error', () => undefined);
        readAnswer(incoming).then(resolve, reject);
      },
    );
    refuseOtherPeers(outgoing, addresses);
    outgoing.once('error', reject);
    outgoing.end(options.body);
  });
}

/** Stands in for the resolver: every question is answered with the checked addresses. */
const answerWith =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIPv6Address(address) ? 6 : 4 }));
    const [first] = all;
    if (options.all === true) callback(null, all);
    else callback(null, first?.address ?? '', first?.family);
  };

/**
 * The connection itself is the last witness: its other end must be one of the addresses that were checked.
 */
function refuseOtherPeers(outgoing: ClientRequest, addresses: readonly string[]): void {
  outgoing.once('socket', (socket) => {
    socket.once('connect', () => {
      if (!addresses.some((address) => isSameAddress(address, socket.remoteAddress)))
        socket.destroy(new Error('connected to another address than the one checked'));
    });
  });
}

const toHost = (address: string): string =>
  new URL(`http://${isIPv6Address(address) ? `[${address}]` : address}`).hostname;
const isSameAddress = (one: string, other: string | undefined): boolean =>
  other !== undefined && toHost(one) === toHost(other);

async function readAnswer(incoming: IncomingMessage): Promise<PostResult> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of incoming) {
      // Without an encoding a response yields buffers only.
      const bytes = Buffer.from(part);
      parts.push(bytes);
      length += bytes.length;
      if (length >= answerBytes) break;
    }
  } catch {
    // The status is what counts: it was answered, whatever becomes of the rest.
  } finally {
    incoming.destroy();
  }
  const text = new TextDecoder().decode(Buffer.concat(parts).subarray(0, answerBytes));
  return {
    kind: 'answered',
    status: incoming.statusCode ?? 0,
    retryAfter: incoming.headers['retry-after'],
    text: text.replaceAll(/[\p{Cc}\uFFFD]+/gu, ' ').trim(),
  };
}

/** A reason of one line, at most 300 characters. */
function toReason(error: unknown): string {
  const code = toErrorCode(error);
  const inner = error instanceof AggregateError ? error.errors.map(toMessage).join('; ') : '';
  const message = toMessage(error) === '' ? inner : toMessage(error);
  const text = code === undefined || message.includes(code) ? message : `${code}: ${message}`;
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, 300);
}

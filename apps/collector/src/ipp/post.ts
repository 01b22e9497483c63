import { constants } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { messageLimits } from './message.ts';

/**
 * Address and time limits: `connectMs` for the connection, `deadline` (of `performance.now()`) for all of it.
 */
export interface PostTarget {
  scheme: 'ipp' | 'ipps';
  host: string;
  port: number;
  path: string;
  connectMs: number;
  deadline: number;
  /** Ends the request at once, as `late`. */
  signal?: AbortSignal | undefined;
}

/**
 * `answer`: an HTTP answer. `unreachable`: no connection (closed port, no route, no answer in time).
 * `broken`: a connection without an HTTP answer: failed TLS negotiation, a peer that hangs up, a body over
 * the limit. `late`: no complete answer before the deadline.
 */
export type Posted =
  | { kind: 'answer'; status: number; body: Uint8Array }
  | { kind: 'unreachable' | 'broken' | 'late'; reason: string };

/**
 * Printers have self-signed certificates with wrong names and dates, and the TLS version of their time. All
 * are accepted: the request contains no secret, and the answer is available to any host on the network. A man
 * in the middle could forge a reading, as over SNMP v2c, but learns nothing. Never use these options for
 * requests with a key.
 */
const lenientTls = {
  rejectUnauthorized: false,
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT@SECLEVEL=0',
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
} as const;

/**
 * One HTTP POST of an IPP message on its own connection, which is closed afterwards. Never throws, never
 * follows a redirect.
 */
export async function post(target: PostTarget, message: Uint8Array): Promise<Posted> {
  if (target.signal?.aborted === true) return unwanted;
  try {
    return await exchange(target, openRequest(target, message.length), message);
  } catch (error) {
    // A host or path that cannot be written into a request at all.
    return { kind: 'unreachable', reason: error instanceof Error ? error.message : 'no request' };
  }
}

const unwanted: Posted = { kind: 'late', reason: 'no longer wanted' };

function exchange(target: PostTarget, request: http.ClientRequest, message: Uint8Array): Promise<Posted> {
  return new Promise((resolve) => {
    let connected = false;
    const timers: NodeJS.Timeout[] = [];
    const stop = (): void => finish(unwanted);
    const finish = (posted: Posted): void => {
      for (const timer of timers) clearTimeout(timer);
      target.signal?.removeEventListener('abort', stop);
      resolve(posted);
      request.destroy();
    };
    target.signal?.addEventListener('abort', stop, { once: true });
    const left = Math.max(0, target.deadline - performance.now());
    timers.push(
      setTimeout(
        () => {
          if (!connected) finish({ kind: 'unreachable', reason: 'no connection' });
        },
        Math.min(target.connectMs, left),
      ),
      setTimeout(() => finish({ kind: 'late', reason: 'no answer in time' }), left),
    );
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        connected = true;
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // Use the code: OpenSSL's message is a paragraph.
      finish({ kind: connected ? 'broken' : 'unreachable', reason: error.code ?? error.message });
    });
    request.on('response', (response) => {
      const chunks: Uint8Array[] = [];
      let octets = 0;
      response.on('data', (chunk: Uint8Array) => {
        octets += chunk.length;
        if (octets > messageLimits.bytes) finish({ kind: 'broken', reason: 'the answer is too long' });
        else chunks.push(chunk);
      });
      response.on('error', (error) => finish({ kind: 'broken', reason: error.message }));
      response.on('close', () => finish({ kind: 'broken', reason: 'the answer broke off' }));
      response.on('end', () => {
        finish({ kind: 'answer', status: response.statusCode ?? 0, body: Buffer.concat(chunks) });
      });
    });
    request.end(message);
  });
}

function openRequest(target: PostTarget, octets: number): http.ClientRequest {
  const { scheme, host, port, path } = target;
  const options = {
    host,
    port,
    path,
    method: 'POST',
    // No pool: a socket of a device that never answers again would stay open.
    agent: false,
    // Printers send headers that the strict parser refuses; the body is bounded in any case.
    insecureHTTPParser: true,
    headers: {
      'Content-Type': 'application/ipp',
      'Content-Length': octets,
      Accept: 'application/ipp',
      Connection: 'close',
    },
  } as const;
  if (scheme === 'ipp') return http.request(options);
  // A server name must be a name: none is sent for addresses.
  return https.request({ ...options, ...lenientTls, ...(isIP(host) === 0 ? { servername: host } : {}) });
}

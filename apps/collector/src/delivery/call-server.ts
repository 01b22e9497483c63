import { parseJson } from '../platform/data-files.ts';
import { type Received, send } from '../platform/http.ts';
import { type Destination, toServerUrl } from './post.ts';

interface ServerCall {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly answerLimit?: number;
}

/** Maximum time for one small call; a later one makes up for it. */
const timeoutMs = 10_000;

/** A small call with the collector's key. Throws if there is no answer. Never follows a redirect. */
export async function callServer(
  destination: Destination,
  { method, path, body, signal, answerLimit = 64 * 1024 }: ServerCall,
): Promise<Received> {
  return send(destination.line, toServerUrl(destination.server, path), {
    method,
    headers: {
      authorization: `Bearer ${destination.key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      accept: 'application/json',
      'user-agent': destination.userAgent,
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(Math.min(timeoutMs, destination.timeoutMs))]),
    answerLimit,
  });
}

/** The JSON of a good answer. Throws for any other. */
export function readAnswer({ status, body }: Received): unknown {
  if (status !== 200) throw new Error(`the server answers with status ${status}`);
  return parseJson(body);
}

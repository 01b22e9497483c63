import { type CollectorStatus, sendStatus } from '@platen/contract/collectors';
import { type Destination, toServerUrl } from './post.ts';

/** The most that one status may take; the next comes soon. */
const timeoutMs = 10_000;

/** Sends a status and gives back the HTTP status of the answer. Throws when none came. Never follows a redirect. */
export async function postStatus(
  destination: Destination,
  status: CollectorStatus,
  signal: AbortSignal,
): Promise<number> {
  const response = await fetch(toServerUrl(destination.server, sendStatus.path), {
    method: sendStatus.method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${destination.key}`,
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': destination.userAgent,
    },
    body: toStatusBody(status),
    signal: AbortSignal.any([signal, AbortSignal.timeout(Math.min(timeoutMs, destination.timeoutMs))]),
  });
  // What it says beside is of no use here.
  await response.body?.cancel();
  return response.status;
}

/** Devices give texts that no database keeps (U+0000, half a surrogate pair): one of them must not cost the whole status. */
export const toStatusBody = (status: CollectorStatus): string =>
  JSON.stringify(status, (_key, value: unknown) => (typeof value === 'string' ? toKeepable(value) : value));

const toKeepable = (text: string): string => Buffer.from(text.replaceAll('\0', ''), 'utf8').toString('utf8');

import { randomInt } from 'node:crypto';
import { encodeRequest, type Request, type Response, type SnmpVersion } from './message.ts';
import type { Endpoint, Transport } from './transport.ts';

export interface SessionOptions {
  transport: Transport;
  endpoint: Endpoint;
  community: string;
  /** How long to wait for the first answer before asking again. */
  timeoutMs: number;
  /** How often to ask again. */
  retries: number;
  /** No request waits beyond this moment (`performance.now()`). */
  deadline: number;
}

/** One device's dialogue: repeats what got no answer, learns how fast the device is, notices when it has gone. */
export interface Session {
  readonly version: SnmpVersion;
  readonly roundTripMs: number | undefined;
  /** `silent`: no answer in time. `patienceMs` shortens the wait. */
  ask(ask: Ask, patienceMs?: number): Promise<Response | 'silent'>;
}
export type Ask = Pick<Request, 'kind' | 'oids' | 'repetitions'>;

/** Below this a repeat is more likely to disturb a busy device than to repair a loss. */
const shortestRepeatMs = 200;

/**
 * The first answer decides: the preferred version is asked first, from the second try on all of them at once.
 * Undefined when no version got an answer.
 */
export async function openSession(
  options: SessionOptions,
  versions: readonly SnmpVersion[],
  first: Ask,
): Promise<{ session: Session; response: Response } | undefined> {
  const answer = await exchange(options, (attempt) => versions.slice(0, attempt === 0 ? 1 : undefined), first, {
    waitMs: options.timeoutMs,
    longestWaitMs: Number.POSITIVE_INFINITY,
    tries: Math.max(versions.length > 1 ? 2 : 1, options.retries + 1),
    patienceMs: Number.POSITIVE_INFINITY,
  });
  if (answer.response === undefined) return undefined;
  const session = toSession(options, answer.response.version, answer.roundTripMs);
  return { session, response: answer.response };
}

function toSession(options: SessionOptions, version: SnmpVersion, roundTrip: number | undefined): Session {
  let smoothed = roundTrip;
  let deviation = (roundTrip ?? 0) / 2;
  return {
    version,
    get roundTripMs() {
      return smoothed;
    },
    async ask(ask, patienceMs = Number.POSITIVE_INFINITY) {
      // RFC 6298: four deviations above the smoothed round trip; repeats that find a quick device cost little.
      const waitMs =
        smoothed === undefined
          ? options.timeoutMs
          : Math.min(options.timeoutMs, Math.max(shortestRepeatMs, smoothed + 4 * deviation));
      const answer = await exchange(options, () => [version], ask, {
        waitMs,
        // Repeats that follow the round trip come fast: some more of them, none apart by more than the time limit.
        longestWaitMs: options.timeoutMs,
        tries: options.retries + 4,
        patienceMs,
      });
      if (answer.response === undefined) return 'silent';
      if (answer.roundTripMs !== undefined) {
        deviation = 0.75 * deviation + 0.25 * Math.abs((smoothed ?? answer.roundTripMs) - answer.roundTripMs);
        smoothed = 0.875 * (smoothed ?? answer.roundTripMs) + 0.125 * answer.roundTripMs;
      }
      return answer.response;
    },
  };
}

interface Patience {
  /** Before the first repeat; each further wait is half as long again, up to the longest. */
  waitMs: number;
  longestWaitMs: number;
  tries: number;
  patienceMs: number;
}
interface Exchanged {
  response: Response | undefined;
  /** Known only when nothing was repeated (Karn's rule). */
  roundTripMs: number | undefined;
}

async function exchange(
  options: SessionOptions,
  versionsAt: (attempt: number) => readonly SnmpVersion[],
  ask: Ask,
  { waitMs, longestWaitMs, tries, patienceMs }: Patience,
): Promise<Exchanged> {
  const { transport, endpoint, community } = options;
  const id = randomInt(1, 0x7fff_ffff);
  const started = performance.now();
  const end = Math.min(options.deadline, started + patienceMs);
  let heard: (response: Response) => void = () => undefined;
  const answered = new Promise<Response>((resolve) => {
    heard = resolve;
  });
  const asked = new Set<SnmpVersion>();
  const forget = transport.expect(endpoint, id, (response) => {
    if (asked.has(response.version)) heard(response);
  });
  let sent = 0;
  let wait = waitMs;
  try {
    for (let attempt = 0; attempt < tries; attempt++) {
      const left = end - performance.now();
      if (left <= 0) break;
      for (const version of versionsAt(attempt)) {
        asked.add(version);
        sent++;
        await transport.send(endpoint, encodeRequest({ ...ask, version, community, id }));
      }
      // The last try waits out the patience that is left, so that a slow answer still counts.
      const last = attempt === tries - 1 && Number.isFinite(patienceMs);
      const response = await within(answered, last ? left : Math.min(wait, left));
      if (response !== undefined)
        return { response, roundTripMs: sent === 1 ? performance.now() - started : undefined };
      wait = Math.min(wait * 1.5, longestWaitMs);
    }
    return { response: undefined, roundTripMs: undefined };
  } finally {
    forget();
  }
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms), undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

import { type Ask, type CommunityMessage, encodeRequest, type Response, type SnmpVersion } from './message.ts';
import { type Endpoint, type Transport, toRequestId } from './transport.ts';

export interface Line {
  transport: Transport;
  endpoint: Endpoint;
  /** No request waits beyond this moment (`performance.now()`). */
  deadline: number;
}

export interface Patience {
  /** Before the first repeat; each further wait is twice as long, up to the longest. */
  waitMs: number;
  longestWaitMs: number;
  tries: number;
  /** Maximum time for all tries. */
  patienceMs?: number;
}

interface Exchanged<Answer> {
  answer: Answer | undefined;
  /** Known only if nothing was repeated (Karn's rule). */
  roundTripMs: number | undefined;
  waitedMs: number;
}

/**
 * Sends the packets of each try and resolves with the first answer. `listen` gets a function that accepts an
 * answer and returns one that stops listening.
 */
export async function exchange<Answer>(
  { transport, endpoint, deadline }: Line,
  packetsAt: (attempt: number) => readonly Uint8Array[],
  listen: (heard: (answer: Answer) => void) => () => void,
  { waitMs, longestWaitMs, tries, patienceMs = Number.POSITIVE_INFINITY }: Patience,
): Promise<Exchanged<Answer>> {
  const started = performance.now();
  const end = Math.min(deadline, started + patienceMs);
  let heard: (answer: Answer) => void = () => undefined;
  const answered = new Promise<Answer>((resolve) => {
    heard = resolve;
  });
  const forget = listen((answer) => heard(answer));
  let sent = 0;
  let wait = waitMs;
  try {
    for (let attempt = 0; attempt < tries; attempt++) {
      const left = end - performance.now();
      if (left <= 0) break;
      for (const packet of packetsAt(attempt)) {
        sent++;
        await transport.send(endpoint, packet);
      }
      // The last try waits for the remaining patience, so that a slow answer still counts.
      const isLast = attempt === tries - 1 && Number.isFinite(patienceMs);
      const answer = await within(answered, isLast ? left : Math.min(wait, left));
      const waitedMs = performance.now() - started;
      if (answer !== undefined) return { answer, roundTripMs: sent === 1 ? waitedMs : undefined, waitedMs };
      wait = Math.min(wait * 2, longestWaitMs);
    }
    return { answer: undefined, roundTripMs: undefined, waitedMs: performance.now() - started };
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

/** How long to wait for a device's answer before a repeat, learned from its earlier answers (RFC 6298). */
export interface Pace {
  /** Smoothed round trip; undefined while none could be measured. */
  readonly roundTripMs: number | undefined;
  /** Before the first repeat; each further wait is twice as long, none longer than `longestWaitMs`. */
  readonly waitMs: number;
  readonly longestWaitMs: number;
  /**
   * `roundTripMs` is undefined if it is not known to which of several tries the answer belongs (Karn's rule).
   */
  learn(roundTripMs: number | undefined, waitedMs: number): void;
}

/** Below this a repeat is more likely to disturb a busy device than to repair a loss. */
const shortestRepeatMs = 200;
/** A printer that wakes up, or is slow, may take several times the wait for a first answer. */
const stretch = 2.5;

export function createPace(timeoutMs: number): Pace {
  let smoothed: number | undefined;
  let deviation = 0;
  let backedOff = 0;
  const longestWaitMs = stretch * timeoutMs;
  return {
    longestWaitMs,
    get roundTripMs() {
      return smoothed;
    },
    get waitMs() {
      const base = smoothed === undefined ? timeoutMs : Math.max(shortestRepeatMs, smoothed + 4 * deviation);
      return Math.min(longestWaitMs, Math.max(base, backedOff));
    },
    learn(roundTripMs, waitedMs) {
      // RFC 6298 section 5: a wait without an answer remains until an answer provides a better one.
      backedOff = roundTripMs === undefined ? waitedMs : 0;
      if (roundTripMs === undefined) return;
      deviation = smoothed === undefined ? roundTripMs / 2 : 0.75 * deviation + 0.25 * Math.abs(smoothed - roundTripMs);
      smoothed = smoothed === undefined ? roundTripMs : 0.875 * smoothed + 0.125 * roundTripMs;
    },
  };
}

/**
 * The dialogue with one device: repeats unanswered requests, learns how fast the device is, notices when it
 * has gone.
 */
export interface Session {
  readonly version: SnmpVersion | '3';
  readonly roundTripMs: number | undefined;
  /** `silent`: no answer in time. `patienceMs` shortens the wait. */
  ask(ask: Ask, patienceMs?: number): Promise<Response | 'silent'>;
}

/** Additional tries: repeats that follow the round trip are fast and cheap. */
const fastRepeats = 4;

export function createCommunitySession(
  line: Line,
  { version, community }: { version: SnmpVersion; community: string },
  pace: Pace,
  retries: number,
): Session {
  return {
    version,
    get roundTripMs() {
      return pace.roundTripMs;
    },
    async ask(ask, patienceMs) {
      const patience = toPatience(pace, retries, patienceMs);
      const { answer, roundTripMs, waitedMs } = await askByCommunity(line, { version, community }, ask, patience);
      if (answer === undefined) return 'silent';
      pace.learn(roundTripMs, waitedMs);
      return answer;
    },
  };
}

/**
 * Patience for a device that has answered before: about three times the usual time limit, in tries with
 * growing distance.
 */
export const toPatience = (pace: Pace, retries: number, patienceMs: number | undefined): Patience => ({
  waitMs: pace.waitMs,
  longestWaitMs: pace.longestWaitMs,
  tries: retries + fastRepeats,
  ...(patienceMs === undefined ? {} : { patienceMs }),
});

async function askByCommunity(
  line: Line,
  as: { version: SnmpVersion; community: string },
  ask: Ask,
  patience: Patience,
): Promise<Exchanged<CommunityMessage>> {
  const id = toRequestId();
  const packet = [encodeRequest({ ...ask, ...as, id })];
  return exchange<CommunityMessage>(
    line,
    () => packet,
    (heard) =>
      line.transport.expect(line.endpoint, id, {
        heard: (message) => {
          if (message.version === as.version) heard(message);
        },
      }),
    patience,
  );
}

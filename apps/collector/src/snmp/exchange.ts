import type { Endpoint, Transport } from './transport.ts';

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

export interface Exchanged<Answer> {
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

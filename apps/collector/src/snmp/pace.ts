/** How long to wait for a device's answer before asking again, learned from its answers before (RFC 6298). */
export interface Pace {
  /** Smoothed round trip; undefined while none could be measured. */
  readonly roundTripMs: number | undefined;
  /** Before the first repeat; each further wait is twice as long, none longer than `longestWaitMs`. */
  readonly waitMs: number;
  readonly longestWaitMs: number;
  /** `roundTripMs` is undefined when it is not known to which of several tries the answer belongs (Karn's rule). */
  learn(roundTripMs: number | undefined, waitedMs: number): void;
}

/** Below this a repeat is more likely to disturb a busy device than to repair a loss. */
const shortestRepeatMs = 200;
/** A printer that wakes up, or is slow as a whole, may take some times as long as the wait for a first answer. */
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
      const usual = smoothed === undefined ? timeoutMs : Math.max(shortestRepeatMs, smoothed + 4 * deviation);
      return Math.min(longestWaitMs, Math.max(usual, backedOff));
    },
    learn(roundTripMs, waitedMs) {
      // RFC 6298 section 5: what was waited in vain stays the wait until an answer tells better.
      backedOff = roundTripMs === undefined ? waitedMs : 0;
      if (roundTripMs === undefined) return;
      deviation = smoothed === undefined ? roundTripMs / 2 : 0.75 * deviation + 0.25 * Math.abs(smoothed - roundTripMs);
      smoothed = smoothed === undefined ? roundTripMs : 0.875 * smoothed + 0.125 * roundTripMs;
    },
  };
}

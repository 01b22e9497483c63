import type { ChannelKind } from '@platen/contract/channel-names';
import { hourMs, minuteMs } from '@platen/contract/constants';
import type { Instant } from '../conditions/model.ts';

const second = 1000;
/** Pauses after the first, second … failed try (DE-18). */
const pausesOfHttp: readonly number[] = [
  5 * second,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];
const firstPausesOfMail: readonly number[] = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs];
const mailLastsMs = 24 * hourMs;
/** Longest wait that the other side may ask for. */
const longestAsked = 24 * hourMs;
/** Each pause of HTTP is up to this share longer or shorter, so that receivers are not met by all at once. */
const spread = 0.1;

export interface FailedTry {
  readonly kind: ChannelKind;
  /** Tries so far, at least 1. */
  readonly tries: number;
  readonly firstAt: Instant;
  readonly now: Instant;
  /** Seconds that the other side asked to wait (`Retry-After`); undefined: it asked for none. */
  readonly retryAfter?: number | undefined;
  /** 0 to 1 by chance. */
  readonly chance: number;
}

/** When a failed message is tried next (DE-18); null: it is given up. */
export function nextTry({ kind, tries, firstAt, now, retryAfter, chance }: FailedTry): Instant | null {
  const pause = kind === 'mail' ? pauseOfMail(tries, firstAt, now) : pausesOfHttp[tries - 1];
  if (pause === undefined) return null;
  const varied = kind === 'mail' ? pause : pause * (1 + spread * (2 * chance - 1));
  const asked = retryAfter === undefined || !(retryAfter > 0) ? 0 : Math.min(longestAsked, retryAfter * second);
  // What was asked for goes before, also where it is sooner.
  return now + (asked > 0 ? asked : Math.round(varied));
}

function pauseOfMail(tries: number, firstAt: Instant, now: Instant): number | undefined {
  const pause = firstPausesOfMail[tries - 1] ?? hourMs;
  return now + pause - firstAt > mailLastsMs ? undefined : pause;
}

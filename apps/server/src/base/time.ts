import { dayMs } from '@platen/contract/constants';

export { dayMs, hourMs, minuteMs } from '@platen/contract/constants';

/** ISO 8601 of milliseconds since 1970; null stays null. */
export const toIsoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** `YYYY-MM-DD` of a day since 1970. */
export const toDayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** Less may be the way of the delivery, and harms no reading by day. */
const tolerance = 5 * 60;

/**
 * Seconds that the sender's clock is ahead of ours: 0 within 5 minutes, else in whole minutes, so that the
 * way of a delivery, which differs from one to the next, does not date one event twice.
 */
export function toClockOffset(sentAt: Date, receivedAt: Date): number {
  const seconds = (sentAt.getTime() - receivedAt.getTime()) / 1000;
  return Math.abs(seconds) <= tolerance ? 0 : Math.round(seconds / 60) * 60;
}

/** A time of the sender's clock by ours. */
export function correctTime(time: Date, offset: number): Date {
  return offset === 0 ? time : new Date(time.getTime() - offset * 1000);
}

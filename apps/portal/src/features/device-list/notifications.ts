import type { Notification } from '@platen/contract/account';
import { userArea } from '../../session/session-areas.ts';

/** A key for each user of this browser: the provider's id of the subject, which holds no name. */
const toKey = (): string => `platen.notificationsSeen.${userArea.get().subject ?? ''}`;

const timesOf = (notifications: readonly Notification[]): number[] =>
  notifications.map(({ publishedAt }) => Date.parse(publishedAt)).filter((time) => !Number.isNaN(time));

/** Time of the newest notification, ms; undefined when there is none with a readable date. */
export function newestOf(notifications: readonly Notification[]): number | undefined {
  const times = timesOf(notifications);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** OQ-52: how many are newer than the last one that this user saw in this browser. */
export const countUnseen = (notifications: readonly Notification[], seen: number | undefined): number =>
  timesOf(notifications).filter((time) => seen === undefined || time > seen).length;

/** Undefined also where the browser stores nothing: better shown twice than never. */
export function readSeen(): number | undefined {
  try {
    const text = localStorage.getItem(toKey());
    return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  } catch {
    return undefined;
  }
}

export function keepSeen(newest: number): void {
  try {
    localStorage.setItem(toKey(), String(newest));
  } catch {
    // storage is full or refused: they will be shown again
  }
}

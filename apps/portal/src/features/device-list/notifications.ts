import type { Notification } from '@platen/contract/account';

const key = 'platen.notificationsSeen';

/** Time of the newest notification, ms; undefined when there is none with a readable date. */
export function newestOf(notifications: readonly Notification[]): number | undefined {
  const times = notifications.map(({ publishedAt }) => Date.parse(publishedAt)).filter((time) => !Number.isNaN(time));
  return times.length === 0 ? undefined : Math.max(...times);
}

/** OQ-52: whether any is newer than the last one seen in this browser. */
export function hasUnseen(notifications: readonly Notification[], seen: number | undefined): boolean {
  const newest = newestOf(notifications);
  return newest !== undefined && (seen === undefined || newest > seen);
}

/** Undefined also where the browser keeps nothing: better shown twice than never. */
export function readSeen(): number | undefined {
  try {
    const text = localStorage.getItem(key);
    return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  } catch {
    return undefined;
  }
}

export function keepSeen(newest: number): void {
  try {
    localStorage.setItem(key, String(newest));
  } catch {
    // storage is full or refused: they will be shown again
  }
}

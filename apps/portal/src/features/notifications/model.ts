import type { Notification } from '@platen/contract/account';

/** Newest first, whatever the order of the answer (OQ-57). */
export function newestFirst(notifications: readonly Notification[]): Notification[] {
  return [...notifications].sort((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt));
}

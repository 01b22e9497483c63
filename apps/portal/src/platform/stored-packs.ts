import { isRecord } from './is-record.ts';
import { logError } from './log.ts';

/** Database of the packs on this device; offline/open-stores.ts writes it. */
export const packsDatabase = 'platen-packs';
const markKey = 'platen.packs';
/** Days after the last contact with the server for which stored packs are shown (VP-26). */
const shownMs = 7 * 86_400_000;

interface Mark {
  readonly subject: string;
  readonly at: number;
}

function readMark(): Mark | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(markKey) ?? 'null');
    if (!isRecord(value)) return undefined;
    const { subject, at } = value;
    return typeof subject === 'string' && typeof at === 'number' ? { subject, at } : undefined;
  } catch {
    return undefined;
  }
}

/** The server has answered this user, who has packs on this device. */
export const notePacksOf = (subject: string): void =>
  localStorage.setItem(markKey, JSON.stringify({ subject, at: Date.now() } satisfies Mark));

/** Whether this user may read packs on this device: the last answer to it is at most 7 days old (VP-26). */
export function mayReadPacks(subject: string | undefined, now = Date.now()): boolean {
  const mark = readMark();
  return mark !== undefined && mark.subject === subject && now - mark.at < shownMs && mark.at <= now + 60_000;
}

/** Deletes all packs on this device (VP-25): on logout, and when the server refuses the user. */
export function forgetStoredPacks(): void {
  if (localStorage.getItem(markKey) === null) return;
  localStorage.removeItem(markKey);
  try {
    const request = indexedDB.deleteDatabase(packsDatabase);
    request.addEventListener('error', () => logError('the stored packs could not be deleted', request.error));
  } catch (thrown) {
    logError('the stored packs could not be deleted', thrown);
  }
}

import { toErrorState } from '../platform/failure.ts';
import { environment } from '../platform/environment.ts';
import { showError } from '../platform/errors.ts';
import { userArea } from './session-areas.ts';
import { storedSessionKey, toStoredSession } from './stored-session.ts';

const logoutKey = 'platen.logout';

/**
 * Notifies the other tabs of this browser of a logout. A sign-in that starts in one tab does not disturb the
 * others.
 */
export function notifyOtherTabs(): void {
  localStorage.setItem(logoutKey, String(Date.now()));
}

function onStorage({ key, newValue }: StorageEvent): void {
  const { subject } = userArea.get();
  if (subject === null || newValue === null) return;
  if (key === logoutKey) showError(toErrorState(102002));
  const next = key === storedSessionKey ? toStoredSession(newValue)?.subject : undefined;
  if (next !== undefined && next !== subject) environment().leave(window.location.href);
}

/**
 * Tabs of one browser share the tokens. Logged out in another tab: this one says that the token is cleared
 * (102002). Another user signed in there: this page reloads, so that nothing of the first user is left on it
 * (OQ-18).
 */
export function followOtherTabs(): void {
  window.addEventListener('storage', onStorage);
}

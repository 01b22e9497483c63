import { toErrorState } from '../api/failure.ts';
import { environment } from '../app/environment.ts';
import { showError } from '../app/errors.ts';
import { storedSessionKey, toStoredSession } from './stored-session.ts';

/**
 * Tabs of one browser share the tokens. Logged out in another tab: this one says that the token is cleared (102002).
 * Another user signed in there: this page begins anew, so that nothing of the first is left on it (OQ-18).
 */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== storedSessionKey || event.oldValue === null) return;
    if (event.newValue === null) {
      showError(toErrorState(102002));
      return;
    }
    const before = toStoredSession(event.oldValue)?.subject;
    if (before !== undefined && before !== toStoredSession(event.newValue)?.subject) {
      environment().leave(window.location.href);
    }
  });
}

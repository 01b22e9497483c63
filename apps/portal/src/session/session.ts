import { latestTermsVersion } from '@platen/contract/constants';
import { forgetAnswers } from '../api/client.ts';
import { type DeviceLink, readDeviceLink } from '../platform/device-link.ts';
import { environment } from '../platform/environment.ts';
import { showError, takeError } from '../platform/errors.ts';
import { type ErrorState, toErrorState } from '../platform/failure.ts';
import { loadResource } from '../platform/load-texts.ts';
import { logError } from '../platform/log.ts';
import { queryClient } from '../platform/query-client.ts';
import { isDeviceRefusal } from '../platform/selected-device.ts';
import { resetAreas } from '../platform/state.ts';
import { forgetStoredPacks } from '../platform/stored-packs.ts';
import {
  decideStop,
  noteReturnLink,
  readFailures,
  resetFailures,
  returnTargetArea,
  sessionPhaseArea,
  signInArea,
  termsArea,
  userArea,
} from './session-areas.ts';
import {
  dropSession,
  invitationKey,
  isSignedIn,
  readSession,
  storedSessionKey,
  toStoredSession,
} from './stored-session.ts';
import { cancelRenewal, scheduleRenewal } from './tokens.ts';

/**
 * Forgets all there is of a user: tokens, state areas, server data, session storage (AU-19..AU-38, OQ-18).
 */
function forgetUser(): void {
  const failures = readFailures();
  cancelRenewal();
  dropSession();
  queryClient.clear();
  forgetAnswers();
  resetAreas();
  sessionStorage.clear();
  forgetStoredPacks();
  // The count belongs to this browser tab, not to a user.
  if (failures > 0) sessionStorage.setItem('platen.signInFailures', String(failures));
  userArea.set({ version: environment().config.version, subject: null });
}

/** Remembers who is signed in, for what other tabs may do (see `followOtherTabs`). */
export function noteUser(): void {
  userArea.set({ version: environment().config.version, subject: readSession()?.subject ?? null });
}

/** A user who was signed in when the page was opened goes on. */
export function resumeSession(): void {
  userArea.set({ version: environment().config.version, subject: null });
  if (!isSignedIn()) return;
  noteUser();
  if (termsArea.get().latest !== latestTermsVersion) termsArea.set({ ...termsArea.get(), latest: latestTermsVersion });
  scheduleRenewal();
}

/**
 * Logs out the current user, stores the latest terms version and goes to the identity provider (AU-04,
 * AU-16). The invitation that this tab was opened with remains until it is answered (OA-11).
 */
export async function startSession(searchkey: string | null, isAsked = false): Promise<void> {
  const { link } = returnTargetArea.get();
  const invitation = sessionStorage.getItem(invitationKey);
  forgetUser();
  if (invitation !== null) sessionStorage.setItem(invitationKey, invitation);
  termsArea.set({ ...termsArea.get(), latest: latestTermsVersion });
  returnTargetArea.set(searchkey === null && link !== undefined ? { searchkey, link } : { searchkey });
  if (isAsked) resetFailures();
  if (decideStop(readFailures())) {
    signInArea.set('stopped');
    return;
  }
  if (!window.isSecureContext) {
    signInArea.set('insecure');
    return;
  }
  signInArea.set('working');
  try {
    const { createSignIn } = await loadResource(() => import('./oidc.ts'));
    environment().leave(await createSignIn());
  } catch (thrown) {
    logError('the identity provider could not be reached', thrown);
    signInArea.set('unreachable');
  }
}

/**
 * Closes the session: forgets the user, then the provider's logout, which leads to the login (AU-15, OQ-09).
 * `link`: where the next sign-in leads, after a session that ended by itself.
 */
export async function closeSession(link?: DeviceLink): Promise<void> {
  const idToken = readSession()?.idToken ?? null;
  forgetUser();
  noteReturnLink(link);
  notifyOtherTabs();
  sessionPhaseArea.set('leaving');
  const { brand, leave } = environment();
  try {
    const { createSignOut } = await loadResource(() => import('./oidc.ts'));
    leave(await createSignOut(idToken));
  } catch (thrown) {
    logError('the logout of the identity provider could not be reached', thrown);
    leave(`${brand.prefix}/login`);
  }
}

/** Ends the session, and accepts the invitation with the next sign-in of this tab (OA-11). */
export async function signInForInvitation(code: string): Promise<void> {
  const closing = closeSession();
  // Closing forgets what this tab has of a user.
  sessionStorage.setItem(invitationKey, code);
  await closing;
}

/**
 * After an error: to the login if the error requires it, else resets the device list and the groups (AU-17,
 * AU-18).
 */
export async function reloadSession(error: ErrorState): Promise<void> {
  if (error.isMoveToLogin) {
    await closeSession(isDeviceRefusal(error.errorCode) ? undefined : readDeviceLink());
    return;
  }
  resetAreas(['devices', 'groups']);
  queryClient.removeQueries({ queryKey: ['devices'] });
  queryClient.removeQueries({ queryKey: ['groups'] });
}

/** Closes the error popup (PO-19, PO-20); a failure on the way is only logged (PO-23, OQ-20). */
export async function closeError(): Promise<ErrorState> {
  const error = takeError();
  try {
    await reloadSession(error);
  } catch (thrown) {
    logError('closing the popup failed', thrown);
  }
  return error;
}

const logoutKey = 'platen.logout';

/**
 * Notifies the other tabs of this browser of a logout. A sign-in that starts in one tab does not disturb the
 * others.
 */
function notifyOtherTabs(): void {
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

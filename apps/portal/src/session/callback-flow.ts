import { latestTermsVersion } from '@platen/contract/constants';
import { noteLogin, readAgreedTerms } from '@platen/contract/account';
import { call } from '../api/client.ts';
import { type ErrorState, toStateOf } from '../platform/failure.ts';
import { loadResource } from '../platform/lazy-resource.ts';
import { logError } from '../platform/log.ts';
import { countFailure, resetFailures } from './loop-guard.ts';
import { noteUser } from './session.ts';
import { termsArea } from './session-areas.ts';
import { isSignedIn, storeSession } from './stored-session.ts';
import { isLowerVersion } from './terms-version.ts';
import { scheduleRenewal } from './tokens.ts';

export type SignInOutcome = 'signedIn' | 'failed';
export type TermsOutcome =
  | { readonly kind: 'agreed' | 'toAgree' }
  | { readonly kind: 'failed'; readonly error: ErrorState };

/**
 * Completes the sign-in unless somebody is signed in already, and posts the login time (AU-07, AU-08, OQ-11).
 */
export async function finishSignIn(address: string): Promise<SignInOutcome> {
  if (isSignedIn()) return 'signedIn';
  try {
    const { completeSignIn } = await loadResource(() => import('./oidc.ts'));
    storeSession(await completeSignIn(address));
  } catch (thrown) {
    logError('the sign-in did not complete', thrown);
    countFailure();
    return 'failed';
  }
  resetFailures();
  noteUser();
  scheduleRenewal();
  try {
    await call(noteLogin);
  } catch (thrown) {
    // Only logged: a login time that could not be stored does not block the sign-in (OQ-14).
    logError('the login time could not be stored', toStateOf(thrown));
  }
  return 'signedIn';
}

/** Which terms the user agreed to, against the latest (AU-09, AU-10). The check is never skipped (OQ-14). */
export async function checkTerms(): Promise<TermsOutcome> {
  try {
    const { data } = await call(readAgreedTerms);
    termsArea.set({ latest: latestTermsVersion, agreed: data.version });
    return { kind: isLowerVersion(data.version, latestTermsVersion) ? 'toAgree' : 'agreed' };
  } catch (thrown) {
    return { kind: 'failed', error: toStateOf(thrown) };
  }
}

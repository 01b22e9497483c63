import { noteLogin, readAgreedTerms } from '@platen/contract/account';
import { defaultAgreedVersion, latestTermsVersion } from '@platen/contract/constants';
import { call } from '../api/client.ts';
import { environment } from '../platform/environment.ts';
import { type ErrorState, toStateOf } from '../platform/failure.ts';
import { loadResource } from '../platform/load-texts.ts';
import { logError } from '../platform/log.ts';
import { noteUser } from './session.ts';
import { countFailure, resetFailures, termsArea } from './session-areas.ts';
import { invitationKey, isSignedIn, storeSession } from './stored-session.ts';
import { scheduleRenewal } from './tokens.ts';

/** The invitation of the link, which was refused: why, and its code. */
export interface InvitationRefusal {
  readonly errorCode: number;
  readonly code: string;
}
type SignInOutcome = 'signedIn' | 'failed' | InvitationRefusal;
type TermsOutcome = { readonly kind: 'agreed' | 'toAgree' } | { readonly kind: 'failed'; readonly error: ErrorState };

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
  const code = sessionStorage.getItem(invitationKey);
  if (code !== null) {
    const { acceptInvitation } = await loadResource(() => import('./accept-invitation.ts'));
    const errorCode = await acceptInvitation(code);
    if (errorCode !== undefined) return { errorCode, code };
  }
  const { brand } = environment();
  try {
    // The call has no body by the specification; the alternate brand is an addition.
    await call(noteLogin, brand.id === 'platen' ? {} : { body: { brand: brand.id } });
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
    const latest = data.own?.version ?? latestTermsVersion;
    termsArea.set({ latest, agreed: data.version });
    return { kind: isLowerVersion(data.version, latest) ? 'toAgree' : 'agreed' };
  } catch (thrown) {
    return { kind: 'failed', error: toStateOf(thrown) };
  }
}

type Parts = readonly [number, number, number];

/** A missing or malformed version counts as 0.0.0 (OQ-24). */
function toParts(version: string | null | undefined): Parts {
  const found = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec((version ?? defaultAgreedVersion).trim());
  return found === null ? [0, 0, 0] : [Number(found[1]), Number(found[2]), Number(found[3])];
}

/** Whether an agreed version is lower than another, number by number: 1.0.10 is above 1.0.9 (AU-10). */
export function isLowerVersion(agreed: string | null | undefined, latest: string): boolean {
  const [a, b] = [toParts(agreed), toParts(latest)];
  for (const index of [0, 1, 2] as const) if (a[index] !== b[index]) return a[index] < b[index];
  return false;
}

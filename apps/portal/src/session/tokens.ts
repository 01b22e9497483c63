import { loadResource } from '../platform/lazy-resource.ts';
import { logError } from '../platform/log.ts';
import { noteSpent, readUnspentSession } from './spent-token.ts';
import { dropSession, keepSession, readSession, type StoredSession } from './stored-session.ts';

/** Renewal begins this long before the token expires (OQ-10). */
export const renewBeforeMs = 60_000;

let renewal: Promise<string | undefined> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

async function renew(session: StoredSession, refreshToken: string): Promise<string | undefined> {
  const oidc = await loadResource(() => import('./oidc.ts'));
  try {
    const renewed = await oidc.renewSession(session, refreshToken);
    // Signed out meanwhile: nothing of the old session comes back.
    if (readSession() === undefined) return undefined;
    keepSession(renewed);
    if (renewed.refreshToken !== refreshToken) await noteSpent(refreshToken);
    scheduleRenewal();
    return renewed.accessToken;
  } catch (thrown) {
    if (!oidc.isRefusal(thrown)) throw thrown;
    logError('the session could not be renewed', thrown);
    dropSession();
    return undefined;
  }
}

/** One renewal at a time in all tabs: a refresh token may be good for one use only. */
async function renewOnce(): Promise<string | undefined> {
  return navigator.locks.request('platen.renewal', async () => {
    const session = await readUnspentSession();
    if (session === undefined) return undefined;
    if (session.expiresAt - Date.now() > renewBeforeMs) return session.accessToken;
    if (session.refreshToken === null) return tokenUntilExpiry(session);
    try {
      return await renew(session, session.refreshToken);
    } catch (thrown) {
      logError('the identity provider could not be reached for a renewal', thrown);
      return tokenUntilExpiry(session);
    }
  });
}

/** The old token as long as it holds; after that it is dropped and calls give 102002 (AU-14, EH-13). */
function tokenUntilExpiry(session: StoredSession): string | undefined {
  if (session.expiresAt > Date.now()) return session.accessToken;
  dropSession();
  return undefined;
}

/** The access token for a call; waits for a renewal when the token is about to expire. */
export async function readToken(): Promise<string | undefined> {
  const session = readSession();
  if (session === undefined) return undefined;
  if (session.expiresAt - Date.now() > renewBeforeMs) return session.accessToken;
  renewal ??= renewOnce().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

/** Renews in time even when no call is made. */
export function scheduleRenewal(): void {
  clearTimeout(timer);
  const session = readSession();
  if (session === undefined || session.refreshToken === null) return;
  const wait = Math.max(session.expiresAt - renewBeforeMs - Date.now(), 0);
  timer = setTimeout(
    () => {
      readToken().catch((thrown: unknown) => logError('the renewal failed', thrown));
    },
    Math.min(wait, 2_000_000_000),
  );
}

export function cancelRenewal(): void {
  clearTimeout(timer);
}

import { ApiFailure, toErrorState } from '../platform/failure.ts';
import { loadResource } from '../platform/load-texts.ts';
import { logError } from '../platform/log.ts';
import { mayReadPacks } from '../platform/stored-packs.ts';
import { dropSession, readSession, type StoredSession, storeSession } from './stored-session.ts';

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
    storeSession(renewed);
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
      if (session.expiresAt > Date.now() || !mayReadPacks(session.subject)) return tokenUntilExpiry(session);
      // Who has packs on this device stays signed in without a connection: each call is then one that failed.
      throw new ApiFailure(toErrorState(102001), { cause: thrown });
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

/**
 * Local storage reaches the other tabs of a browser with a delay that the Web Locks API does not wait for: a
 * tab that gets the lock may still read the session of before. The cache storage is the same for all tabs at
 * once, so the last spent refresh token is noted there, by its digest.
 */
const name = 'platen.renewal';
const key = '/renewal';
/** Longest wait for the session that another tab has stored. */
const longestDelayMs = 2000;
const pollMs = 25;

async function toDigest(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Notes that a refresh token was exchanged for another one. */
export async function noteSpent(refreshToken: string): Promise<void> {
  try {
    const cache = await caches.open(name);
    await cache.put(key, new Response(await toDigest(refreshToken)));
  } catch (thrown) {
    logError('the spent refresh token could not be noted', thrown);
  }
}

async function readSpent(): Promise<string | undefined> {
  try {
    return await (await caches.match(key, { cacheName: name }))?.text();
  } catch {
    // Some browsers refuse the cache storage in private windows; the tabs then rely on the lock alone.
    return undefined;
  }
}

/**
 * The stored session; where its refresh token is spent, the one that the other tab has stored, as soon as it
 * arrives. If it does not arrive (that tab crashed), the old one: the provider decides whether it is still
 * valid.
 */
async function readUnspentSession(): Promise<StoredSession | undefined> {
  const session = readSession();
  const token = session?.refreshToken;
  if (token === undefined || token === null || (await readSpent()) !== (await toDigest(token))) return readSession();
  const deadline = Date.now() + longestDelayMs;
  while (readSession()?.refreshToken === token && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  return readSession();
}

import { logError } from '../platform/log.ts';
import { readSession, type StoredSession } from './stored-session.ts';

/**
 * Local storage reaches the other tabs of a browser with a delay that the Web Locks API does not wait for: a tab that gets
 * the lock may still read the session of before. The cache storage is the same for all tabs at once, so the last spent
 * refresh token is noted there, by its digest.
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
 * The stored session; where its refresh token is spent, the one that the other tab has stored, as soon as it arrives. If it
 * does not arrive (that tab crashed), the old one: whether it is still good is for the provider to say.
 */
export async function readUnspentSession(): Promise<StoredSession | undefined> {
  const session = readSession();
  const token = session?.refreshToken;
  if (token === undefined || token === null || (await readSpent()) !== (await toDigest(token))) return readSession();
  const deadline = Date.now() + longestDelayMs;
  while (readSession()?.refreshToken === token && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  return readSession();
}

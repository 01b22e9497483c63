import { readMe } from '@platen/contract/account';
import { can } from '@platen/contract/rights';
import { meQuery } from '../api/account-queries.ts';
import { call } from '../api/client.ts';
import { environment } from '../platform/environment.ts';
import { logError } from '../platform/log.ts';
import { queryClient } from '../platform/query-client.ts';
import { isSignedIn } from '../session/stored-session.ts';
import { syncPacks } from './packs.ts';
import { isSilence } from './read-pack.ts';
import { sendRecords } from './records.ts';

/** After this a start that the server refused is tried again: the terms may have been agreed to. */
const retryMs = 60_000;

let isStarted = false;

/**
 * Makes the portal of a user who records visits installable and usable without a connection (VP-21 to VP-23):
 * manifest, service worker, packs, and sending of what waits. Nothing of it for other users.
 */
export async function startOffline(): Promise<void> {
  if (isStarted || !isSignedIn()) return;
  isStarted = true;
  // Without a connection the rights are not known: what waits and is stored belongs to a user who had them.
  const me = await readRights().catch((thrown: unknown) => (isSilence(thrown) ? 'unknown' : null));
  if (me === null) {
    isStarted = false;
    setTimeout(() => void startOffline(), retryMs);
    return;
  }
  if (me !== 'unknown' && !can(me, 'recordVisits')) return;
  addManifest();
  const work = () => {
    sendRecords()
      .then(() => syncPacks())
      .catch((thrown: unknown) => logError('what waits could not be sent', thrown));
  };
  window.addEventListener('online', work);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') work();
  });
  await registerWorker(work);
  work();
}

/**
 * The user with the rights, as screens ask for it. A refusal is no failure of a screen: before the terms are
 * agreed to it would open the popup of errors over them.
 */
async function readRights() {
  const known = queryClient.getQueryData(meQuery.queryKey);
  if (known !== undefined) return known;
  const { data } = await call(readMe);
  queryClient.setQueryData(meQuery.queryKey, data);
  return data;
}

/** The manifest of the brand: with it the browser offers to install the portal. */
function addManifest(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = `/${environment().brand.id}.webmanifest`;
  document.head.append(link);
}

interface WithSync {
  readonly sync: { register(tag: string): Promise<void> };
}
const hasSync = (registration: object): registration is WithSync => 'sync' in registration;

async function registerWorker(work: () => void): Promise<void> {
  // Not in development, whose files change under their names.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'send') work();
  });
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' });
    // Background sync where there is one; nothing depends on it.
    if (hasSync(registration)) await registration.sync.register('platen.records').catch(() => undefined);
  } catch (thrown) {
    logError('the service worker could not be registered', thrown);
  }
}

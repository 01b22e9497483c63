// Runs in a thread of its own (deliver-task.ts): reading, putting together, signing and sending messages must
// not keep calls waiting.
import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { deliverDue } from '../delivery/deliver-due.ts';
import { handOverDue, noteNotConfirmed } from '../delivery/hand-over-due.ts';
import { openSecrets } from '../delivery/secrets.ts';
import type { SendOptions } from '../delivery/send.ts';
import { noteTokenEnds } from '../delivery/token-ends.ts';
import { openWays } from '../delivery/ways/open-ways.ts';
import { readMailedFile } from '../features/meter-export/mail-run.ts';
import { toPortalAddress } from '../settings/portal-address.ts';
import { readSettings } from '../settings/settings.ts';
import { connect } from '../store/database.ts';
import { sessionLimits } from '../store/session-limits.ts';
import { serveThread } from '../threads/serve-thread.ts';

export interface SendingThreadData {
  /** May hold a password; goes to the thread alone. */
  readonly databaseUrl: string;
  readonly isPooled?: boolean | undefined;
}

const { databaseUrl, isPooled }: SendingThreadData = workerData;
const waitingMs = 60_000;

// On Linux a priority belongs to the thread that asks for it: calls go first, then messages, then judging.
if (process.platform === 'linux') setPriority(5);

serveThread<'look', null>((log, emit) => {
  const settings = readSettings(process.env);
  const store = connect(databaseUrl, { log, maxSessions: sessionLimits.sendingThread, isBackground: true, isPooled });
  const { db } = store;
  const stopping = new AbortController();
  const { signal } = stopping;
  const ways = openWays(settings, emit);
  const opened = openSecrets(settings);
  const origin = settings.publicUrl;
  const toPortal: SendOptions['toPortal'] = (brand) => toPortalAddress(settings, brand);
  // Of a file that was made before its address was stored with it.
  const readFile: SendOptions['readFile'] = (of, owner, file) => readMailedFile(of, owner, { ...file, portal: origin });
  let lookedAt = 0;
  /** Tickets wait for minutes and days, tokens for months: they are looked for once a minute. */
  const lookForWaiting = async (now: Date) => {
    if (now.getTime() - lookedAt < waitingMs) return;
    lookedAt = now.getTime();
    await handOverDue(db, now);
    await noteNotConfirmed(db, now);
    await noteTokenEnds(db, now);
  };
  return {
    async run() {
      await lookForWaiting(new Date());
      const secrets = await opened;
      await deliverDue(db, { ways, secrets, origin, toPortal, readFile, log, signal, now: () => new Date() });
      return null;
    },
    hurry: () => stopping.abort(),
    close: store.close,
  };
});

import type { TaskList } from 'graphile-worker';
import type { Kysely } from 'kysely';
import type { Log } from '../base/logger.ts';
import { deliverDue } from '../delivery/deliver-due.ts';
import { handOverDue, noteNotConfirmed } from '../delivery/hand-over-due.ts';
import type { SendOptions } from '../delivery/send.ts';
import { noteTokenEnds } from '../delivery/token-ends.ts';
import type { Database } from '../store/database.ts';
import { deliverTask } from '../worklist/outbox/add-notice.ts';

/** What sending needs besides the store: ways out, secrets and the address of the portal. */
export type DeliverySettings = Pick<SendOptions, 'ways' | 'secrets' | 'portal'>;

interface DeliverTaskOptions {
  readonly db: Kysely<Database>;
  readonly delivery: DeliverySettings;
  readonly log: Log;
}

/** Pause between two looks at the outbox. */
const restMs = 5000;
const waitingMs = 60_000;

/**
 * The job `deliver` (DE-16). This process runs one at a time; other servers may run the same one
 * concurrently.
 */
export function createDeliverTask({ db, delivery, log }: DeliverTaskOptions): { taskList: TaskList; stop(): void } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isRunning = false;
  let isAskedAgain = false;
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
    taskList: {
      async [deliverTask.name](_, { addJob }) {
        isAskedAgain = true;
        if (isRunning || signal.aborted) return;
        isRunning = true;
        try {
          // What came after the last look is not left to the next one.
          while (isAskedAgain && !signal.aborted) {
            isAskedAgain = false;
            await lookForWaiting(new Date());
            await deliverDue(db, { ...delivery, log, signal, now: () => new Date() });
          }
        } finally {
          isRunning = false;
          if (!signal.aborted)
            await addJob(
              deliverTask.name,
              {},
              {
                jobKey: deliverTask.name,
                // A call that asked for it meanwhile is not delayed.
                jobKeyMode: 'preserve_run_at',
                maxAttempts: 1,
                priority: deliverTask.priority,
                runAt: new Date(Date.now() + restMs),
              },
            );
        }
      },
    },
    stop: () => stopping.abort(),
  };
}

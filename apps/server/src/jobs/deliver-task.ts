import type { TaskList } from 'graphile-worker';
import type { Log } from '../base/logger.ts';
import type { BoxedMail } from '../identity/development/mailbox.ts';
import { startThread } from '../threads/start-thread.ts';
import { deliverTask } from '../worklist/outbox/add-notice.ts';
import type { SendingThreadData } from './sending-thread.ts';

interface DeliverTaskOptions {
  readonly databaseUrl: string;
  readonly isPooled?: boolean | undefined;
  readonly log: Log;
  /** Takes what the mailbox of the development sign-in shows instead of being sent. */
  readonly onMail: (mail: BoxedMail) => void;
}

/** Pause between two looks at the outbox. */
const restMs = 5000;
const limits = { maxOldGenerationSizeMb: 256 };

/**
 * The job `deliver` (DE-16), worked in a thread of its own. This process runs one at a time; other servers
 * may run the same one concurrently.
 */
export function createDeliverTask({ databaseUrl, isPooled, log, onMail }: DeliverTaskOptions): {
  taskList: TaskList;
  stop(): Promise<void>;
} {
  const thread = startThread<SendingThreadData, 'look', null, BoxedMail>({
    name: 'sending',
    file: new URL('./sending-thread.js', import.meta.url),
    data: { databaseUrl, isPooled },
    limits,
    log,
    onEvent: onMail,
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  let isRunning = false;
  let isAskedAgain = false;
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
            await thread.run('look');
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
    async stop() {
      stopping.abort();
      await thread.stop();
    },
  };
}

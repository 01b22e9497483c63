import type { Log } from '../base/log.ts';
import { startThread, type Thread } from '../threads/start-thread.ts';
import type { DiagnosisThreadData } from './diagnosis-thread.ts';
import type { BatchResult } from './judge/judge-batch.ts';
import type { Task } from './tasks.ts';

interface DiagnosisOptions extends DiagnosisThreadData {
  readonly work: 'judge' | 'fit';
  readonly log: Log;
  readonly onBatch: (result: BatchResult) => void;
}

/** Judging and learning, in a thread of its own. */
export type DiagnosisRunner = Pick<Thread<Task, number>, 'run' | 'stop'>;

/**
 * By the work that a thread is for. A thread that runs away ends alone, never the server. Old: the language
 * takes a small limit as a wish to clear out often: judging then clears out every ten devices, which costs a
 * quarter more, though it holds some 100 MB in either case. Learning holds much more for a while and is kept
 * small. Young: what a batch makes is gone before it would grow old, which saves a sixth of the time.
 */
const heapMb = {
  judge: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 48 },
  fit: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 48 },
};

/**
 * Begins the thread with the first task. Stopping, it brings the batch at hand to its end; what is left is
 * due as before.
 */
export function startDiagnosis({ work, log, onBatch, databaseUrl, offlineHours }: DiagnosisOptions): DiagnosisRunner {
  return startThread<DiagnosisThreadData, Task, number, BatchResult>({
    name: 'judging',
    file: new URL('./diagnosis-thread.js', import.meta.url),
    data: { databaseUrl, offlineHours },
    limits: heapMb[work],
    log,
    onEvent: onBatch,
  });
}

import type { TrialAnswer } from '@platen/contract/rule-trials';
import { emptyPart, toResult } from '@platen/diagnosis/rules/sum-trials';
import { v7 as newId } from 'uuid';
import { closeJob, settleJob } from '../src/features/closes/close-jobs.ts';
import { metersAtJob } from '../src/features/closes/meters-at.ts';
import { createTrialJob } from '../src/features/rules/trial-job.ts';
import { createActionJob } from '../src/features/worklist/action-job.ts';
import { importJob } from '../src/features/worklist/visit-import/import-job.ts';
import { tryDevices } from '../src/jobs/trials/try-devices.ts';
import { type JobHandlers, type WorkOptions, workJobs } from '../src/user-jobs/work-jobs.ts';
import type { TestDatabase } from './database.ts';
import { silent } from './silent.ts';
import { secret, stranger, type World } from './worklist-world.ts';

const rest = () => Promise.resolve();
const handlersOf = (db: TestDatabase['db']): JobHandlers => ({
  worklistActions: createActionJob(48),
  visitImport: importJob,
  meterSettle: settleJob,
  meterClose: closeJob,
  metersAt: metersAtJob,
  ruleTrial: createTrialJob((request) => tryDevices(db, { task: 'tryRules', ...request }, { offlineHours: 480, rest })),
});

/** Works jobs until none is left, as a server's task does; a step that failed is repeated at once. */
export const runJobs = ({ db }: Pick<TestDatabase, 'db'>, options: Partial<WorkOptions> = {}): Promise<number> =>
  workJobs(db, { handlers: handlersOf(db), log: silent, signal: new AbortController().signal, retryMs: 0, ...options });

const noTrial: TrialAnswer = {
  result: toResult(
    emptyPart,
    { tests: [] },
    {
      span: { from: 20_000, to: 20_000, now: 20_001 * 86_400_000 - 1 },
      inScope: 0,
      otherForms: { value: [], clear: [], openDelayMinutes: [], windowHours: [] },
      nameOf: (deviceId) => ({ deviceId, serial: secret, customerName: secret }),
      examples: [],
      afterwards: null,
    },
  ),
  comparison: null,
  triedAt: '2026-01-01T00:00:00.000Z',
};

/** Jobs that have ended, of a user: an action and the trial of a rule; gives their ids. */
export async function addEndedJobs(world: World, subject = stranger): Promise<[action: string, trial: string]> {
  const action = {
    action: 'note',
    actionId: newId(),
    results: [{ conditionId: newId(), code: 204001, serial: secret }],
  };
  const [actionId, trialId] = [newId(), newId()];
  for (const [id, kind, result] of [
    [actionId, 'worklistActions', action],
    [trialId, 'ruleTrial', noTrial],
  ] as const)
    await world.platen.database.pool.query(
      `insert into job (job_id, user_id, kind, state, done, total, input, result, finished_at)
       values ($1, $2, $3, 'done', 1, 1, '{}', $4, now())`,
      [id, world.userId(subject), kind, JSON.stringify(result)],
    );
  return [actionId, trialId];
}

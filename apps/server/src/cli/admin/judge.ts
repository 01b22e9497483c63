import { setTimeout as wait } from 'node:timers/promises';
import { offlineAfterHours } from '@platen/contract/constants';
import { sql } from 'kysely';
import { fitFleet } from '../../jobs/fit/fit-fleet.ts';
import { askForJudgement, readJobRun } from '../../jobs/fit/job-run.ts';
import { countDue } from '../../jobs/judge/due.ts';
import { judgeDue } from '../../jobs/judge/judge-due.ts';
import { AdminError, type Command, type Context } from './command.ts';

/**
 * `1,200 of 10,000 devices, 33.1 a second, 4 min 26 s left`. Without a rate the remaining time is left out.
 */
export function toProgress(done: number, total: number, elapsedMs: number): string {
  const count = (value: number) => value.toLocaleString('en');
  const line = `${count(done)} of ${count(total)} devices`;
  const rate = elapsedMs <= 0 ? 0 : (done / elapsedMs) * 1000;
  if (rate === 0) return line;
  const seconds = Math.ceil((total - done) / rate);
  return `${line}, ${rate.toFixed(1)} a second, ${toSpan(seconds)} left`;
}

function toSpan(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

const pollMs = 1000;
const patienceMs = 120_000;

export const judgeCommands: readonly Command[] = [
  {
    name: 'judge',
    usage: '[--all] [--wait]',
    summary: 'Judge the devices that are due; --all: every device; --wait: show progress until done',
    arguments: [0, 0],
    options: { all: 'flag', wait: 'flag' },
    async run(context, args) {
      if (args.flag('all')) await askForJudgement(context.db);
      const { due, devices } = await countDue(context.db);
      if (context.served === true) await wake(context, 'judge');
      if (!args.flag('wait')) {
        const who = context.served === true ? 'the running server judges them' : '--wait judges them now';
        return { value: { devices, due }, lines: [`${due} of ${devices} devices are due${due > 0 ? `: ${who}` : ''}`] };
      }
      await (context.served === true ? watchJudging(context, due) : judgeHere(context, due));
      const { failing } = await countDue(context.db);
      const trouble = failing === 0 ? [] : [`${failing} could not be judged; they are tried again later`];
      return { value: { devices, judged: due, failing }, lines: [`judged ${due} of ${devices} devices`, ...trouble] };
    },
  },
  {
    name: 'fit',
    usage: '',
    summary:
      'Fit the models of families and codes to all devices now instead of tonight, with progress; then judge all again',
    arguments: [0, 0],
    async run(context) {
      const before = await readJobRun(context.db, 'fit');
      const started = Date.now();
      const onProgress = (done: number, total: number) =>
        context.progress?.(`learned from ${toProgress(done, total, Date.now() - started)}`);
      if (context.served === true) await wake(context, 'fit');
      const ran = context.served !== true && (await fitFleet(context.db, { onProgress }));
      if (!ran) await watchFit(context, before?.ended_at ?? null, onProgress);
      const { rows } = await sql<{ families: number; devices: number }>`
        select count(*) filter (where family <> '') as families, coalesce(max(devices), 0) as devices from family_model`.execute(
        context.db,
      );
      const { families = 0, devices = 0 } = rows[0] ?? {};
      return {
        value: { devices, families },
        lines: [`learned from ${devices} judged devices of ${families} families; all are now judged again`],
      };
    },
  },
];

/** Makes the server of this database begin at once. */
const wake = ({ db }: Context, job: 'judge' | 'fit') =>
  sql`select graphile_worker.add_job(${job}, '{}'::json, job_key => ${job}, max_attempts => 3)`.execute(db);

/** Other processes may judge at the same time: a device that one of them has locked is skipped. */
async function judgeHere(context: Context, due: number): Promise<void> {
  const started = Date.now();
  const { db, offlineHours = offlineAfterHours } = context;
  let done = 0;
  const onBatch = ({ judged, failures }: { judged: number; failures: readonly unknown[] }) => {
    done += judged + failures.length;
    context.progress?.(`judged ${toProgress(done, Math.max(due, done), Date.now() - started)}`);
  };
  for (let left = due; left > 0; left = (await countDue(db)).due) {
    const judged = await judgeDue(db, { now: () => new Date(), offlineHours, onBatch });
    if (judged === 0) await wait(pollMs);
  }
}

async function watchJudging(context: Context, due: number): Promise<void> {
  const started = Date.now();
  let last = { left: due, at: started };
  for (let total = due; last.left > 0; ) {
    await wait(pollMs);
    const left = (await countDue(context.db)).due;
    total = Math.max(total, left);
    if (left !== last.left) last = { left, at: Date.now() };
    if (Date.now() - last.at > patienceMs)
      throw new AdminError('the running server has judged nothing for two minutes');
    context.progress?.(`judged ${toProgress(total - left, total, Date.now() - started)}`);
  }
}

/** Follows the run in progress, or the next one, to its end. `before`: the end of the last one. */
async function watchFit(
  { db }: Context,
  before: Date | null,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  for (let last = { done: -1, at: Date.now() }; ; await wait(pollMs)) {
    const run = await readJobRun(db, 'fit');
    if (run !== undefined && run.ended_at !== null && run.ended_at.getTime() !== before?.getTime()) {
      if (run.reason !== null) throw new AdminError(`learning failed: ${run.reason}`);
      return;
    }
    const done = run === undefined || run.ended_at !== null ? -1 : run.done;
    if (done !== last.done) last = { done, at: Date.now() };
    if (Date.now() - last.at > patienceMs) throw new AdminError('nothing has been learned for two minutes');
    if (run !== undefined && done >= 0) onProgress(done, run.total);
  }
}

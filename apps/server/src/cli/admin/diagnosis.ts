import { breakCauses, offlineAfterHours } from '@platen/contract/constants';
import { explainCounterBreaks, listBreaks } from '../../features/counter/service.ts';
import { type Command, type Context, isUuid, toArgument, toDay, toLimit, toTable, UsageError } from './command.ts';

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

/** Shows one line of progress, with `verb` before it. */
function showProgress({ progress }: Context, verb: string): (done: number, total: number) => void {
  const started = Date.now();
  return (done, total) => progress?.(`${verb} ${toProgress(done, total, Date.now() - started)}`);
}

/** Only what judges loads the diagnosis: without it a command starts in four fifths of the processor time. */
const loadJudging = () => import('../../jobs/judging-service.ts');

export const judgeCommands: readonly Command[] = [
  {
    name: 'judge',
    usage: '[--all] [--wait]',
    summary: 'Judge the devices that are due; --all: every device; --wait: show progress until done',
    arguments: [0, 0],
    options: { all: 'flag', wait: 'flag' },
    async run(context, args) {
      const { db, actor, served = false, offlineHours = offlineAfterHours } = context;
      const { judgeToEnd, requestJudging } = await loadJudging();
      const { due, devices } = await requestJudging(db, actor, { all: args.flag('all'), served });
      if (!args.flag('wait')) {
        const who = served ? 'the running server judges them' : '--wait judges them now';
        return { value: { devices, due }, lines: [`${due} of ${devices} devices are due${due > 0 ? `: ${who}` : ''}`] };
      }
      const onProgress = showProgress(context, 'judged');
      const failing = await judgeToEnd(db, actor, { served, offlineHours, due, onProgress });
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
      const { db, actor, served = false } = context;
      const onProgress = showProgress(context, 'learned from');
      const { learnNow } = await loadJudging();
      const { devices, families } = await learnNow(db, actor, { served, onProgress });
      return {
        value: { devices, families },
        lines: [`learned from ${devices} judged devices of ${families} families; all are now judged again`],
      };
    },
  },
];

export const breakCommands: readonly Command[] = [
  {
    name: 'breaks list',
    usage: '[--open] [--limit 100]',
    summary: 'Breaks of counters (fell or leapt), newest first; --open: only those without a known cause',
    arguments: [0, 0],
    options: { open: 'flag', limit: 'text' },
    async run({ db, actor }, args) {
      const breaks = await listBreaks(db, actor, { open: args.flag('open'), limit: toLimit(args, 100) });
      const table = breaks.map((row) => [
        row.deviceId,
        row.serial,
        row.key,
        row.day,
        row.kind,
        row.before,
        row.after,
        row.cause,
        row.answeredBy,
      ]);
      return {
        value: { breaks },
        lines: toTable(
          ['DEVICE', 'SERIAL', 'COUNTER', 'DAY', 'KIND', 'BEFORE', 'AFTER', 'CAUSE', 'EXPLAINED BY'],
          table,
        ),
      };
    },
  },
  {
    name: 'breaks explain',
    usage: `<deviceId> <key> <day> <${breakCauses.join('|')}>`,
    summary: 'Explain why a counter fell or leapt; device, counter and day as breaks list shows them',
    arguments: [4, 4],
    async run({ db, actor }, args) {
      const deviceId = toArgument(args, 0, 'the device id');
      const key = toArgument(args, 1, 'the counter');
      const day = toDay(toArgument(args, 2, 'the day'), 'the day');
      const cause = breakCauses.find((name) => name === args.positionals[3]);
      if (!isUuid(deviceId)) throw new UsageError(`'${deviceId}' is no device id`);
      if (cause === undefined) throw new UsageError(`the cause must be one of ${breakCauses.join(', ')}`);
      await explainCounterBreaks(db, actor, { deviceId, key, day, cause, at: new Date() });
      return { value: { deviceId, key, day, cause }, lines: [`${key} of ${deviceId} on ${day}: ${cause}`] };
    },
  },
];

import { breakCauses } from '@platen/contract/constants';
import { listBreaks } from '../../features/counter/breaks.ts';
import { explainCounterBreaks } from '../../features/counter/service.ts';
import { type Command, UsageError } from './command.ts';
import { isUuid, toArgument, toLimit, toTable } from './values.ts';

const dayForm = /^\d{4}-\d{2}-\d{2}$/;

export const breakCommands: readonly Command[] = [
  {
    name: 'breaks list',
    usage: '[--open] [--limit 100]',
    summary: 'Breaks of counters (fell or leapt), newest first; --open: only those without a known cause',
    arguments: [0, 0],
    options: { open: 'flag', limit: 'text' },
    async run({ db }, args) {
      const breaks = await listBreaks(db, args.flag('open'), toLimit(args, 100));
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
      const day = toArgument(args, 2, 'the day');
      const cause = breakCauses.find((name) => name === args.positionals[3]);
      if (!isUuid(deviceId)) throw new UsageError(`'${deviceId}' is no device id`);
      if (!dayForm.test(day) || Number.isNaN(Date.parse(day)))
        throw new UsageError(`'${day}' is no day: expected 2026-12-01`);
      if (cause === undefined) throw new UsageError(`the cause must be one of ${breakCauses.join(', ')}`);
      await explainCounterBreaks(db, actor, { deviceId, key, day, cause, at: new Date() });
      return { value: { deviceId, key, day, cause }, lines: [`${key} of ${deviceId} on ${day}: ${cause}`] };
    },
  },
];

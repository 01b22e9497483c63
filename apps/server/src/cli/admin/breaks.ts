import { breakCauses } from '@platen/contract/constants';
import { explainBreak, listBreaks } from '../../features/counter/breaks.ts';
import { recordChange } from '../../store/audit.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import { AdminError, type Command, UsageError } from './command.ts';
import { toArgument, toTable } from './values.ts';

const uuidForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const dayForm = /^\d{4}-\d{2}-\d{2}$/;

export const breakCommands: readonly Command[] = [
  {
    name: 'breaks list',
    usage: '[--open] [--limit 100]',
    summary: 'Where a counter fell or leapt, newest first; --open: only those whose cause is still asked for',
    arguments: [0, 0],
    options: { open: 'flag', limit: 'text' },
    async run({ db }, args) {
      const limit = Number(args.text('limit') ?? '100');
      if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
        throw new UsageError('--limit must be a whole number from 1 to 10000');
      const breaks = await listBreaks(db, args.flag('open'), limit);
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
        lines: toTable(['DEVICE', 'SERIAL', 'COUNTER', 'DAY', 'KIND', 'BEFORE', 'AFTER', 'CAUSE', 'TOLD BY'], table),
      };
    },
  },
  {
    name: 'breaks explain',
    usage: `<deviceId> <key> <day> <${breakCauses.join('|')}>`,
    summary: 'Say why a counter did not go on; device, counter and day as breaks list shows them',
    arguments: [4, 4],
    async run({ db, actor }, args) {
      const deviceId = toArgument(args, 0, 'the device id');
      const key = toArgument(args, 1, 'the counter');
      const day = toArgument(args, 2, 'the day');
      const cause = breakCauses.find((name) => name === args.positionals[3]);
      if (!uuidForm.test(deviceId)) throw new UsageError(`'${deviceId}' is no device id`);
      if (!dayForm.test(day) || Number.isNaN(Date.parse(day)))
        throw new UsageError(`'${day}' is no day: expected 2026-12-01`);
      if (cause === undefined) throw new UsageError(`the cause must be one of ${breakCauses.join(', ')}`);
      await inTransaction(db, async (trx) => {
        const found = await explainBreak(trx, { deviceId, key, day }, cause, actor);
        if (found === undefined) throw new AdminError(`counter ${key} of device ${deviceId} has no break on ${day}`);
        await recordChange(trx, {
          actor,
          action: 'breaks explain',
          subject: `device:${deviceId}`,
          detail: { key, day, before: found.before, after: cause },
        });
      });
      return { value: { deviceId, key, day, cause }, lines: [`${key} of ${deviceId} on ${day}: ${cause}`] };
    },
  },
];

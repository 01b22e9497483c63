import { longestNotification } from '@platen/contract/notifications';
import * as service from '../../features/account/notifications.ts';
import { inTransaction } from '../../store/transactions.ts';
import { type Command, isUuid, toArgument, toTable, toTime, UsageError } from './command.ts';

export const notificationCommands: readonly Command[] = [
  {
    name: 'notifications list',
    usage: '',
    summary: 'All notifications, newest first, also those not yet or no longer in force',
    arguments: [0, 0],
    async run({ db, actor }) {
      const notifications = await service.listNotifications(db, actor);
      const table = notifications.map(({ id, from, until, en }) => [
        id,
        from.toISOString(),
        until?.toISOString() ?? null,
        en.length > 60 ? `${en.slice(0, 59)}…` : en,
      ]);
      return { value: { notifications }, lines: toTable(['ID', 'FROM', 'UNTIL', 'TEXT'], table) };
    },
  },
  {
    name: 'notifications add',
    usage: '--en <text> --ja <text> [--from <time>] [--until <time>]',
    summary: 'Notify all users, in both languages; without --from from now on',
    arguments: [0, 0],
    options: { en: 'text', ja: 'text', from: 'text', until: 'text' },
    async run({ db, actor }, args) {
      const [en = '', ja = ''] = ['en', 'ja'].map((option) => args.text(option)?.trim());
      if (!en || !ja) throw new UsageError('--en and --ja are needed: every user reads it in the own language');
      const longest = longestNotification;
      if (en.length > longest || ja.length > longest) throw new UsageError(`a text may have ${longest} characters`);
      const [fromText, untilText] = [args.text('from'), args.text('until')];
      const from = fromText === undefined ? new Date() : toTime(fromText, 'from');
      const until = untilText === undefined ? null : toTime(untilText, 'until');
      if (until !== null && until <= from) throw new UsageError('--until must be after --from');
      const { id } = await inTransaction(db, (trx) => service.addNotification(trx, actor, { from, until, en, ja }));
      return { value: { id, from, until }, lines: [`added notification ${id}`] };
    },
  },
  {
    name: 'notifications remove',
    usage: '<id>',
    summary: 'Delete a notification',
    arguments: [1, 1],
    async run({ db, actor }, args) {
      const id = toArgument(args, 0, 'the id').toLowerCase();
      if (!isUuid(id)) throw new UsageError(`'${id}' is no notification id`);
      await inTransaction(db, (trx) => service.removeNotification(trx, actor, id));
      return { value: { id }, lines: [`deleted notification ${id}`] };
    },
  },
];

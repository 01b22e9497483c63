import { v7 as newId } from 'uuid';
import { recordChange } from '../../store/audit.ts';
import { AdminError, type Command, UsageError } from './command.ts';
import { toArgument, toTable, toTime } from './values.ts';

const longest = 10_000;

export const notificationCommands: readonly Command[] = [
  {
    name: 'notifications list',
    usage: '',
    summary: 'All notifications, newest first, those not yet or no longer in force too',
    arguments: [0, 0],
    async run({ db }) {
      const rows = await db
        .selectFrom('notification')
        .select([
          'notification_id as id',
          'published_at as from',
          'expires_at as until',
          'content_en as en',
          'content_ja as ja',
        ])
        .orderBy('published_at', 'desc')
        .execute();
      const table = rows.map((row) => [
        row.id,
        row.from.toISOString(),
        row.until?.toISOString() ?? null,
        row.en.length > 60 ? `${row.en.slice(0, 59)}…` : row.en,
      ]);
      return { value: { notifications: rows }, lines: toTable(['ID', 'FROM', 'UNTIL', 'TEXT'], table) };
    },
  },
  {
    name: 'notifications add',
    usage: '--en <text> --ja <text> [--from <time>] [--until <time>]',
    summary: 'Tell all users something, in both languages; from now on where --from is left out',
    arguments: [0, 0],
    options: { en: 'text', ja: 'text', from: 'text', until: 'text' },
    async run({ db, actor }, args) {
      const [en, ja] = ['en', 'ja'].map((option) => args.text(option)?.trim() ?? '');
      if (!en || !ja) throw new UsageError('--en and --ja are needed: every user reads it in the own language');
      if (en.length > longest || ja.length > longest) throw new UsageError(`a text may have ${longest} characters`);
      const [from, until] = [args.text('from'), args.text('until')];
      const publishedAt = from === undefined ? new Date() : toTime(from, 'from');
      const expiresAt = until === undefined ? null : toTime(until, 'until');
      if (expiresAt !== null && expiresAt <= publishedAt) throw new UsageError('--until must be after --from');
      const id = newId();
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('notification')
          .values({
            notification_id: id,
            published_at: publishedAt,
            expires_at: expiresAt,
            content_en: en,
            content_ja: ja,
          })
          .execute();
        await recordChange(trx, {
          actor,
          action: 'notifications add',
          subject: `notification:${id}`,
          detail: { en, ja, from: publishedAt, until: expiresAt },
        });
      });
      return { value: { id, from: publishedAt, until: expiresAt }, lines: [`added notification ${id}`] };
    },
  },
  {
    name: 'notifications remove',
    usage: '<id>',
    summary: 'Delete a notification',
    arguments: [1, 1],
    async run({ db, actor }, args) {
      const id = toArgument(args, 0, 'the id').toLowerCase();
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
        throw new UsageError(`'${id}' is no notification id`);
      await db.transaction().execute(async (trx) => {
        const removed = await trx
          .deleteFrom('notification')
          .where('notification_id', '=', id)
          .returning('content_en')
          .executeTakeFirst();
        if (removed === undefined) throw new AdminError(`there is no notification ${id}`);
        await recordChange(trx, {
          actor,
          action: 'notifications remove',
          subject: `notification:${id}`,
          detail: { en: removed.content_en },
        });
      });
      return { value: { id }, lines: [`deleted notification ${id}`] };
    },
  },
];

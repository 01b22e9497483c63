import { type Command, UsageError } from './command.ts';
import { toTable } from './values.ts';

export const auditCommands: readonly Command[] = [
  {
    name: 'audit list',
    usage: '[--limit 50] [--subject group:3] [--actor <name>]',
    summary: 'Who changed what, newest first',
    arguments: [0, 0],
    options: { limit: 'text', subject: 'text', actor: 'text' },
    async run({ db }, args) {
      const limit = Number(args.text('limit') ?? '50');
      if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
        throw new UsageError('--limit must be a whole number from 1 to 10000');
      const [subject, actor] = [args.text('subject'), args.text('actor')];
      let query = db
        .selectFrom('audit_entry')
        .select(['at', 'actor', 'action', 'subject', 'detail'])
        .orderBy('at', 'desc')
        .limit(limit);
      if (subject !== undefined) query = query.where('subject', '=', subject);
      if (actor !== undefined) query = query.where('actor', '=', actor);
      const rows = await query.execute();
      const table = rows.map((row) => [
        row.at.toISOString(),
        row.actor,
        row.action,
        row.subject,
        JSON.stringify(row.detail),
      ]);
      return { value: { entries: rows }, lines: toTable(['AT', 'WHO', 'WHAT', 'OF', 'DETAIL'], table) };
    },
  },
];

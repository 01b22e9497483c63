import { listChanges } from '../../features/audit/service.ts';
import type { Command } from './command.ts';
import { toLimit, toTable } from './values.ts';

export const auditCommands: readonly Command[] = [
  {
    name: 'audit list',
    usage: '[--limit 50] [--subject group:3] [--actor <name>]',
    summary: 'Who changed what, newest first',
    arguments: [0, 0],
    options: { limit: 'text', subject: 'text', actor: 'text' },
    async run({ db, actor }, args) {
      const filter = { limit: toLimit(args, 50), subject: args.text('subject'), actor: args.text('actor') };
      const entries = await listChanges(db, actor, filter);
      const table = entries.map((row) => [
        row.at.toISOString(),
        row.actor,
        row.action,
        row.subject,
        JSON.stringify(row.detail),
      ]);
      return { value: { entries }, lines: toTable(['AT', 'WHO', 'WHAT', 'OF', 'DETAIL'], table) };
    },
  },
];

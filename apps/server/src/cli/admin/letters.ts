import {
  closeDeadLetter,
  type DeadLetter,
  letterDays,
  listDeadLetters,
  readDeadLetter,
} from '../../features/ingest/stream/dead-letters.ts';
import { retryDeadLetter } from '../../features/ingest/stream/store-message.ts';
import {
  AdminError,
  type Arguments,
  type Command,
  type Context,
  isUuid,
  toArgument,
  toLimit,
  toTable,
  UsageError,
} from './command.ts';

/** Reports that were acknowledged in the stream and could not be stored (0700): a person decides. */
export const letterCommands: readonly Command[] = [
  {
    name: 'letters list',
    usage: '[--limit 100]',
    summary: `Reports that were acknowledged and could not be stored, the newest first; they are deleted after ${letterDays} days`,
    arguments: [0, 0],
    options: { limit: 'text' },
    async run({ db }, args) {
      const letters = await listDeadLetters(db, toLimit(args, 100));
      const rows = letters.map(({ letterId, notedAt, collector, collectorId, reports, reason }) => [
        letterId,
        notedAt.toISOString(),
        collector ?? collectorId,
        reports,
        reason.slice(0, 100),
      ]);
      return { value: { letters }, lines: toTable(['LETTER', 'NOTED', 'COLLECTOR', 'REPORTS', 'REASON'], rows) };
    },
  },
  {
    name: 'letters retry',
    usage: '<letter>',
    summary: 'Store the reports of a letter by what its key may report for now; removes it',
    arguments: [1, 1],
    async run({ db, site, actor }, args) {
      const letter = await readLetter(db, args);
      if (site === undefined) throw new AdminError('the settings of the server are needed');
      const { results } = await retryDeadLetter(db, site, { letter, actor });
      const stored = results.filter(({ result }) => result === 'stored').length;
      return {
        value: { letterId: letter.letterId, stored, repeated: results.length - stored },
        lines: [`${stored} reports stored, ${results.length - stored} were stored before`],
      };
    },
  },
  {
    name: 'letters drop',
    usage: '<letter>',
    summary: 'Delete a letter with its reports',
    arguments: [1, 1],
    async run({ db, actor }, args) {
      const letter = await readLetter(db, args);
      await closeDeadLetter(db, letter, { actor, action: 'letter dropped' });
      return { value: { letterId: letter.letterId }, lines: [`deleted ${letter.reports} reports`] };
    },
  },
];

async function readLetter(db: Context['db'], args: Arguments): Promise<DeadLetter> {
  const text = toArgument(args, 0, 'the letter');
  if (!isUuid(text)) throw new UsageError(`'${text}' is no id of a letter; letters list shows them`);
  const letter = await readDeadLetter(db, text);
  if (letter === undefined) throw new AdminError(`there is no letter ${text}`);
  return letter;
}

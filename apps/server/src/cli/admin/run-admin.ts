import { parseArgs } from 'node:util';
import { Refusal, toMessage } from '../../base/errors.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { claimCommands } from './claims.ts';
import { closeCommands } from './closes.ts';
import { collectorCommands } from './collectors.ts';
import {
  AdminError,
  type Arguments,
  type Command,
  type Context,
  type OfflineCommand,
  type Outcome,
  UsageError,
} from './command.ts';
import { factCommands } from './device-facts.ts';
import { breakCommands, judgeCommands } from './diagnosis.ts';
import { distributeCommand } from './distribute.ts';
import { groupCommands } from './groups.ts';
import { invitationCommands } from './invitations.ts';
import { ledgerCommands } from './ledger.ts';
import { letterCommands } from './letters.ts';
import { notificationCommands } from './notifications.ts';
import { organisationCommands } from './organisation.ts';
import { treeCommands } from './organisations.ts';
import { tokenCommands } from './tokens.ts';
import { auditCommands, userCommands } from './users.ts';

export const commands: readonly (Command | OfflineCommand)[] = [
  ...userCommands,
  ...groupCommands,
  ...collectorCommands,
  ...claimCommands,
  ...organisationCommands,
  ...treeCommands,
  ...invitationCommands,
  ...factCommands,
  ...notificationCommands,
  ...breakCommands,
  ...ledgerCommands,
  ...letterCommands,
  ...closeCommands,
  ...tokenCommands,
  ...auditCommands,
  ...judgeCommands,
  backupCommand,
  restoreCommand,
  distributeCommand,
];

/** A command line understood: help to print, or a command to run. */
export type Request =
  | { help: string }
  | { command: Command | OfflineCommand; args: Arguments; json: boolean; actor: string | undefined };

/** Reads a command line. Throws `UsageError` with one sentence. */
export function toRequest(argv: readonly string[]): Request {
  const words = argv.filter((word) => !word.startsWith('-'));
  const command = commands.find(({ name }) => name.split(' ').every((word, place) => argv[place] === word));
  if (command === undefined) {
    const area = commands.filter(({ name }) => name.split(' ')[0] === words[0]);
    const wantsHelp = argv.length === 0 || argv.includes('--help') || argv.includes('-h') || words[0] === 'help';
    if (wantsHelp || (area.length > 0 && words.length === 1))
      return { help: toHelp(area.length > 0 ? area : commands) };
    throw new UsageError(`'${words.slice(0, 2).join(' ')}' is no command; --help lists them all`);
  }
  const options = Object.fromEntries(
    Object.entries(command.options ?? {}).map(([name, kind]) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const parsed = parse(argv.slice(command.name.split(' ').length), {
    ...options,
    json: { type: 'boolean' },
    as: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  if (parsed.values.help === true) return { help: toHelp([command]) };
  const [least, most] = command.arguments;
  if (parsed.positionals.length < least || parsed.positionals.length > most)
    throw new UsageError(`usage: ${command.name} ${command.usage}`);
  const { as } = parsed.values;
  return {
    command,
    json: parsed.values.json === true,
    actor: typeof as === 'string' && as.trim() !== '' ? as.trim() : undefined,
    args: {
      positionals: parsed.positionals,
      text: (name) => {
        const value = parsed.values[name];
        return typeof value === 'string' ? value : undefined;
      },
      flag: (name) => parsed.values[name] === true,
    },
  };
}

function parse(args: string[], options: Record<string, { type: 'string' | 'boolean'; short?: string }>) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(toMessage(error));
  }
}

function toHelp(listed: readonly (Command | OfflineCommand)[]): string {
  return [
    'Administration of Platen: npm run admin -- <command> [options]',
    '',
    ...listed.flatMap(({ name, usage, summary }) => [`  ${name} ${usage}`.trimEnd(), `      ${summary}`]),
    '',
    'Every command takes:',
    '  --json        print the result as one line of JSON',
    '  --as <name>   who is recorded as the author of a change; by default the user of this system',
    '  --help',
    '',
    'Works on the server named by PLATEN_DATABASE_URL, else on the database in PLATEN_DATA, whether Platen is running or not.',
    'Exit code: 0 done, 1 not possible, 2 not understood.',
  ].join('\n');
}

type Understood = Exclude<Request, { help: string }>;

/** Whether a command needs no database: then `runCommand` takes a context without one. */
export const isOffline = (request: Understood): request is Understood & { command: OfflineCommand } =>
  'runOffline' in request.command;

/**
 * Runs a command of the operator; what it prints is left to the caller. `actor` is the name in the audit
 * record. Throws `AdminError` if a service refuses the change.
 */
export async function runCommand(
  { command, args }: { command: Command | OfflineCommand; args: Arguments },
  { actor, ...context }: Omit<Context, 'actor'> & { actor: string },
): Promise<Outcome> {
  if ('runOffline' in command) return await command.runOffline(context, args);
  try {
    return await command.run({ ...context, actor: { subject: actor, role: 'operator' } }, args);
  } catch (error) {
    if (error instanceof Refusal) throw new AdminError(error.detail.join('; '), { cause: error });
    throw error;
  }
}

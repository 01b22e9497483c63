import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SettingsError, toErrorMessage } from '../platform/errors.ts';
import { toEnvironmentPasswords } from '../settings/credentials.ts';
import type { GivenSettings } from '../settings/settings.ts';
import { parseTuning } from '../settings/settings-file.ts';
import { type CommandName, options } from './options.ts';

const isCommand = (text: string | undefined): text is CommandName => text !== undefined && text in options;

export type RunFlags = ReturnType<typeof parseRun>['flags'];
export type WalkFlags = ReturnType<typeof parseWalk>['flags'];

/**
 * The command, its options and its operand (a target, a file). The default command is `run`.
 * Throws `SettingsError`.
 */
export function parseCommandLine(args: readonly string[]) {
  const [first, ...rest] = args;
  const command = isCommand(first) ? first : 'run';
  const own = isCommand(first) ? rest : [...args];
  try {
    if (command === 'run') return parseRun(own);
    if (command === 'walk') return parseWalk(own);
    if (command === 'enrol') {
      const { values, positionals } = parseArgs({ args: own, options: options.enrol, allowPositionals: true });
      // Without one, the environment may give it.
      const operand = positionals.length === 0 ? '' : toOperand(command, positionals, values, 'CODE');
      return { command, flags: values, operand };
    }
    if (command === 'check') {
      const { values } = parseArgs({ args: own, options: options.check, allowPositionals: false });
      return { command, flags: values };
    }
    if (command === 'explain') {
      const { values, positionals } = parseArgs({ args: own, options: options.explain, allowPositionals: true });
      return { command, flags: values, operand: toOperand(command, positionals, values, 'FILE') };
    }
    const { values } = parseArgs({ args: own, options: options.status, allowPositionals: false });
    return { command, flags: values };
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const hint = command === 'run' ? '--help' : `${command} --help`;
    throw new SettingsError(`${toErrorMessage(error)} (see ${hint})`);
  }
}

function parseRun(args: string[]) {
  // A positional argument is usually a misspelt command, or targets without --targets; the message names
  // both.
  const { values, positionals } = parseArgs({ args, options: options.run, allowPositionals: true });
  if (positionals[0] !== undefined)
    throw new SettingsError(
      `'${positionals[0]}' is no command (run, enrol, check, walk, explain, status); targets need the option --targets`,
    );
  return { command: 'run' as const, flags: values };
}

function parseWalk(args: string[]) {
  const { values, positionals } = parseArgs({ args, options: options.walk, allowPositionals: true });
  return { command: 'walk' as const, flags: values, operand: toOperand('walk', positionals, values, 'TARGET') };
}

/** The only operand; empty where none is needed, as for `--help`. */
function toOperand(
  command: string,
  given: readonly string[],
  { help, version }: { help?: boolean | undefined; version?: boolean | undefined },
  what: string,
): string {
  const [operand, ...more] = given;
  if (help === true || version === true) return '';
  if (operand === undefined || more.length > 0)
    throw new SettingsError(`${command}: give one ${what} (see ${command} --help)`);
  return operand;
}

interface FileDefaults {
  data?: string | undefined;
  name?: string | undefined;
}

/** Merges command line (first), environment and the defaults of the settings file. Throws `SettingsError`. */
export function toGivenSettings(flags: Partial<RunFlags>, env: NodeJS.ProcessEnv, file: FileDefaults): GivenSettings {
  const { targets, exclude, mdns, community, once, every, concurrency, deadline, timeout, retries } = flags;
  const packetsPerSecond = flags['packets-per-second'];
  return {
    ...parseTuning({ every, concurrency, deadline, timeout, retries, packetsPerSecond }),
    server: flags.server ?? notEmpty(env.PLATEN_COLLECTOR_SERVER),
    data: toDataFolder(flags.data, env, file.data),
    name: flags.name ?? file.name ?? hostname(),
    targets: targets ?? notEmpty(env.PLATEN_COLLECTOR_TARGETS),
    exclude,
    mdns,
    community,
    user: toGivenUser(flags),
    snmpPasswords: toEnvironmentPasswords(env),
    once,
  };
}

/** Passwords come from files or the environment only: other users can see a command line. */
function toGivenUser(flags: Partial<WalkFlags>): GivenSettings['user'] {
  const given = {
    authProtocol: flags.auth,
    authPasswordFile: flags['auth-password-file'],
    privProtocol: flags.priv,
    privPasswordFile: flags['priv-password-file'],
    contextName: flags.context,
  };
  if (flags.user !== undefined) return { user: flags.user, ...given };
  if (Object.values(given).some((text) => text !== undefined))
    throw new SettingsError('--auth, --priv, --context and password files need --user');
  return undefined;
}

/** The folder where the collector stores its state. */
export const toDataFolder = (flag: string | undefined, env: NodeJS.ProcessEnv, file: string | undefined): string =>
  flag ?? notEmpty(env.PLATEN_COLLECTOR_DATA) ?? file ?? toStateFolder(env);

/** The state folder of a service (systemd's StateDirectory) or of the user. */
function toStateFolder(env: NodeJS.ProcessEnv): string {
  const service = notEmpty(env.STATE_DIRECTORY)?.split(':')[0];
  if (service !== undefined) return service;
  return join(notEmpty(env.XDG_STATE_HOME) ?? join(homedir(), '.local', 'state'), 'platen-collector');
}

const notEmpty = (text: string | undefined) => (text === '' ? undefined : text);

/** Exit codes of the process; documented in docs/collector.md. */
export const exitCode = { done: 0, unexpected: 1, usage: 2, waiting: 3, inUse: 4, newerData: 5 } as const;

import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toEnvironmentPasswords } from '../settings/credentials.ts';
import { type GivenSettings, SettingsError } from '../settings/settings.ts';

/** How devices are asked; of the collector's run and of `walk`. */
const asking = {
  settings: { type: 'string' },
  community: { type: 'string' },
  user: { type: 'string' },
  auth: { type: 'string' },
  'auth-password-file': { type: 'string' },
  priv: { type: 'string' },
  'priv-password-file': { type: 'string' },
  context: { type: 'string' },
  deadline: { type: 'string' },
  timeout: { type: 'string' },
  retries: { type: 'string' },
} as const;
const general = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } as const;

const options = {
  run: {
    ...asking,
    ...general,
    targets: { type: 'string', short: 't' },
    exclude: { type: 'string' },
    mdns: { type: 'boolean' },
    server: { type: 'string', short: 's' },
    key: { type: 'string' },
    'key-file': { type: 'string' },
    once: { type: 'boolean' },
    every: { type: 'string' },
    'dry-run': { type: 'boolean' },
    json: { type: 'boolean' },
    data: { type: 'string' },
    name: { type: 'string' },
    concurrency: { type: 'string' },
    'packets-per-second': { type: 'string' },
    'log-json': { type: 'boolean' },
  },
  walk: { ...asking, ...general, out: { type: 'string', short: 'o' } },
  explain: { ...general, json: { type: 'boolean' } },
  status: {
    ...general,
    settings: { type: 'string' },
    data: { type: 'string' },
    json: { type: 'boolean' },
  },
} as const;

export type CommandName = keyof typeof options;
const isCommand = (text: string | undefined): text is CommandName => text !== undefined && text in options;

export type RunFlags = ReturnType<typeof parseRun>['flags'];
export type WalkFlags = ReturnType<typeof parseWalk>['flags'];

/**
 * The command line as given: which command, its options, and what stands without an option (a target, a file).
 * Without a command it is the collector's run, as ever. Throws `SettingsError`.
 */
export function parseCommandLine(args: readonly string[]) {
  const [first, ...rest] = args;
  const command = isCommand(first) ? first : 'run';
  const own = isCommand(first) ? rest : [...args];
  try {
    if (command === 'run') return parseRun(own);
    if (command === 'walk') return parseWalk(own);
    if (command === 'explain') {
      const { values, positionals } = parseArgs({ args: own, options: options.explain, allowPositionals: true });
      return { command, flags: values, operand: toOperand(command, positionals, values.help, 'FILE') };
    }
    const { values } = parseArgs({ args: own, options: options.status, allowPositionals: false });
    return { command, flags: values };
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const hint = command === 'run' ? '--help' : `${command} --help`;
    throw new SettingsError(`${error instanceof Error ? error.message : String(error)} (see ${hint})`);
  }
}

function parseRun(args: string[]) {
  // Anything that stands alone is mostly a mistyped command or targets without --targets: said so, not as a stray argument.
  const { values, positionals } = parseArgs({ args, options: options.run, allowPositionals: true });
  if (positionals[0] !== undefined)
    throw new SettingsError(
      `'${positionals[0]}' is no command (run, walk, explain, status); what to read goes behind --targets`,
    );
  return { command: 'run' as const, flags: values };
}

function parseWalk(args: string[]) {
  const { values, positionals } = parseArgs({ args, options: options.walk, allowPositionals: true });
  return {
    command: 'walk' as const,
    flags: values,
    operand: toOperand('walk', positionals, values.help, 'TARGET'),
  };
}

function toOperand(command: string, given: readonly string[], help: boolean | undefined, what: string): string {
  const [operand, ...more] = given;
  if (help === true) return '';
  if (operand === undefined || more.length > 0)
    throw new SettingsError(`${command}: give one ${what} (see ${command} --help)`);
  return operand;
}

interface FileDefaults {
  data?: string | undefined;
  name?: string | undefined;
}

/** The command line over the environment over the settings file. */
export function toGivenSettings(flags: Partial<RunFlags>, env: NodeJS.ProcessEnv, file: FileDefaults): GivenSettings {
  return {
    server: flags.server ?? notEmpty(env.PLATEN_COLLECTOR_SERVER),
    data: toDataFolder(flags.data, env, file.data),
    name: flags.name ?? file.name ?? hostname(),
    targets: flags.targets,
    exclude: flags.exclude,
    mdns: flags.mdns,
    community: flags.community,
    user: toGivenUser(flags),
    snmpPasswords: toEnvironmentPasswords(env),
    once: flags.once,
    every: flags.every,
    concurrency: flags.concurrency,
    packetsPerSecond: flags['packets-per-second'],
    deadline: flags.deadline,
    timeout: flags.timeout,
    retries: flags.retries,
  };
}

/** Passwords come from files or the environment only: a command line can be seen by others. */
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

/** Where the collector keeps its state. */
export const toDataFolder = (flag: string | undefined, env: NodeJS.ProcessEnv, file: string | undefined): string =>
  flag ?? notEmpty(env.PLATEN_COLLECTOR_DATA) ?? file ?? toStateFolder(env);

/** Where a service (systemd's StateDirectory) or a user's programs keep their state. */
function toStateFolder(env: NodeJS.ProcessEnv): string {
  const service = notEmpty(env.STATE_DIRECTORY)?.split(':')[0];
  if (service !== undefined) return service;
  return join(notEmpty(env.XDG_STATE_HOME) ?? join(homedir(), '.local', 'state'), 'platen-collector');
}

const notEmpty = (text: string | undefined) => (text === '' ? undefined : text);

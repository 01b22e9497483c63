import { readFileSync } from 'node:fs';
import { commandKinds } from '@platen/contract/collector-commands';
import { type RemoteLevel, remoteLevels } from '@platen/contract/enrolment';
import type { WantedDocument } from '@platen/contract/remote-settings';
import * as z from 'zod/mini';
import { readFolderState, toConcerns, toStateText } from '../health/folder-state.ts';
import { OutboxInUse } from '../outbox/lock.ts';
import { NewerData } from '../platform/data-files.ts';
import { SettingsError, toErrorMessage } from '../platform/errors.ts';
import { compose, toRemoteLevel } from '../remote/compose.ts';
import { readKey } from '../settings/credentials.ts';
import { type Enrolment, readEnrolment, toCustomer } from '../settings/enrolment.ts';
import { toEnvironmentLine, toLine } from '../settings/line.ts';
import { toReadSettings, toServer } from '../settings/settings.ts';
import { readSettingsFile, type SettingsFile } from '../settings/settings-file.ts';
import { isAmong, listTargets, toTargetSpans } from '../settings/targets.ts';
import { runCheck } from './check.ts';
import {
  exitCode,
  parseCommandLine,
  type RunFlags,
  toDataFolder,
  toGivenSettings,
  type WalkFlags,
} from './command-line.ts';
import { enrol, toFingerprint } from './enrol.ts';
import { explainFile } from './explain.ts';
import { helpTexts } from './options.ts';
import { runCollector, runDryRun } from './run.ts';
import type { Surroundings, TextStream } from './surroundings.ts';
import { runWalk } from './walk.ts';

/** Runs a command to its end. Resolves to its exit code; errors are printed. */
export function runCommandLine(args: readonly string[], surroundings: Surroundings): Promise<number> {
  return run(args, surroundings).catch((error: unknown) => {
    surroundings.stderr.write(`error: ${toErrorMessage(error)}\n`);
    return toExitCode(error);
  });
}

async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stdout } = surroundings;
  const line = parseCommandLine(args);
  if (line.flags.help === true) {
    stdout.write(`${helpTexts[line.command]}\n`);
    return exitCode.done;
  }
  const version = readVersion();
  if (line.flags.version === true) {
    stdout.write(`${version}\n`);
    return exitCode.done;
  }
  if (line.command === 'explain') return explainFile(line.operand, version, line.flags.json === true, surroundings);
  if (line.command === 'walk') return walk(line.flags, line.operand, version, surroundings);
  if (line.command === 'status') return status(line.flags, surroundings);
  if (line.command === 'enrol') return enrolHere(line.operand, line.flags, version, surroundings);
  if (line.command === 'check') return check(line.flags, version, surroundings);
  return line.flags['dry-run'] === true
    ? dryRun(line.flags, version, surroundings)
    : readAndDeliver(line.flags, version, surroundings);
}

async function readAndDeliver(flags: RunFlags, version: string, surroundings: Surroundings): Promise<number> {
  const { env } = surroundings;
  if (flags.json === true) throw new SettingsError('--json: only with --dry-run');
  const file = await readSettings(flags.settings, env);
  const enrolment = await toEnrolment(flags, file, version, surroundings);
  const given = toGivenSettings(
    flags,
    env,
    file.name === undefined && enrolment ? { ...file, name: enrolment.name } : file,
  );
  const key = await readKey({
    flag: flags.key,
    environment: env.PLATEN_COLLECTOR_KEY,
    file: flags['key-file'] ?? file.keyFile,
    enrolment: enrolment?.key,
  });
  const line = toLine(toGivenLine(flags), toEnvironmentLine(env), file, enrolment ?? {});
  // Targets of the command line take the place of those that the enrolment would choose.
  const local = {
    given: { ...given, ...(enrolment && { customer: toCustomer(enrolment) }) },
    file,
    enrolment,
    line,
    ownTargets: toOwnTargets(flags, env),
  };
  const { settings } = compose(local, undefined);
  const level = toRemoteLevel(toEnvironmentLevel(env), file, enrolment);
  const commands = level === 'off' ? [] : (file.commands ?? commandKinds);
  const management = {
    level,
    commands,
    compose: (wanted: WantedDocument | undefined) => compose(local, wanted),
  };
  const logAsJson = flags['log-json'] === true;
  const keyShown = flags.key !== undefined;
  return runCollector({ settings, management, key, line, version, logAsJson, keyShown }, surroundings);
}

/** Throws `SettingsError`. */
function toEnvironmentLevel({ PLATEN_COLLECTOR_REMOTE: text = '' }: NodeJS.ProcessEnv): RemoteLevel | undefined {
  if (text === '') return undefined;
  return toLevel(text, 'PLATEN_COLLECTOR_REMOTE');
}

/** Throws `SettingsError`. */
function toLevel(text: string, place: string): RemoteLevel {
  const level = remoteLevels.find((one) => one === text);
  if (level === undefined) throw new SettingsError(`${place}: '${text}' is none of ${remoteLevels.join(', ')}`);
  return level;
}

const readSettings = (path: string | undefined, env: NodeJS.ProcessEnv) =>
  readSettingsFile(path, env.PLATEN_COLLECTOR_SETTINGS);

const toOwnTargets = ({ targets, mdns }: RunFlags, env: NodeJS.ProcessEnv): boolean =>
  targets !== undefined || mdns === true || (env.PLATEN_COLLECTOR_TARGETS ?? '') !== '';

/** The enrolment of the data folder; a container enrols at its first start, with the code it is given. */
async function toEnrolment(
  flags: RunFlags,
  file: SettingsFile,
  version: string,
  surroundings: Surroundings,
): Promise<Enrolment | undefined> {
  const { env } = surroundings;
  const found = await readEnrolment(toDataFolder(flags.data, env, file.data));
  const code = env.PLATEN_ENROL_CODE ?? '';
  const hasKey = [flags.key, flags['key-file'], env.PLATEN_COLLECTOR_KEY, file.keyFile].some(Boolean);
  if (found !== undefined || hasKey || code === '') return found;
  const { proxy, 'ca-file': caFile, server, data } = flags;
  return enrolWith(code, { proxy, 'ca-file': caFile, server, data }, file, version, surroundings);
}

interface WayFlags {
  readonly server?: string | undefined;
  readonly data?: string | undefined;
  readonly proxy?: string | undefined;
  readonly 'ca-file'?: string | undefined;
}

interface EnrolFlags extends WayFlags {
  readonly remote?: string | undefined;
}

const toGivenLine = ({ proxy, 'ca-file': caFile }: WayFlags) => ({ proxy, caFile });

async function enrolWith(
  code: string,
  flags: EnrolFlags,
  file: SettingsFile,
  version: string,
  { env, stderr }: Surroundings,
): Promise<Enrolment> {
  const given = [toGivenLine(flags), toEnvironmentLine(env), file];
  const enrolment = await enrol({
    code,
    server: toServer(flags.server ?? (env.PLATEN_COLLECTOR_SERVER || file.server)),
    data: toDataFolder(flags.data, env, file.data),
    line: toLine(...given),
    proxy: given.find(({ proxy }) => proxy !== undefined)?.proxy,
    remote: flags.remote === undefined ? undefined : toLevel(flags.remote, '--remote'),
    version,
  });
  stderr.write(`enrolled as '${enrolment.name}' at ${enrolment.server}; fingerprint ${toFingerprint(enrolment)}\n`);
  return enrolment;
}

async function enrolHere(
  typed: string,
  flags: EnrolFlags,
  version: string,
  surroundings: Surroundings,
): Promise<number> {
  const code = typed || (surroundings.env.PLATEN_ENROL_CODE ?? '');
  if (code === '') throw new SettingsError('enrol: give one CODE (see enrol --help)');
  const file = await readSettings(undefined, surroundings.env);
  const remote = flags.remote ?? (await askLevel(file, surroundings));
  await enrolWith(code, { ...flags, remote }, file, version, surroundings);
  return exitCode.done;
}

/** The person who installs decides how far the portal may go (CF-10), unless a file or variable does. */
async function askLevel(file: SettingsFile, { env, stderr, ask }: Surroundings): Promise<RemoteLevel | undefined> {
  const known = toEnvironmentLevel(env) ?? file.remote;
  if (ask === undefined || known !== undefined) return undefined;
  stderr.write(levelQuestion);
  for (;;) {
    const text = (await ask('[see] ')).trim();
    const level = remoteLevels.find((one) => one === text);
    if (text === '' || level !== undefined) return level;
    stderr.write(`'${text}' is none of ${remoteLevels.join(', ')}\n`);
  }
}

const levelQuestion = `How far may the portal go?
  off     nothing: reports and state are delivered
  see     it shows the settings in force, without secrets
  manage  settings may come from there
`;

async function check(
  flags: WayFlags & { readonly settings?: string | undefined },
  version: string,
  { env, stdout }: Surroundings,
): Promise<number> {
  const file = await readSettings(flags.settings, env);
  const enrolment = await readEnrolment(toDataFolder(flags.data, env, file.data));
  const sources = {
    environment: env.PLATEN_COLLECTOR_KEY,
    file: file.keyFile,
    enrolment: enrolment?.key,
    flag: undefined,
  };
  const hasKey = Object.values(sources).some((source) => (source ?? '') !== '');
  return runCheck(
    {
      server: toServer(flags.server ?? (env.PLATEN_COLLECTOR_SERVER || (file.server ?? enrolment?.server))),
      key: hasKey ? await readKey(sources) : undefined,
      line: toLine(toGivenLine(flags), toEnvironmentLine(env), file, enrolment ?? {}),
      version,
    },
    stdout,
  );
}

async function dryRun(flags: RunFlags, version: string, surroundings: Surroundings): Promise<number> {
  if (flags.every !== undefined) throw new SettingsError('--dry-run is one round: use it without --every');
  const file = await readSettings(flags.settings, surroundings.env);
  const settings = toReadSettings(toGivenSettings({ ...flags, once: true }, surroundings.env, file), file);
  return runDryRun({ settings, version, asJson: flags.json === true }, surroundings);
}

interface StatusFlags {
  readonly settings?: string | undefined;
  readonly data?: string | undefined;
  readonly json?: boolean | undefined;
}

async function status(flags: StatusFlags, { env, stdout }: Surroundings): Promise<number> {
  const file = await readSettings(flags.settings, env);
  return showStatus(toDataFolder(flags.data, env, file.data), flags.json === true, stdout);
}

async function walk(flags: WalkFlags, operand: string, version: string, surroundings: Surroundings): Promise<number> {
  const { env } = surroundings;
  const { sites, ...file } = await readSettings(flags.settings, env);
  const target = toOneTarget(operand);
  const defaults = toReadSettings(
    toGivenSettings({ deadline: '5m', ...flags, targets: operand, once: true }, env, {}),
    file,
  );
  // The site that lists the target provides the credentials; those of the command line take precedence.
  const listed = flags.community === undefined && flags.user === undefined ? (sites ?? []) : [];
  const all =
    listed.length === 0 ? [] : toReadSettings(toGivenSettings({ once: true }, env, {}), { ...file, sites }).sites;
  const site = all.find(({ spans }) => isAmong(spans, target)) ?? defaults.sites[0];
  if (site === undefined) throw new SettingsError(`walk: '${operand}' is not a target`);
  const { deadlineMs, timeoutMs, retries } = defaults;
  const day = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const ippPort = site.ipp !== undefined && (target.port === 161 || site.ipp.atEveryPort) ? site.ipp.port : undefined;
  const out = flags.out ?? `walk-${day}.snmprec`;
  return runWalk({ target, access: site.access, ippPort, deadlineMs, timeoutMs, retries, out, version }, surroundings);
}

/** Throws `SettingsError` unless the text is exactly one target. */
function toOneTarget(text: string) {
  try {
    const [target, ...more] = [...listTargets(toTargetSpans(text), [])].slice(0, 2);
    if (target !== undefined && more.length === 0) return target;
  } catch (error) {
    throw new SettingsError(`walk: ${toErrorMessage(error)}`);
  }
  throw new SettingsError(`walk: '${text}' is not one target`);
}

function toExitCode(error: unknown): number {
  if (error instanceof SettingsError) return exitCode.usage;
  if (error instanceof NewerData) return exitCode.newerData;
  return error instanceof OutboxInUse ? exitCode.inUse : exitCode.unexpected;
}

/** Of the package; the bundle of a package for sites has it in its text. */
declare const PLATEN_VERSION: string | undefined;
function readVersion(): string {
  if (typeof PLATEN_VERSION === 'string') return PLATEN_VERSION;
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

/** Shows the state of the collector of a data folder. Resolves to the exit code. */
async function showStatus(folder: string, asJson: boolean, stdout: TextStream): Promise<number> {
  const state = await readFolderState(folder);
  if (state === undefined)
    throw new SettingsError(`no collector has used ${folder}; choose another folder with --data FOLDER`);
  const concerns = toConcerns(state);
  stdout.write(asJson ? `${JSON.stringify({ ...state, concerns }, null, 2)}\n` : `${toStateText(state, new Date())}\n`);
  return concerns.length === 0 ? exitCode.done : exitCode.waiting;
}

#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { argv, env, exit, stdout } from 'node:process';
import * as z from 'zod/mini';
import {
  exitCode,
  parseCommandLine,
  type RunFlags,
  toDataFolder,
  toGivenSettings,
  type WalkFlags,
} from './commands/command-line.ts';
import { explainFile } from './commands/explain.ts';
import { helpTexts } from './commands/options.ts';
import { runCollector, runDryRun } from './commands/run.ts';
import { runWalk } from './commands/walk.ts';
import { readFolderState, toConcerns, toStateText } from './health/folder-state.ts';
import { OutboxInUse } from './outbox/lock.ts';
import { NewerData } from './platform/data-files.ts';
import { SettingsError, toErrorMessage } from './platform/errors.ts';
import { readKey } from './settings/credentials.ts';
import { readSettingsFile } from './settings/settings-file.ts';
import { toReadSettings, toSettings } from './settings/settings.ts';
import { isAmong, listTargets, toTargetSpans } from './settings/targets.ts';

main(argv.slice(2)).then(
  (code) => exit(code),
  (error: unknown) => {
    console.error(`error: ${toErrorMessage(error)}`);
    exit(toExitCode(error));
  },
);

async function main(args: readonly string[]): Promise<number> {
  // If the reader of the output has ended (`| head`), reports are still delivered.
  stdout.on('error', () => {});
  const line = parseCommandLine(args);
  if (line.flags.help === true) {
    console.log(helpTexts[line.command]);
    return exitCode.done;
  }
  const version = readVersion();
  if (line.flags.version === true) {
    console.log(version);
    return exitCode.done;
  }
  if (line.command === 'explain') return explainFile(line.operand, version, line.flags.json === true);
  if (line.command === 'walk') return walk(line.flags, line.operand, version);
  if (line.command === 'status') return status(line.flags);
  return line.flags['dry-run'] === true ? dryRun(line.flags, version) : run(line.flags, version);
}

async function run(flags: RunFlags, version: string): Promise<number> {
  if (flags.json === true) throw new SettingsError('--json: only with --dry-run');
  const file = await readSettingsFile(flags.settings);
  const settings = toSettings(toGivenSettings(flags, env, file), file);
  const key = await readKey({
    flag: flags.key,
    environment: env.PLATEN_COLLECTOR_KEY,
    file: flags['key-file'] ?? file.keyFile,
  });
  return runCollector({
    settings,
    key,
    version,
    logAsJson: flags['log-json'] === true,
    keyShown: flags.key !== undefined,
  });
}

async function dryRun(flags: RunFlags, version: string): Promise<number> {
  if (flags.every !== undefined) throw new SettingsError('--dry-run is one round: use it without --every');
  const file = await readSettingsFile(flags.settings);
  const settings = toReadSettings(toGivenSettings({ ...flags, once: true }, env, file), file);
  return runDryRun({ settings, version, asJson: flags.json === true });
}

async function status(flags: { settings?: string | undefined; data?: string | undefined; json?: boolean | undefined }) {
  const file = await readSettingsFile(flags.settings);
  return showStatus(toDataFolder(flags.data, env, file.data), flags.json === true);
}

async function walk(flags: WalkFlags, operand: string, version: string): Promise<number> {
  const { sites, ...file } = await readSettingsFile(flags.settings);
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
  return runWalk({ target, access: site.access, ippPort, deadlineMs, timeoutMs, retries, out, version });
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

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

/** Shows the state of the collector of a data folder. Resolves to the exit code. */
async function showStatus(folder: string, asJson: boolean): Promise<number> {
  const state = await readFolderState(folder);
  if (state === undefined)
    throw new SettingsError(`no collector has used ${folder}; choose another folder with --data FOLDER`);
  const concerns = toConcerns(state);
  stdout.write(asJson ? `${JSON.stringify({ ...state, concerns }, null, 2)}\n` : `${toStateText(state, new Date())}\n`);
  return concerns.length === 0 ? exitCode.done : exitCode.waiting;
}

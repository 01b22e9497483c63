#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { argv, env, exit, stderr, stdout } from 'node:process';
import * as z from 'zod/mini';
import { type CommandLine, helpText, parseCommandLine, toGivenSettings } from './args.ts';
import { collect } from './collect.ts';
import { createConsoleOutput } from './console-output.ts';
import { readKey } from './key.ts';
import { createJsonLog } from './log.ts';
import { OutboxInUse } from './outbox/lock.ts';
import { parseSettingsFile, type Settings, SettingsError, type SettingsFile, toSettings } from './settings.ts';
import { toSummaryText } from './summary.ts';

const exitCode = { done: 0, unexpected: 1, usage: 2, waiting: 3, inUse: 4 } as const;

main(argv.slice(2)).then(
  (code) => exit(code),
  (error: unknown) => {
    console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof SettingsError) exit(exitCode.usage);
    exit(error instanceof OutboxInUse ? exitCode.inUse : exitCode.unexpected);
  },
);

async function main(args: readonly string[]): Promise<number> {
  const line = parseCommandLine(args);
  if (line.help === true) {
    console.log(helpText);
    return exitCode.done;
  }
  const version = readVersion();
  if (line.version === true) {
    console.log(version);
    return exitCode.done;
  }
  const file = await readSettingsFile(line.settings);
  const settings = toSettings(toGivenSettings(line, env, file), file);
  const key = await readKey({
    flag: line.key,
    environment: env.PLATEN_COLLECTOR_KEY,
    file: line['key-file'] ?? file.keyFile,
  });
  return run(settings, key, version, line);
}

async function run(settings: Settings, key: string, version: string, line: CommandLine): Promise<number> {
  const service = settings.everyMs !== undefined;
  const output = createConsoleOutput(stderr);
  const log = service || line['log-json'] === true ? createJsonLog(settings.name) : output.log;
  if (service && line.key !== undefined)
    log.warn(
      '--key shows the collector key in the process list; --key-file or PLATEN_COLLECTOR_KEY keep it to themselves',
    );
  if (settings.server.protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(settings.server.hostname))
    log.warn(`${settings.server.origin} is not https: key and reports can be read on the way`);
  log.info(`collector ${version} reads ${settings.sites.length} sites for ${settings.server.origin}`);
  const result = await collect({
    settings,
    key,
    version,
    log,
    signal: listenForEnd(),
    ...(service ? {} : { onProgress: (round, waiting) => output.progress(round, waiting) }),
    onRound: (round, delivery, waiting) => {
      output.endProgress();
      const { stored, repeated, refused } = delivery.totals;
      if (service)
        log.info(
          `round done: ${round.asked} asked, ${round.printers} printers, ${round.notPrinters} other devices, ${round.silent} silent, ${round.failed} failed; since the start ${stored} delivered, ${repeated} repeated, ${refused} refused; ${waiting} wait`,
        );
      else stdout.write(`${toSummaryText(round, delivery.totals, waiting, delivery.lastReason)}\n`);
      for (const failure of service ? round.failures.slice(0, 10) : [])
        log.warn(`${failure.target}: ${failure.reason}`);
      process.send?.({ round, waiting }, () => {});
    },
  });
  return result.complete || service ? exitCode.done : exitCode.waiting;
}

/** Ends at SIGTERM, SIGINT, or when the process that started this one is gone; a second signal ends at once. */
function listenForEnd(): AbortSignal {
  const stop = new AbortController();
  const end = () => {
    if (stop.signal.aborted) exit(130);
    stop.abort();
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  if (process.send !== undefined) process.on('disconnect', () => stop.abort());
  // A reader of the output that has gone is no reason to leave reports undelivered.
  stdout.on('error', () => {});
  stderr.on('error', () => {});
  return stop.signal;
}

async function readSettingsFile(path: string | undefined): Promise<SettingsFile> {
  if (path === undefined) return {};
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new SettingsError(`settings file ${path}: ${error instanceof Error ? error.message : String(error)}`);
  });
  return parseSettingsFile(text, path);
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

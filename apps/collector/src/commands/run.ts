import { stderr, stdout } from 'node:process';
import { collect } from '../collect/collect.ts';
import { createJsonLog, type Log } from '../platform/log.ts';
import type { Settings } from '../settings/settings.ts';
import { createConsoleOutput } from './console-output.ts';
import { exitCode, listenForEnd } from './process-end.ts';
import { toRoundLine, toSummaryText } from './summary-text.ts';

export interface RunOptions {
  settings: Settings;
  key: string;
  version: string;
  logAsJson: boolean;
  /** The key was given on the command line. */
  keyShown: boolean;
}

/** Reads and delivers: one round, or as a service. Resolves to the exit code. */
export async function runCollector({ settings, key, version, logAsJson, keyShown }: RunOptions): Promise<number> {
  const service = settings.everyMs !== undefined;
  const output = createConsoleOutput(stderr);
  const log = service || logAsJson ? createJsonLog(settings.name) : output.log;
  warnOfSecrets(settings, service && keyShown, log);
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
      if (service) log.info(toRoundLine(round, delivery.totals, waiting));
      else stdout.write(`${toSummaryText(round, delivery.totals, waiting, delivery.lastReason)}\n`);
      for (const failure of service ? round.failures.slice(0, 10) : [])
        log.warn(`${failure.target}: ${failure.reason}`);
      process.send?.({ round, waiting }, () => {});
    },
  });
  return result.complete || service ? exitCode.done : exitCode.waiting;
}

function warnOfSecrets({ server }: Settings, keyShown: boolean, log: Log): void {
  if (keyShown)
    log.warn('--key shows the collector key in the process list; use --key-file or PLATEN_COLLECTOR_KEY instead');
  if (server.protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(server.hostname))
    log.warn(`${server.origin} is not https: key and reports can be read in transit`);
}

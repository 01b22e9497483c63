import { collect } from '../collect/collect.ts';
import { searchAnnounced, searchAtOnce } from '../collect/collect-round.ts';
import type { Management } from '../collect/manage.ts';
import { runRound } from '../discover/round.ts';
import { note, type RoundSummary, toVisitText } from '../discover/round-summary.ts';
import type { Line } from '../platform/http.ts';
import { createJsonLog, type Log } from '../platform/log.ts';
import { createSiteReader } from '../read/site-reader.ts';
import type { ReadSettings, Settings } from '../settings/settings.ts';
import { toTargetName } from '../settings/targets.ts';
import { DeviceMemory } from '../snmp/access.ts';
import { openTransport } from '../snmp/transport.ts';
import { exitCode } from './command-line.ts';
import { createConsoleOutput, toReadText, toReportText, toRoundLine, toSummaryText } from './console-output.ts';
import type { Surroundings } from './surroundings.ts';

export interface RunOptions {
  settings: Settings;
  management: Management;
  key: string;
  /** How the server is reached. */
  line: Line;
  version: string;
  logAsJson: boolean;
  /** The key was given on the command line. */
  keyShown: boolean;
}

/** Reads and delivers: one round, or as a service. Resolves to the exit code. */
export async function runCollector(
  { settings, management, key, line, version, logAsJson, keyShown }: RunOptions,
  { stdout, stderr, listenForEnd, onRound }: Surroundings,
): Promise<number> {
  const service = settings.everyMs !== undefined;
  const output = createConsoleOutput(stderr);
  const log = service || logAsJson ? createJsonLog(settings.name) : output.log;
  warnOfSecrets(settings, service && keyShown, log);
  const sites = settings.sites.length === 1 ? 'one site' : `${settings.sites.length} sites`;
  log.info(`collector ${version} reads ${sites} for ${settings.server.origin}`);
  const result = await collect({
    settings,
    management,
    key,
    line,
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
      onRound({ round, waiting });
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

export interface DryRunOptions {
  settings: ReadSettings;
  version: string;
  /** One report per line as JSON, and nothing else on standard output. */
  asJson: boolean;
}

/** Reads once and shows the reports; delivers and stores nothing. Resolves to the exit code. */
export async function runDryRun(
  { settings, version, asJson }: DryRunOptions,
  { stdout, stderr, listenForEnd }: Surroundings,
): Promise<number> {
  const output = createConsoleOutput(stderr);
  const transport = openTransport();
  let begun: RoundSummary | undefined;
  let ticker: NodeJS.Timeout | undefined;
  const signal = listenForEnd();
  const summary = await runRound({
    further: await searchAnnounced(settings.sites, signal),
    ...createSiteReader(settings, version, transport, new DeviceMemory()),
    sites: settings.sites,
    store: async (report) => {
      output.endProgress();
      stdout.write(asJson ? `${JSON.stringify(report)}\n` : `${toReportText(report)}\n\n`);
    },
    searchAtOnce,
    packetsPerSecond: settings.packetsPerSecond,
    concurrency: settings.concurrency,
    giveUpMs: settings.deadlineMs + 5000,
    signal,
    onVisit: (visit) => {
      const texts = toVisitText(visit);
      if (texts !== undefined && begun !== undefined) note(begun, toTargetName(visit.target), texts);
    },
    onStart: (round) => {
      begun = round;
      ticker = setInterval(() => output.progress(round, 0), 250);
    },
  }).finally(() => {
    clearInterval(ticker);
    transport.close();
  });
  output.endProgress();
  (asJson ? stderr : stdout).write(`${toReadText(summary).join('\n')}\ndry run: nothing was delivered or stored\n`);
  return exitCode.done;
}

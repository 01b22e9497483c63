import { stderr, stdout } from 'node:process';
import { searchAnnounced } from '../collect/announced-targets.ts';
import { searchAtOnce } from '../collect/collect-round.ts';
import { note, type RoundSummary, toVisitText } from '../discover/round-summary.ts';
import { runRound } from '../discover/round.ts';
import { createSiteReader } from '../read/site-reader.ts';
import type { ReadSettings } from '../settings/settings.ts';
import { toTargetName } from '../settings/targets.ts';
import { DeviceMemory } from '../snmp/access.ts';
import { openTransport } from '../snmp/transport.ts';
import { createConsoleOutput } from './console-output.ts';
import { exitCode, listenForEnd } from './process-end.ts';
import { toReportText } from './report-text.ts';
import { toReadText } from './summary-text.ts';

export interface DryRunOptions {
  settings: ReadSettings;
  version: string;
  /** One report per line as JSON, and nothing else on standard output. */
  asJson: boolean;
}

/** Reads once and shows the reports; delivers and stores nothing. Resolves to the exit code. */
export async function runDryRun({ settings, version, asJson }: DryRunOptions): Promise<number> {
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

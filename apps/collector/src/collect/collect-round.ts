import type { DeviceReport } from '@platen/contract/report';
import type { LastAlerts } from '../alerts/last-alerts.ts';
import { toFindingText } from '../known/findings.ts';
import type { Refusals } from '../delivery/refusals.ts';
import { searchAnnounced, toAnnouncedBefore } from './announced-targets.ts';
import { runRound } from '../discover/round.ts';
import { note, type RoundSummary, toVisitWords } from '../discover/round-summary.ts';
import { toTargetName } from '../settings/targets.ts';
import type { KnownDevices } from '../known/known-devices.ts';
import { RoundLog } from '../known/round-seen.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Log } from '../platform/log.ts';
import type { SiteReader } from '../read/site-reader.ts';
import type { ReadSettings } from '../settings/settings.ts';

export interface CollectRoundOptions {
  settings: ReadSettings;
  reader: SiteReader;
  known: KnownDevices;
  alerts: LastAlerts;
  outbox: Outbox;
  refusals: Refusals;
  log: Log;
  /** The round is spread over this time; without it all begins at once. */
  spreadMs: number | undefined;
  signal: AbortSignal;
  /** Called when a report is safe on disk. */
  onKept: () => void;
  onProgress?: ((summary: RoundSummary, waiting: number) => void) | undefined;
}

/** Addresses asked at the same time whether anybody is there. */
export const searchAtOnce = 512;

/** One round: looks for printers, reads them, keeps their reports, and takes in what that shows. Never throws. */
export async function collectRound(options: CollectRoundOptions): Promise<RoundSummary> {
  const { settings, known, refusals, log, signal } = options;
  let begun: RoundSummary | undefined;
  let ticker: NodeJS.Timeout | undefined;
  const roundLog = new RoundLog();
  const announced = await searchAnnounced(settings.sites, signal);
  const summary = await runRound({
    ...options.reader,
    sites: settings.sites,
    further: [...announced, ...toAnnouncedBefore(settings.sites, known.state.devices)],
    keep: toKeeper(options, () => {
      if (begun !== undefined) begun.heldBack += 1;
    }),
    expects: (target) => known.expects(toTargetName(target)),
    searchAtOnce,
    packetsPerSecond: settings.packetsPerSecond,
    concurrency: settings.concurrency,
    giveUpMs: settings.deadlineMs + 5000,
    ...(options.spreadMs === undefined ? {} : { spreadMs: options.spreadMs }),
    signal,
    onStart: (started) => {
      begun = started;
      // By the clock and not by results: while nobody answers, people want to see that something goes on.
      ticker = setInterval(() => options.onProgress?.(started, options.outbox.count), 250);
    },
    onVisit: (visit) => {
      roundLog.add(visit);
      // Silence is reported below, with its duration.
      const words = visit.outcome.kind === 'silent' ? undefined : toVisitWords(visit);
      if (words !== undefined && begun !== undefined) note(begun, toTargetName(visit.target), words);
    },
  }).finally(() => clearInterval(ticker));
  const at = new Date();
  await known.take(roundLog.toRound(at, !signal.aborted));
  await options.alerts.save().catch((error: unknown) => {
    const complaint = error instanceof Error ? error.message : String(error);
    log.warn(`the alerts of this round cannot be noted: ${complaint}`);
  });
  await refusals.save().catch((error: unknown) => {
    const complaint = error instanceof Error ? error.message : String(error);
    log.warn(`the refusals of reports cannot be noted: ${complaint}`);
  });
  for (const finding of known.state.findings)
    if (finding.lastSeen === at.toISOString()) {
      summary.findings.push(toFindingText(finding));
      if (finding.since === finding.lastSeen) log.warn(`finding: ${toFindingText(finding)}`);
    }
  for (const failing of known.state.failing)
    if (failing.kind === 'silent') note(summary, failing.target, `${failing.reason}, since ${failing.since}`);
  return summary;
}

function toKeeper({ alerts, outbox, refusals, settings, log, onKept }: CollectRoundOptions, onHeldBack: () => void) {
  let lastComplaint = '';
  return async (read: DeviceReport) => {
    const { report, remember } = alerts.apply(read);
    if (refusals.find(report, new Date()) !== undefined) {
      onHeldBack();
      return;
    }
    try {
      await outbox.append(report);
      remember();
    } catch (error) {
      // Thousands of devices would say the same: once a round is enough.
      const complaint = error instanceof Error ? error.message : String(error);
      if (complaint !== lastComplaint) log.error(`a report cannot be kept in ${settings.data}: ${complaint}`);
      lastComplaint = complaint;
      throw error;
    }
    onKept();
  };
}

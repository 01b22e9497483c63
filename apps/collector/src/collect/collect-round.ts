import type { DeviceReport } from '@platen/contract/report';
import type { LastAlerts } from '../alerts/last-alerts.ts';
import type { Refusals } from '../delivery/refusals.ts';
import { type AnnouncedPrinter, searchMdns } from '../discover/mdns.ts';
import { runRound } from '../discover/round.ts';
import { note, type RoundSummary, toVisitText } from '../discover/round-summary.ts';
import type { RoundTarget } from '../discover/visit.ts';
import { toFindingText } from '../known/findings.ts';
import type { KnownDevices } from '../known/known-devices.ts';
import { RoundLog } from '../known/round-seen.ts';
import type { KnownDevice } from '../known/state.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { toErrorMessage } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { SiteReader } from '../read/site-reader.ts';
import { maySearch } from '../remote/search-hours.ts';
import type { ReadSettings, Site } from '../settings/settings.ts';
import { isAmong, toTargetName } from '../settings/targets.ts';

export interface CollectRoundOptions {
  settings: ReadSettings;
  reader: SiteReader;
  known: KnownDevices;
  alerts: LastAlerts;
  outbox: Outbox;
  refusals: Refusals;
  log: Log;
  /** Time over which the round is spread; undefined: all readings start at once. */
  spreadMs: number | undefined;
  signal: AbortSignal;
  /** Called when a report is stored on disk. */
  onStored: () => void;
  onProgress?: ((summary: RoundSummary, waiting: number) => void) | undefined;
  /** Called with the summary, which changes while the round runs. */
  onStart?: ((summary: RoundSummary) => void) | undefined;
}

/** Addresses probed at the same time. */
export const searchAtOnce = 512;

/**
 * One round: finds printers, reads them, stores their reports and updates the known devices. Never throws.
 */
export async function collectRound(options: CollectRoundOptions): Promise<RoundSummary> {
  const { settings, known, refusals, log, signal } = options;
  let begun: RoundSummary | undefined;
  let ticker: NodeJS.Timeout | undefined;
  const roundLog = new RoundLog();
  const searches = maySearch(settings.searchHours, new Date());
  const announced = searches ? await searchAnnounced(settings.sites, signal) : [];
  const summary = await runRound({
    ...options.reader,
    sites: settings.sites,
    further: [...announced, ...toAnnouncedBefore(settings.sites, known.state.devices)],
    store: toReportStore(options, () => {
      if (begun !== undefined) begun.heldBack += 1;
    }),
    expects: (target) => known.expects(toTargetName(target)),
    searchAtOnce,
    searches,
    packetsPerSecond: settings.packetsPerSecond,
    concurrency: settings.concurrency,
    giveUpMs: settings.deadlineMs + 5000,
    ...(options.spreadMs === undefined ? {} : { spreadMs: options.spreadMs }),
    signal,
    onStart: (started) => {
      begun = started;
      options.onStart?.(started);
      // By time and not by results: progress is shown even while no device answers.
      ticker = setInterval(() => options.onProgress?.(started, options.outbox.count), 250);
    },
    onVisit: (visit) => {
      roundLog.add(visit);
      // Silence is reported below, with its duration.
      const texts = visit.outcome.kind === 'silent' ? undefined : toVisitText(visit);
      if (texts !== undefined && begun !== undefined) note(begun, toTargetName(visit.target), texts);
    },
  }).finally(() => clearInterval(ticker));
  const at = new Date();
  await known.take(roundLog.toRound(at, !signal.aborted));
  await options.alerts.save().catch((error: unknown) => {
    const message = toErrorMessage(error);
    log.warn(`the alerts of this round cannot be saved: ${message}`);
  });
  await refusals.save().catch((error: unknown) => {
    const message = toErrorMessage(error);
    log.warn(`the refusals of reports cannot be saved: ${message}`);
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

export type StoreOptions = Pick<
  CollectRoundOptions,
  'alerts' | 'outbox' | 'refusals' | 'settings' | 'log' | 'onStored'
>;

/** Stores a report for delivery, unless the server refused the same one before. */
export function toReportStore(
  { alerts, outbox, refusals, settings, log, onStored }: StoreOptions,
  onHeldBack: () => void,
) {
  let lastMessage = '';
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
      // Log the same error once per round, not for thousands of devices.
      const message = toErrorMessage(error);
      if (message !== lastMessage) log.error(`a report cannot be stored in ${settings.data}: ${message}`);
      lastMessage = message;
      throw error;
    }
    onStored();
  };
}

interface Further {
  target: RoundTarget;
  site: Site;
}

/**
 * The printers that announce themselves now, each for the first site that searches for them and does not
 * exclude it.
 */
export async function searchAnnounced(sites: readonly Site[], signal: AbortSignal): Promise<Further[]> {
  const searches = new Map<string, Promise<AnnouncedPrinter[]>>();
  for (const { mdns } of sites)
    if (mdns !== undefined && !searches.has(toKey(mdns))) searches.set(toKey(mdns), searchMdns(mdns, signal));
  const found: Further[] = [];
  for (const site of sites) {
    if (site.mdns === undefined) continue;
    const { snmpPort } = site.mdns;
    for (const announced of (await searches.get(toKey(site.mdns))) ?? []) {
      const target = { host: announced.address, port: snmpPort, searched: false, announced };
      if (!isAmong(site.exclude, target)) found.push({ target, site });
    }
  }
  return found;
}

/**
 * Printers that announced themselves before: one that sleeps may not announce itself, and still answer when
 * it is read.
 */
function toAnnouncedBefore(sites: readonly Site[], devices: readonly KnownDevice[]): Further[] {
  const byName = new Map(sites.map((site) => [site.name, site]));
  return devices.flatMap((device) => {
    const site = byName.get(device.site);
    const [, host, port] = /^(.*):(\d+)$/.exec(device.address) ?? [];
    if (device.found !== 'announced' || site?.mdns === undefined || host === undefined) return [];
    const target = { host, port: Number(port), searched: false };
    return isAmong(site.exclude, target) ? [] : [{ target, site }];
  });
}

const toKey = ({ address, port, waitMs }: NonNullable<Site['mdns']>) => `${address} ${port} ${waitMs}`;

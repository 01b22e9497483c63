import type { DeviceReport } from '@platen/contract/report';
import { Gate } from './gate.ts';
import { countTargets, type ListedTarget, listTargets, type Target } from './targets.ts';
import type { Site } from '../settings.ts';

/** What reading one target came to; as `readDevice` gives it. */
export type ReadOutcome =
  | { kind: 'printer'; report: DeviceReport; notes?: readonly string[] }
  | { kind: 'notPrinter'; sysDescr?: string }
  | { kind: 'silent' | 'failed'; reason: string };

export interface RoundOptions {
  sites: readonly Site[];
  read: (target: Target, site: Site) => Promise<ReadOutcome>;
  /** Keeps a report; resolves when it is safe, throws when it cannot be kept. */
  keep: (report: DeviceReport) => Promise<void>;
  /** Does anybody answer there? Asked for searched targets, `searchAtOnce` at a time, before one of them is read. */
  probe: (target: Target, site: Site) => Promise<boolean>;
  searchAtOnce: number;
  /** Devices read at the same time. */
  concurrency: number;
  /** A reading that is not back by then is given up; longer than the deadline the reader itself keeps. */
  giveUpMs: number;
  signal: AbortSignal;
  /** Gets the summary that the round goes on to fill. */
  onStart?: (summary: RoundSummary) => void;
}

export interface RoundSummary {
  targets: number;
  asked: number;
  printers: number;
  notPrinters: number;
  silent: number;
  /** Printers of which a part could not be read to the end; their reports leave that part out. */
  incomplete: number;
  /** Read, but not kept: the disk would not take it. */
  notKept: number;
  failed: number;
  /** Targets with what went wrong there, at most 50. */
  failures: { target: string; reason: string }[];
}

/** Reads every target of every site once, so many at a time. After the signal no further one is begun. Never throws. */
export async function runRound(options: RoundOptions): Promise<RoundSummary> {
  const summary: RoundSummary = {
    targets: options.sites.reduce((sum, site) => sum + site.spans.reduce((n, span) => n + countTargets(span), 0), 0),
    asked: 0,
    printers: 0,
    notPrinters: 0,
    silent: 0,
    incomplete: 0,
    notKept: 0,
    failed: 0,
    failures: [],
  };
  const todo = listOnce(options.sites);
  const reading = new Gate(options.concurrency);
  const worker = async () => {
    for (const { target, site } of todo) {
      if (options.signal.aborted) return;
      if (target.searched && !(await options.probe(target, site))) summary.silent += 1;
      else
        await reading.run(async () => {
          if (!options.signal.aborted) await readOne(target, site, options, summary);
        });
      if (options.signal.aborted) return;
      summary.asked += 1;
    }
  };
  options.onStart?.(summary);
  await Promise.all(Array.from({ length: Math.max(options.searchAtOnce, options.concurrency) }, worker));
  if (!options.signal.aborted) summary.targets = summary.asked;
  return summary;
}

/** One iterator for all workers; closing it by the first that finishes would rob the others, so it is not a generator's loop. */
function listOnce(sites: readonly Site[]): Iterable<{ target: ListedTarget; site: Site }> {
  const inner = listAll(sites);
  return { [Symbol.iterator]: () => ({ next: () => inner.next() }) };
}

/** A target named twice is read once, for the site that names it first. */
function* listAll(sites: readonly Site[]): Generator<{ target: ListedTarget; site: Site }> {
  const seen = new Set<string>();
  for (const site of sites)
    for (const target of listTargets(site.spans, site.exclude)) {
      const name = toName(target);
      if (seen.has(name)) continue;
      seen.add(name);
      yield { target, site };
    }
}

const toName = (target: Target) => `${target.host}:${target.port}`;

async function readOne(target: Target, site: Site, options: RoundOptions, summary: RoundSummary): Promise<void> {
  const outcome = await within(options.giveUpMs, options.read(target, site));
  switch (outcome.kind) {
    case 'printer':
      summary.printers += 1;
      if (outcome.notes !== undefined && outcome.notes.length > 0) {
        summary.incomplete += 1;
        note(summary, target, `read in part: ${outcome.notes.join('; ')}`);
      }
      await options.keep(outcome.report).catch((error: unknown) => {
        summary.notKept += 1;
        note(summary, target, `read, but not kept: ${toMessage(error)}`);
      });
      return;
    case 'notPrinter':
      summary.notPrinters += 1;
      return;
    case 'silent':
      summary.silent += 1;
      return;
    case 'failed':
      summary.failed += 1;
      note(summary, target, outcome.reason);
  }
}

function note(summary: RoundSummary, target: Target, reason: string): void {
  if (summary.failures.length < 50) summary.failures.push({ target: toName(target), reason });
}

async function within(ms: number, reading: Promise<ReadOutcome>): Promise<ReadOutcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ReadOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'failed', reason: `not finished within ${ms} ms` }), ms);
  });
  const read = reading.catch((error: unknown): ReadOutcome => ({ kind: 'failed', reason: toMessage(error) }));
  return Promise.race([read, late]).finally(() => clearTimeout(timer));
}

const toMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

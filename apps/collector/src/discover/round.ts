import { setMaxListeners } from 'node:events';
import type { DeviceReport } from '@platen/contract/report';
import { toFailureWords } from '../platform/error-text.ts';
import type { Site } from '../settings/settings.ts';
import type { AnnouncedPrinter } from './announced.ts';
import { Gate, Limiter, pause, toPlace } from './pacing.ts';
import { note, type RoundSummary, toEmptySummary } from './round-summary.ts';
import { countTargets, type ListedTarget, listTargets, type Target, toTargetName } from '../settings/targets.ts';

/** What reading one target came to; as `readDevice` gives it. */
export type ReadOutcome =
  | { kind: 'printer'; report: DeviceReport; notes?: readonly string[] }
  | { kind: 'notPrinter'; sysDescr?: string }
  | { kind: 'silent' | 'failed'; reason: string };

/** `announced`: it has just said that it is there, and what it offers. */
export type RoundTarget = ListedTarget & { announced?: AnnouncedPrinter };

/** What became of one target. `kept`: why a report could not be kept, empty when it was. */
export interface Visit {
  target: RoundTarget;
  site: Site;
  outcome: ReadOutcome;
  notKept?: string;
}

export interface RoundOptions {
  sites: readonly Site[];
  /** Read as well, after those the sites list. */
  further?: readonly { target: RoundTarget; site: Site }[];
  read: (target: RoundTarget, site: Site) => Promise<ReadOutcome>;
  /** Keeps a report; resolves when it is safe, throws when it cannot be kept. */
  keep: (report: DeviceReport) => Promise<void>;
  /** Does anybody answer there? Asked before reading, except where an answer is to be expected. */
  probe: (target: RoundTarget, site: Site) => Promise<boolean>;
  /** What is known from before: one that answered is read at once, one that may be silent takes no place of a reader. */
  expects?: (target: Target) => 'answer' | 'silence' | 'unknown';
  /** Targets that may be silent asked at the same time. */
  searchAtOnce: number;
  /** Addresses of searched networks asked anew a second. */
  packetsPerSecond?: number;
  /** Devices read at the same time. */
  concurrency: number;
  /** A reading that is not back by then is given up; longer than the deadline the reader itself keeps. */
  giveUpMs: number;
  /** The time over which the round is spread, each target at its own place; without it all begins at once. */
  spreadMs?: number;
  signal: AbortSignal;
  /** Gets the summary that the round goes on to fill. */
  onStart?: (summary: RoundSummary) => void;
  onVisit?: (visit: Visit) => void;
}

/** The most by which chance moves a reading, so that devices with neighbouring places do not answer in one burst. */
const jitterMs = 50;

/**
 * Reads every target of every site once. Two lanes: targets that somebody named or that were known before, and searched addresses.
 * After the signal no further one is begun. Never throws.
 */
export async function runRound(options: RoundOptions): Promise<RoundSummary> {
  const { sites, further = [], signal } = options;
  const listed = sites.reduce((sum, site) => sum + site.spans.reduce((n, span) => n + countTargets(span), 0), 0);
  const summary = toEmptySummary(listed + further.length);
  const round: Round = {
    options,
    summary,
    reading: new Gate(options.concurrency),
    probing: new Gate(options.searchAtOnce),
    begunAt: performance.now(),
  };
  // Hundreds wait at a time, and each ends early at the signal.
  setMaxListeners(0, signal);
  options.onStart?.(summary);
  await Promise.all([visitSteady(round), visitSearched(round)]);
  if (!signal.aborted) summary.targets = summary.asked;
  return summary;
}

interface Round {
  options: RoundOptions;
  summary: RoundSummary;
  reading: Gate;
  probing: Gate;
  begunAt: number;
}
interface Listed {
  target: RoundTarget;
  site: Site;
}

const isSteady = ({ target }: Listed, { expects }: RoundOptions) =>
  !target.searched || (expects !== undefined && expects(target) !== 'unknown');

/** Each at its place of the spread; at once where there is none. */
async function visitSteady(round: Round): Promise<void> {
  const { options, begunAt } = round;
  const steady: (Listed & { atMs: number })[] = [];
  for (const listed of listAll(options))
    if (isSteady(listed, options))
      steady.push({ ...listed, atMs: toPlace(toTargetName(listed.target)) * (options.spreadMs ?? 0) });
  if (options.spreadMs !== undefined) steady.sort((a, b) => a.atMs - b.atMs);
  const visits: Promise<void>[] = [];
  for (const { target, site, atMs } of steady) {
    await pause(begunAt + atMs - performance.now(), options.signal);
    if (options.signal.aborted) break;
    visits.push(visit(round, target, site));
  }
  await Promise.all(visits);
}

/** As many at a time as may be probed, no faster than allowed; over the whole spread where there is one. */
async function visitSearched(round: Round): Promise<void> {
  const { options, summary } = round;
  const { packetsPerSecond = Number.POSITIVE_INFINITY, spreadMs = 0, signal } = options;
  // The last tenth is left for those that answer.
  const evenly = spreadMs === 0 ? Number.POSITIVE_INFINITY : (1000 * summary.targets) / (0.9 * spreadMs);
  const limiter = new Limiter(Math.min(packetsPerSecond, Math.max(1, evenly)));
  const todo = shared(listAll(options));
  const worker = async () => {
    for (const listed of todo) {
      if (isSteady(listed, options)) continue;
      await limiter.turn(signal);
      if (signal.aborted) return;
      await visit(round, listed.target, listed.site);
    }
  };
  await Promise.all(Array.from({ length: options.searchAtOnce }, worker));
}

/** One iterator for all workers; closing it by the first that finishes would rob the others, so it is not a generator's loop. */
function shared<T>(inner: Iterator<T>): Iterable<T> {
  return { [Symbol.iterator]: () => ({ next: () => inner.next() }) };
}

/** A target named twice is read once, for the site that names it first. */
function* listAll({ sites, further = [] }: RoundOptions): Generator<Listed> {
  const seen = new Set<string>();
  const isFirst = (target: Target) => {
    const name = toTargetName(target);
    const first = !seen.has(name);
    seen.add(name);
    return first;
  };
  for (const site of sites)
    for (const target of listTargets(site.spans, site.exclude)) if (isFirst(target)) yield { target, site };
  for (const listed of further) if (isFirst(listed.target)) yield listed;
}

async function visit(round: Round, target: RoundTarget, site: Site): Promise<void> {
  const { options, summary } = round;
  const { signal } = options;
  const answers = target.announced !== undefined || options.expects?.(target) === 'answer';
  const silent = !answers && !(await round.probing.run(async () => signal.aborted || options.probe(target, site)));
  if (!silent) await pause(Math.random() * jitterMs, signal);
  const done = silent
    ? { target, site, outcome: { kind: 'silent' as const, reason: 'no answer' } }
    : await round.reading.run(async () => (signal.aborted ? undefined : readAndKeep(options, target, site)));
  if (done === undefined) return;
  count(summary, done);
  options.onVisit?.(done);
  if (!signal.aborted) summary.asked += 1;
}

async function readAndKeep(options: RoundOptions, target: RoundTarget, site: Site): Promise<Visit> {
  const outcome = await within(options.giveUpMs, options.read(target, site));
  if (outcome.kind !== 'printer') return { target, site, outcome };
  const notKept = await options.keep(outcome.report).then(() => undefined, toFailureWords);
  return { target, site, outcome, ...(notKept === undefined ? {} : { notKept }) };
}

function count(summary: RoundSummary, { target, outcome, notKept }: Visit): void {
  switch (outcome.kind) {
    case 'printer':
      summary.printers += 1;
      if (outcome.notes !== undefined && outcome.notes.length > 0) {
        summary.incomplete += 1;
        note(summary, toTargetName(target), `read in part: ${outcome.notes.join('; ')}`);
      }
      if (notKept !== undefined) {
        summary.notKept += 1;
        note(summary, toTargetName(target), `read, but not kept: ${notKept}`);
      }
      return;
    case 'notPrinter':
      summary.notPrinters += 1;
      return;
    case 'silent':
      summary.silent += 1;
      return;
    case 'failed':
      summary.failed += 1;
      note(summary, toTargetName(target), outcome.reason);
  }
}

async function within(ms: number, reading: Promise<ReadOutcome>): Promise<ReadOutcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ReadOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'failed', reason: `not finished within ${ms} ms` }), ms);
  });
  const read = reading.catch((error: unknown): ReadOutcome => ({ kind: 'failed', reason: toFailureWords(error) }));
  return Promise.race([read, late]).finally(() => clearTimeout(timer));
}

import { setMaxListeners } from 'node:events';
import type { DeviceReport } from '@platen/contract/report';
import { toErrorText } from '../platform/errors.ts';
import type { Site } from '../settings/settings.ts';
import { countTargets, listTargets, type Target, toTargetName } from '../settings/targets.ts';
import { pause, RateLimiter, Semaphore, toSlot } from './pacing.ts';
import { note, type RoundSummary, toEmptySummary } from './round-summary.ts';
import type { ReadOutcome, RoundTarget, Visit } from './visit.ts';

export interface RoundOptions {
  sites: readonly Site[];
  /** Further targets, read after those that the sites list. */
  further?: readonly { target: RoundTarget; site: Site }[];
  read: (target: RoundTarget, site: Site) => Promise<ReadOutcome>;
  /** Stores a report; resolves when it is on disk, throws if it cannot be stored. */
  store: (report: DeviceReport) => Promise<void>;
  /** Whether a device answers. Called before reading, unless an answer is expected. */
  probe: (target: RoundTarget, site: Site) => Promise<boolean>;
  /**
   * What is known from earlier rounds: a device that answered is read at once; one that may be silent is
   * probed first.
   */
  expects?: (target: Target) => 'answer' | 'silence' | 'unknown';
  /** Targets that may be silent, probed at the same time. */
  searchAtOnce: number;
  /** False: searched addresses of which nothing is known are left out. */
  searches?: boolean;
  /** New addresses of searched networks probed per second. */
  packetsPerSecond?: number;
  /** Devices read at the same time. */
  concurrency: number;
  /** A reading that takes longer is given up; more than the deadline that the reader itself observes. */
  giveUpMs: number;
  /** The time over which the round is spread, each target in its own slot; undefined: all start at once. */
  spreadMs?: number;
  signal: AbortSignal;
  /** Receives the summary that the round updates. */
  onStart?: (summary: RoundSummary) => void;
  onVisit?: (visit: Visit) => void;
}

/** Maximum jitter of a reading, so that devices in neighbouring slots do not answer in one burst. */
const jitterMs = 50;

/**
 * Reads every target of every site once, in two queues: named or known targets, and searched addresses.
 * After the signal no further one is started. Never throws.
 */
export async function runRound(options: RoundOptions): Promise<RoundSummary> {
  const { sites, further = [], signal } = options;
  const listed = sites.reduce((sum, site) => sum + site.spans.reduce((n, span) => n + countTargets(span), 0), 0);
  const summary = toEmptySummary(listed + further.length);
  const round: Round = {
    options,
    summary,
    reading: new Semaphore(options.concurrency),
    probing: new Semaphore(options.searchAtOnce),
    begunAt: performance.now(),
  };
  // Hundreds wait at a time, and each ends early on the signal.
  setMaxListeners(0, signal);
  options.onStart?.(summary);
  await Promise.all([visitSteady(round), visitSearched(round)]);
  if (!signal.aborted) summary.targets = summary.asked;
  return summary;
}

interface Round {
  options: RoundOptions;
  summary: RoundSummary;
  reading: Semaphore;
  probing: Semaphore;
  begunAt: number;
}
interface Listed {
  target: RoundTarget;
  site: Site;
}

const isSteady = ({ target }: Listed, { expects }: RoundOptions) =>
  !target.searched || (expects !== undefined && expects(target) !== 'unknown');

/** Runs each target in its slot of the spread; all at once without a spread. */
async function visitSteady(round: Round): Promise<void> {
  const { options, begunAt } = round;
  const steady: (Listed & { atMs: number })[] = [];
  for (const listed of listAll(options))
    if (isSteady(listed, options))
      steady.push({ ...listed, atMs: toSlot(toTargetName(listed.target)) * (options.spreadMs ?? 0) });
  if (options.spreadMs !== undefined) steady.sort((a, b) => a.atMs - b.atMs);
  const visits: Promise<void>[] = [];
  for (const { target, site, atMs } of steady) {
    await pause(begunAt + atMs - performance.now(), options.signal);
    if (options.signal.aborted) break;
    visits.push(visit(round, target, site));
  }
  await Promise.all(visits);
}

/**
 * At most as many as may be probed at a time, no faster than allowed, over the whole spread if there is one.
 */
async function visitSearched(round: Round): Promise<void> {
  const { options, summary } = round;
  const { packetsPerSecond = Number.POSITIVE_INFINITY, spreadMs = 0, signal, searches = true } = options;
  if (!searches) return;
  // The last tenth is reserved for those that answer.
  const evenly = spreadMs === 0 ? Number.POSITIVE_INFINITY : (1000 * summary.targets) / (0.9 * spreadMs);
  const limiter = new RateLimiter(Math.min(packetsPerSecond, Math.max(1, evenly)));
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

/**
 * One iterator for all workers. Not a for-of loop: it would close the iterator for the others when the first
 * one finishes.
 */
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
    : await round.reading.run(async () => (signal.aborted ? undefined : readAndStore(options, target, site)));
  if (done === undefined) return;
  count(summary, done);
  options.onVisit?.(done);
  if (!signal.aborted) summary.asked += 1;
}

async function readAndStore(options: RoundOptions, target: RoundTarget, site: Site): Promise<Visit> {
  const outcome = await within(options.giveUpMs, options.read(target, site));
  if (outcome.kind !== 'printer') return { target, site, outcome };
  const storeError = await options.store(outcome.report).then(() => undefined, toErrorText);
  return { target, site, outcome, ...(storeError === undefined ? {} : { storeError }) };
}

function count(summary: RoundSummary, { target, outcome, storeError }: Visit): void {
  switch (outcome.kind) {
    case 'printer':
      summary.printers += 1;
      if (outcome.notes.length > 0) {
        summary.incomplete += 1;
        note(summary, toTargetName(target), `read in part: ${outcome.notes.join('; ')}`);
      }
      if (storeError !== undefined) {
        summary.notStored += 1;
        note(summary, toTargetName(target), `read, but not stored: ${storeError}`);
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
  const read = reading.catch((error: unknown): ReadOutcome => ({ kind: 'failed', reason: toErrorText(error) }));
  return Promise.race([read, late]).finally(() => clearTimeout(timer));
}

import type { LineRemark, LineState, LineStop, LineWarning, settlements } from '@platen/contract/close-values';
import { lineRemarks, mostEstimates } from '@platen/contract/close-values';
import type { Estimate } from '../judge/judgement.ts';
import type { MeterBreak, MeterRow, MeterRun } from './continue-meter.ts';
import { estimateUntil, pagesBetween, readMeterAt } from './read-meter.ts';
import { dayMs } from './suspicious-rise.ts';

/** A reading older than this at the end of a period is none of the period: its line stops the close. */
export const oldestMs = 7 * dayMs;

interface Span {
  /** First instant, and the first one after it. */
  readonly from: number;
  readonly to: number;
}

/** Where a line of a former close ended: with a reading, and what was estimated since. */
export interface ClosedEnd {
  readonly at: number;
  readonly value: number;
  readonly estimated: number;
  /** Estimates in a row up to it. */
  readonly inARow: number;
}

/** A time that was billed with a record which was merged into the device since. */
export interface ClosedSpan extends Span {
  /** What was estimated at its end, less what was at its beginning. */
  readonly estimated: number;
}

/** All that decides a line, in addition to what its meter ran through. */
export interface LineFacts extends Span {
  /** Why the line ends before its period does. */
  readonly endsBy: 'period' | 'moved' | 'went';
  readonly startsBy: 'period' | 'moved';
  /** The end of the line of the former close; null: there was none. */
  readonly former: ClosedEnd | null;
  /** Pages that people added or took within the span, and whether they did at all. */
  readonly corrected: number;
  readonly isCorrected: boolean;
  /** Times that were billed with records which were merged into the device (OA-44). */
  readonly elsewhere: readonly ClosedSpan[];
  /** A correction of the meter waits for a second person (LG-21). */
  readonly isWaiting: boolean;
  /** Instants of readings that people entered (LG-33). */
  readonly typed: ReadonlySet<number>;
  readonly goesApart: boolean;
  readonly lacksAssetNumber: boolean;
  readonly settled: (typeof settlements)[number] | null;
  /** Spans to compare the use with. */
  readonly before: Span;
  readonly lastYear: Span;
}

export interface LineEnd {
  readonly row: MeterRow;
  /** As billed, with what was estimated. */
  readonly value: number;
  readonly estimated: number;
}

export interface DecidedLine extends Span {
  readonly start: LineEnd | null;
  readonly end: LineEnd | null;
  readonly use: number | null;
  readonly corrected: number;
  /** Pages of the use that were billed with a merged record, and are not billed again. */
  readonly elsewhere: number;
  readonly billed: number | null;
  readonly state: LineState;
  readonly stops: readonly LineStop[];
  readonly warnings: readonly LineWarning[];
  readonly remarks: readonly LineRemark[];
  readonly estimate: (Estimate & { readonly inARow: number }) | null;
  /** A further one would be one too many in a row (LG-16). */
  readonly hasTwoEstimates: boolean;
  readonly canDiffer: number | null;
  readonly before: number | null;
  readonly lastYear: number | null;
  readonly break: MeterBreak | null;
}

/** Decides a line of a close (LG-31, LG-32, LG-37); undefined: the meter has no part in the span. Pure. */
export function decideLine(run: MeterRun, facts: LineFacts): DecidedLine | undefined {
  const { from, to, former, settled } = facts;
  const end = readMeterAt(run, to - 1);
  if (end.used === null) return undefined;
  const { start, came } = findStart(run, facts);
  const estimate = toEstimate(run, to, end.used, former);
  const isEstimated = settled === 'estimate' && estimate !== null;
  const isOutside = to - 1 - end.used.at > oldestMs && facts.endsBy === 'period';
  const byReading: LineState = isOutside && isByAge(end.state) ? (settled === 'accept' ? 'old' : 'none') : end.state;
  const state = isEstimated ? 'estimated' : byReading;
  const estimated = isEstimated ? estimate.value : 0;
  const isBilled = end.used.billed !== null && start !== null && state !== 'none' && settled !== 'leaveOut';
  const use = isBilled ? end.used.used + estimated - (start.row.used + start.estimated) : null;
  const elsewhere =
    use === null || start === null ? 0 : pagesElsewhere(run, facts.elsewhere, { from: start.row.at, to: end.used.at });
  const billed = use === null ? null : use + facts.corrected - elsewhere;
  const found = findBreak(run, facts, state);
  return {
    from,
    to,
    start,
    end: end.used.billed === null ? null : { row: end.used, value: end.used.billed + estimated, estimated },
    use,
    corrected: facts.corrected,
    elsewhere,
    billed,
    state,
    stops: settled === 'leaveOut' ? [] : toStops(state, facts),
    warnings: settled === 'leaveOut' ? [] : toWarnings(state, billed),
    remarks: toRemarks(run, facts, { end: end.used, came, isEstimated, found, elsewhere }),
    estimate,
    hasTwoEstimates: estimatesOf(end.used, former) >= mostEstimates,
    canDiffer: end.canDiffer,
    before: pagesIn(run, facts.before),
    lastYear: pagesIn(run, facts.lastYear),
    break: found,
  };
}

const isByAge = (state: LineState): boolean => state === 'exact' || state === 'near' || state === 'old';

/** Use between the readings at both ends; null where one is missing. */
const pagesIn = (run: MeterRun, { from, to }: Span): number | null => pagesBetween(run, from - 1, to - 1);

/** That of the former close, else the ledger's, else the first reading after it (LG-31, LG-37). */
function findStart(run: MeterRun, { from, to, former }: LineFacts): { start: LineEnd | null; came: boolean } {
  const at = former === null ? from - 1 : former.at;
  const { used } = readMeterAt(run, at);
  if (used !== null) {
    const estimated = former?.estimated ?? 0;
    const value = former === null ? used.billed : former.value;
    return { start: value === null ? null : { row: used, value, estimated }, came: false };
  }
  const first = run.rows.find((row) => row.state !== 'excluded' && row.at < to);
  if (first === undefined) return { start: null, came: false };
  return { start: first.billed === null ? null : { row: first, value: first.billed, estimated: 0 }, came: true };
}

/** Where the next close goes on: with the end of the line, or where it began if it was not billed. */
export function carryOf(line: DecidedLine, former: ClosedEnd | null): ClosedEnd | null {
  const { start, end, use, state, estimate } = line;
  const inARow = state === 'estimated' ? (estimate?.inARow ?? 1) : 0;
  if (end !== null && use !== null) return { at: end.row.at, value: end.value, estimated: end.estimated, inARow };
  if (former !== null || start === null) return former;
  return { at: start.row.at, value: start.value, estimated: start.estimated, inARow: 0 };
}

/** What may be estimated on request, at most twice in a row (LG-16). */
function toEstimate(
  run: MeterRun,
  to: number,
  used: MeterRow,
  former: ClosedEnd | null,
): (Estimate & { inARow: number }) | null {
  const inARow = estimatesOf(used, former) + 1;
  if (inARow > mostEstimates || to - 1 - used.at < dayMs) return null;
  const found = estimateUntil(run, to - 1);
  if (found === undefined) return null;
  // The bill does not fall from one estimate to the next.
  const least = former !== null && former.at === used.at ? former.estimated : 0;
  return { ...found, value: Math.max(found.value, least), inARow };
}

/** Estimates in a row before; a true reading since the former close settled them. */
const estimatesOf = (used: MeterRow, former: ClosedEnd | null): number =>
  former !== null && former.at === used.at ? former.inARow : 0;

function toStops(state: LineState, facts: LineFacts): LineStop[] {
  return [
    ...(state === 'afterBreak' || state === 'suspicious' || state === 'none' ? [state] : []),
    ...(facts.goesApart && facts.settled !== 'accept' ? (['goesApart'] as const) : []),
    ...(facts.lacksAssetNumber ? (['assetNumber'] as const) : []),
    ...(facts.isWaiting ? (['correctionWaiting'] as const) : []),
  ];
}

const toWarnings = (state: LineState, billed: number | null): LineWarning[] => [
  ...(state === 'old' || state === 'estimated' ? [state] : []),
  ...(billed !== null && billed < 0 ? (['negative'] as const) : []),
];

/** The break that stops the line, else the last one of the span whose cause was stated. */
function findBreak(run: MeterRun, { from, to }: LineFacts, state: LineState): MeterBreak | null {
  const until = run.breaks.filter(({ after, healed }) => after.at < to && healed === undefined);
  if (state === 'afterBreak' || state === 'suspicious') return until.find(({ cause }) => cause === null) ?? null;
  return until.findLast(({ after, cause }) => cause !== null && after.at >= from) ?? null;
}

interface Found {
  readonly end: MeterRow;
  readonly came: boolean;
  readonly isEstimated: boolean;
  readonly found: MeterBreak | null;
  readonly elsewhere: number;
}

function toRemarks(run: MeterRun, facts: LineFacts, { end, came, isEstimated, found, elsewhere }: Found): LineRemark[] {
  const { from, to, former } = facts;
  const isLeftOut = run.rows.some((row) => row.state === 'excluded' && row.at >= from && row.at < to);
  const remarks: Readonly<Record<LineRemark, boolean>> = {
    came,
    went: facts.endsBy === 'went',
    moved: facts.startsBy === 'moved' || facts.endsBy === 'moved',
    settlesEstimate: former !== null && former.estimated > 0 && end.at > former.at,
    typed: !isEstimated && facts.typed.has(end.at),
    causeStated: found !== null && found.cause !== null && found.cause !== 'printed',
    leapAccepted: found !== null && found.cause === 'printed',
    misreadLeftOut: isLeftOut,
    corrected: facts.isCorrected,
    numberExchanged: found !== null && found.cause === 'deviceExchanged',
    billedElsewhere: elsewhere !== 0,
  };
  return lineRemarks.filter((name) => remarks[name]);
}

/** What the meter ran through within times that were billed with merged records, as is known now. */
function pagesElsewhere(run: MeterRun, spans: readonly ClosedSpan[], { from, to }: Span): number {
  return spans.reduce((sum, span) => {
    const [first, last] = [Math.max(from, span.from), Math.min(to, span.to)];
    if (last <= first) return sum;
    const use = (readMeterAt(run, last).used?.used ?? 0) - (readMeterAt(run, first).used?.used ?? 0);
    return sum + use + (last === span.to ? span.estimated : 0);
  }, 0);
}

/** A line of a former close, as far as it was billed. */
export interface ClosedLine {
  readonly start: Pick<ClosedEnd, 'at' | 'estimated'>;
  readonly end: Pick<ClosedEnd, 'at' | 'estimated'>;
  /** Use and corrections with which it was closed, and what later closes corrected of it. */
  readonly billed: number;
  /** Pages that people added or took within it, as is known now. */
  readonly corrected: number;
  readonly elsewhere: readonly ClosedSpan[];
}

/**
 * What a closed line would be billed more by what is known now, less where negative: the line of the next
 * close that corrects it (LG-20). Late readings between both ends change nothing.
 */
export function correctionOf(run: MeterRun, line: ClosedLine): number {
  const start = readMeterAt(run, line.start.at).used;
  const end = readMeterAt(run, line.end.at).used;
  // What is not billed now is corrected once its cause is stated.
  if (start === null || start.billed === null || end === null || end.billed === null) return 0;
  const use = end.used + line.end.estimated - start.used - line.start.estimated;
  const elsewhere = pagesElsewhere(run, line.elsewhere, { from: start.at, to: end.at });
  return use + line.corrected - elsewhere - line.billed;
}

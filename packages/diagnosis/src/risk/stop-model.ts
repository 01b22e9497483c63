import { chanceOfFailure, type EndingModel, endingsOf, learnEndings } from '../components/part-life/ended-pieces.ts';
import type { EndingSign } from '../components/part-life/ending.ts';
import { significant } from '../figures/significant.ts';
import type { Day, DeviceHistory } from '../history/day-reading.ts';
import { type PartPiece, toPartPieces } from './part-pieces.ts';

/**
 * A piece as a device reports it to the fleet: the part of its life under watch, and what was around its
 * replacement, with `failed` where it showed a failure itself; null: it is in force.
 */
type PieceSummary = readonly [entry: number, end: number, around: readonly (EndingSign | 'failed')[] | null];

/** How the parts of a device ended; JSON. */
export interface StopSummary {
  /** Days from its first reading to its last. */
  readonly days: number;
  /** By kind of part. */
  readonly pieces: Readonly<Partial<Record<string, readonly PieceSummary[]>>>;
}

/** How often parts fail; JSON. */
export interface StopModel {
  /** Why pieces were replaced; the same in the model of every family. */
  readonly endings: EndingModel;
  /** Failures a named life of use, by how much of that life is over, of all kinds of part and families. */
  readonly hazards: readonly number[];
  /** How many times as often a kind of part fails. Of kinds whose life is not named: failures a year. */
  readonly kinds: Readonly<Partial<Record<string, number>>>;
  /** Failures that the fleet has seen, and the device-years under watch. */
  readonly failures: number;
  readonly deviceYears: number;
}

/** Where bins of use begin, in named lives; the last one has no end. */
const edges = [0, 0.1, 0.25, 0.5, 0.7, 0.8, 0.9, 1, 1.15, 1.35, 1.7] as const;
/** Failures that what is common is worth: to a bin, to a kind of part, to a kind in a family. */
const worth = { bin: 3, kind: 3, family: 5 } as const;
/** Failures a named life, and a year, that are believed before any was seen. */
const usually = { life: 0.2, year: 0.05 } as const;
const daysOfYear = 365.25;

const round = (value: number) => Math.round(value * 1000) / 1000;

/** Undefined where the device reports no part. */
export function summariseStops(history: DeviceHistory, last: Day): StopSummary | undefined {
  const found = toPartPieces(history);
  if (found.length === 0) return undefined;
  const pieces: Record<string, PieceSummary[]> = {};
  for (const { kind, entry, end, until, failed, signs } of found) {
    const around = until === undefined ? null : [...(failed === undefined ? [] : (['failed'] as const)), ...signs];
    const own = pieces[kind] ?? [];
    pieces[kind] = own;
    own.push([round(entry), round(end), around]);
  }
  return { days: last - (history.days[0]?.day ?? last), pieces };
}

interface SeenPiece {
  readonly kind: string;
  readonly entry: number;
  readonly end: number;
  readonly signs: readonly EndingSign[];
  readonly hasFailed: boolean;
  readonly isInForce: boolean;
}

const toSeen = ({ pieces }: StopSummary): readonly SeenPiece[] =>
  Object.entries(pieces).flatMap(([kind, own]) =>
    (own ?? []).map(([entry, end, around]) => ({
      kind,
      entry,
      end,
      signs: (around ?? []).filter((sign) => sign !== 'failed'),
      hasFailed: around?.includes('failed') === true,
      isInForce: around === null,
    })),
  );

/**
 * Learns how often parts fail, from the pieces that were replaced by how likely each had failed, and from all
 * use under watch: failures a named life of use in bins of age for all kinds of part together, and how many
 * times as often each kind fails (gamma-Poisson). A family has kinds of its own, drawn towards `common`.
 */
export function fitStops(summaries: readonly StopSummary[], common: StopModel | undefined): StopModel | undefined {
  const pieces = summaries.flatMap(toSeen);
  if (pieces.length === 0) return common;
  const endings = common?.endings ?? learnEndings(pieces.filter(({ isInForce }) => !isInForce).map(withAge));
  const counted = pieces.map((piece) => ({ ...piece, failed: shareOf(piece, endings) }));
  const hazards = common?.hazards ?? fitHazards(counted.filter(({ kind }) => !isInYears(kind)));
  const own = new Map<string, { failed: number; expected: number }>();
  for (const { kind, failed, entry, end } of counted) {
    const sums = own.get(kind) ?? { failed: 0, expected: 0 };
    own.set(kind, sums);
    sums.failed += failed;
    sums.expected += isInYears(kind) ? end - entry : expectedWithin(hazards, entry, end);
  }
  const kinds = [...own].map(([kind, { failed, expected }]) => {
    const before = common?.kinds[kind] ?? usualOf(kind);
    const weight = common === undefined ? worth.kind : worth.family;
    return [kind, significant((before * (failed + weight)) / (before * expected + weight))] as const;
  });
  const watched = summaries.reduce((sum, { days }) => sum + days, 0);
  return {
    endings,
    hazards,
    kinds: { ...common?.kinds, ...Object.fromEntries(kinds) },
    failures: common?.failures ?? Math.round(counted.reduce((sum, { failed }) => sum + failed, 0)),
    deviceYears: common?.deviceYears ?? Math.round((10 * watched) / daysOfYear) / 10,
  };
}

const isInYears = (kind: string): boolean => kind.startsWith('years:');
const usualOf = (kind: string): number => (isInYears(kind) ? usually.year : 1);

/** How likely a piece ended because it had failed, 0 to 1; 0 of one in force. */
function shareOf(piece: SeenPiece, endings: EndingModel): number {
  if (piece.isInForce || !speaksForFailure(piece)) return 0;
  return chanceOfFailure(withAge(piece), endingsOf(endings, piece.kind));
}

/** A piece whose life no maker names counts in years, which say nothing here. */
export const withAge = <P extends Pick<PartPiece, 'kind' | 'end'>>(
  piece: P,
): P & { readonly age: number | undefined } => ({
  ...piece,
  age: isInYears(piece.kind) ? undefined : piece.end,
});

/**
 * Cleaning blades, grids and the like are replaced with what they belong to: one of them counts as failed
 * only where something around its replacement says so.
 */
export const speaksForFailure = ({ kind, signs }: Pick<PartPiece, 'kind' | 'signs'>): boolean =>
  !kind.includes('part.') || signs.some((sign) => speaking.has(sign));

const speaking: ReadonlySet<EndingSign> = new Set(['cured', 'jams', 'stopped']);

function fitHazards(pieces: readonly (SeenPiece & { readonly failed: number })[]): readonly number[] {
  const bins = edges.map(() => ({ failed: 0, use: 0 }));
  for (const { entry, end, failed } of pieces) {
    for (const [at, bin] of bins.entries()) bin.use += usedIn(at, entry, end);
    const last = bins[edges.findLastIndex((edge) => end >= edge)];
    if (last !== undefined) last.failed += failed;
  }
  const sumOf = (of: (bin: (typeof bins)[number]) => number) => bins.reduce((sum, bin) => sum + of(bin), 0);
  const mean = (sumOf(({ failed }) => failed) + 1) / (sumOf(({ use }) => use) + 1 / usually.life);
  return bins.map(({ failed, use }) => significant((failed + worth.bin) / (use + worth.bin / mean)));
}

const usedIn = (bin: number, from: number, to: number): number =>
  Math.max(0, Math.min(to, edges[bin + 1] ?? Infinity) - Math.max(from, edges[bin] ?? Infinity));

const expectedWithin = (hazards: readonly number[], from: number, to: number): number =>
  hazards.reduce((sum, hazard, bin) => sum + hazard * usedIn(bin, from, to), 0);

/** Failures of a piece in force to be expected within a number of days; undefined without a known use. */
export function failuresWithin(
  { kind, end, perDay }: Pick<PartPiece, 'kind' | 'end' | 'perDay'>,
  model: StopModel,
  days: number,
): number | undefined {
  if (perDay === undefined) return undefined;
  const times = model.kinds[kind] ?? usualOf(kind);
  const used = perDay * days;
  return times * (isInYears(kind) ? used : expectedWithin(model.hazards, end, end + used));
}

import { significant } from '../figures/significant.ts';
import { type PartPiece, type PieceSign, pieceSigns } from './part-pieces.ts';

/** What shows why a piece was replaced: its kind, its age and what was around its replacement. */
export interface EndedPiece extends Pick<PartPiece, 'kind' | 'end' | 'signs'> {
  /** It showed that it had failed. */
  readonly hasFailed: boolean;
}

/**
 * How pieces come to be replaced: the share of each bin of ages, and how often each sign is around it; JSON.
 */
interface Ending {
  readonly ages: readonly number[];
  readonly signs: Readonly<Record<PieceSign, number>>;
}

/** What is learned of one kind of part; JSON. */
interface KindShares {
  /** Share of the replacements that were failures, and of those failures the share that showed it. */
  readonly failed: number;
  readonly shown: number;
}

/** What distinguishes pieces that had failed from those replaced by plan; JSON. */
export interface EndingModel {
  /** Share of the replacements that were failures, of all kinds of part together. */
  readonly share: number;
  readonly kinds: Readonly<Partial<Record<string, KindShares>>>;
  readonly failed: Ending;
  readonly planned: Ending;
}

/** Ages that count alike lie between two of these, in lives that makers name. */
const edges = [0.25, 0.5, 0.7, 0.78, 0.86, 0.94, 1.02, 1.12, 1.3, 1.6] as const;

/**
 * What is believed before any replacement was seen: parts are replaced by plan near the end of the life that
 * their maker names and often several at once; what fails does so at any age, more often past that life.
 */
const believed: Pick<EndingModel, 'failed' | 'planned'> = {
  failed: {
    ages: [0.06, 0.06, 0.06, 0.04, 0.06, 0.08, 0.1, 0.14, 0.2, 0.15, 0.05],
    signs: { cured: 0.4, jams: 0.25, stopped: 0.25, alone: 0.85 },
  },
  planned: {
    ages: [0.01, 0.01, 0.01, 0.05, 0.2, 0.3, 0.24, 0.08, 0.06, 0.03, 0.01],
    signs: { cured: 0.05, jams: 0.05, stopped: 0.03, alone: 0.4 },
  },
};
/** Replacements that this is worth. */
const worth = { share: 4, shown: 1, signs: 10, ages: 15 } as const;
/** What speaks for a failure stays an exception before a replacement by plan, whatever is learned. */
const mostPlanned = { cured: 0.25, jams: 0.25, stopped: 0.08, alone: 1 } as const;
const [least, most] = [0.002, 0.99];
const rounds = 25;

/**
 * Learns why pieces were replaced, which hardly any report says, by expectation and maximisation (Dempster,
 * Laird and Rubin 1977) over two kinds of replacement. All kinds of part teach ages and signs together, as a
 * fleet sees few failures of each; only the share that failed is each kind's own.
 */
export function learnEndings(pieces: readonly EndedPiece[]): EndingModel {
  let model: EndingModel = { ...believed, share: 0.5, kinds: {} };
  for (let round = 0; round < rounds; round++) {
    const chances = pieces.map((piece) => chanceOfFailure(piece, model));
    const planned = chances.map((chance) => 1 - chance);
    const share = (sum(chances) + worth.share / 2) / (pieces.length + worth.share);
    const own = toEnding(pieces, planned, believed.planned);
    const signs = { ...own.signs };
    for (const sign of pieceSigns) signs[sign] = Math.min(signs[sign], mostPlanned[sign]);
    model = {
      share,
      kinds: toShares(pieces, chances, share),
      failed: toEnding(pieces, chances, believed.failed),
      planned: { ...own, signs },
    };
  }
  return model;
}

function toShares(pieces: readonly EndedPiece[], chances: readonly number[], all: number): EndingModel['kinds'] {
  const sums = new Map<string, { failed: number; shown: number; count: number }>();
  for (const [at, { kind, hasFailed }] of pieces.entries()) {
    const own = sums.get(kind) ?? { failed: 0, shown: 0, count: 0 };
    sums.set(kind, own);
    own.failed += chances[at] ?? 0;
    own.shown += Number(hasFailed);
    own.count += 1;
  }
  return Object.fromEntries(
    [...sums].map(([kind, { failed, shown, count }]) => [
      kind,
      {
        failed: significant(clamp((failed + worth.share * all) / (count + worth.share), least, most)),
        // Of a kind that never shows its failures that one did not says nothing.
        shown: significant(Math.min(most, shown / (failed + worth.shown))),
      },
    ]),
  );
}

function toEnding(pieces: readonly EndedPiece[], weights: readonly number[], before: Ending): Ending {
  const weigh = (has: (piece: EndedPiece) => boolean) =>
    pieces.reduce((total, piece, at) => total + (has(piece) ? (weights[at] ?? 0) : 0), 0);
  const all = sum(weights);
  const aged = weigh((piece) => binOf(piece) !== undefined);
  const signs = { ...before.signs };
  for (const sign of pieceSigns) {
    const seen = weigh((piece) => piece.signs.includes(sign));
    signs[sign] = clamp((seen + before.signs[sign] * worth.signs) / (all + worth.signs), least, most);
  }
  const ages = before.ages.map(
    (share, bin) => (weigh((piece) => binOf(piece) === bin) + share * worth.ages) / (aged + worth.ages),
  );
  return { ages: ages.map(significant), signs };
}

/** How likely a piece that was replaced had failed, 0 to 1; certain of one that showed it. */
export function chanceOfFailure(piece: EndedPiece, { share, kinds, failed, planned }: EndingModel): number {
  if (piece.hasFailed) return 1;
  const own = kinds[piece.kind] ?? { failed: share, shown: 0 };
  let log = Math.log(own.failed / (1 - own.failed)) + Math.log(1 - own.shown);
  for (const sign of pieceSigns) {
    const likely = ({ signs }: Ending) => (piece.signs.includes(sign) ? signs[sign] : 1 - signs[sign]);
    log += Math.log(likely(failed) / likely(planned));
  }
  const bin = binOf(piece);
  if (bin !== undefined) log += Math.log((failed.ages[bin] ?? 1) / (planned.ages[bin] ?? 1));
  return 1 / (1 + Math.exp(-log));
}

/** Undefined of a piece whose life no maker names: its age says nothing. */
const binOf = ({ kind, end }: EndedPiece): number | undefined =>
  kind.startsWith('years:') ? undefined : edges.filter((edge) => end >= edge).length;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

import { significant } from '../../figures/significant.ts';
import type { EndingSign } from './ending.ts';

/** What was around the replacement of a piece of any kind (0295). */
const pieceSigns = ['cured', 'again', 'jams', 'stopped', 'alone'] as const satisfies readonly EndingSign[];
export type PieceSign = (typeof pieceSigns)[number];

/** What shows why a piece was replaced: its kind, its age and what was around its replacement. */
export interface EndedPiece {
  /** Pieces that fail alike: `drum`. */
  readonly kind: string;
  /** In lives that its maker names; undefined: none is named, and its age says nothing. */
  readonly age: number | undefined;
  readonly signs: readonly EndingSign[];
  /** Whether its own sensor showed a failure; undefined: not looked at. */
  readonly isSensed?: boolean | undefined;
  /** It showed that it had failed. */
  readonly hasFailed: boolean;
}

/**
 * How counters of pieces come to begin again: the share of each bin of ages, and how often each sign is
 * around it, `again` of those with `cured`; JSON. A sign may be absent in models of earlier versions.
 */
interface Ending {
  readonly ages: readonly number[];
  readonly signs: Readonly<Partial<Record<PieceSign, number>>>;
}

/** What is learned of one kind of part; JSON. */
interface KindShares {
  /** Share of the replacements that were failures, and of those failures the share that showed it. */
  readonly failed: number;
  readonly shown: number;
  /**
   * Share of those that failed, and of those replaced by plan, whose own sensor showed a failure; undefined:
   * sensors were not looked at.
   */
  readonly sensed?: { readonly failed: number; readonly planned: number } | undefined;
  /** Share of the replacements with which the sensor moved; absent: sensors were not looked at. */
  readonly moved?: number | undefined;
  /**
   * Share of those replaced by plan with which no other part was: a drum of one colour is due by itself, a
   * blade with its drum (0906). Absent in models of earlier versions.
   */
  readonly alone?: number | undefined;
}

/** The same for one kind of part; JSON. */
export interface KindEndings extends Pick<EndingModel, 'failed' | 'planned'> {
  readonly own: KindShares;
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
/** How wide each of them is; the last has no end. */
const widths = [0.25, 0.25, 0.2, 0.08, 0.08, 0.08, 0.08, 0.1, 0.18, 0.3, 0.6] as const;
/**
 * Failures know nothing of the plan: those near the age at which most pieces are replaced by it are as many
 * as those just before and after. By so much each bin takes part in its two neighbours.
 */
const sharedAges = 0.15;

/**
 * What is believed before any replacement was seen: parts are replaced by plan near the end of the life that
 * their maker names and often several at once; what fails does so at any age, more often past that life.
 */
const believed = {
  failed: {
    ages: [0.1, 0.12, 0.12, 0.06, 0.07, 0.08, 0.1, 0.11, 0.12, 0.08, 0.04],
    signs: { cured: 0.4, again: 0.5, jams: 0.25, stopped: 0.25, alone: 0.85 },
  },
  planned: {
    ages: [0.01, 0.01, 0.01, 0.05, 0.2, 0.3, 0.24, 0.08, 0.06, 0.03, 0.01],
    signs: { cured: 0.05, again: 0.2, jams: 0.05, stopped: 0.03, alone: 0.4 },
  },
} as const satisfies Pick<EndingModel, 'failed' | 'planned'>;
/** Replacements that this is worth; of `again`, replacements with a call. */
const worth = { share: 4, shown: 1, signs: 10, again: 4, ages: 15, moved: 6, alone: 10 } as const;
/** What speaks for a failure stays an exception before a replacement by plan, whatever is learned. */
const mostPlanned = { cured: 0.25, again: 0.4, jams: 0.25, stopped: 0.08, alone: 1 } as const;
/** The same of one kind: where all its pieces fail, each with no other, being alone still says so. */
const mostAlone = 0.65;
/**
 * A counter that was set back although the piece stayed in: seldom, at any age before the plan, on a day as
 * any other, alone, and its sensor stays where it was. Nothing distinguishes it from a silent failure by
 * numbers alone, so it is believed and not learned.
 */
const setBack = {
  share: 0.02,
  ages: [0.25, 0.25, 0.2, 0.08, 0.08, 0.08, 0.03, 0.01, 0.01, 0.005, 0.005],
  alone: 0.85,
  moved: 0.05,
} as const;
/** Share of the replacements with which a sensor moves, before any was seen. */
const usuallyMoved = 0.55;
/** The same of a sensor of the piece itself. */
const believedSensed = { failed: 0.6, planned: 0.03, worth: 6, mostPlanned: 0.1 } as const;
const [least, most] = [0.002, 0.99];
const rounds = 25;

/**
 * Learns why pieces were replaced, which hardly any report says, by expectation and maximisation (Dempster,
 * Laird and Rubin 1977) over failures, replacements by plan and counters that were only set back (0903). All
 * kinds of part teach ages and signs together, as a fleet sees few failures of each; only the share that
 * failed, and what its sensor shows, is each kind's own.
 * @param ofAll ages and signs of all kinds, where each kind learns only what is its own (0900)
 */
export function learnEndings(pieces: readonly EndedPiece[], ofAll?: EndingModel): EndingModel {
  let model: EndingModel = { ...believed, share: 0.5, ...ofAll, kinds: {} };
  for (let round = 0; round < rounds; round++) {
    const reasons = pieces.map((piece) => reasonsOf(piece, endingsOf(model, piece.kind)));
    const failures = sum(reasons.map(({ failed }) => failed));
    const replaced = failures + sum(reasons.map(({ planned }) => planned));
    const share = ofAll?.share ?? (failures + worth.share / 2) / (replaced + worth.share);
    const shared = ofAll ?? learnCommon(pieces, reasons);
    model = {
      share,
      kinds: toShares(pieces, reasons, share, shared.planned.signs.alone ?? believed.planned.signs.alone),
      failed: shared.failed,
      planned: shared.planned,
    };
  }
  return model;
}

function learnCommon(
  pieces: readonly EndedPiece[],
  reasons: readonly Reasons[],
): Pick<EndingModel, 'failed' | 'planned'> {
  const weigh = (of: keyof Reasons) => reasons.map((one) => one[of]);
  const planned = toEnding(pieces, weigh('planned'), believed.planned);
  const failed = toEnding(pieces, weigh('failed'), believed.failed);
  const signs = { ...planned.signs };
  for (const sign of pieceSigns) signs[sign] = Math.min(signs[sign], mostPlanned[sign]);
  return { failed: { ...failed, ages: spread(failed.ages) }, planned: { ...planned, signs } };
}

/** Shares of ages of which each has a part in its neighbours, as much a width. */
function spread(ages: readonly number[]): readonly number[] {
  const dense = ages.map((share, bin) => share / (widths[bin] ?? 1));
  const spreadOut = dense.map((own, bin) => {
    const near = [dense[bin - 1], dense[bin + 1]].filter((one) => one !== undefined);
    const weight = 1 - 2 * sharedAges + near.length * sharedAges;
    return (((1 - 2 * sharedAges) * own + sharedAges * sum(near)) / weight) * (widths[bin] ?? 1);
  });
  const all = sum(spreadOut);
  return spreadOut.map((share) => significant(share / all));
}

function toShares(
  pieces: readonly EndedPiece[],
  reasons: readonly Reasons[],
  all: number,
  usuallyAlone: number,
): EndingModel['kinds'] {
  const byKind = new Map<string, Weighed[]>();
  for (const [at, piece] of pieces.entries()) {
    const own = byKind.get(piece.kind) ?? [];
    byKind.set(piece.kind, own);
    const { failed, planned } = reasons[at] ?? { failed: 0, planned: 0 };
    own.push({ piece, chance: failed, replaced: failed + planned });
  }
  return Object.fromEntries(
    [...byKind].map(([kind, own]) => {
      const failed = sum(own.map(({ chance }) => chance));
      const replaced = sum(own.map((one) => one.replaced));
      const shown = own.filter(({ piece }) => piece.hasFailed).length;
      return [
        kind,
        {
          failed: significant(clamp((failed + worth.share * all) / (replaced + worth.share), least, most)),
          // Of a kind that never shows its failures that one did not says nothing.
          shown: significant(Math.min(most, shown / (failed + worth.shown))),
          sensed: toSensed(own.filter(({ piece }) => piece.isSensed !== undefined)),
          moved: toMoved(own.filter(({ piece }) => hasMoved(piece) !== undefined)),
          alone: toAlone(own, usuallyAlone),
        },
      ];
    }),
  );
}

interface Weighed {
  readonly piece: EndedPiece;
  /** How likely it had failed, and how likely another piece took its place. */
  readonly chance: number;
  readonly replaced: number;
}

function toMoved(known: readonly Weighed[]): KindShares['moved'] {
  if (known.length === 0) return undefined;
  const moved = sum(known.map(({ piece, replaced }) => (hasMoved(piece) === true ? replaced : 0)));
  const all = sum(known.map(({ replaced }) => replaced));
  return significant(clamp((moved + usuallyMoved * worth.moved) / (all + worth.moved), least, most));
}

/** Of those replaced by plan, drawn towards all kinds of part together. */
function toAlone(own: readonly Weighed[], usual: number): number {
  const planned = own.map(({ piece, chance, replaced }) => ({ piece, weight: replaced - chance }));
  const alone = sum(planned.map(({ piece, weight }) => (piece.signs.includes('alone') ? weight : 0)));
  const all = sum(planned.map(({ weight }) => weight));
  return significant(clamp((alone + usual * worth.alone) / (all + worth.alone), least, Math.max(usual, mostAlone)));
}

function toSensed(known: readonly Weighed[]): KindShares['sensed'] {
  if (known.length === 0) return undefined;
  const { failed, planned, worth: sure, mostPlanned: limit } = believedSensed;
  const weigh = (of: (chance: number) => number, has: (piece: EndedPiece) => boolean = () => true) =>
    sum(known.map(({ piece, chance }) => (has(piece) ? of(chance) : 0)));
  const shareOf = (of: (chance: number) => number, before: number) =>
    (weigh(of, ({ isSensed }) => isSensed === true) + before * sure) / (weigh(of) + sure);
  return {
    failed: significant(shareOf((chance) => chance, failed)),
    planned: significant(
      Math.min(
        limit,
        shareOf((chance) => 1 - chance, planned),
      ),
    ),
  };
}

interface Learned extends Ending {
  readonly signs: Readonly<Record<PieceSign, number>>;
}

function toEnding(pieces: readonly EndedPiece[], weights: readonly number[], before: Learned): Learned {
  const weigh = (has: (piece: EndedPiece) => boolean) =>
    pieces.reduce((total, piece, at) => total + (has(piece) ? (weights[at] ?? 0) : 0), 0);
  const all = sum(weights);
  const aged = weigh((piece) => binOf(piece) !== undefined);
  const signs = { ...before.signs };
  for (const sign of pieceSigns) {
    const seen = weigh((piece) => piece.signs.includes(sign));
    const [known, sure] =
      sign === 'again' ? [weigh((piece) => piece.signs.includes('cured')), worth.again] : [all, worth.signs];
    signs[sign] = clamp((seen + before.signs[sign] * sure) / (known + sure), least, most);
  }
  const ages = before.ages.map(
    (share, bin) => (weigh((piece) => binOf(piece) === bin) + share * worth.ages) / (aged + worth.ages),
  );
  return { ages: ages.map(significant), signs };
}

/** What is known of one kind of part. */
export const endingsOf = ({ share, kinds, failed, planned }: EndingModel, kind: string): KindEndings => ({
  own: kinds[kind] ?? { failed: share, shown: 0 },
  failed,
  planned,
});

/** How likely a piece whose counter began again had failed, or was replaced by plan; else it stayed in. */
interface Reasons {
  readonly failed: number;
  readonly planned: number;
}

/** How likely a piece that was replaced had failed, 0 to 1; certain of one that showed it. */
export const chanceOfFailure = (piece: Omit<EndedPiece, 'kind'>, endings: KindEndings): number =>
  reasonsOf(piece, endings).failed;

/** Each piece of evidence by itself, as if none depended on another (naive Bayes). */
function reasonsOf(piece: Omit<EndedPiece, 'kind'>, { own, failed, planned }: KindEndings): Reasons {
  if (piece.hasFailed) return { failed: 1, planned: 0 };
  const logs = {
    failed: Math.log(own.failed) + Math.log(1 - own.shown),
    planned: Math.log(1 - own.failed),
    setBack: Math.log(setBack.share / (1 - setBack.share)),
  };
  const add = (ofFailed: number, ofPlanned: number, ofSetBack = ofPlanned) => {
    logs.failed += Math.log(ofFailed);
    logs.planned += Math.log(ofPlanned);
    logs.setBack += Math.log(ofSetBack);
  };
  for (const sign of pieceSigns) {
    if (sign === 'again' && !piece.signs.includes('cured')) continue;
    const likely = (share: number) => (piece.signs.includes(sign) ? share : 1 - share);
    const [ofFailed, ofPlanned] = [failed, planned].map(({ signs }) => signs[sign]);
    const usual = [believed.failed.signs[sign], believed.planned.signs[sign]] as const;
    const ofKind = sign === 'alone' ? own.alone : undefined;
    const ofPlan = likely(ofKind ?? ofPlanned ?? usual[1]);
    add(likely(ofFailed ?? usual[0]), ofPlan, sign === 'alone' ? likely(setBack.alone) : ofPlan);
  }
  if (piece.isSensed !== undefined) {
    const sensed = own.sensed ?? believedSensed;
    const likely = (share: number) => (piece.isSensed === true ? share : 1 - share);
    add(likely(sensed.failed), likely(sensed.planned));
  }
  const moved = hasMoved(piece);
  if (moved !== undefined) {
    const likely = (share: number) => (moved ? share : 1 - share);
    const ofReplaced = likely(own.moved ?? usuallyMoved);
    add(ofReplaced, ofReplaced, likely(setBack.moved));
  }
  const bin = binOf(piece);
  if (bin !== undefined) add(failed.ages[bin] ?? 1, planned.ages[bin] ?? 1, setBack.ages[bin] ?? 1);
  const top = Math.max(logs.failed, logs.planned, logs.setBack);
  const [one, other, none] = [logs.failed, logs.planned, logs.setBack].map((log) => Math.exp(log - top));
  const all = (one ?? 0) + (other ?? 0) + (none ?? 0);
  return { failed: (one ?? 0) / all, planned: (other ?? 0) / all };
}

/** Whether the sensor of a piece moved with its replacement; undefined: not known. */
const hasMoved = ({ signs }: Pick<EndedPiece, 'signs'>): boolean | undefined =>
  signs.includes('moved') ? true : signs.includes('stayed') ? false : undefined;

const binOf = ({ age }: Pick<EndedPiece, 'age'>): number | undefined =>
  age === undefined ? undefined : edges.filter((edge) => age >= edge).length;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

import { developerCodes, drumCodes, feedPartCodes } from '@platen/contract/part-codes';
import { posteriorRate } from '../statistics/negative-binomial.ts';
import type { CumulativeHazard } from './renewal.ts';

/** How a piece ended: it is in force, was replaced, or had failed when it was replaced. */
export const ends = { inForce: 0, replaced: 1, failed: 2 } as const;
type End = (typeof ends)[keyof typeof ends];

/** A piece as a device reports it to the fleet; shares of the named life, or years. */
export type PieceSummary = readonly [entry: number, end: number, how: End];

/** The pieces that a device saw, by item; JSON. Items of unknown life are prefixed `years:`. */
export interface NeedsSummary {
  readonly pieces: Readonly<Record<string, readonly PieceSummary[]>>;
}

/** How the parts of a device are replaced: by plan, when they fail, or not known yet. */
export const policies = ['plan', 'wear', 'unknown'] as const;
export type Policy = (typeof policies)[number];

/** Replacements a unit of use, by kind of item, policy and bin of use; JSON. */
export interface NeedsModel {
  readonly hazards: Readonly<Record<string, Readonly<Record<Policy, readonly number[]>>>>;
}

/** Where bins of use begin; the last one has no end. */
const edges = [0, 0.25, 0.5, 0.7, 0.8, 0.86, 0.9, 0.94, 0.98, 1.02, 1.06, 1.12, 1.2, 1.35, 1.6, 2] as const;
/** A replacement between these shares looks like a planned one; a piece beyond is not replaced by plan. */
const plannedFrom = 0.8;
const plannedTo = 1.12;
const overdueFrom = 1.18;

/** Before anything is learned: pieces are replaced about the end of the life that their maker names. */
const usualHazard = edges.map((edge) => (edge < 0.8 ? 0.05 : 3));
const usualOfYears = 0.1;
/** Replacements that a belief is worth at most, a bin: what is usual, all kinds, a kind, all families. */
const worths = { usual: 0.5, kind: 1, policy: 2, family: 5 };

/** Items that wear alike: of all colours, and of all paper sources. */
export function kindOf(item: string): string {
  const [prefix = '', name = ''] = item.replace(/^years:/, '').split('.');
  const years = item.startsWith('years:') ? 'years:' : '';
  if (prefix === 'toner') return `${years}toner`;
  if (Object.values(drumCodes).includes(name)) return `${years}drum`;
  if (Object.values(developerCodes).includes(name)) return `${years}developer`;
  const feeds = Object.values(feedPartCodes).some(({ block }) => name.startsWith(block));
  return years + (feeds ? `feed${name.slice(-1)}` : name);
}

/** Counts by policy and bin. */
class Tally {
  readonly events = edges.map(() => 0);
  readonly use = edges.map(() => 0);

  add([entry, end, how]: PieceSummary): void {
    for (const [bin, from] of edges.entries()) {
      const within = Math.min(end, edges[bin + 1] ?? Infinity) - Math.max(entry, from);
      if (within > 0) this.use[bin] = (this.use[bin] ?? 0) + within;
    }
    if (how !== ends.replaced) return;
    const bin = edges.findLastIndex((from) => end >= from);
    this.events[bin] = (this.events[bin] ?? 0) + 1;
  }

  /**
   * Rates drawn towards others. A belief in a small rate is worth fewer events: else a use of hundreds of
   * lives could not change it.
   */
  rates(prior: readonly number[], worth: number): readonly number[] {
    return prior.map((rate, bin) => {
      const exposure = worth / (rate + 1);
      return posteriorRate({ events: rate * exposure, exposure }, this.events[bin] ?? 0, this.use[bin] ?? 0);
    });
  }
}

/**
 * What the pieces of a device other than this one say of how its parts are replaced. A piece must not decide
 * the policy that it is counted under.
 */
function habitsOf({ pieces }: NeedsSummary): (without?: PieceSummary) => Policy {
  let [planned, overdue] = [0, 0];
  const isPlanned = ([, end, how]: PieceSummary) => how === ends.replaced && end >= plannedFrom && end <= plannedTo;
  const isOverdue = ([, end]: PieceSummary) => end >= overdueFrom;
  for (const [item, own] of Object.entries(pieces)) {
    if (item.startsWith('years:') || item.startsWith('toner.')) continue;
    planned += own.filter(isPlanned).length;
    overdue += own.filter(isOverdue).length;
  }
  return (without) => {
    const [plans, wears] = [
      planned - Number(without !== undefined && isPlanned(without)),
      overdue - Number(without !== undefined && isOverdue(without)),
    ];
    return plans === 0 && wears === 0 ? 'unknown' : plans > wears ? 'plan' : 'wear';
  };
}

/** How the parts of this device are replaced, by all of its pieces. */
export const policyOf = (summary: NeedsSummary): Policy => habitsOf(summary)();

type Tallies = Record<Policy | 'all', Tally>;
const newTallies = (): Tallies => ({ all: new Tally(), plan: new Tally(), wear: new Tally(), unknown: new Tally() });

/**
 * Learns at which share of their named lives pieces are replaced, from all replacements but those of pieces
 * that had failed (their dates are judged) and from the pieces in force: replacements a unit of use in bins
 * of use, by kind and by how the device's parts are replaced (gamma-Poisson). The model of all devices is
 * drawn towards all policies of the kind and all kinds, that of a family towards `common`.
 */
export function fitNeeds(summaries: readonly NeedsSummary[], common: NeedsModel | undefined): NeedsModel | undefined {
  const tallies = tally(summaries);
  if (tallies.kinds.size === 0) return common;
  return common === undefined ? fitCommon(tallies) : fitFamily(tallies, common);
}

interface Counted {
  readonly kinds: ReadonlyMap<string, Tallies>;
  /** Parts of all kinds whose life is named. */
  readonly whole: Tallies;
}

const isPart = (kind: string): boolean => !kind.startsWith('years:') && kind !== 'toner';

function tally(summaries: readonly NeedsSummary[]): Counted {
  const kinds = new Map<string, Tallies>();
  const whole = newTallies();
  for (const summary of summaries) {
    const policyWithout = habitsOf(summary);
    for (const [item, pieces] of Object.entries(summary.pieces)) {
      const kind = kindOf(item);
      const own = kinds.get(kind) ?? newTallies();
      kinds.set(kind, own);
      for (const piece of pieces) {
        const policy = policyWithout(piece);
        for (const tallies of isPart(kind) ? [own, whole] : [own]) {
          tallies.all.add(piece);
          tallies[policy].add(piece);
        }
      }
    }
  }
  return { kinds, whole };
}

type Hazards = NeedsModel['hazards'][string];
const toHazards = (ratesUnder: (policy: Policy) => readonly number[]): Hazards => {
  const rounded = (policy: Policy) => ratesUnder(policy).map((rate) => Math.round(rate * 1e4) / 1e4);
  return { plan: rounded('plan'), wear: rounded('wear'), unknown: rounded('unknown') };
};

function fitCommon({ kinds, whole }: Counted): NeedsModel {
  const all = whole.all.rates(usualHazard, worths.usual);
  const effects = toHazards((policy) =>
    whole[policy].rates(all, worths.policy).map((rate, bin) => rate / (all[bin] ?? rate)),
  );
  const hazards = [...kinds].map(([kind, own]) => {
    const usual = isPart(kind) ? all : usualOf(kind);
    const common = own.all.rates(usual, worths.kind);
    const effect = (policy: Policy, bin: number) => (isPart(kind) ? (effects[policy][bin] ?? 1) : 1);
    const toPrior = (policy: Policy) => common.map((rate, bin) => rate * effect(policy, bin));
    return [kind, toHazards((policy) => own[policy].rates(toPrior(policy), worths.policy))] as const;
  });
  return { hazards: Object.fromEntries(hazards) };
}

function fitFamily({ kinds }: Counted, common: NeedsModel): NeedsModel {
  const hazards = [...kinds].flatMap(([kind, own]) => {
    const prior = common.hazards[kind];
    return prior === undefined
      ? []
      : [[kind, toHazards((policy) => own[policy].rates(prior[policy], worths.family))] as const];
  });
  return { hazards: { ...common.hazards, ...Object.fromEntries(hazards) } };
}

const usualOf = (kind: string): readonly number[] =>
  kind.startsWith('years:') ? edges.map(() => usualOfYears) : usualHazard;

/** The hazard of an item of a device; before anything is learned the usual one. */
export function hazardOf(model: NeedsModel | undefined, item: string, policy: Policy): CumulativeHazard {
  const kind = kindOf(item);
  const rates = model?.hazards[kind]?.[policy] ?? usualOf(kind);
  return (from, to) => {
    let sum = 0;
    for (let bin = 0; bin < edges.length; bin++) {
      const within = Math.min(to, edges[bin + 1] ?? Infinity) - Math.max(from, edges[bin] ?? Infinity);
      if (within > 0) sum += within * (rates[bin] ?? 0);
    }
    return sum;
  };
}

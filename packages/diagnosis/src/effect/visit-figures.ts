import {
  cameBackAfter,
  classifyVisits,
  type PastVisit,
  type PressingCondition,
  spansOf,
  summariseSpans,
  type VisitClass,
} from './call-backs.ts';
import { shareRange } from './rate-ratio.ts';

/** Visits without which only counts are given (VE-07). */
const leastVisits = 20;

/** Percent with its exact 80 % range. */
interface Share {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

/** Figures of a group of visits (VE-07). */
export interface VisitFigures {
  /** Visits for a problem that were neither call-backs nor returns for parts (EM), and these (CB, HP). */
  readonly problems: number;
  readonly callBacks: number;
  readonly returns: number;
  /** Percent, each on its own base (amendment to VE-07); null under 20 visits. */
  readonly callBackShare: number | null;
  readonly returnShare: number | null;
  readonly firstTime: Share | null;
  /** Spans between unplanned visits, and their middle in pages; null below 30 spans. */
  readonly spans: number;
  readonly pagesBetween: number | null;
  /** Pieces that were brought, and of these those that came back unused. */
  readonly brought: number;
  readonly unused: number;
}

/** A visit of a device with what it counts as. */
export interface CountedVisit {
  readonly visitId: string;
  readonly as: VisitClass;
  /** The same unit asked for somebody again, and no visit has followed yet. */
  readonly cameBack: boolean;
  /** Pages since the visit for a problem before it; null: not known. */
  readonly span: number | null;
  readonly brought: number;
  readonly unused: number;
}

/** All that is known of the visits to one device, ascending by day. */
interface DevicePast<V extends PastVisit> {
  readonly model: string | null;
  readonly visits: readonly V[];
  readonly conditions: readonly PressingCondition[];
}

/** Visits with what they count as (VE-06); pages between visits are compared with those of the same model. */
export function countVisits<V extends PastVisit & Pick<CountedVisit, 'brought' | 'unused'>>(
  devices: readonly DevicePast<V>[],
): readonly (CountedVisit & { readonly visit: V })[] {
  const spans = new Map<string, number[]>();
  for (const { model, visits } of devices)
    if (model !== null) spans.set(model, [...(spans.get(model) ?? []), ...spansOf(visits).values()]);
  const least = new Map([...spans].map(([model, list]) => [model, summariseSpans(list).p20]));
  return devices.flatMap(({ model, visits, conditions }) => {
    const pages = least.get(model ?? '') ?? null;
    const classes = classifyVisits(visits, pages);
    const back = cameBackAfter(visits, conditions, pages);
    const own = spansOf(visits);
    return visits.map((visit) => ({
      visit,
      visitId: visit.visitId,
      as: classes.get(visit.visitId) ?? null,
      cameBack: back.has(visit.visitId),
      span: own.get(visit.visitId) ?? null,
      brought: visit.brought,
      unused: visit.unused,
    }));
  });
}

/** CB of EM, HP of EM + CB, and what is left of 100 as fixed the first time (VE-07). */
export function toFigures(visits: readonly CountedVisit[]): VisitFigures {
  const count = (which: (visit: CountedVisit) => boolean) => visits.filter(which).length;
  const sum = (of: (visit: CountedVisit) => number) => visits.reduce((total, visit) => total + of(visit), 0);
  const problems = count(({ as }) => as === 'problem');
  const callBacks = count(({ as }) => as === 'callBack') + count(({ cameBack }) => cameBack);
  const returns = count(({ as }) => as === 'returnForParts');
  const spans = visits.flatMap(({ span }) => span ?? []);
  return {
    problems,
    callBacks,
    returns,
    ...toShares({ problems, callBacks, returns, visits: count(({ as }) => as !== null) }),
    spans: spans.length,
    pagesBetween: summariseSpans(spans).median,
    brought: sum(({ brought }) => brought),
    unused: sum(({ unused }) => unused),
  };
}

type Counts = Readonly<Record<'problems' | 'callBacks' | 'returns' | 'visits', number>>;

function toShares({
  problems,
  callBacks,
  returns,
  visits,
}: Counts): Pick<VisitFigures, 'callBackShare' | 'returnShare' | 'firstTime'> {
  if (visits < leastVisits || problems === 0) return { callBackShare: null, returnShare: null, firstTime: null };
  const callBackShare = (100 * callBacks) / problems;
  const returnShare = (100 * returns) / (problems + callBacks);
  const value = Math.max(0, 100 - callBackShare - returnShare);
  const range = shareRange(Math.round((value / 100) * problems), problems);
  return { callBackShare, returnShare, firstTime: { value, lower: 100 * range.lower, upper: 100 * range.upper } };
}

import type { Basis } from '@platen/contract/basis';
import type { AnswerOf } from '@platen/contract/endpoint';
import type { PartVerdict, Verdict } from '@platen/contract/part-verdict';
import {
  figuresOf,
  type PredictedPart,
  predictionComponents,
  readPredicted,
} from '@platen/contract/prediction-components';
import type { Predictions as PredictionAnswers } from '@platen/contract/predictions';
import type { readPmParts } from '@platen/contract/readings';
import { partsOfAdvice } from '@platen/diagnosis/judge/advice-parts';
import { asksForVisit as verdictAsksForVisit, verdictOf } from '@platen/diagnosis/judge/part-verdict';
import { toIsoDay } from '../../device/figures.ts';
import type { ComponentName, Predictions } from './predictions.ts';
import {
  asksForVisit,
  isWithheld,
  type Sign,
  type Span,
  severityRank,
  toDaySpan,
  toMonthSpan,
  toSign,
} from './to-sign.ts';

/** One row of the service horizon. `part` distinguishes drawers and colours of a component. */
export interface HorizonRow {
  readonly component: ComponentName;
  readonly part?: string;
  /** Bare name of the part among the advice texts, where it has one. */
  readonly nameId?: string;
  readonly sign: Sign | 'noData' | 'loading' | 'failed';
  readonly span?: Span;
  /** Readings there are and would be needed, where they are too few. */
  readonly missing?: Pick<Basis, 'readings' | 'neededReadings'>;
}

interface Judged {
  readonly messageId: string | null;
  readonly basis?: Basis | undefined;
  readonly replacementPart?: { readonly verdict?: PartVerdict | undefined };
}
type Part = Omit<HorizonRow, 'component'>;

const toPart = ({ messageId, basis, replacementPart }: Judged, more: Omit<Part, 'sign' | 'missing'> = {}): Part => ({
  ...more,
  sign: toSign(messageId, basis, replacementPart?.verdict),
  ...(basis !== undefined && isWithheld(basis) ? { missing: basis } : {}),
});
const named = (nameId: string | null, span: Span | undefined, part?: string) => ({
  ...(nameId === null ? {} : { nameId }),
  ...(span === undefined ? {} : { span }),
  ...(part === undefined ? {} : { part }),
});
/** A drive that reports no health is not sound. */
const hasNoState = ({ state }: PredictedPart) => state === null;

function readPart({ key, ...one }: PredictedPart): Part {
  if (one.replacementPart === undefined) {
    // Errors are keyed by their field: `errorCE20`.
    const part = toPart(one, key === undefined ? {} : { part: key.replace(/^error/, '') });
    return hasNoState(one) ? { ...part, sign: 'noData' } : part;
  }
  const { partsMessageId, predictionFailureDate, predictionFailureMonth, predictionFailureRange } = one.replacementPart;
  const span =
    predictionFailureMonth === undefined
      ? toDaySpan(predictionFailureDate ?? null, predictionFailureRange)
      : toMonthSpan(predictionFailureMonth, predictionFailureRange);
  return toPart(one, named(partsMessageId, span, key));
}

/** The parts of a component: undefined while its answer is not known, none without data. */
function readParts<C extends ComponentName>(
  component: C,
  answer: PredictionAnswers[C] | undefined,
): readonly Part[] | undefined {
  return answer === undefined ? undefined : readPredicted(component, answer).parts.map(readPart);
}

/**
 * The components in the order of equal rows: parts with a life before those judged by figures of their own.
 */
const components = predictionComponents.toSorted((a, b) => figuresOf(a).length - figuresOf(b).length);

/**
 * The rows of the service horizon, most severe first, then soonest: each component once, by the part that
 * needs service first, and each further part with a sign. So there are nine rows while no part has a sign,
 * and nothing moves when the answers arrive. `failed`: components whose call failed.
 */
export function toHorizonRows(predictions: Predictions, failed: ReadonlySet<ComponentName> = new Set()): HorizonRow[] {
  return components
    .flatMap((component): HorizonRow[] => {
      const parts = readParts(component, predictions[component]);
      if (parts !== undefined) return rowsOf(component, parts);
      return [{ component, sign: failed.has(component) ? 'failed' : 'loading' }];
    })
    .toSorted(byWeight);
}

const signs: ReadonlySet<HorizonRow['sign']> = new Set(['now', 'nextVisit', 'watch'] as const);
const weights = { dated: 5, quiet: 6, withheld: 7, noData: 8, loading: 9, failed: 9 } as const;
function weightOf({ sign, span }: HorizonRow): number {
  if (sign === 'noData' || sign === 'loading' || sign === 'failed') return weights[sign];
  if (signs.has(sign)) return severityRank(sign);
  if (span !== undefined) return weights.dated;
  return sign === 'withheld' ? weights.withheld : weights.quiet;
}
const timeOf = ({ span }: HorizonRow): number => span?.middle.getTime() ?? Number.MAX_VALUE;
const byWeight = (a: HorizonRow, b: HorizonRow): number => weightOf(a) - weightOf(b) || timeOf(a) - timeOf(b);

function rowsOf(component: ComponentName, parts: readonly Part[]): HorizonRow[] {
  const [first, ...others] = parts.map((part): HorizonRow => ({ component, ...part })).toSorted(byWeight);
  if (first === undefined) return [{ component, sign: 'noData' }];
  // Where no part has a sign or a date, the component has one row as a whole.
  const { sign, missing } = first;
  const whole: HorizonRow = { component, sign, ...(missing === undefined ? {} : { missing }) };
  const isQuiet = first.span === undefined && weightOf(first) >= weights.quiet && others.length > 0;
  return [isQuiet ? whole : first, ...others.filter((other) => signs.has(other.sign))];
}

/** Whether all days, or the whole month, that were predicted have gone by. */
export function isPast(span: HorizonRow['span'], now: Date): boolean {
  if (span === undefined) return false;
  const length = span.grain === 'month' ? 'YYYY-MM'.length : 'YYYY-MM-DD'.length;
  return toIsoDay(span.upper ?? span.middle).slice(0, length) < toIsoDay(now).slice(0, length);
}

/** What one visit covers and its deadline: the first day that a part may fail; `now` where a part is due. */
interface Visit {
  readonly by: Date | 'now' | undefined;
  readonly rows: readonly HorizonRow[];
  /** Parts of the PM parts list that ask for a visit and are not in a row. */
  readonly otherParts: number;
}

type PmParts = AnswerOf<typeof readPmParts>;

/** Undefined where no verdict asks for a visit. A day that has passed asks for one now. */
export function toVisit(rows: readonly HorizonRow[], today: Date, pmParts?: PmParts): Visit | undefined {
  const due = rows.filter(({ sign }) => asksForVisit(sign));
  const others = pmParts === undefined ? [] : toOtherParts(due, pmParts);
  if (due.length === 0 && others.length === 0) return undefined;
  const days = due.flatMap(({ span }) => span?.lower ?? span?.middle ?? []);
  const first = days.toSorted((a, b) => a.getTime() - b.getTime())[0];
  const isDue = due.some(({ sign }) => sign === 'now') || others.includes('due');
  const isNow = isDue || (first !== undefined && first <= today);
  return { by: isNow ? 'now' : first, rows: due, otherParts: others.length };
}

/** Verdicts of the listed parts that ask for a visit and are none of the parts of the rows. */
function toOtherParts(rows: readonly HorizonRow[], { threshold, parts }: PmParts): readonly Verdict[] {
  const listed = new Set(parts.map(({ partsCode }) => partsCode));
  const inRows = new Set(rows.flatMap(({ nameId }) => (nameId === undefined ? [] : partsOfAdvice(nameId, listed))));
  return parts
    .filter(({ partsCode }) => !inRows.has(partsCode))
    .map((part) => verdictOf(part, threshold).verdict)
    .filter(verdictAsksForVisit);
}

import type { ConditionFacts } from '@platen/contract/worklist-item';

/** Days from now within which something is expected to end with 80 % probability, and the most likely day. */
export interface DaySpan {
  readonly lower: number;
  readonly days: number;
  readonly upper: number;
}

/**
 * How a span of days is put into words. `over`: the whole span has passed. `days`, `weeks`: narrow enough to
 * plan by. `anyDay`: it may be over at once, and probably soon. `from`: it is likely to last that long, and
 * no end can be named. `open`: nothing to plan by.
 */
export type DueWords = 'over' | 'days' | 'weeks' | 'anyDay' | 'from' | 'open';

const week = 7;
/** The first that fits decides. Weeks end where the forecast of an opened row ends. */
const rules: readonly (readonly [words: DueWords, fits: (span: DaySpan) => boolean])[] = [
  ['over', ({ upper }) => upper <= 0],
  ['days', ({ upper }) => upper <= 4 * week],
  ['weeks', ({ lower, upper }) => lower >= week && upper <= 8 * week],
  ['anyDay', ({ lower, days }) => lower < week && days <= 4 * week],
  ['from', ({ lower }) => lower >= week],
  ['open', () => true],
];

/** The words for a span by its width, so that a range of years is no figure in a headline (0372). */
export const dueWordsOf = (span: DaySpan): DueWords => rules.find(([, fits]) => fits(span))?.[0] ?? 'open';

/** The words for what the facts of a condition know of its day; nothing is `open`. */
export const dueOf = ({ days, range }: Pick<ConditionFacts, 'days' | 'range'>): DueWords =>
  range === undefined ? 'open' : dueWordsOf({ ...range, days: days ?? (range.lower + range.upper) / 2 });

/** The corrected risk of a stop within 14 days in whole percent, where there is one worth naming. */
export function namedRisk({ risk }: Pick<ConditionFacts, 'risk'>): number | undefined {
  const percent = Math.round(risk?.within14Days ?? 0);
  return percent >= 1 ? percent : undefined;
}

/** The bounds of a span as its words name them: whole days, none of them past, or the weeks around it. */
export function toShownBounds(words: DueWords, { lower, upper }: Pick<DaySpan, 'lower' | 'upper'>) {
  return words === 'weeks'
    ? { lower: Math.floor(lower / week), upper: Math.ceil(upper / week) }
    : { lower: Math.max(0, Math.round(lower)), upper: Math.max(0, Math.round(upper)) };
}

import type { FigureInputs } from '@platen/contract/figures';
import type { NamedInputs } from '../../ui/evidence-source.ts';
import type { NamedMonth } from './to-month-bars.ts';
import { type Pages, toPages } from './to-pages.ts';

type Kind = 'black' | 'color' | 'total';

/** The readings behind the pages of the months, newest first, each named by month and kind. */
export const toMonthInputs = (
  months: readonly NamedMonth[],
  kinds: readonly Kind[],
  nameOf: (kind: Kind) => string,
): NamedInputs[] =>
  months.toReversed().flatMap(({ label, rises }) =>
    kinds.flatMap((kind) => {
      const inputs = rises?.[kind];
      return inputs === undefined ? [] : [{ name: `${label}, ${nameOf(kind)}`, inputs }];
    }),
  );

/** Pages of several months: a total of both kinds is their sum, all else is the sum of the months. */
export function toSumInputs(months: readonly NamedMonth[], kind: Kind, { black, color }: Pages): FigureInputs {
  const values =
    kind === 'total' && black !== null && color !== null ? [black, color] : months.map((month) => toPages(month)[kind]);
  return { kind: 'sum', values };
}

/** Colour pages of all; undefined where the share is not known. */
export const toRatioInputs = ({ color, total }: Pages): FigureInputs | undefined =>
  color === null || total === null ? undefined : { kind: 'ratio', part: color, whole: total };

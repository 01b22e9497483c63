import type { Supply } from '@platen/contract/report-sections';

/** A capacity of at most this many units makes steps of 10 % and more. */
const fewUnits = 10;
/** Widths in percent of levels that are reported in steps. */
const grids = [10, 25];
/**
 * With fewer levels chance alone puts all of them on a grid too often (one reading in a thousand with three).
 */
const leastLevels = 3;

/**
 * Marks levels that are reported in steps of 10 % and more, too wide to forecast the end by the level alone:
 * - a capacity of 10 units or less that is no percentage;
 * - three or more toners or inks whose levels between 0 and 100 are all multiples of 10 or of 25 percent:
 *   then all of them.
 */
export function withCoarse(supplies: readonly Supply[]): Supply[] {
  const levels = supplies
    .filter(isColoured)
    .flatMap(({ percent }) => (percent.state === 'measured' ? percent.value : []));
  const between = levels.filter((level) => level > 0 && level < 100);
  const onGrid =
    between.length >= leastLevels && grids.some((width) => between.every((level) => Number.isInteger(level / width)));
  return supplies.map((supply) =>
    hasFewUnits(supply) || (onGrid && isColoured(supply)) ? { ...supply, coarse: true } : supply,
  );
}

const isColoured = ({ tonerColor }: Supply): boolean => tonerColor !== undefined;
const hasFewUnits = ({ capacity, unit, percent }: Supply): boolean =>
  percent.state === 'measured' &&
  capacity?.state === 'measured' &&
  capacity.value > 1 &&
  capacity.value <= fewUnits &&
  unit !== 'percent';

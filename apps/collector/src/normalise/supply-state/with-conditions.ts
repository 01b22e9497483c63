import type { DeviceReport } from '@platen/contract/report';
import type { Supply } from '@platen/contract/report-sections';
import type { ValueState } from '@platen/contract/values';
import {
  bySeverity,
  type Condition,
  fromAlerts,
  fromErrors,
  fromPanel,
  type ReportedCondition,
} from './reported-conditions.ts';

type Status = NonNullable<DeviceReport['status']>;

/** From this percentage on a level contradicts the panel; makers warn of low toner at up to 30 %. */
const contradictedAbove: Readonly<Record<Condition, number>> = {
  ok: Number.POSITIVE_INFINITY,
  low: 40,
  nearFull: 40,
  empty: 10,
  full: 10,
  missing: 0,
};
const stateFor: Readonly<Record<Condition, ValueState>> = {
  ok: 'unknown',
  low: 'someRemaining',
  nearFull: 'someRemaining',
  empty: 'unknown',
  full: 'unknown',
  missing: 'unknown',
};

/**
 * Adds the conditions of alerts, panel and error bits to the supplies. The most severe one counts. If the
 * level contradicts it (low, and 100 %), the percentage becomes a state: panel and alerts take precedence,
 * the level stays visible in `level` and in the evidence.
 */
export function withConditions(supplies: readonly Supply[], status: Status | undefined): Supply[] {
  const reported = status === undefined ? [] : gather(supplies, status);
  return supplies.map((supply, position) => {
    const own = reported.filter((item) => item.position === position);
    const condition = bySeverity.find(
      (name) => name === supply.condition || own.some((item) => item.condition === name),
    );
    if (condition === undefined) return supply;
    const source = own.find((item) => item.condition === condition)?.source;
    return { ...supply, condition, percent: overruled(supply.percent, condition, source) };
  });
}

function gather(supplies: readonly Supply[], status: Status): ReportedCondition[] {
  const { alerts = [], consoleText = '', detectedErrors = [], evidence } = status;
  return [
    ...fromAlerts(alerts, supplies),
    ...fromPanel(consoleText, supplies, evidence?.consoleText),
    ...fromErrors(detectedErrors, supplies, evidence?.detectedErrors),
  ];
}

function overruled(
  percent: Supply['percent'],
  condition: Condition,
  source: ReportedCondition['source'] | undefined,
): Supply['percent'] {
  if (percent.state !== 'measured' || percent.value < contradictedAbove[condition]) return percent;
  const { evidence } = percent;
  if (evidence === undefined) return { state: stateFor[condition] };
  const also = [...(evidence.also ?? []), ...(source === undefined ? [] : [source])];
  return {
    state: stateFor[condition],
    evidence: { ...evidence, rule: 'panelOverLevel', ...(also.length === 0 ? {} : { also }) },
  };
}

/**
 * The highest percentage that is plausible with a condition of panel, alert or state reason; for a receptacle
 * of its free space.
 */
const mostPercent: Readonly<Record<Condition, number>> = {
  ok: 100,
  low: 50,
  nearFull: 50,
  empty: 10,
  full: 10,
  missing: 0,
};

/**
 * Whether a percentage contradicts a condition: a cartridge at 100 % while its printer reports it as low.
 * The bounds are wide, as each maker defines low differently.
 */
export const contradictsCondition = (condition: Supply['condition'], percent: Supply['percent']): boolean =>
  condition !== undefined && percent.state === 'measured' && percent.value > mostPercent[condition];

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

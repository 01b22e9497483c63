import { type ListHealth, listMeasures } from '@platen/contract/list-health';
import { type ConditionKind, frequentTarget } from '@platen/contract/worklist-names';

/** Measures of WL-72 in the order of the page 'How good is this list'. */
const healthNames = [...listMeasures, 'frequent', 'acknowledged'] as const;
export type HealthName = (typeof healthNames)[number];

/** Those of the strip above the list, the first ones to look at. */
export const stripNames: readonly HealthName[] = [
  'openingsAnHour',
  'shareP1',
  'flickering',
  'stale',
  'nuisance',
  'acknowledged',
];

/** How a value is written: a rate or number, a share, or minutes of working time. */
type HealthForm = 'number' | 'share' | 'minutes';
const forms: Readonly<Record<HealthName, HealthForm>> = {
  openingsAnHour: 'number',
  shareP1: 'share',
  shareP2: 'share',
  flickering: 'number',
  stale: 'number',
  fleeting: 'share',
  nuisance: 'share',
  frequent: 'share',
  acknowledged: 'minutes',
};

/** One measure against its target (WL-73). */
export interface HealthLine {
  readonly name: HealthName;
  readonly form: HealthForm;
  /** Null: cannot be measured yet. */
  readonly value: number | null;
  /** Null: none. */
  readonly target: number | null;
  /** Null: not known. */
  readonly isMet: boolean | null;
  /** By week, the oldest first. */
  readonly weeks: readonly (number | null)[];
  /** Kinds that cause most of a missed target. */
  readonly causes: readonly { readonly kind: ConditionKind; readonly count: number }[];
}

/** Missed although the mean is within the target: too many opened within ten minutes (WL-73). */
export const isBurst = ({ isMet, value, target }: HealthLine): boolean =>
  isMet === false && value !== null && target !== null && value <= target;

/** All measures of an answer, one line each. */
export function toHealthLines({ measures, acknowledged, frequent, causes }: ListHealth): readonly HealthLine[] {
  return healthNames.map((name): HealthLine => {
    const rest = { name, form: forms[name], causes: causes[name] ?? [] };
    if (name === 'acknowledged')
      return { ...rest, value: acknowledged.median, target: null, isMet: null, weeks: acknowledged.weeks };
    if (name === 'frequent') {
      const value = frequent.length === 0 ? null : frequent.reduce((sum, { share }) => sum + share, 0);
      return {
        ...rest,
        value,
        target: frequentTarget,
        isMet: value === null ? null : value <= frequentTarget,
        weeks: [],
      };
    }
    const { value, target, met, weeks } = measures[name];
    return { ...rest, value, target, isMet: met, weeks };
  });
}

/** How many of the targets that can be measured are met. */
export function countMet(lines: readonly HealthLine[]): { readonly met: number; readonly all: number } {
  const known = lines.filter(({ isMet }) => isMet !== null);
  return { met: known.filter(({ isMet }) => isMet === true).length, all: known.length };
}

/** Size of the line of weeks, and its room above and below. */
export const spark = { width: 84, height: 24, inset: 3 };

export interface Spark {
  /** One for each run of known weeks. */
  readonly paths: readonly string[];
  /** The last known week. */
  readonly last: { readonly x: number; readonly y: number } | undefined;
  /** Height of the target; undefined: none. */
  readonly target: number | undefined;
}

/** The line of the weeks, from zero up, on one scale with the target; an unknown week is a gap. */
export function toSpark({ weeks, target }: Pick<HealthLine, 'weeks' | 'target'>): Spark {
  const most = Math.max(target ?? 0, ...weeks.map((value) => value ?? 0));
  const { width, height, inset } = spark;
  const round = (value: number) => Math.round(value * 10) / 10;
  const toY = (value: number) => round(height - inset - (most === 0 ? 0 : (value / most) * (height - 2 * inset)));
  const toX = (week: number) =>
    round(inset + (weeks.length < 2 ? 0 : (week / (weeks.length - 1)) * (width - 2 * inset)));
  const points = weeks.map((value, week) => (value === null ? undefined : { x: toX(week), y: toY(value) }));
  const paths: string[] = [];
  let path = '';
  for (const point of [...points, undefined]) {
    if (point !== undefined) path += `${path === '' ? 'M' : 'L'}${point.x} ${point.y}`;
    else if (path !== '') {
      paths.push(path);
      path = '';
    }
  }
  return {
    paths,
    last: points.findLast((point) => point !== undefined),
    target: target === null ? undefined : toY(target),
  };
}

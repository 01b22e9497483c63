import { type CodeThresholds, reachesAlert, toCodeNumber, watchedSide } from '@platen/diagnosis/codes/thresholds';
import type { FigureInputs } from '@platen/contract/figures';
import type { CodeEntry } from '../../device/code-queries.ts';
import { toLevelInputs } from '../../device/code-reading.ts';
import { type CodeRange, isAskedFor } from './code-search.ts';
import { type CodeColumn, codeColumns } from './columns.ts';

/** One row of a table of codes. Null: unknown, or not there at all (the sub code of a 13 code). */
export interface CodeRow {
  readonly key: string;
  readonly main: number;
  readonly sub: number | null;
  /** The current value to show; null where it is blank. */
  readonly current: string | null;
  /** The current value as reported, blanks included. */
  readonly reported: string;
  readonly mode: string | null;
  readonly average: string | null;
  readonly level: number | null;
  /** What the level was calculated from. */
  readonly inputs: FigureInputs | undefined;
  /**
   * The threshold, which side of it is watched, and the value from which the alert ends (null: as soon as it
   * is left).
   */
  readonly alert: { readonly side: 'low' | 'high'; readonly value: number; readonly clear: number | null } | null;
  /** The value has reached the alert threshold. */
  readonly isFlagged: boolean;
}
export interface CodeSort {
  readonly column: CodeColumn;
  readonly order: 'asc' | 'desc';
}
export const firstSort: CodeSort = { column: 'main', order: 'asc' };

/** An empty text is no value. */
const toKnown = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text);

export function toCodeRow(entry: CodeEntry): CodeRow {
  const { main, sub, currentValue, modeValue, averageValue, outlierLevel, alertThreshold, clearThreshold } = entry;
  const thresholds: CodeThresholds = { alert: alertThreshold, clear: clearThreshold };
  const value = toCodeNumber(currentValue);
  return {
    key: `${main}.${sub ?? ''}`,
    main,
    sub,
    current: toKnown(currentValue),
    reported: currentValue,
    mode: toKnown(modeValue),
    average: toKnown(averageValue),
    level: outlierLevel,
    inputs: toLevelInputs(entry),
    alert:
      alertThreshold === null
        ? null
        : { side: watchedSide(thresholds), value: alertThreshold, clear: clearThreshold ?? null },
    isFlagged: value !== undefined && reachesAlert(value, thresholds),
  };
}

const collator = new Intl.Collator('en', { numeric: true });
const valueOf = (row: CodeRow, column: CodeColumn): string | number | null =>
  column === 'setting' ? (row.alert?.value ?? null) : row[column];

/** Numbers before texts, each among themselves; what is unknown is last in either order. */
function compareValues(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  const first = toCodeNumber(String(a));
  const second = toCodeNumber(String(b));
  if (first !== undefined && second !== undefined) return sign * (first - second);
  if (first !== undefined || second !== undefined) return sign * (first === undefined ? 1 : -1);
  return sign * collator.compare(String(a), String(b));
}

/** The rows asked for, in the order asked for; within equal values by code. */
export function toShownRows(rows: readonly CodeRow[], ranges: readonly CodeRange[], sort: CodeSort): CodeRow[] {
  const sign = sort.order === 'asc' ? 1 : -1;
  return rows
    .filter((row) => isAskedFor(row, ranges))
    .sort(
      (a, b) =>
        compareValues(valueOf(a, sort.column), valueOf(b, sort.column), sign) ||
        a.main - b.main ||
        (a.sub ?? 0) - (b.sub ?? 0),
    );
}

/** The order that the address asks for; anything it cannot mean is the order of the codes. */
export function toSort(column: string | undefined, order: string | undefined): CodeSort {
  const known = codeColumns.find((name) => name === column);
  return known === undefined ? firstSort : { column: known, order: order === 'desc' ? 'desc' : 'asc' };
}

/**
 * The order after a press on a head: the other way round, or by that column; outliers begin with the worst.
 */
export function toNextSort(sort: CodeSort, column: CodeColumn): CodeSort {
  if (sort.column === column) return { column, order: sort.order === 'asc' ? 'desc' : 'asc' };
  return { column, order: column === 'level' ? 'desc' : 'asc' };
}

import type { FigureInputs } from '@platen/contract/figures';
import { type CodeThresholds, reachesAlert, toCodeNumber, watchedSide } from '@platen/diagnosis/codes/thresholds';
import type { CSSProperties } from 'react';
import type { CodeEntry, CodeKind, SettableKind } from '../../device/code-queries.ts';
import { toLevelInputs } from '../../device/code-reading.ts';
import { isRecord } from '../../platform/is-record.ts';
import { type Area, createArea, type Memory } from '../../platform/state.ts';
import { type CodeRange, isAskedFor } from './search-box.tsx';

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

/** Columns CD-04..CD-10 in their order; the code itself is always shown. */
export const codeColumns = ['main', 'sub', 'current', 'mode', 'average', 'level', 'setting'] as const;
export type CodeColumn = (typeof codeColumns)[number];
const plainColumns: readonly CodeColumn[] = ['main', 'current'];

/** The columns of a kind of code without the hidden ones; code 13 has two and hides none (OQ-76). */
export const toShownColumns = (kind: CodeKind, hidden: readonly string[]): readonly CodeColumn[] =>
  kind === '13' ? plainColumns : codeColumns.filter((column) => column === 'main' || !hidden.includes(column));

/** Widths of the design, in px; the last column takes what is left. */
const widths: Readonly<Record<CodeColumn, number>> = {
  main: 104,
  sub: 76,
  current: 146,
  mode: 136,
  average: 136,
  level: 160,
  setting: 120,
};

/** The columns as a CSS grid, and the width below which the table scrolls in its frame. */
export function toTableStyle(columns: readonly CodeColumn[]): CSSProperties & Record<`--${string}`, string> {
  const last = columns.at(-1);
  const tracks = columns.map((column) =>
    column === last ? `minmax(${widths[column]}px, 1fr)` : `${widths[column]}px`,
  );
  return { '--columns': tracks.join(' '), minWidth: columns.reduce((sum, column) => sum + widths[column], 0) };
}

/** Names of the columns a user has hidden; they survive a reload but not a logout (CD-17..CD-19). */
type Hidden = readonly string[];

function inTab(key: string): Memory<Hidden> {
  return {
    read: () => {
      try {
        const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
        const hidden = isRecord(stored) ? stored['hidden'] : null;
        return Array.isArray(hidden) ? hidden.filter((name) => typeof name === 'string') : null;
      } catch {
        return null;
      }
    },
    write: (hidden) => {
      if (hidden === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify({ hidden }));
    },
  };
}

const none: Hidden = [];
/**
 * One area a kind, so that 05 and 08 are hidden apart (AU-19, AU-20); code 13 hides nothing and keeps none.
 */
export const visibilityAreas: Readonly<Record<SettableKind, Area<Hidden>>> = {
  '05': createArea('code05Visibility', none, inTab('platen.code05Visibility')),
  '08': createArea('code08Visibility', none, inTab('platen.code08Visibility')),
};

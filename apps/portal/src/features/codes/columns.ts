import type { CSSProperties } from 'react';
import type { CodeKind, SettableKind } from '../../device/code-queries.ts';
import { isRecord } from '../../platform/is-record.ts';
import { type Area, createArea, type Memory } from '../../platform/state.ts';

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

import { toCodeNumber } from '@platen/diagnosis/codes/thresholds';
import type { CodeRow } from './code-rows.ts';

export interface Outlier {
  readonly key: string;
  readonly main: number;
  readonly sub: number | null;
  readonly level: number;
  /** Share by which the value lies from the model's average; undefined where there is no such share. */
  readonly distance: number | undefined;
  readonly mode: string | null;
}
export interface FleetView {
  /** Codes of level 2 and 3, the farthest first. */
  readonly outliers: readonly Outlier[];
  /** Codes that have a level at all. */
  readonly compared: number;
}

function toDistance({ current, average }: CodeRow): number | undefined {
  const value = toCodeNumber(current ?? undefined);
  const usual = toCodeNumber(average ?? undefined);
  return value === undefined || usual === undefined || usual === 0 ? undefined : (value - usual) / Math.abs(usual);
}

/** What of a device lies outside its fleet (OQ-75): level first, then distance. */
export function toFleetView(rows: readonly CodeRow[]): FleetView {
  const outliers = rows
    .flatMap((row) =>
      row.level === null || row.level < 2
        ? []
        : [{ key: row.key, main: row.main, sub: row.sub, level: row.level, distance: toDistance(row), mode: row.mode }],
    )
    .sort((a, b) => b.level - a.level || Math.abs(b.distance ?? 0) - Math.abs(a.distance ?? 0) || a.main - b.main);
  return { outliers, compared: rows.filter(({ level }) => level !== null).length };
}

/**
 * Length of a bar as a share of its half: the farthest is full, and everything beyond the double or nothing.
 */
export function toBarLength(distance: number, outliers: readonly Outlier[]): number {
  const farthest = Math.max(0, ...outliers.map((outlier) => Math.min(1, Math.abs(outlier.distance ?? 0))));
  return farthest === 0 ? 0 : Math.min(1, Math.abs(distance)) / farthest;
}

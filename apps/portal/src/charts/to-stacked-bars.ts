import { textWidth } from './label-layout.ts';

/** One bar; `parts: null` is a period without a report, which is never zero. */
export interface StackedBar {
  /** Under the bar, e.g. '2025-11'. */
  readonly label: string;
  /** Under the label, e.g. 'to 11/20' for the running period. */
  readonly note?: string | undefined;
  /** From the baseline up; each names one of the series. */
  readonly parts: readonly { readonly series: string; readonly value: number }[] | null;
}

interface BarPart {
  readonly series: string;
  readonly value: number;
  readonly from: number;
  readonly to: number;
}
export interface BarModel {
  readonly label: string;
  readonly note: string | undefined;
  readonly parts: readonly BarPart[];
  /** Null for a period without a report. */
  readonly total: number | null;
}

/**
 * The parts of each bar with the heights between which they lie. Values below zero and not finite count as
 * not reported.
 */
export function toStackedBars(bars: readonly StackedBar[]): BarModel[] {
  return bars.map(({ label, note, parts }) => {
    const known = (parts ?? []).filter(({ value }) => Number.isFinite(value) && value >= 0);
    let height = 0;
    const stacked = known.map((part) => ({ ...part, from: height, to: (height += part.value) }));
    return { label, note, parts: stacked, total: known.length === 0 ? null : height };
  });
}

/** Where the label of each series stands: its part in the last bar that has it above zero. */
export function toSeriesPositions(
  bars: readonly BarModel[],
): Map<string, { readonly bar: number; readonly middle: number }> {
  const positions = new Map<string, { bar: number; middle: number }>();
  for (const [bar, { parts }] of bars.entries())
    for (const { series, from, to, value } of parts)
      if (value > 0) positions.set(series, { bar, middle: (from + to) / 2 });
  return positions;
}

/** Room between two names, px. */
const gap = 4;

/**
 * The names below bars in up to two lines each: in one where `step` px hold it, else taken apart at its last
 * space ('Jun' above '2026'). Names that still do not fit are left out at every other bar, counted from the
 * last.
 */
export function toBarNames(labels: readonly string[], step: number): readonly (readonly string[])[] {
  const fits = (lines: readonly string[]) => lines.every((line) => textWidth(line) + gap <= step);
  const whole = labels.map((label) => [label]);
  if (whole.every(fits)) return whole;
  const split = labels.map((label) => {
    const at = label.lastIndexOf(' ');
    return at < 0 ? [label] : [label.slice(0, at), label.slice(at + 1)];
  });
  if (split.every(fits)) return split;
  return split.map((lines, bar) => ((labels.length - 1 - bar) % 2 === 0 ? lines : []));
}

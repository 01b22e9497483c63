import { dayMs } from '@platen/contract/constants';
import type { AnswerOf } from '@platen/contract/endpoint';
import type { readToner } from '@platen/contract/readings';
import type { TonerColor } from '@platen/contract/report-sections';
import { toWholeDays } from '../../device/figures.ts';
import { type TonerKnowledge, type TonerLevel, toListedColors, toTonerLevel } from '../../device/toner-levels.ts';

type Toner = AnswerOf<typeof readToner>;
type Cartridge = Toner['cartridgeReplacement']['black'][number];

/** Days left: a figure with its 80 % range where one is known, or what is missing for it. */
export type DaysLeft =
  | { readonly kind: 'known'; readonly days: number; readonly range: { lower: number; upper: number } | undefined }
  | { readonly kind: 'withheld'; readonly readings: number; readonly needed: number }
  | { readonly kind: 'none' };

export interface TonerRow extends TonerLevel {
  readonly daysLeft: DaysLeft;
  readonly averagePixelCount: number | null;
  /** The current cartridge first (TN-05). */
  readonly cartridges: readonly Cartridge[];
}

/** One row per colour that the device has (TN-03..TN-06, TN-13, OQ-72); `known` is what the profile adds. */
export const toTonerRows = (answer: Toner, known: TonerKnowledge = {}): TonerRow[] =>
  toListedColors(
    (color) => ({
      ...toTonerLevel(color, answer.toner[color]?.percent ?? null, known),
      daysLeft: toDaysLeft(answer, color),
      averagePixelCount: answer.toner[color]?.averagePixelCount ?? null,
      cartridges: answer.cartridgeReplacement[color],
    }),
    ({ color, daysLeft, cartridges }) =>
      answer.toner[color] !== null ||
      known.tonerReadings?.[color] !== undefined ||
      daysLeft.kind !== 'none' ||
      cartridges.length > 0,
  );

function toDaysLeft(answer: Toner, color: TonerColor): DaysLeft {
  const range = answer.tonerLeftDaysRange?.[color];
  const days = range?.days ?? answer.tonerLeftDays[color];
  if (days !== null) {
    const { lower, upper } = range ?? {};
    const bounds = lower === undefined || upper === undefined ? undefined : { lower, upper };
    return {
      kind: 'known',
      days: toWholeDays(days),
      range: bounds && { lower: toWholeDays(bounds.lower), upper: toWholeDays(bounds.upper) },
    };
  }
  const basis = range?.basis;
  return basis !== undefined && basis.readings < basis.neededReadings
    ? { kind: 'withheld', readings: basis.readings, needed: basis.neededReadings }
    : { kind: 'none' };
}

/**
 * Days between one replacement and the next, the middle of them; undefined with fewer than two replacements.
 */
export function toMedianInterval(cartridges: readonly { readonly replacedAt: string }[]): number | undefined {
  const times = cartridges.map(({ replacedAt }) => Date.parse(replacedAt)).sort((a, b) => a - b);
  const intervals = times
    .slice(1)
    .map((time, index) => (time - (times[index] ?? time)) / dayMs)
    .sort((a, b) => a - b);
  const [lower, upper] = [intervals[Math.ceil(intervals.length / 2) - 1], intervals[Math.floor(intervals.length / 2)]];
  return lower === undefined || upper === undefined ? undefined : Math.round((lower + upper) / 2);
}

/**
 * From each replacement to the next, the running cartridge to today; days as `YYYY-MM-DD`, oldest first. A
 * replacement is known by its UTC day, which may be a day ahead of the viewer's.
 */
export function toSpans(cartridges: readonly { readonly replacedAt: string }[], today: string) {
  const days = cartridges.map(({ replacedAt }) => replacedAt.slice(0, 10)).sort();
  return days.map((from, index) => ({
    from,
    to: days[index + 1] ?? (from > today ? from : today),
    current: index === days.length - 1,
  }));
}

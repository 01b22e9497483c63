import type { DeviceProfile } from '@platen/contract/details';
import type { AnswerOf } from '@platen/contract/endpoint';
import type { readToner } from '@platen/contract/history';
import type { TonerColor } from '@platen/contract/report-sections';
import { toWholeDays } from '../../device/figures.ts';
import type { LevelState } from '../../device/use-level-text.ts';
import { type PrintLetter, printColors, printLetters } from '../../ui/print-colors.ts';

type Toner = AnswerOf<typeof readToner>;
type Cartridge = Toner['cartridgeReplacement']['black'][number];

/** Days left: a figure with its 80 % range where one is known, or what is missing for it. */
export type DaysLeft =
  | { readonly kind: 'known'; readonly days: number; readonly range: { lower: number; upper: number } | undefined }
  | { readonly kind: 'withheld'; readonly readings: number; readonly needed: number }
  | { readonly kind: 'none' };

export interface TonerRow {
  readonly color: TonerColor;
  readonly tone: PrintLetter;
  readonly percent: number | null;
  readonly state: LevelState;
  readonly coarse: boolean;
  /** How grave the status takes this colour; undefined when it is no reason of the status. */
  readonly gravity: string | undefined;
  readonly daysLeft: DaysLeft;
  readonly averagePixelCount: number | null;
  /** The current cartridge first (TN-05). */
  readonly cartridges: readonly Cartridge[];
}

/** What the profile knows beside the levels: states of what is no figure, and what the status is made of. */
type Known = Pick<DeviceProfile, 'tonerReadings' | 'statusReasons'>;

/**
 * One row a colour (TN-03..TN-06, TN-13, OQ-72). A device that tells of some colours has no others: a monochrome one gets
 * no empty rows, erasable blue stands there only where the device has it. Where none is told of, the four usual ones say
 * 'not reported'.
 */
export function toTonerRows(answer: Toner, known: Known = {}): TonerRow[] {
  const rows = printColors.map((color) => toRow(answer, known, color));
  const listed = rows.filter(
    ({ color, daysLeft, cartridges }) =>
      answer.toner[color] !== null ||
      known.tonerReadings?.[color] !== undefined ||
      daysLeft.kind !== 'none' ||
      cartridges.length > 0,
  );
  return listed.length > 0 ? listed : rows.filter(({ color }) => color !== 'eBlue');
}

function toRow(answer: Toner, known: Known, color: TonerColor): TonerRow {
  const level = answer.toner[color];
  const told = known.tonerReadings?.[color];
  const percent = level?.percent ?? null;
  const state = percent !== null ? 'measured' : (told?.state ?? 'notReported');
  return {
    color,
    tone: printLetters[color],
    percent,
    // A reading called measured without a figure tells nothing: it is shown as what it is.
    state: percent === null && state === 'measured' ? 'notReported' : state,
    coarse: told?.coarse ?? false,
    gravity: known.statusReasons?.find(({ source, code }) => source === 'supply' && code === color)?.severity,
    daysLeft: toDaysLeft(answer, color),
    averagePixelCount: level?.averagePixelCount ?? null,
    cartridges: answer.cartridgeReplacement[color],
  };
}

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

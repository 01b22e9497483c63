import type { DeviceProfile } from '@platen/contract/details';
import type { TonerColor } from '@platen/contract/report-sections';
import type { LevelState } from '../../device/use-level-text.ts';
import { type PrintLetter, printColors, printLetters } from '../../ui/print-colors.ts';

export interface TonerRow {
  readonly color: TonerColor;
  readonly tone: PrintLetter;
  readonly percent: number | null;
  readonly state: LevelState;
  readonly coarse: boolean;
}

function toRow(profile: DeviceProfile, color: TonerColor): TonerRow {
  const reading = profile.tonerReadings?.[color];
  const percent = reading?.percent ?? profile.toner[color];
  const state = percent === null ? (reading?.state ?? 'notReported') : 'measured';
  // A reading called measured without a figure tells nothing: it is shown as what it is.
  return {
    color,
    tone: printLetters[color],
    percent,
    state: percent === null && state === 'measured' ? 'notReported' : state,
    coarse: reading?.coarse ?? false,
  };
}

/**
 * The rows of the toner panel (PR-18..PR-22). A device that lists its toners has no others: a monochrome one gets no
 * empty rows for colours it cannot have. Where none is listed the four usual ones say 'not reported'; erasable blue,
 * which few models have, only stands there when reported.
 */
export function toTonerRows(profile: DeviceProfile): TonerRow[] {
  const rows = printColors.map((color) => toRow(profile, color));
  const isListed = (row: TonerRow) => profile.tonerReadings?.[row.color] !== undefined || row.percent !== null;
  if (rows.some(isListed)) return rows.filter(isListed);
  return rows.filter((row) => row.color !== 'eBlue');
}

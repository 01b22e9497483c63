import type { DeviceProfile } from '@platen/contract/details';
import type { TonerColor } from '@platen/contract/report-sections';
import { useFormatter, useTranslations } from 'use-intl/react';
import { type PrintLetter, printColors, printLetters } from '../ui/print-colors.ts';
import { toLevelPercent } from './figures.ts';

/** The level of one toner, as the profile and the toner tab show it. */
export interface TonerLevel {
  readonly color: TonerColor;
  readonly tone: PrintLetter;
  readonly percent: number | null;
  readonly state: LevelState;
  readonly coarse: boolean;
  /** Severity of the status reason about this colour; undefined where it is none. */
  readonly severity: string | undefined;
}

/** What the profile adds to the percents: states where there is none, and what the status consists of. */
export type TonerKnowledge = Pick<DeviceProfile, 'tonerReadings' | 'statusReasons'>;

/** A level from its percent. A reading called measured that has no percent counts as not reported. */
export function toTonerLevel(color: TonerColor, percent: number | null, known: TonerKnowledge): TonerLevel {
  const reading = known.tonerReadings?.[color];
  const state = percent === null ? (reading?.state ?? 'notReported') : 'measured';
  return {
    color,
    tone: printLetters[color],
    percent,
    state: percent === null && state === 'measured' ? 'notReported' : state,
    coarse: reading?.coarse ?? false,
    severity: known.statusReasons?.find(({ source, code }) => source === 'supply' && code === color)?.severity,
  };
}

/**
 * One row per colour in the order of the design. A device that lists some toners has no others, so that a
 * monochrome one has no empty rows. Where none is listed there are the four usual ones, but no erasable blue:
 * few models have it.
 */
export function toListedColors<Row extends { readonly color: TonerColor }>(
  toRow: (color: TonerColor) => Row,
  isListed: (row: Row) => boolean,
): Row[] {
  const rows = printColors.map(toRow);
  const listed = rows.filter(isListed);
  return listed.length > 0 ? listed : rows.filter(({ color }) => color !== 'eBlue');
}

/** Where a level is not measured: why. */
type LevelState = NonNullable<NonNullable<DeviceProfile['tonerReadings']>['black']>['state'];

/**
 * Text of a level: its percent, or why there is none; `short` next to the gauge, `long` for the card and
 * screen readers.
 */
export function useLevelText() {
  const t = useTranslations('level');
  const format = useFormatter();
  const percentText = (percent: number) => `${format.number(toLevelPercent(percent), 'integer')}%`;
  const stateOf = (state: LevelState) => (state === 'measured' ? 'notReported' : state);
  return {
    short: (percent: number | null, state: LevelState): string =>
      percent === null ? t(`stateShort.${stateOf(state)}`) : percentText(percent),
    long: (percent: number | null, state: LevelState): string =>
      percent === null ? t(`state.${stateOf(state)}`) : percentText(percent),
    note: (percent: number | null, state: LevelState): string | undefined =>
      percent === null ? t(`state.${stateOf(state)}`) : undefined,
  };
}

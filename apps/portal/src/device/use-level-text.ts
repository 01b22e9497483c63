import type { DeviceProfile } from '@platen/contract/details';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toLevelPercent } from './figures.ts';

/** Where a level is not measured: why. */
export type LevelState = NonNullable<NonNullable<DeviceProfile['tonerReadings']>['black']>['state'];

/**
 * Text of a level: its percent, or why there is none; `short` next to the gauge, `long` for the card and
 * screen readers.
 */
export function useLevelText() {
  const t = useTranslations('evidence');
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

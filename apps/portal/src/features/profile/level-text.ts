import { useFormatter, useTranslations } from 'use-intl/react';
import type { TonerState } from './toner-rows.ts';

/** Words of a level: its percent, or why there is none; short beside the gauge, long for the card and for a reader. */
export function useLevelText() {
  const t = useTranslations('evidence');
  const format = useFormatter();
  const percentText = (percent: number) => `${format.number(percent, 'integer')}%`;
  return {
    short: (percent: number | null, state: TonerState): string => {
      if (percent !== null) return percentText(percent);
      return t(`stateShort.${state === 'measured' ? 'notReported' : state}`);
    },
    long: (percent: number | null, state: TonerState): string =>
      percent === null ? t(`state.${state === 'measured' ? 'notReported' : state}`) : percentText(percent),
    note: (percent: number | null, state: TonerState): string | undefined =>
      percent === null ? t(`state.${state === 'measured' ? 'notReported' : state}`) : undefined,
  };
}

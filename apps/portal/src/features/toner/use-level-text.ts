import { useFormatter, useTranslations } from 'use-intl/react';
import type { TonerRow } from './to-toner-rows.ts';

/** Words of a level: its percent, or why there is none; `short` beside the gauge, `long` for the card and for a reader. */
export function useLevelText() {
  const t = useTranslations('evidence');
  const format = useFormatter();
  const percent = (value: number) => `${format.number(value, 'integer')}%`;
  const stateOf = ({ state }: TonerRow) => (state === 'measured' ? 'notReported' : state);
  return {
    short: (row: TonerRow) => (row.percent === null ? t(`stateShort.${stateOf(row)}`) : percent(row.percent)),
    long: (row: TonerRow) => (row.percent === null ? t(`state.${stateOf(row)}`) : percent(row.percent)),
  };
}

import { useTranslations } from 'use-intl/react';
import { useMonthNames } from '../../device/use-month-names.ts';

/** Months in the reader's form; the last one is still running and says so. */
export function useMonths() {
  const t = useTranslations('errorTrend');
  return { ...useMonthNames(), running: t('running') };
}

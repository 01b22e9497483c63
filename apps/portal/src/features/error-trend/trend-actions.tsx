import { useTranslations } from 'use-intl/react';
import { TableActions } from '../../downloads/table-actions.tsx';
import type { Trend } from './to-trend.ts';
import { useMonths } from './use-months.ts';

/** The table as a file: plain figures, the words for a month without a report. */
export function TrendActions({ trend: { months, kinds, sums } }: { trend: Trend }) {
  const t = useTranslations('errorTrend');
  const names = useTranslations('profile.errors');
  const month = useMonths();
  const cell = (count: number | null | undefined) => count ?? t('noReport');
  return (
    <TableActions
      name={t('tableTitle')}
      columns={[t('month'), ...kinds.map(({ kind }) => names(kind)), t('sum')]}
      toRows={() =>
        months.map((one, place) => [
          month.name(one.month),
          ...kinds.map(({ counts }) => cell(counts[place])),
          cell(sums[place]),
        ])
      }
    />
  );
}

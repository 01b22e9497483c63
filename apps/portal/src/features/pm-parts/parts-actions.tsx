import { useTranslations } from 'use-intl/react';
import { TableActions } from '../../downloads/table-actions.tsx';
import { forecastWeeks, type PartRow } from './to-part-rows.ts';

/** The table as a file: every range stands in columns of its own. */
export function PartsActions({ rows }: { rows: readonly PartRow[] }) {
  const t = useTranslations('pmParts');
  const common = useTranslations('common');
  const unknown = common('notReported');
  const withheld = (row: PartRow) => (row.withheld === undefined ? t('noForecast') : t('withheld', row.withheld));
  return (
    <TableActions
      name={t('title')}
      columns={[
        t('columns.state'),
        t('columns.part'),
        t('columns.code'),
        t('columns.consumed'),
        t('columns.lifeNow'),
        ...forecastWeeks.flatMap((week) => [t(`columns.${week}`), `${t(`columns.${week}`)}, ${t('ranges')}`]),
        t('columns.counter'),
        t('columns.replaced'),
      ]}
      toRows={() =>
        rows.map((row) => [
          t(`state.${row.state}`),
          row.name,
          row.code,
          row.consumed ?? unknown,
          row.lifeNow ?? unknown,
          ...row.forecasts.flatMap(({ value, range }) => [
            value ?? withheld(row),
            value === null ? null : range === undefined ? t('rangeUnknown') : t('range', range),
          ]),
          row.counter ?? unknown,
          row.replacedAt?.slice(0, 10) ?? null,
        ])
      }
    />
  );
}

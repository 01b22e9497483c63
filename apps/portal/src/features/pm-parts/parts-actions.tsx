import { useTranslations } from 'use-intl/react';
import { toLifePercent } from '../../device/figures.ts';
import { useVerdictNote } from '../../device/verdict-note.tsx';
import { TableActions } from '../../downloads/table-actions.tsx';
import { forecastWeeks, type PartRow, toWholeRange } from './to-part-rows.ts';

/** The table as a file: every range stands in columns of its own. */
export function PartsActions({ rows }: { rows: readonly PartRow[] }) {
  const t = useTranslations('pmParts');
  const common = useTranslations('common');
  const verdict = useTranslations('judged.verdict');
  const noteOf = useVerdictNote();
  const percent = (value: number | null) => (value === null ? null : toLifePercent(value));
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
        t('columns.note'),
      ]}
      toRows={() =>
        rows.map((row) => [
          row.verdict.verdict === 'unknown' ? t('lifeUnknown') : verdict(row.verdict.verdict),
          row.name,
          row.code,
          percent(row.consumed) ?? unknown,
          percent(row.lifeNow) ?? unknown,
          ...row.forecasts.flatMap(({ value, range }) => [
            percent(value) ?? withheld(row),
            value === null ? null : range === undefined ? t('rangeUnknown') : t('range', toWholeRange(range)),
          ]),
          row.counter ?? unknown,
          row.replacedAt?.slice(0, 10) ?? null,
          noteOf(row.verdict) ?? null,
        ])
      }
    />
  );
}

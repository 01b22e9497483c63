import { useFormatter, useTranslations } from 'use-intl/react';
import table from '../../device/table.module.css';
import { TableFrame } from '../../device/table-frame.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Unknown } from '../../ui/readout.tsx';
import { TableActions } from '../../downloads/table-actions.tsx';
import { useMonthNames } from '../../device/use-month-names.ts';
import type { Trend } from './to-trend.ts';

/** The same figures grouped by month, newest first, with their sums, each with its evidence. */
export function TrendTable({ trend: { months, kinds, sums, total: all } }: { trend: Trend }) {
  const t = useTranslations('errorTrend');
  const names = useTranslations('profile.errors');
  const format = useFormatter();
  const month = useMonths();
  const last = months.length - 1;
  const figure = (title: string, count: number | null) =>
    count === null ? (
      <Unknown>{t('noReport')}</Unknown>
    ) : (
      <Evidence title={title} path="errors.monthly">
        {format.number(count)}
      </Evidence>
    );
  return (
    <TableFrame>
      <GridTable label={t('tableTitle')} className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('month')}</th>
            {kinds.map(({ kind }) => (
              <th key={kind} scope="col" className={table.figure}>
                {names(kind)}
              </th>
            ))}
            <th scope="col" className={table.figure}>
              {t('sum')}
            </th>
          </tr>
        </thead>
        <tbody>
          {months
            .map((one, index) => (
              <tr key={one.month}>
                <th scope="row">
                  {month.name(one.month)} {index === last ? <span className="quiet">{month.running}</span> : null}
                </th>
                {kinds.map(({ kind, counts }) => (
                  <td key={kind} className={table.figure}>
                    {figure(`${month.name(one.month)}, ${names(kind)}`, counts[index] ?? null)}
                  </td>
                ))}
                <td className={table.figure}>{figure(`${month.name(one.month)}, ${t('sum')}`, sums[index] ?? null)}</td>
              </tr>
            ))
            .reverse()}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('sum')}</th>
            {kinds.map(({ kind, total }) => (
              <td key={kind} className={table.figure}>
                {figure(`${names(kind)}, ${t('sum')}`, total)}
              </td>
            ))}
            <td className={table.figure}>{figure(t('sum'), all)}</td>
          </tr>
        </tfoot>
      </GridTable>
    </TableFrame>
  );
}

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
        months.map((one, index) => [
          month.name(one.month),
          ...kinds.map(({ counts }) => cell(counts[index])),
          cell(sums[index]),
        ])
      }
    />
  );
}

/** Months in the reader's form; the last one is still running and says so. */
export function useMonths() {
  const t = useTranslations('errorTrend');
  return { ...useMonthNames(), running: t('running') };
}

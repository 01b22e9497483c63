import { errorTrendMonths } from '@platen/contract/constants';
import type { AnswerOf } from '@platen/contract/endpoint';
import type { readErrorTrend } from '@platen/contract/readings';
import { useFormatter, useTranslations } from 'use-intl/react';
import { useMonthNames } from '../../charts/time-axis.ts';
import { type ErrorKind, errorKinds } from '../../device/error-kinds.ts';
import table from '../../device/table.module.css';
import { TableFrame } from '../../device/table-frame.tsx';
import { TableActions } from '../../downloads/table-actions.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Unknown } from '../../ui/readout.tsx';

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

type TrendMonth = AnswerOf<typeof readErrorTrend>['monthly'][number];
export type TrendView = (typeof errorTrendMonths)[number];

/**
 * The view an address asks for; all six months where it asks for none that there is (ER-07..ER-09, IX-10).
 */
export const readView = (text: string | undefined): TrendView =>
  errorTrendMonths.find((months) => String(months) === text) ?? 6;

interface KindTrend {
  readonly kind: ErrorKind;
  /** Oldest first; null: no report in that month. */
  readonly counts: readonly (number | null)[];
  /** Over the months with a report; null where there is none. */
  readonly total: number | null;
}

export interface Trend {
  readonly months: readonly TrendMonth[];
  readonly kinds: readonly KindTrend[];
  /** Sum over the kinds of each month; null for a month without a report. */
  readonly sums: readonly (number | null)[];
  /** Sum over all months with a report. */
  readonly total: number | null;
  /** Highest count of a month over all kinds: the one scale of the five charts. */
  readonly most: number;
  /** Months with a report. */
  readonly reported: number;
}

const add = (counts: readonly (number | null)[]): number | null => {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
};

/** The last months of the trend, by kind (ER-03, OQ-69); undefined where none of the months has a report. */
export function toTrend(monthly: readonly TrendMonth[], view: TrendView): Trend | undefined {
  const months = monthly.slice(-view);
  const sums = months.map((month) => add(errorKinds.map((kind) => month[kind])));
  const reported = sums.filter((sum) => sum !== null).length;
  if (reported === 0) return undefined;
  const byKind = errorKinds.map((kind) => {
    const counts = months.map((month) => month[kind]);
    return { kind, counts, total: add(counts) };
  });
  const most = Math.max(0, ...byKind.flatMap(({ counts }) => counts.map((count) => count ?? 0)));
  return { months, kinds: byKind, sums, total: add(sums), most, reported };
}

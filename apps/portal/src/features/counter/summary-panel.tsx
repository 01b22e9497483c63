import type { AnswerOf } from '@platen/contract/endpoint';
import type { FigureInputs } from '@platen/contract/figures';
import type { readCounter } from '@platen/contract/readings';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toColorPercent } from '../../device/figures.ts';
import table from '../../device/table.module.css';
import { TableActions } from '../../downloads/table-actions.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Panel, type PanelState } from '../../ui/panel.tsx';
import { Unknown } from '../../ui/readout.tsx';
import styles from './counter.module.css';
import { type NamedMonth, toMonthBars, toPages, toRatioInputs, toSumInputs } from './counter-rows.ts';

type Answer = AnswerOf<typeof readCounter>;
type Range = 'month3' | 'month6' | 'total' | 'continued';
type Row = { readonly range: Range } & ReturnType<typeof toPages>;
const kinds = ['black', 'color', 'total'] as const;
/** How many of the last months each range takes. */
const lengths = { month3: 3, month6: 6 } as const;

const isUnknown = (pages: Readonly<Record<(typeof kinds)[number], number | null>>): boolean =>
  kinds.every((kind) => pages[kind] === null);

/** Names of the months that were not reported. */
const silentOf = (months: readonly NamedMonth[]) => toMonthBars(months, '').silent;

/** Each kind goes on by itself, so the total is not made up of the kinds. */
function toContinuedRow({ black, color, total }: NonNullable<Answer['summary']['continued']>): Row {
  const colorRate = color === null || total === null || total <= 0 ? null : (color / total) * 100;
  return { range: 'continued', black, color, total, colorRate };
}

/** Pages of 3 months, 6 months and since unpacking, by kind; says where months are missing (CT-03, CT-04). */
export function SummaryPanel({
  monthly,
  summary,
  isMonochrome,
  stateOf,
}: {
  monthly: readonly NamedMonth[];
  summary: Answer['summary'] | undefined;
  /** The device has no color: its cells state that. */
  isMonochrome: boolean;
  stateOf: (rows: number, isEmpty: boolean) => PanelState;
}) {
  const t = useTranslations('counter');
  const common = useTranslations('common');
  const { continued } = summary ?? {};
  const rows = [
    ...(['month3', 'month6', 'total'] as const).map(
      (range): Row => ({
        range,
        ...toPages(summary?.[range] ?? { black: null, color: null }),
      }),
    ),
    ...(continued === undefined ? [] : [toContinuedRow(continued)]),
  ];
  const monthsOf = (range: Range) =>
    range === 'total' || range === 'continued' ? undefined : monthly.slice(-lengths[range]);
  const silent = silentOf(monthly.slice(-lengths.month6));
  const isEmpty = rows.every(isUnknown);
  const columns = [t('summary.range'), ...kinds.map((kind) => t(`kind.${kind}`)), t('colorRate')];
  return (
    <Panel
      className={classNames(styles.narrow, styles.summary)}
      title={t('summary.title')}
      note={t('summary.note')}
      aside={
        isEmpty ? undefined : (
          <TableActions
            name={t('summary.title')}
            columns={columns}
            toRows={() =>
              rows.map(({ range, black, color, total, colorRate }) => [
                t(`range.${range}`),
                ...[black, isMonochrome ? common('notFitted') : color, total].map(
                  (value) => value ?? common('notReported'),
                ),
                isMonochrome ? common('notFitted') : colorRate === null ? null : toColorPercent(colorRate),
              ])
            }
          />
        )
      }
      state={stateOf(4, isEmpty)}
    >
      <div className={table.scroll}>
        <GridTable label={t('summary.title')} className={table.table}>
          <thead>
            <tr>
              {columns.map((column, n) => (
                <th key={column} scope="col" className={n === 0 ? undefined : table.figure}>
                  {n === 0 ? <span className="vh">{column}</span> : column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <SummaryRow
                key={row.range}
                row={row}
                isMonochrome={isMonochrome}
                months={monthsOf(row.range)}
                continued={continued}
              />
            ))}
          </tbody>
        </GridTable>
      </div>
      {continued === undefined ? null : (
        <p className={styles.partly}>{t(`continued.${continued.isAssumed ? 'assumed' : 'known'}`)}</p>
      )}
      {silent.length === 0 ? null : (
        <p className={styles.partly}>
          <span aria-hidden="true">* </span>
          {silent.length === monthly.length
            ? t('noMonths', { count: monthly.length })
            : t('partly', {
                reported: monthly.length - silent.length,
                count: monthly.length,
                months: silent.join(common('list.separator')),
              })}
        </p>
      )}
    </Panel>
  );
}

/** One range: pages of each kind and the share of colour, or that none of its months was reported. */
function SummaryRow({
  row,
  isMonochrome,
  months,
  continued,
}: {
  row: Row;
  isMonochrome: boolean;
  /** The months that it takes; undefined: it is no sum of months. */
  months: readonly NamedMonth[] | undefined;
  continued: Answer['summary']['continued'];
}) {
  const t = useTranslations('counter');
  const common = useTranslations('common');
  const { range, colorRate, ...pages } = row;
  const name = t(`range.${range}`);
  const noteOf = (kind: (typeof kinds)[number]): { note?: string } => {
    if (range === 'continued') return { note: t(`continued.${continued?.isAssumed === true ? 'assumed' : 'known'}`) };
    if (kind === 'total' && pages.black !== null && pages.color !== null) return { note: t('made.total') };
    return range === 'total' ? {} : { note: t('made.summary') };
  };
  const pathOf = (kind: (typeof kinds)[number]) =>
    range === 'total' ? `counter.${kind}` : range === 'continued' ? undefined : 'counter.summary';
  return (
    <tr className={months === undefined ? styles.sum : undefined}>
      <th scope="row">
        {name}
        {months !== undefined && silentOf(months).length > 0 ? <span className={styles.mark}> *</span> : null}
      </th>
      {isUnknown(pages) ? (
        <td className={styles.silent} colSpan={kinds.length + 1}>
          <Unknown boxed>{common('notReported')}</Unknown>
        </td>
      ) : (
        <>
          {kinds.map((kind) => (
            <td key={kind} className={table.figure}>
              {isMonochrome && kind === 'color' ? (
                <span className="quiet">{common('notFitted')}</span>
              ) : (
                <Figure
                  title={`${name}, ${t(`kind.${kind}`)}`}
                  value={pages[kind]}
                  path={pathOf(kind)}
                  {...noteOf(kind)}
                  inputs={months && toSumInputs(months, kind, { ...pages, colorRate })}
                />
              )}
            </td>
          ))}
          <td className={table.figure}>
            {colorRate === null ? (
              <span className="quiet">{common(isMonochrome ? 'notFitted' : 'none')}</span>
            ) : (
              <Figure
                title={`${name}, ${t('colorRate')}`}
                value={toColorPercent(colorRate)}
                note={t('made.colorRate')}
                inputs={toRatioInputs({ ...pages, colorRate })}
                format="oneDecimal"
              />
            )}
          </td>
        </>
      )}
    </tr>
  );
}

/** A counter with its evidence; a text in place of one that was not reported. */
export function Figure({
  title,
  value,
  path,
  note,
  inputs,
  format: name = 'integer',
}: {
  title: string;
  value: number | null;
  path?: string | undefined;
  note?: string;
  /** What the figure was calculated from, where that is known here. */
  inputs?: FigureInputs | undefined;
  format?: 'integer' | 'oneDecimal';
}) {
  const format = useFormatter();
  const notReported = useTranslations('common')('notReported');
  if (value === null) return <Unknown boxed>{notReported}</Unknown>;
  return (
    <Evidence title={title} {...(path === undefined ? {} : { path })} note={note} inputs={inputs && [{ inputs }]}>
      {format.number(value, name)}
    </Evidence>
  );
}

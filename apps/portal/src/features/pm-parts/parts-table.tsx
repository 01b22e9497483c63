import type { Verdict } from '@platen/contract/part-verdict';
import { type ReactNode, use } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toCalendarDay, toLifePercent } from '../../device/figures.ts';
import table from '../../device/table.module.css';
import { TableFrame } from '../../device/table-frame.tsx';
import { VerdictNote } from '../../device/verdict-note.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { EvidenceReadyContext } from '../../ui/evidence-source.ts';
import { LifeBar } from '../../ui/gauge.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Unknown } from '../../ui/readout.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { useDates } from '../../ui/use-dates.ts';
import styles from './pm-parts.module.css';
import { type Forecast, forecastWeeks, type PartRow, toScale, toWholeRange } from './to-part-rows.ts';

const shapes = {
  due: 'error',
  nextVisit: 'warning',
  watch: 'warning',
  sound: 'normal',
  unknown: 'unknown',
} as const satisfies Record<Verdict, string>;

interface TableProps {
  readonly rows: readonly PartRow[];
  readonly threshold: number;
  /** The 80 % ranges of all weeks; that of 4 weeks always stands there. */
  readonly withRanges: boolean;
}

/** Texts of all rows, created once instead of in some two hundred cells. */
type Texts = ReturnType<typeof useTexts>;
function useTexts() {
  const t = useTranslations('pmParts');
  const common = useTranslations('common');
  const verdict = useTranslations('judged.verdict');
  const format = useFormatter();
  const dates = useDates();
  return {
    t,
    dates,
    notReported: common('notReported'),
    none: common('none'),
    percent: (value: number) => common('percent', { value: toLifePercent(value) }),
    verdict: (of: Verdict) => (of === 'unknown' ? t('lifeUnknown') : verdict(of)),
    number: (value: number) => format.number(value),
  };
}

export function PartsTable({ rows, threshold, withRanges }: TableProps) {
  const texts = useTexts();
  const isBare = !use(EvidenceReadyContext);
  const { t } = texts;
  const scale = toScale(rows, threshold);
  const head = (label: string, isFigure = false) => (
    <th key={label} scope="col" className={isFigure ? table.figure : undefined}>
      {label}
    </th>
  );
  return (
    <TableFrame className={styles.scroll}>
      <GridTable label={t('title')} className={classNames(table.table, styles.table)}>
        <thead>
          <tr>
            {head(t('columns.state'))}
            {head(t('columns.part'))}
            {head(t('columns.life'))}
            {head(t('columns.consumed'), true)}
            {head(t('columns.lifeNow'), true)}
            {forecastWeeks.map((week) => head(t(`columns.${week}`), true))}
            <th scope="col" className={table.figure}>
              {t('columns.counter')} <span className="quiet">{t('pages')}</span>
            </th>
            {head(t('columns.replaced'), true)}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.key}
              row={row}
              texts={texts}
              threshold={threshold}
              scale={scale}
              withRanges={withRanges}
              isBare={isBare}
            />
          ))}
        </tbody>
      </GridTable>
    </TableFrame>
  );
}

interface RowProps extends Pick<TableProps, 'threshold' | 'withRanges'> {
  readonly row: PartRow;
  readonly texts: Texts;
  readonly scale: number;
  /** In the first picture the cells are bare text: what else is in them would hold it up. */
  readonly isBare: boolean;
}

/** One part. Its cells are no components of their own: there are some two hundred of them. */
function Row(props: RowProps) {
  const { row, texts, threshold, scale, isBare } = props;
  const { verdict } = row;
  return (
    <tr data-state={verdict.verdict}>
      <td className={styles.state}>
        <StatusShape status={shapes[verdict.verdict]} />
        {texts.verdict(verdict.verdict)}
      </td>
      <th scope="row" className={styles.part}>
        {row.isCode ? null : row.name} <span className={classNames('code', !row.isCode && 'quiet')}>{row.code}</span>
        <VerdictNote verdict={verdict} className={styles.note} />
      </th>
      <td className={styles.life} data-column="life">
        {isBare ? null : (
          <LifeBar
            now={row.lifeNow}
            later={row.forecasts.at(-1)?.value ?? null}
            threshold={threshold}
            scale={scale}
            text={toBarText(row, threshold, texts)}
          />
        )}
      </td>
      <td className={table.figure}>{toLife(props, 'consumed', row.consumed, `parts.${row.code}.consumedLife`)}</td>
      <td className={classNames(table.figure, styles.now)}>
        {toLife(props, 'lifeNow', row.lifeNow, `parts.${row.code}.lifeNow`)}
      </td>
      {toForecasts(props)}
      <td className={table.figure}>{toCounter(props)}</td>
      {toReplaced(props)}
    </tr>
  );
}

function toBarText({ lifeNow, forecasts }: PartRow, threshold: number, { t }: Texts): string {
  const in4Weeks = forecasts.at(-1)?.value ?? null;
  if (lifeNow === null) return t('lifeUnknown');
  const now = toLifePercent(lifeNow);
  if (in4Weeks === null) return t('bar', { now, threshold });
  return t('barForecast', { now, later: toLifePercent(in4Weeks), threshold });
}

type Column = 'consumed' | 'lifeNow' | 'life1Week' | 'life2Weeks' | 'life4Weeks' | 'counter' | 'replaced';

/** A figure with its evidence; its text alone in the first picture. */
function toFigure(
  { row, texts, isBare }: RowProps,
  { column, path, note, text }: { column: Column; path: string; note?: string | undefined; text: string },
): ReactNode {
  if (isBare) return text;
  return (
    <Evidence title={`${row.name}, ${texts.t(`columns.${column}`)}`} path={path} note={note}>
      {text}
    </Evidence>
  );
}

function toLife(props: RowProps, column: 'consumed' | 'lifeNow', value: number | null, path: string): ReactNode {
  if (value === null) return <Unknown>{props.texts.notReported}</Unknown>;
  return toFigure(props, {
    column,
    path,
    text: props.texts.percent(value),
    note: column === 'lifeNow' ? props.texts.t('lifeNote') : undefined,
  });
}

/** The three forecasts; where none could be made one cell says what is missing (principle 5). */
function toForecasts(props: RowProps): ReactNode {
  const { row, withRanges } = props;
  const { t } = props.texts;
  if (row.forecasts.every(({ value }) => value === null)) {
    return (
      <td colSpan={forecastWeeks.length} className={table.figure}>
        <Unknown>{row.withheld === undefined ? t('noForecast') : t('withheld', row.withheld)}</Unknown>
      </td>
    );
  }
  return row.forecasts.map((forecast) => (
    <td key={forecast.week} className={table.figure}>
      {toForecast(props, forecast, withRanges || forecast.week === 'life4Weeks')}
    </td>
  ));
}

function toForecast(props: RowProps, { week, value, range }: Forecast, withRange: boolean): ReactNode {
  const { t, percent } = props.texts;
  if (value === null) return <Unknown>{t('noForecast')}</Unknown>;
  const rangeText = range === undefined ? undefined : t('range', toWholeRange(range));
  return (
    <>
      {withRange ? <span className={styles.range}>{rangeText ?? t('rangeUnknown')}</span> : null}
      {toFigure(props, {
        column: week,
        path: `parts.${props.row.code}.${week}`,
        note: rangeText === undefined ? undefined : `${t('ranges')}: ${rangeText}`,
        text: percent(value),
      })}
    </>
  );
}

function toCounter(props: RowProps): ReactNode {
  const { row, texts } = props;
  if (row.counter === null) return <Unknown>{texts.notReported}</Unknown>;
  return toFigure(props, {
    column: 'counter',
    path: `parts.${row.code}.counter`,
    text: texts.number(row.counter),
  });
}

function toReplaced(props: RowProps): ReactNode {
  const { row, texts } = props;
  const day = toCalendarDay((row.replacedAt ?? '').slice(0, 10));
  if (day.kind !== 'day') return <td className={classNames(table.figure, styles.none)}>{texts.none}</td>;
  return (
    <td className={table.figure}>
      {toFigure(props, { column: 'replaced', path: `parts.${row.code}.replacedAt`, text: texts.dates.date(day.at) })}
    </td>
  );
}

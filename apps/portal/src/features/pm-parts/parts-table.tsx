import { useFormatter, useTranslations } from 'use-intl/react';
import { toCalendarDay } from '../../device/calendar-day.ts';
import table from '../../device/sheet-table.module.css';
import { TableFrame } from '../../device/table-frame.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { LifeBar } from '../../ui/life-bar.tsx';
import { Unknown } from '../../ui/readout.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { useDates } from '../../ui/use-dates.ts';
import styles from './pm-parts.module.css';
import { type Forecast, forecastWeeks, type PartRow, type PartState, toScale } from './to-part-rows.ts';

const shapes = { due: 'error', soon: 'warning', later: 'normal', unknown: 'unknown' } as const satisfies Record<
  PartState,
  string
>;

interface TableProps {
  readonly rows: readonly PartRow[];
  readonly threshold: number;
  /** The 80 % ranges of all weeks; that of 4 weeks always stands there. */
  readonly withRanges: boolean;
}

/** Words of all rows, asked for once: some two hundred cells would each ask for theirs. */
type Words = ReturnType<typeof useWords>;
function useWords() {
  const t = useTranslations('pmParts');
  const common = useTranslations('common');
  const format = useFormatter();
  const dates = useDates();
  return {
    t,
    dates,
    notReported: common('notReported'),
    none: common('none'),
    /** Whole percent; tenths are more than a counter of a part can tell. */
    percent: (value: number) => common('percent', { value: Math.floor(value) }),
    number: (value: number) => format.number(value),
  };
}

export function PartsTable({ rows, threshold, withRanges }: TableProps) {
  const words = useWords();
  const { t } = words;
  const scale = toScale(rows, threshold);
  const head = (label: string, isFigure = false) => (
    <th key={label} scope="col" className={isFigure ? table.figure : undefined}>
      {label}
    </th>
  );
  return (
    <TableFrame label={t('title')} className={styles.scroll}>
      <table className={classNames(table.table, styles.table)}>
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
            <Row key={row.key} row={row} words={words} threshold={threshold} scale={scale} withRanges={withRanges} />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

interface RowProps extends Pick<TableProps, 'threshold' | 'withRanges'> {
  readonly row: PartRow;
  readonly words: Words;
  readonly scale: number;
}

function Row({ row, words, threshold, scale, withRanges }: RowProps) {
  const { t } = words;
  return (
    <tr data-state={row.state}>
      <td className={styles.state}>
        <StatusShape status={shapes[row.state]} />
        {t(`state.${row.state}`)}
      </td>
      <th scope="row" className={styles.part}>
        {row.isCode ? null : row.name} <span className={classNames('code', !row.isCode && 'quiet')}>{row.code}</span>
      </th>
      <td className={styles.life}>
        <LifeBar
          now={row.lifeNow}
          later={row.forecasts.at(-1)?.value ?? null}
          threshold={threshold}
          scale={scale}
          text={toBarText(row, threshold, words)}
        />
      </td>
      <Life row={row} words={words} value={row.consumed} label={t('columns.consumed')} path={`parts.${row.code}`} />
      <Life
        row={row}
        words={words}
        value={row.lifeNow}
        label={t('columns.lifeNow')}
        path={`parts.${row.code}.lifeNow`}
        isNow
      />
      <Forecasts row={row} words={words} withRanges={withRanges} />
      <Counter row={row} words={words} />
      <Replaced row={row} words={words} />
    </tr>
  );
}

function toBarText({ lifeNow: now, forecasts, state }: PartRow, threshold: number, { t }: Words): string {
  const later = forecasts.at(-1)?.value ?? null;
  if (now === null) return t(`state.${state}`);
  return later === null ? t('bar', { now, threshold }) : t('barForecast', { now, later, threshold });
}

interface LifeProps {
  readonly row: PartRow;
  readonly words: Words;
  readonly value: number | null;
  readonly label: string;
  readonly path: string;
  readonly isNow?: boolean;
}

function Life({ row, words, value, label, path, isNow = false }: LifeProps) {
  return (
    <td className={classNames(table.figure, isNow && styles.now)}>
      {value === null ? (
        <Unknown>{words.notReported}</Unknown>
      ) : (
        <Evidence title={`${row.name}, ${label}`} path={path}>
          {words.percent(value)}
        </Evidence>
      )}
    </td>
  );
}

/** The three forecasts; where none could be made one cell says what is missing (principle 5). */
function Forecasts({ row, words, withRanges }: { row: PartRow; words: Words; withRanges: boolean }) {
  const { t } = words;
  if (row.forecasts.every(({ value }) => value === null)) {
    return (
      <td colSpan={forecastWeeks.length} className={table.figure}>
        <Unknown>{row.withheld === undefined ? t('noForecast') : t('withheld', row.withheld)}</Unknown>
      </td>
    );
  }
  return row.forecasts.map((forecast) => (
    <ForecastCell
      key={forecast.week}
      row={row}
      words={words}
      forecast={forecast}
      withRange={withRanges || forecast.week === 'life4Weeks'}
    />
  ));
}

interface ForecastProps {
  readonly row: PartRow;
  readonly words: Words;
  readonly forecast: Forecast;
  readonly withRange: boolean;
}

function ForecastCell({ row, words, forecast: { week, value, range }, withRange }: ForecastProps) {
  const { t } = words;
  const rangeText = range === undefined ? undefined : t('range', toWhole(range));
  return (
    <td className={table.figure}>
      {value === null ? (
        <Unknown>{t('noForecast')}</Unknown>
      ) : (
        <>
          {withRange ? <span className={styles.range}>{rangeText ?? t('rangeUnknown')}</span> : null}
          <Evidence
            title={`${row.name}, ${t(`columns.${week}`)}`}
            path={`parts.${row.code}.${week}`}
            note={rangeText === undefined ? undefined : `${t('ranges')}: ${rangeText}`}
          >
            {words.percent(value)}
          </Evidence>
        </>
      )}
    </td>
  );
}

/** Outward, so that the range that is shown holds the one that was meant. */
const toWhole = ({ lower, upper }: { lower: number; upper: number }) => ({
  lower: Math.floor(lower),
  upper: Math.ceil(upper),
});

function Counter({ row, words }: { row: PartRow; words: Words }) {
  return (
    <td className={table.figure}>
      {row.counter === null ? (
        <Unknown>{words.notReported}</Unknown>
      ) : (
        <Evidence title={`${row.name}, ${words.t('columns.counter')}`} path={`parts.${row.code}.counter`}>
          {words.number(row.counter)}
        </Evidence>
      )}
    </td>
  );
}

function Replaced({ row: { name, code, replacedAt }, words }: { row: PartRow; words: Words }) {
  const day = toCalendarDay((replacedAt ?? '').slice(0, 10));
  return (
    <td className={table.figure}>
      {day.kind === 'day' ? (
        <Evidence title={`${name}, ${words.t('columns.replaced')}`} path={`parts.${code}.replacedAt`}>
          {words.dates.date(day.at)}
        </Evidence>
      ) : (
        <span className="quiet">{words.none}</span>
      )}
    </td>
  );
}

import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useTranslations } from 'use-intl/react';
import { classNames } from '../ui/class-names.ts';
import styles from './chart.module.css';
import { ChartFrame, type ChartProps } from './chart-frame.tsx';
import { type ReadablePoint, type StripModel, type StripRow, toDayStrip } from './chart-models.ts';
import { textWidth } from './end-labels.tsx';
import { Hatch } from './marks.tsx';
import { type ChartFormat, toDay, useChartFormat } from './time-axis.ts';

interface DayStripProps extends ChartProps {
  /** Small multiples on one scale, one below the other. */
  readonly rows: readonly StripRow[];
  /** `YYYY-MM-DD`; its bar is drawn in ink. */
  readonly today: string;
}

/**
 * Counts a day, a row for each kind; a day without a report is hatched, a true zero is a stroke on the
 * baseline.
 */
export function DayStrip({ rows, today, ...frame }: DayStripProps) {
  const t = useTranslations('charts');
  const total = useTranslations('common')('total');
  const format = useChartFormat();
  const model = toDayStrip(rows);
  const texts = { noReport: t('noReport'), today: t('today') };
  const height = stripHeight(model.rows.length);
  return (
    <ChartFrame
      {...frame}
      height={height}
      toTable={() => ({
        columns: [{ label: t('period') }, ...model.rows.map(({ label }) => ({ label, align: 'end' as const }))],
        rows: [
          ...model.dates.map((date, day) => [
            format.dayOf(date),
            ...model.rows.map(({ counts }) => counts[day] ?? texts.noReport),
          ]),
          [total, ...model.rows.map((row) => row.total)],
        ],
      })}
      draw={(width) => drawDayStrip({ model, today, width, height, format, texts })}
    />
  );
}

interface StripDrawing {
  readonly model: StripModel;
  readonly today: string;
  readonly width: number;
  readonly height: number;
  readonly format: ChartFormat;
  readonly texts: { readonly noReport: string; readonly today: string };
}
const rowHeight = 56;
const footHeight = 24;

/** Height of this number of rows and the line of dates under them. */
const stripHeight = (rows: number): number => rows * rowHeight + footHeight;

/** Draws rows of bars at a given width; pixels from the top left. */
function drawDayStrip({ model, today, width, height, format, texts }: StripDrawing) {
  const names = Math.min(width * 0.34, Math.max(40, ...model.rows.map(({ label }) => textWidth(label))));
  const totals = Math.max(
    24,
    ...model.rows.map(({ total }) => textWidth(total === null ? '-' : format.number(total)) + 8),
  );
  const left = names + totals + 14;
  const x = scaleBand<number>({ domain: [...model.dates.keys()], range: [left, width], paddingInner: 0.12 });
  const barHeight = scaleLinear<number>({ domain: [0, model.most], range: [0, rowHeight - 16] });
  const baseline = (row: number) => (row + 1) * rowHeight - 6;
  const xOf = (day: number) => x(day) ?? left;
  const monthDay = (index: number) => {
    const text = model.dates[index] ?? '';
    const day = toDay(text);
    return text === today ? texts.today : day === undefined ? text : format.monthDay(day);
  };
  const drawing = (
    <>
      {model.rows.map(({ key, label, tone, total, counts }, row) => (
        <Group key={key}>
          <text className={styles.name} x={0} y={baseline(row)}>
            {label}
          </text>
          <text
            className={styles.value}
            data-tone={tone === 'error' && (total ?? 0) > 0 ? 'error' : undefined}
            x={names + totals}
            y={baseline(row)}
            textAnchor="end"
          >
            {total === null ? '-' : format.number(total)}
          </text>
          {counts.map((count, day) => {
            const date = model.dates[day] ?? '';
            if (count === null)
              return <Hatch key={date} x={xOf(day)} y={baseline(row) - 24} width={x.bandwidth()} height={24} />;
            const size = count === 0 ? 0 : Math.max(2, barHeight(count));
            return (
              <g key={date}>
                <line
                  className={styles.axis}
                  x1={xOf(day)}
                  x2={xOf(day) + x.bandwidth()}
                  y1={baseline(row) + 0.5}
                  y2={baseline(row) + 0.5}
                />
                {size === 0 ? null : (
                  <Bar
                    className={classNames(tone === 'error' ? styles.error : date === today ? styles.ink : styles.quiet)}
                    x={xOf(day)}
                    y={baseline(row) - size}
                    width={x.bandwidth()}
                    height={size}
                  />
                )}
              </g>
            );
          })}
          <line className={styles.grid} x1={0} x2={width} y1={baseline(row) + 6} y2={baseline(row) + 6} />
        </Group>
      ))}
      {drawFoot()}
    </>
  );
  return { drawing, toPoints };

  /** First and last day, and the number of days without a report where it fits between. */
  function drawFoot() {
    const last = model.dates.length - 1;
    if (last < 0) return null;
    const y = height - 6;
    const [first, end] = [monthDay(0), monthDay(last)];
    let taken = left + textWidth(first) + 8;
    const middles = model.silent.map(({ from, to }) => {
      const text = `${from === to ? monthDay(from) : `${monthDay(from)} \u2013 ${monthDay(to)}`} ${texts.noReport}`;
      const middle = (xOf(from) + xOf(to) + x.bandwidth()) / 2;
      const start = middle - textWidth(text) / 2;
      const isFree = start >= taken && start + textWidth(text) <= width - textWidth(end) - 8;
      if (isFree) taken = start + textWidth(text) + 8;
      return { text, middle, isFree };
    });
    return (
      <Group>
        <text x={left} y={y}>
          {first}
        </text>
        {middles
          .filter(({ isFree }) => isFree)
          .map(({ text, middle }) => (
            <text key={text} className={styles.unknown} x={middle} y={y} textAnchor="middle">
              {text}
            </text>
          ))}
        <text x={width} y={y} textAnchor="end">
          {end}
        </text>
      </Group>
    );
  }

  function toPoints(): ReadablePoint[] {
    return model.rows.flatMap(({ label, counts }, row) =>
      counts.map((count, day) => ({
        x: xOf(day) + x.bandwidth() / 2,
        y: baseline(row) - (count === null ? 12 : barHeight(count)),
        text: `${label}, ${format.dayOf(model.dates[day] ?? '')}: ${count === null ? texts.noReport : format.number(count)}`,
      })),
    );
  }
}

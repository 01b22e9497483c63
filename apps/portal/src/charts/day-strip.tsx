import { useTranslations } from 'use-intl/react';
import { ChartFrame } from './chart-frame.tsx';
import { drawDayStrip, stripHeight } from './day-strip-drawing.tsx';
import { type StripRow, toDayStrip } from './to-day-strip.ts';
import { useChartFormat } from './use-chart-format.ts';

export interface DayStripProps {
  readonly title: string;
  readonly summary: string;
  /** Small multiples on one scale, one below the other. */
  readonly rows: readonly StripRow[];
  /** `YYYY-MM-DD`; its bar is drawn in ink. */
  readonly today: string;
  readonly tools?: 'head' | 'above';
  /** Columns of the grid's twelve; with them the width is known before it is measured. */
  readonly columns?: number;
}

/**
 * Counts a day, a row for each kind; a day without a report is hatched, a true zero is a stroke on the
 * baseline.
 */
export function DayStrip({ title, summary, rows, today, tools = 'head', columns }: DayStripProps) {
  const t = useTranslations('charts');
  const total = useTranslations('common')('total');
  const format = useChartFormat();
  const model = toDayStrip(rows);
  const words = { noReport: t('noReport'), today: t('today') };
  const height = stripHeight(model.rows.length);
  return (
    <ChartFrame
      title={title}
      summary={summary}
      height={height}
      tools={tools}
      columns={columns}
      toTable={() => ({
        columns: [{ label: t('period') }, ...model.rows.map(({ label }) => ({ label, align: 'end' as const }))],
        rows: [
          ...model.dates.map((date, day) => [
            format.dayOf(date),
            ...model.rows.map(({ counts }) => counts[day] ?? words.noReport),
          ]),
          [total, ...model.rows.map((row) => row.total)],
        ],
      })}
      draw={(width) => drawDayStrip({ model, today, width, height, format, words })}
    />
  );
}

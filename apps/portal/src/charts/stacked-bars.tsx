import { useTranslations } from 'use-intl/react';
import { ChartFrame } from './chart-frame.tsx';
import type { ChartTable } from './chart-table.ts';
import { drawStackedBars, type Series } from './stacked-bars-drawing.tsx';
import { type StackedBar, toStackedBars } from './to-stacked-bars.ts';
import { useChartFormat } from './use-chart-format.ts';

export interface StackedBarsProps {
  readonly title: string;
  readonly summary: string;
  readonly series: readonly Series[];
  /** Oldest first. */
  readonly bars: readonly StackedBar[];
  /** A dotted line to compare with, e.g. AMP. */
  readonly reference?: { readonly value: number; readonly label: string } | undefined;
  readonly height?: number;
  readonly tools?: 'head' | 'above';
  /** Columns of the grid's twelve; with them the width is known before it is measured. */
  readonly columns?: number;
}

/** Bars of one or more series from a common zero, the sum on top; periods without a report are hatched. */
export function StackedBars({
  title,
  summary,
  series,
  bars,
  reference,
  height = 296,
  tools = 'head',
  columns,
}: StackedBarsProps) {
  const t = useTranslations('charts');
  const total = useTranslations('common')('total');
  const format = useChartFormat();
  const model = toStackedBars(bars);
  const words = { noReport: t('noReport') };
  const toTable = (): ChartTable => ({
    columns: [
      { label: t('period') },
      ...series.map(({ label }) => ({ label, align: 'end' as const })),
      ...(series.length > 1 ? [{ label: total, align: 'end' as const }] : []),
      { label: t('state') },
    ],
    rows: model.map(({ label, note, parts, total: sum }) => [
      label,
      ...series.map(({ key }) => parts.find((part) => part.series === key)?.value ?? null),
      ...(series.length > 1 ? [sum] : []),
      sum === null ? words.noReport : (note ?? t('actual')),
    ]),
  });
  return (
    <ChartFrame
      title={title}
      summary={summary}
      height={height}
      tools={tools}
      columns={columns}
      toTable={toTable}
      draw={(width) => drawStackedBars({ bars: model, series, reference, width, height, format, words })}
    />
  );
}

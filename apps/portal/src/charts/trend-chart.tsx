import { useTranslations } from 'use-intl/react';
import { ChartFrame } from './chart-frame.tsx';
import type { ChartTable } from './chart-table.ts';
import { toTrend, type TrendInput, type TrendModel } from './to-trend.ts';
import { drawTrend } from './trend-drawing.tsx';
import { useChartFormat } from './use-chart-format.ts';

export interface TrendChartProps extends TrendInput {
  readonly title: string;
  /** One sentence for those who do not see the drawing. */
  readonly summary: string;
  /** `%`, `h`, ...; stands over the axis and behind values. */
  readonly unit?: string;
  /**
   * `label` without the value, e.g. 'Threshold' or 'Lower limit'. An upper limit is drawn in the error
   * colour, a lower in that of warnings.
   */
  readonly threshold?:
    | { readonly value: number; readonly limit: 'upper' | 'lower'; readonly label: string }
    | undefined;
  readonly height?: number;
  readonly tools?: 'head' | 'above';
}

/**
 * Actual series with its gaps, forecast in its 80 % band, threshold and where it is crossed. Draws nothing
 * without a reading.
 */
export function TrendChart({ title, summary, unit = '', height = 212, tools = 'head', ...input }: TrendChartProps) {
  const t = useTranslations('charts');
  const format = useChartFormat(unit);
  const model = toTrend(input);
  if (model === undefined) return null;
  const words = {
    noReport: t('noReport'),
    forecast: t('forecast'),
    today: t('today'),
    replaced: t('replaced'),
    actualPoint: (date: string, value: string) => t('actualPoint', { date, value }),
    forecastPoint: (date: string, value: string, lower: string, upper: string) =>
      t('forecastPoint', { date, value, lower, upper }),
    gapPoint: (from: string, to: string) => t('gapPoint', { from, to }),
    crossingPoint: (date: string, lower: string, upper: string) => t('crossingPoint', { date, lower, upper }),
  };
  const toTable = () =>
    toTrendTable(model, format, {
      period: t('period'),
      value: t('value'),
      lower: t('lower'),
      upper: t('upper'),
      state: t('state'),
      actual: t('actual'),
      forecast: words.forecast,
      gap: words.noReport,
      crossing: t('crossing'),
      replaced: words.replaced,
    });
  return (
    <ChartFrame
      title={title}
      summary={summary}
      height={height}
      tools={tools}
      toTable={toTable}
      draw={(width) => drawTrend({ model, threshold: input.threshold, unit, width, height, format, words })}
    />
  );
}

type Words = Readonly<
  Record<
    'period' | 'value' | 'lower' | 'upper' | 'state' | 'actual' | 'forecast' | 'gap' | 'crossing' | 'replaced',
    string
  >
>;

/** The rows of a trend in order of time: readings, gaps, the forecast with its bounds, the crossing. */
export function toTrendTable(
  { runs, gaps, forecast, crossing, replaced }: TrendModel,
  format: { readonly day: (day: number) => string },
  words: Words,
): ChartTable {
  const rows = [
    ...runs.flat().map(({ day, value }) => ({ day, cells: [format.day(day), value, null, null, words.actual] })),
    ...gaps.map(({ from, to }) => ({
      day: from + 0.5,
      cells: [`${format.day(from)} \u2013 ${format.day(to)}`, null, null, null, words.gap],
    })),
    ...(replaced === undefined
      ? []
      : [{ day: replaced.day - 0.25, cells: [format.day(replaced.day), null, null, null, words.replaced] }]),
    // The first place of the forecast is the last reading.
    ...forecast.slice(1).map(({ day, value, lower, upper }) => ({
      day,
      cells: [format.day(day), value, lower, upper, words.forecast],
    })),
    ...(crossing === undefined
      ? []
      : [
          {
            day: crossing.day,
            cells: [
              `${format.day(crossing.day)} (${format.day(crossing.from)} \u2013 ${format.day(crossing.to)})`,
              null,
              null,
              null,
              words.crossing,
            ],
          },
        ]),
  ].sort((a, b) => a.day - b.day);
  return {
    columns: [
      { label: words.period },
      { label: words.value, align: 'end' },
      { label: words.lower, align: 'end' },
      { label: words.upper, align: 'end' },
      { label: words.state },
    ],
    rows: rows.map(({ cells }) => cells),
  };
}

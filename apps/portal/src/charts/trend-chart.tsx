import { useTranslations } from 'use-intl/react';
import { ChartFrame, type ChartProps } from './chart-frame.tsx';
import { useChartFormat } from './time-axis.ts';
import { type TrendInput, toTrend } from './to-trend.ts';
import { drawTrend } from './trend-drawing.tsx';
import { toTrendTable } from './trend-texts.ts';

export interface TrendChartProps extends TrendInput, ChartProps {
  /** `%`, `h`, ...; stands over the axis and behind values. */
  readonly unit?: string;
  /** Rounds a value where it is named, so that the chart shows the figure of the screen. */
  readonly toShown?: ((value: number) => number) | undefined;
  /**
   * `label` without the value, e.g. 'Threshold' or 'Lower limit'. An upper limit is drawn in the error
   * colour, a lower in that of warnings.
   */
  readonly threshold?:
    | { readonly value: number; readonly limit: 'upper' | 'lower'; readonly label: string }
    | undefined;
  readonly height?: number;
}

/**
 * Actual series with its gaps, forecast in its 80 % band, threshold and where it is crossed. Draws nothing
 * without a reading.
 */
export function TrendChart({ unit = '', height = 212, toShown, ...input }: TrendChartProps) {
  const t = useTranslations('charts');
  const format = useChartFormat(unit, toShown);
  const model = toTrend(input);
  if (model === undefined) return null;
  const texts = {
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
      forecast: texts.forecast,
      gap: texts.noReport,
      crossing: t('crossing'),
      replaced: texts.replaced,
    });
  return (
    <ChartFrame
      title={input.title}
      summary={input.summary}
      tools={input.tools}
      columns={input.columns}
      height={height}
      toTable={toTable}
      draw={(width) => drawTrend({ model, threshold: input.threshold, unit, width, height, format, texts })}
    />
  );
}

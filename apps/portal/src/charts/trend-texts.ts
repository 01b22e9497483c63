import type { ChartTable, ReadablePoint } from './chart-models.ts';
import type { ChartFormat } from './time-axis.ts';
import type { TrendModel } from './to-trend.ts';

/** Pixels of a day or a value. */
export type Scale = (value: number) => number;

export interface TrendTexts {
  readonly noReport: string;
  readonly forecast: string;
  readonly today: string;
  readonly actualPoint: (date: string, value: string) => string;
  readonly forecastPoint: (date: string, value: string, lower: string, upper: string) => string;
  readonly gapPoint: (from: string, to: string) => string;
  readonly crossingPoint: (date: string, lower: string, upper: string) => string;
}

/**
 * What the keyboard and the pointer read of a trend, from left to right: readings, gaps, forecast, crossing.
 */
export function toTrendPoints(
  model: TrendModel,
  thresholdY: number | undefined,
  x: Scale,
  y: Scale,
  format: ChartFormat,
  texts: TrendTexts,
): ReadablePoint[] {
  const lastY = model.last === undefined ? 0 : y(model.last.value);
  const crossing = model.crossing;
  return [
    ...model.runs.flat().map(({ day, value }) => ({
      x: x(day),
      y: y(value),
      text: texts.actualPoint(format.day(day), format.value(value)),
    })),
    ...model.gaps.map(({ from, to }) => ({
      x: x((from + to) / 2),
      y: lastY,
      text: texts.gapPoint(format.day(from), format.day(to)),
    })),
    ...model.forecast.slice(1).map(({ day, value, lower, upper }) => ({
      x: x(day),
      y: y(value),
      text: texts.forecastPoint(format.day(day), format.value(value), format.value(lower), format.value(upper)),
    })),
    ...(crossing === undefined || thresholdY === undefined
      ? []
      : [
          {
            x: x(crossing.day),
            y: thresholdY,
            text: texts.crossingPoint(format.day(crossing.day), format.day(crossing.from), format.day(crossing.to)),
          },
        ]),
  ].sort((a, b) => a.x - b.x);
}

type TableTexts = Readonly<
  Record<
    'period' | 'value' | 'lower' | 'upper' | 'state' | 'actual' | 'forecast' | 'gap' | 'crossing' | 'replaced',
    string
  >
>;

/** The rows of a trend in order of time: readings, gaps, the forecast with its bounds, the crossing. */
export function toTrendTable(
  { runs, gaps, forecast, crossing, replaced }: TrendModel,
  format: { readonly day: (day: number) => string },
  texts: TableTexts,
): ChartTable {
  const rows = [
    ...runs.flat().map(({ day, value }) => ({ day, cells: [format.day(day), value, null, null, texts.actual] })),
    ...gaps.map(({ from, to }) => ({
      day: from + 0.5,
      cells: [`${format.day(from)} \u2013 ${format.day(to)}`, null, null, null, texts.gap],
    })),
    ...(replaced === undefined
      ? []
      : [{ day: replaced.day - 0.25, cells: [format.day(replaced.day), null, null, null, texts.replaced] }]),
    // The first place of the forecast is the last reading.
    ...forecast.slice(1).map(({ day, value, lower, upper }) => ({
      day,
      cells: [format.day(day), value, lower, upper, texts.forecast],
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
              texts.crossing,
            ],
          },
        ]),
  ].sort((a, b) => a.day - b.day);
  return {
    columns: [
      { label: texts.period },
      { label: texts.value, align: 'end' },
      { label: texts.lower, align: 'end' },
      { label: texts.upper, align: 'end' },
      { label: texts.state },
    ],
    rows: rows.map(({ cells }) => cells),
  };
}

import type { ChartTable } from './chart-table.ts';
import type { TrendModel } from './to-trend.ts';

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

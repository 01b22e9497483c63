import { useFormatter, useTranslations } from 'use-intl/react';
import { ChartFrame } from '../../charts/chart-frame.tsx';
import { drawMultiples, heightOf } from './multiples-drawing.tsx';
import type { Trend } from './to-trend.ts';
import { useMonths } from './trend-table.tsx';

/** Five rows of bars on one scale, not five hues (design, chart rules). */
export function TrendBars({ trend: { months, kinds, sums, most } }: { trend: Trend }) {
  const t = useTranslations('errorTrend');
  const names = useTranslations('profile.errors');
  const format = useFormatter();
  const month = useMonths();
  const words = { noReport: t('noReport') };
  const columns = months.map((one, place) => ({
    label: month.short(one.month, months[place - 1]?.month),
    name: month.name(one.month),
    note: sums[place] === null ? words.noReport : place === months.length - 1 ? month.running : undefined,
  }));
  const multiples = kinds.map(({ kind, counts, total }) => ({
    name: names(kind),
    counts,
    sum: total === null ? words.noReport : t('total', { count: total }),
    isSevere: kind === 'serviceCall',
  }));
  return (
    <ChartFrame
      title={t('title')}
      summary={multiples.map(({ name, sum }) => `${name}: ${sum}`).join('; ')}
      height={heightOf(kinds.length)}
      toTable={() => ({
        columns: [{ label: t('month') }, ...multiples.map(({ name }) => ({ label: name, align: 'end' as const }))],
        rows: columns.map(({ name }, place) => [
          name,
          ...kinds.map(({ counts }) => counts[place] ?? (counts[place] === null ? words.noReport : null)),
        ]),
      })}
      draw={(width) => drawMultiples({ columns, multiples, most, width, format: (n) => format.number(n), words })}
    />
  );
}

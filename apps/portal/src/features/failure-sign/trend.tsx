import { useTranslations } from 'use-intl/react';
import { toIsoDay } from '../../device/calendar-day.ts';
import { TrendChart } from '../../charts/trend-chart.tsx';
import { useMinute } from '../../ui/use-age.ts';
import type { ComponentName, LifePrediction } from './predictions.ts';
import { toCrossing } from './to-crossing.ts';
import type { Span } from './to-day.ts';
import { useWords } from './use-words.ts';

/**
 * Readings, forecast in its band and the threshold of one part; nothing where there is no reading to draw
 * (FS-07, FS-19).
 */
export function Trend({
  component,
  series,
  threshold,
  kind,
  span,
  replaced,
}: {
  component: ComponentName;
  series: Pick<LifePrediction, 'actual' | 'forecast'>;
  threshold: number | null;
  kind: 'upper' | 'lower';
  span: Span | undefined;
  /** Day of the last replacement. */
  replaced: string | null;
}) {
  const t = useTranslations('failureSign');
  const words = useWords();
  const today = toIsoDay(useMinute());
  const title = t(`component.${component}`);
  const outlook =
    span === undefined ? t('part.beyond') : [words.at(span), words.range(span)].filter(Boolean).join(', 80%: ');
  return (
    <TrendChart
      title={title}
      summary={`${t('chart.summary', { part: title })}. ${t('part.predicted')}: ${outlook}`}
      unit={kind === 'upper' ? '%' : 'V'}
      actual={series.actual}
      forecast={series.forecast}
      threshold={threshold === null ? undefined : { value: threshold, limit: kind, label: t(`chart.${kind}Limit`) }}
      crossing={toCrossing(span, series.forecast ?? [])}
      today={today}
      replaced={replaced ?? undefined}
    />
  );
}

import { useTranslations } from 'use-intl/react';
import { TrendChart } from '../../charts/trend-chart.tsx';
import { toIsoDay } from '../../device/calendar-day.ts';
import { toLifePercent } from '../../device/figures.ts';
import { useMinute } from '../../ui/use-age.ts';
import type { ComponentName, LifePrediction } from './predictions.ts';
import type { Span } from './to-day.ts';
import { useTexts } from './use-texts.ts';

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
  const texts = useTexts();
  const today = toIsoDay(useMinute());
  const title = t(`component.${component}`);
  const outlook =
    span === undefined ? t('part.beyond') : [texts.at(span), texts.range(span)].filter(Boolean).join(', 80%: ');
  return (
    <TrendChart
      title={title}
      summary={`${t('chart.summary', { part: title })}. ${t('part.predicted')}: ${outlook}`}
      unit={kind === 'upper' ? '%' : 'V'}
      toShown={kind === 'upper' ? toLifePercent : undefined}
      actual={series.actual}
      forecast={series.forecast}
      threshold={threshold === null ? undefined : { value: threshold, limit: kind, label: t(`chart.${kind}Limit`) }}
      crossing={toCrossing(span, series.forecast ?? [])}
      today={today}
      replaced={replaced ?? undefined}
    />
  );
}

/**
 * Where the forecast meets its threshold; drawn only with its range. A month has no day of its own: the
 * forecast ends on the day it means, and the mark stands on it.
 */
export function toCrossing(span: Span | undefined, forecast: readonly { readonly date: string }[]) {
  if (span?.lower === undefined || span.upper === undefined) return undefined;
  const middle = toIsoDay(span.middle);
  const end = forecast.at(-1)?.date.slice(0, middle.length);
  const isMeant = span.grain === 'month' && end?.slice(0, 7) === middle.slice(0, 7);
  return { date: isMeant ? end : middle, lower: toIsoDay(span.lower), upper: toIsoDay(span.upper) };
}

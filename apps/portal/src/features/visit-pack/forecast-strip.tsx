import { dayMs } from '@platen/contract/constants';
import type { ForecastLine } from '@platen/contract/visit-pack';
import { forecastDays } from '@platen/contract/visit-pack-names';
import { useTranslations } from 'use-intl/react';
import { toDate } from '../../device/use-headline.ts';
import { useItemWords } from '../../device/use-item-words.ts';
import { useDates } from '../../ui/use-dates.ts';
import moreStyles from './more.module.css';
import styles from './pack.module.css';
import { useSpan } from './use-words.ts';

interface ForecastStripProps {
  readonly lines: readonly ForecastLine[];
  /** Day of the pack. */
  readonly from: string;
}

/** Each part and colour on a line of 8 weeks, with its 80 % range in words; without a figure the reason. */
export function ForecastStrip({ lines, from }: ForecastStripProps) {
  const t = useTranslations('visitPack.forecast');
  const words = useItemWords();
  const dates = useDates();
  const span = useSpan();
  const start = toDate(from).getTime();
  const place = (day: string) => 100 * Math.min(1, Math.max(0, (toDate(day).getTime() - start) / dayMs / forecastDays));
  const when = ({ range, percent, reason, readings, needed }: ForecastLine) => {
    if (reason !== null) return t(`reasons.${reason}`, { readings: readings ?? 0, needed: needed ?? 0 });
    return `${range === null ? '' : span(range, from)}${percent === null ? '' : ` ${percent}%`}`;
  };
  if (lines.length === 0) return null;
  return (
    <>
      <ul className={moreStyles.forecast}>
        <li aria-hidden="true">
          <span />
          <span className={moreStyles.axis}>
            {[0, 14, 28, 42].map((days) => (
              <span key={days} style={{ insetInlineStart: `${(100 * days) / forecastDays}%` }}>
                {dates.date(new Date(start + days * dayMs))}
              </span>
            ))}
          </span>
          <span className="quiet">{t('range')}</span>
        </li>
        {lines.map((line) => (
          <li key={line.item}>
            <span>{words(line.item)}</span>
            <span className={moreStyles.track} aria-hidden="true" data-known={line.day === null ? undefined : ''}>
              {line.range === null ? null : (
                <i
                  style={{
                    insetInlineStart: `${place(line.range.lower)}%`,
                    inlineSize: `${Math.max(0.5, place(line.range.upper) - place(line.range.lower))}%`,
                  }}
                />
              )}
              {line.day === null ? null : <b style={{ insetInlineStart: `${place(line.day)}%` }} />}
            </span>
            <span className={line.reason === null ? undefined : styles.unknown}>{when(line)}</span>
          </li>
        ))}
      </ul>
      <p className={moreStyles.paperForecast}>
        {lines.map((line) => t('line', { item: words(line.item), when: when(line) })).join('; ')}
      </p>
    </>
  );
}

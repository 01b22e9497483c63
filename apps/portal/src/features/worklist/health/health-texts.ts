import { useFormatter, useTranslations } from 'use-intl/react';
import { toDate } from '../../../device/use-headline.ts';
import type { HealthLine } from './health-model.ts';

/** A share below this is written with one digit after the point. */
const smallShare = 0.01;

/** From here on minutes say nothing any more. */
const manyMinutes = 24 * 60;

/** Values, targets and days of the measures in the language in use. */
export function useHealthTexts() {
  const t = useTranslations('worklist.health');
  const format = useFormatter();
  const minutes = (count: number) => {
    const whole = Math.round(count);
    if (whole >= manyMinutes) return t('wholeHours', { hours: Math.round(whole / 60) });
    return whole < 60
      ? t('minutes', { count: whole })
      : t('hours', { hours: Math.floor(whole / 60), minutes: String(whole % 60).padStart(2, '0') });
  };
  const percent = (value: number, digits: number) =>
    format.number(value, { style: 'percent', maximumFractionDigits: digits });
  const write = ({ form }: Pick<HealthLine, 'form'>, value: number): string => {
    if (form === 'minutes') return minutes(value);
    if (form === 'number') return format.number(value, { maximumFractionDigits: 1 });
    const digits = value > 0 && value < smallShare ? 1 : 0;
    return percent(value, digits);
  };
  return {
    minutes,
    /** A value of the measure; null: 'not known'. */
    of: (line: Pick<HealthLine, 'form'>, value: number | null) => (value === null ? t('notKnown') : write(line, value)),
    value: (line: HealthLine) => {
      if (line.value === null) return t('notKnown');
      const short = write(line, line.value);
      // A target that is missed by little: rounded, the value would look like the target.
      const isClose = line.isMet === false && line.form === 'share' && line.target !== null;
      return isClose && short === write(line, line.target) ? percent(line.value, 1) : short;
    },
    target: (line: HealthLine) => {
      if (line.target === null) return '';
      const target = write(line, line.target);
      return line.target === 0 ? t('targetIs', { target }) : t('atMost', { target });
    },
    day: (iso: string) => format.dateTime(toDate(iso), { weekday: 'short', month: 'numeric', day: 'numeric' }),
  };
}

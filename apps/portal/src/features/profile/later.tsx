import { adviceMessage } from '@platen/catalogue/advice/advice-message';
import type { DeviceProfile } from '@platen/contract/details';
import { useFormatter, useMessages, useTranslations } from 'use-intl/react';
import { toCalendarDay, toIsoDay } from '../../device/calendar-day.ts';
import { environment } from '../../platform/environment.ts';
import styles from './later.module.css';

export { CodeAlert } from './code-alert.tsx';
export { DayStrip } from './day-strip.tsx';
export { DaysLeft, DaysLeftHead } from './days-left.tsx';
export { More, PartsDue } from './parts-due.tsx';
export { StopRisk } from './stop-risk.tsx';

type Prediction = DeviceProfile['failurePredictions'][number];

/**
 * Component, predicted failure (80 % range) and advice of one sign (OQ-83); a component without a text is
 * named by its key.
 */
export function SignText({ prediction }: { prediction: Prediction }) {
  const { component, messageId } = prediction;
  const t = useTranslations('failureSign.component');
  const known = useMessages().failureSign.component;
  const isKnown = (name: string): name is keyof typeof known & string => Object.hasOwn(known, name);
  const advice = adviceMessage(messageId, environment().locale);
  const when = useFailureText()(prediction);
  const name = isKnown(component) ? t(component) : component;
  return (
    <>
      <b title={name}>{name}</b>
      {when === undefined ? null : (
        <small className={styles.failure} title={when}>
          {when}
        </small>
      )}
      <span className={styles.adviceLine} title={advice}>
        {advice}
      </span>
    </>
  );
}

/**
 * The range of the predicted failure, else its day or month; undefined where none is predicted or that day
 * has passed.
 */
function useFailureText(): (prediction: Prediction) => string | undefined {
  const t = useTranslations('failureSign.horizon');
  const format = useFormatter();
  const toText = (text: string) => {
    const isMonth = text.length === 'YYYY-MM'.length;
    const day = toCalendarDay(isMonth ? `${text}-01` : text);
    return day.kind === 'day' ? format.dateTime(day.at, isMonth ? 'month' : 'date') : text;
  };
  return ({ predictionFailureDate: date, predictionFailureRange: range }) => {
    const today = toIsoDay(new Date());
    if (date === undefined || date < today.slice(0, date.length)) return undefined;
    if (range === undefined) return t('rangeUnknown', { date: toText(date) });
    const [from, to] = [toText(range.lower), toText(range.upper)];
    return from === to ? from : t('range', { from, to });
  };
}

import { adviceMessage } from '@platen/catalogue/advice/advice-message';
import type { DeviceProfile } from '@platen/contract/details';
import type { StatusReason } from '@platen/contract/devices';
import { watchedSide } from '@platen/diagnosis/codes/thresholds';
import { type ReactNode } from 'react';
import { useFormatter, useMessages, useTranslations } from 'use-intl/react';
import { toCodeReading } from '../../device/code-reading.ts';
import { toCalendarDay, toIsoDay } from '../../device/figures.ts';
import { environment } from '../../platform/environment.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { later } from '../../ui/later.tsx';
import { useCauseName } from '../../ui/use-reason-text.ts';
import styles from './later.module.css';

export { DayStrip } from './day-strip.tsx';
export { DaysLeft, DaysLeftHead } from './days-left.tsx';
export { More, PartsDue } from './parts-due.tsx';

/** The visit that is ahead, else the button that plans one (VP-04). */
export const VisitAhead = later(async () => (await import('../../visit-planning/device-visit.tsx')).DeviceVisit);

const LoadedFacts = later(async () => (await import('../../device-facts/known-facts.tsx')).KnownFacts);

/** What people know of the device, behind a button (OA-40). */
export const FactsOf = ({ profile: { deviceId, serial } }: { readonly profile: DeviceProfile }) => (
  <LoadedFacts deviceId={deviceId} serial={serial} />
);

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

/**
 * A code at its alert threshold (OQ-77): the card has the value that was judged, the thresholds it was judged
 * by, and the day of the alert. A server that does not send these leaves the text alone.
 */
export function CodeAlert({ reason, text }: { reason: StatusReason; text: string }) {
  const t = useTranslations('codeSettings');
  const format = useFormatter();
  const { code, since, threshold } = reason;
  const [, kind, main, sub] = /^(05|08)-(\d+)-(\d+)$/.exec(code) ?? [];
  if (threshold === undefined || (kind !== '05' && kind !== '08')) return <b>{text}</b>;
  const { value, alert, clear } = threshold;
  const rule = clear === null ? 'highAlone' : watchedSide({ alert, clear });
  const notes = [
    t(`explain.${rule}`, { alert: String(alert), clear: String(clear) }),
    // A day of UTC, as the device's days are judged in it.
    ...(since === undefined
      ? []
      : [t('alertSince', { date: format.dateTime(new Date(since), 'date', { timeZone: 'UTC' }) })]),
  ];
  return (
    <b>
      <Evidence
        title={text}
        path={`codes.${kind}.currentValue`}
        note={notes.join(' ')}
        reading={toCodeReading(kind, { main: Number(main), sub: Number(sub) }, value)}
      >
        {text}
      </Evidence>
    </b>
  );
}

const strong = (words: ReactNode) => <b>{words}</b>;

/** Risk of a stop without a plan within 14 days, and its greatest cause; the card has all of them. */
export function StopRisk({ risk }: { risk: NonNullable<DeviceProfile['stopRisk']> }) {
  const t = useTranslations('failureSign.stopRisk');
  const format = useFormatter();
  const nameOf = useCauseName();
  const [first] = risk.causes;
  const figures = {
    percent: format.number(risk.within14Days, { maximumFractionDigits: 1 }),
    b: strong,
  };
  return (
    <p className={styles.risk}>
      <Evidence title={t('title')} path="stopRisk.within14Days">
        {first === undefined || first.within14Days === 0
          ? t.rich('within', figures)
          : t.rich('withinOf', {
              ...figures,
              cause: nameOf(first.item),
              most: format.number(first.within14Days, { maximumFractionDigits: 1 }),
            })}
      </Evidence>
    </p>
  );
}

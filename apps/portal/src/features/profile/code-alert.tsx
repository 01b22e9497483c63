import type { StatusReason } from '@platen/contract/devices';
import { watchedSide } from '@platen/diagnosis/codes/thresholds';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toCodeReading } from '../../device/code-reading.ts';
import { Evidence } from '../../ui/evidence.tsx';

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

import type { CollectorItem } from '@platen/contract/collectors';
import { useTranslations } from 'use-intl/react';
import { useAgeText } from '../../ui/use-age.ts';
import { useDates } from '../../ui/use-dates.ts';
import styles from './collectors.module.css';

type Status = NonNullable<CollectorItem['status']>;

/** What a collector says of itself, label above value. */
export function CollectorFacts({ status, now }: { status: Status; now: Date }) {
  const t = useTranslations('reporting');
  const { duration, ago } = useAgeText();
  const { moment } = useDates();
  const { queue, clockOffsetMs } = status;
  const clock = clockOffsetMs === 0 ? 'right' : clockOffsetMs > 0 ? 'ahead' : 'behind';
  const facts = [
    ['name', status.name],
    ...(status.host === undefined ? [] : [['host', status.host] as const]),
    ['started', moment(new Date(status.startedAt), now)],
    ['rounds', status.everyMs === null ? t('once') : t('every', { duration: duration(status.everyMs) })],
    ['round', toRoundText()],
    ['waiting', t('waiting', { count: queue.reports, size: Math.ceil(queue.bytes / 1024) })],
    ...(queue.refused === 0 ? [] : [['refused', t('refusedSince', { count: queue.refused })] as const]),
    [
      'clock',
      clock === 'right' ? t('clock.right') : t(`clock.${clock}`, { duration: duration(Math.abs(clockOffsetMs)) }),
    ],
    ['told', ago(new Date(status.receivedAt), now)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt className="label">{t(`facts.${name}`)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );

  function toRoundText(): string {
    if (status.round === null) return t('noRound');
    const { targets, printers, notPrinters: others, silent, failed } = status.round;
    return t('round', { targets, printers, others, silent, failed });
  }
}

import type { DeviceStatus } from '@platen/contract/devices';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import styles from './device-strip.module.css';
import { Skeleton } from './panel.tsx';
import { Unknown } from './readout.tsx';
import { StatusShape } from './status-mark.tsx';

export interface StripFact {
  readonly label: string;
  /** Undefined while it is being loaded. */
  readonly value: ReactNode;
  /** Takes the room that is left; its full text is in a tip where it does not fit. */
  readonly grow?: boolean;
  /** Text of the device, of any length: cut next to the others, in full in the tooltip. */
  readonly cut?: boolean;
  readonly tip?: string | undefined;
}

/** The device of the screen (OQ-130): status, model, serial, and further facts. */
export function DeviceStrip({
  status,
  model,
  serial,
  reason,
  facts,
  problem,
  action,
}: {
  status: DeviceStatus | undefined;
  /** Null: not reported; undefined: not loaded yet. */
  model: string | null | undefined;
  serial: string | null | undefined;
  /** What the status comes from, in one line that is cut where it does not fit. */
  reason?: ReactNode;
  facts: readonly StripFact[];
  /** A failed load, shown next to what is still known. */
  problem?: ReactNode;
  action?: ReactNode;
}) {
  const t = useTranslations('detail');
  const statusText = useTranslations('status.status');
  return (
    <section className={styles.strip} aria-label={t('device')}>
      <div className={styles.who} data-status={status}>
        {status === undefined ? <span className={styles.noShape} /> : <StatusShape status={status} size={18} />}
        <div>
          <p className={styles.model} title={model ?? undefined}>
            {model === undefined ? (
              <Skeleton className={styles.name} />
            ) : (
              (model ?? <Unknown>{t('modelUnknown')}</Unknown>)
            )}
          </p>
          <p className={styles.serial}>
            {serial === undefined ? (
              <Skeleton className={styles.loading} />
            ) : serial === null ? (
              <Unknown>{t('serialUnknown')}</Unknown>
            ) : (
              <span className={`code ${styles.number}`} title={serial}>
                {serial}
              </span>
            )}
            {status === undefined ? null : <span className={styles.word}>{statusText(status)}</span>}
            {reason}
          </p>
        </div>
      </div>
      <dl className={styles.facts}>
        {facts.map(({ label, value, grow = false, cut = false, tip }) => (
          <div key={label} data-grow={grow} data-cut={cut}>
            <dt className="label">{label}</dt>
            <dd title={tip}>{value === undefined ? <Skeleton className={styles.loading} /> : value}</dd>
          </div>
        ))}
      </dl>
      {problem}
      {action === undefined ? null : <div className={styles.action}>{action}</div>}
    </section>
  );
}

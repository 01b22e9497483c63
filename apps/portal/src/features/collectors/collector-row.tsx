import type { CollectorItem } from '@platen/contract/collectors';
import { useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import tableStyles from '../../device/sheet-table.module.css';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { useAgeText } from '../../ui/use-age.ts';
import { CollectorDetail } from './collector-detail.tsx';
import styles from './collectors.module.css';
import { StateMark } from './state-mark.tsx';

interface CollectorRowProps {
  readonly collector: CollectorItem;
  readonly now: Date;
  readonly isOpen: boolean;
  /** How many columns the table has. */
  readonly columns: number;
  readonly onToggle: (collectorId: string) => void;
}

/** A collector, and below it, when it is open, what went wrong and what it found. */
export function CollectorRow({ collector, now, isOpen, columns, onToggle }: CollectorRowProps) {
  const t = useTranslations();
  const format = useFormatter();
  const { ago } = useAgeText();
  const id = useId();
  const { collectorId, name, lastContactAt, version, status, devices, customers = [], customerCount = 0 } = collector;
  const more = customerCount - customers.length;
  const isStale = collector.state !== 'working';
  const nothing = <span className="quiet">{t('common.none')}</span>;
  const figure = (value: number | undefined) => (
    <td className={tableStyles['figure']}>{value === undefined ? nothing : format.number(value)}</td>
  );
  const age = (at: string | null | undefined) => (
    <td>{at === null || at === undefined ? nothing : <time dateTime={at}>{ago(new Date(at), now)}</time>}</td>
  );
  return (
    <>
      <tr className={styles.row} data-open={isOpen ? '' : undefined} data-stale={isStale ? '' : undefined}>
        <th scope="row">
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => onToggle(collectorId)}
          >
            <Icon name="chevron" />
            <span>{name}</span>
          </button>
        </th>
        <td>
          <StateMark collector={collector} now={now} />
        </td>
        {age(lastContactAt)}
        <td className={styles.customer} title={customers.join(', ')}>
          {customers.length === 0 ? nothing : customers.join(', ')}
          {more > 0 ? <span className="quiet"> {t('reporting.moreCustomers', { count: more })}</span> : null}
        </td>
        <td className={tableStyles['figure']}>
          {devices === undefined || devices === 0 ? (
            (devices ?? nothing)
          ) : (
            <Link
              to="/devicelist"
              search={{ search: `collector:${name}` }}
              aria-label={t('reporting.showDevices', { name, count: devices })}
            >
              {format.number(devices)}
            </Link>
          )}
        </td>
        <td className="code">{version ?? nothing}</td>
        {figure(status?.round?.printers)}
        {figure(status?.failures)}
        {figure(status?.queue.reports)}
        {age(status?.round?.endedAt)}
      </tr>
      {isOpen && (
        <tr className={styles.detailRow} id={id}>
          <td colSpan={columns}>
            <section className={styles.detail} aria-label={t('reporting.details', { name })}>
              <CollectorDetail collectorId={collectorId} now={now} />
            </section>
          </td>
        </tr>
      )}
    </>
  );
}

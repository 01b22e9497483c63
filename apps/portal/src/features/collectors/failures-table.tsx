import type { CollectorFailure } from '@platen/contract/collectors';
import { useTranslations } from 'use-intl/react';
import tableStyles from '../../device/sheet-table.module.css';
import { TableFrame } from '../../device/table-frame.tsx';
import { useAgeText } from '../../ui/use-age.ts';
import styles from './collectors.module.css';
import { FailureText } from './failure-text.tsx';

interface FailuresTableProps {
  readonly failures: readonly CollectorFailure[];
  /** How many the collector told of. */
  readonly total: number;
  readonly now: Date;
}

/** Every address that fails, with why and since when. Reasons are the collector's own words. */
export function FailuresTable({ failures, total, now }: FailuresTableProps) {
  const t = useTranslations('reporting');
  const { ago } = useAgeText();
  if (total === 0) return <p className="quiet">{t('noFailures')}</p>;
  return (
    <>
      {failures.length < total && <p>{t('showing', { shown: failures.length, count: total })}</p>}
      <TableFrame label={t('failures')} className={styles.frame}>
        <table className={tableStyles.table}>
          <thead>
            <tr>
              <th scope="col">{t('columns.target')}</th>
              <th scope="col">{t('columns.device')}</th>
              <th scope="col">{t('columns.what')}</th>
              <th scope="col">{t('columns.since')}</th>
            </tr>
          </thead>
          <tbody>
            {failures.map(({ target, kind, serial, reason, since }) => (
              <tr key={`${target} ${kind} ${since}`}>
                <th scope="row" className="code">
                  {target}
                </th>
                <td className="code">{serial ?? '-'}</td>
                <td className={styles.reason}>
                  <FailureText kind={kind} reason={reason} target={target} />
                </td>
                <td>
                  <time dateTime={since}>{ago(new Date(since), now)}</time>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </>
  );
}

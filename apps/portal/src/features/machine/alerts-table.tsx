import type { MachineAnswer } from '@platen/contract/machine';
import { useTranslations } from 'use-intl/react';
import table from '../../device/table.module.css';
import { classNames } from '../../ui/class-names.ts';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Unknown } from '../../ui/readout.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { useAgeText, useDates, useMinute } from '../../ui/use-dates.ts';
import { useReasonFormat } from '../../ui/use-reason-text.ts';
import styles from './machine.module.css';

type Alert = NonNullable<MachineAnswer['alerts']>[number];
const shapes = { error: 'error', warning: 'warning', info: 'unknown' } as const;
const ranks = { error: 0, warning: 1, info: 2 } as const;

/** Open alerts, the most severe first: the device's own text, who can act (QF-01), and since when. */
export function AlertsTable({ alerts }: { readonly alerts: readonly Alert[] }) {
  const t = useTranslations('machine');
  return (
    <GridTable label={t('alerts')} className={classNames(table.table, styles.wrapping)}>
      <thead>
        <tr>
          <th scope="col">{t('alert')}</th>
          <th scope="col">{t('whoCanAct')}</th>
          <th scope="col" title={t('sinceHint')}>
            {t('since')}
          </th>
        </tr>
      </thead>
      <tbody>
        {alerts
          .toSorted((a, b) => ranks[a.severity] - ranks[b.severity])
          .map((alert) => (
            <Row key={alert.index} alert={alert} />
          ))}
      </tbody>
    </GridTable>
  );
}

function Row({ alert }: { readonly alert: Alert }) {
  const common = useTranslations('common');
  const actors = useTranslations('status.whoCanAct');
  const format = useReasonFormat();
  const age = useAgeText();
  const dates = useDates();
  const now = useMinute();
  const since = alert.since === null ? undefined : new Date(alert.since);
  const words = format({
    source: 'alert',
    code: alert.code === null ? '' : String(alert.code),
    severity: alert.severity,
    ...(alert.text === null ? {} : { text: alert.text }),
  });
  return (
    <tr>
      <th scope="row">
        <span className={styles.marked}>
          <StatusShape status={shapes[alert.severity]} />
          <span>{words}</span>
        </span>
      </th>
      <td>{alert.whoCanAct === null ? <Unknown>{common('notReported')}</Unknown> : actors(alert.whoCanAct)}</td>
      <td>
        {since === undefined ? (
          <Unknown>{common('notReported')}</Unknown>
        ) : (
          <span title={dates.dateTime(since)}>{age.ago(since, now)}</span>
        )}
      </td>
    </tr>
  );
}

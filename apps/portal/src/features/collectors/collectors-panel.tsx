import type { CollectorItem } from '@platen/contract/collectors';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl/react';
import { span } from '../../device/panel-grid.tsx';
import tableStyles from '../../device/table.module.css';
import { TableFrame } from '../../device/table-frame.tsx';
import { logError } from '../../platform/log.ts';
import { ExpandableRow, stickyHead } from '../../ui/expandable-row.tsx';
import { Link } from '../../ui/link.tsx';
import { Panel, toPanelState } from '../../ui/panel.tsx';
import { Marked } from '../../ui/status-mark.tsx';
import { useAgeText, useMinute } from '../../ui/use-dates.ts';
import { CollectorDetail } from './collector-detail.tsx';
import styles from './collectors.module.css';
import { collectorsQuery, toAddressSearch, toMark } from './model.ts';
import { Pager, StaleNote } from './pager.tsx';

/** Columns with whether they hold figures. */
const columns = [
  ['collector', false],
  ['state', false],
  ['lastContact', false],
  ['customer', false],
  ['devices', true],
  ['version', false],
  ['read', true],
  ['failing', true],
  ['waiting', true],
  ['lastRound', false],
] as const;

/** A page of the collectors; one of them may be open. */
export function CollectorsPanel({ from, openId }: { from: number; openId: string | undefined }) {
  const t = useTranslations('reporting');
  const query = useQuery(collectorsQuery(from));
  const rows = query.data?.data.collectors ?? [];
  return (
    <Panel title={t('view.collectors')} className={span(12)} state={toPanelState(query, 8)}>
      <StaleNote query={query} />
      {rows.length === 0 ? <NoCollectors /> : <CollectorTable rows={rows} from={from} openId={openId} />}
      <Pager
        view="collectors"
        from={from}
        shown={rows.length}
        total={query.data?.totalCount ?? from + rows.length}
        hasMore={query.data?.hasMore ?? false}
      />
    </Panel>
  );
}

function NoCollectors() {
  const t = useTranslations('reporting');
  return (
    <div className={styles.empty}>
      <b>{t('emptyCollectors')}</b>
      <span>{t('emptyCollectorsHint')}</span>
      <Link to="/administration/$section" params={{ section: 'collectors' }}>
        {t('addCollector')}
      </Link>
    </div>
  );
}

interface CollectorTableProps {
  readonly rows: readonly CollectorItem[];
  readonly from: number;
  readonly openId: string | undefined;
}

function CollectorTable({ rows, from, openId }: CollectorTableProps) {
  const t = useTranslations('reporting');
  const now = useMinute();
  const navigate = useNavigate();
  const toggle = (collectorId: string) => {
    const next = collectorId === openId ? {} : { collectorId };
    navigate({
      to: '/reporting',
      search: toAddressSearch({ view: 'collectors', from, ...next }),
      replace: true,
      resetScroll: false,
    }).catch((thrown: unknown) => logError('opening a collector failed', thrown));
  };
  return (
    <TableFrame label={t('view.collectors')}>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            {columns.map(([name, isFigure]) => (
              <th
                key={name}
                scope="col"
                className={name === 'collector' ? stickyHead : isFigure ? tableStyles['figure'] : undefined}
              >
                {t(`columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CollectorRow
              key={row.collectorId}
              collector={row}
              now={now}
              isOpen={row.collectorId === openId}
              onToggle={toggle}
            />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

interface CollectorRowProps {
  readonly collector: CollectorItem;
  readonly now: Date;
  readonly isOpen: boolean;
  readonly onToggle: (collectorId: string) => void;
}

/** A collector, and below it, while it is open, its failures and findings. */
function CollectorRow({ collector, now, isOpen, onToggle }: CollectorRowProps) {
  const t = useTranslations();
  const format = useFormatter();
  const { ago } = useAgeText();
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
    <ExpandableRow
      className={isStale ? styles.silent : undefined}
      name={<span>{name}</span>}
      cells={
        <>
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
        </>
      }
      columns={columns.length}
      isOpen={isOpen}
      onToggle={() => onToggle(collectorId)}
      label={t('reporting.details', { name })}
    >
      <CollectorDetail collectorId={collectorId} now={now} />
    </ExpandableRow>
  );
}

/** Shape and label of a collector's state. */
function StateMark({ collector, now }: { collector: CollectorItem; now: Date }) {
  const t = useTranslations('reporting.state');
  const { duration } = useAgeText();
  const { shape, label } = toMark(collector);
  const text =
    label.key === 'silent'
      ? t('silent', { duration: duration(Math.max(0, now.getTime() - label.since.getTime())) })
      : label.key === 'failing' || label.key === 'refused'
        ? t(label.key, { count: label.count })
        : t(label.key);
  return (
    <Marked status={shape}>
      <span>{text}</span>
    </Marked>
  );
}

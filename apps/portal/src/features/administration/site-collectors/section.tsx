import type { SiteCollector } from '@platen/contract/site-collectors';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Link } from '../../../ui/link.tsx';
import { ListFrame } from '../../../ui/list-frame.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { toPanelState } from '../../../ui/panel.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import { siteListQuery, sitePageSize } from './queries.ts';
import { ReportingMark } from './reporting-mark.tsx';
import { Sheet } from './sheet.tsx';
import styles from './site-collectors.module.css';

/** Collectors of the own customer or site (OA-20, OA-62): all of them, or the one that the address names. */
export default function SiteCollectorsSection() {
  const { collector: id } = useSearch({ strict: false });
  return id === undefined ? <List /> : <Sheet key={id} id={id} />;
}

const columns = ['name', 'organisation', 'state', 'heard', 'remote'] as const;

function List() {
  const t = useTranslations('siteCollectors');
  const format = useFormatter();
  const [offset, setOffset] = useState(0);
  const query = useQuery(siteListQuery(offset));
  const { collectors = [], total = 0 } = query.data ?? {};
  return (
    <>
      <div className={styles.head}>
        {query.data === undefined ? null : (
          <p className={styles.figures}>
            <b>{format.number(total)}</b> {t('figures', { count: total })}
          </p>
        )}
        <p className="quiet">{t('intro')}</p>
      </div>
      <ListFrame
        state={toPanelState(query, 4)}
        empty={collectors.length === 0 ? t('none') : undefined}
        pages={{ offset, size: sitePageSize, total, onMove: setOffset }}
      >
        <ListTable
          caption={t('caption')}
          columns={columns}
          heading={(column) => t(`columns.${column}`)}
          className={styles.table}
        >
          {collectors.map((one) => (
            <Row key={one.collectorId} collector={one} />
          ))}
        </ListTable>
      </ListFrame>
    </>
  );
}

function Row({ collector }: { readonly collector: SiteCollector }) {
  const t = useTranslations('siteCollectors');
  const { moment } = useDates();
  const now = useMinute();
  const { collectorId, name, organisation, state, lastContactAt, remote } = collector;
  return (
    <tr>
      <th scope="row">
        <Link to="/administration/$section" params={{ section: 'siteCollectors' }} search={{ collector: collectorId }}>
          {name}
        </Link>
      </th>
      <td>{organisation}</td>
      <td>
        <ReportingMark state={state} />
      </td>
      <td>{lastContactAt === null ? t('never') : moment(new Date(lastContactAt), now)}</td>
      <td>{t(`remote.${toRemoteWord(remote)}`)}</td>
    </tr>
  );
}

function toRemoteWord({ level, off }: SiteCollector['remote']) {
  if (off !== null) return 'off';
  if (level === null) return 'unknown';
  return level === 'manage' ? 'allowed' : level === 'see' ? 'seeOnly' : 'notAllowed';
}

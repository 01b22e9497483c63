import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { openPopup } from '../../platform/popup.ts';
import { useArea } from '../../platform/state.ts';
import type { DeviceSearch } from '../../device-search/address.ts';
import type { Typing } from '../../device-search/use-device-search.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { ExportButton } from './export/export-button.tsx';
import { GroupSelect } from './group-select.tsx';
import { ListAge } from './list-age.tsx';
import styles from './list-bar.module.css';
import { devicesArea, refreshList } from './load-list.ts';
import type { ListQuery } from './model.ts';
import { NotificationButton } from './notification-button.tsx';
import { SearchBox } from './search-box.tsx';
import { silentCollectorsQuery } from './silent-collectors.ts';
import { SortSelect } from './sort-select.tsx';

interface ListBarProps {
  search: DeviceSearch;
  query: ListQuery;
  onChange: (change: Partial<DeviceSearch>, typing?: Typing) => void;
  /** Takes the focus when a control that dropped the search goes away with it. */
  searchButton: Ref<HTMLButtonElement>;
}

/** What stands above the list: how many there are, and what to ask for. */
export function ListBar({ search, query, onChange, searchButton }: ListBarProps) {
  const t = useTranslations('deviceList');
  const isRefreshing = useArea(devicesArea, ({ load }) => load === 'refresh');
  return (
    <div className={styles.bar}>
      <Count />
      <GroupSelect groupId={search.groupId} onGroup={(groupId) => onChange({ groupId })} />
      <SearchBox text={search.text} onSearch={(text, typing) => onChange({ text }, typing)} />
      <Button ref={searchButton} onClick={() => openPopup('advancedSearch')} aria-haspopup="dialog">
        <Icon name="filter" />
        {t('advancedSearch')}
      </Button>
      <SortSelect sort={search.sort} onSort={(sort) => onChange({ sort })} />
      <span className={styles.space} />
      <ListAge />
      <Button variant="quiet" className={styles.tool} busy={isRefreshing} onClick={refreshList}>
        {!isRefreshing && <Icon name="refresh" />}
        <span className={styles.toolText}>{t('refresh')}</span>
      </Button>
      <ReportingLink />
      <NotificationButton />
      <ExportButton query={query} />
    </div>
  );
}

/** To the collectors and the devices that have stopped reporting. */
function ReportingLink() {
  const t = useTranslations('header');
  return (
    <ButtonLink variant="quiet" className={styles.tool} to="/reporting">
      <Icon name="box" />
      <span className={styles.toolText}>{t('titles.reporting')}</span>
      <SilentCollectors />
    </ButtonLink>
  );
}

/** How many collectors are silent: their devices look as they did when last heard of. For who may see the collectors. */
function SilentCollectors() {
  const t = useTranslations('deviceList');
  const { data: me } = useQuery(meQuery);
  const { data: count = 0 } = useQuery({
    ...silentCollectorsQuery,
    enabled: can(me?.role, 'seeCollectors'),
  });
  if (count === 0) return null;
  const label = t('silentCollectors', { count });
  return (
    <span className={styles.alarm} title={label}>
      <span aria-hidden="true">{count}</span>
      <span className="vh">{label}</span>
    </span>
  );
}

/** DL-01: the server's count, not the rows loaded (OQ-35); where it gave none, at least how many there are. */
function Count() {
  const t = useTranslations('deviceList');
  const format = useFormatter();
  const isKnown = useArea(devicesArea, ({ loadedAt }) => loadedAt !== undefined);
  const total = useArea(devicesArea, ({ totalCount }) => totalCount);
  const rows = useArea(devicesArea, ({ rows }) => rows.length);
  const hasMore = useArea(devicesArea, ({ hasMore }) => hasMore);
  const count = total ?? rows;
  const isLeast = total === undefined && hasMore;
  return (
    <output className={styles.count}>
      <b>{isKnown ? `${format.number(count)}${isLeast ? '+' : ''}` : '–'}</b>{' '}
      <span>{t('countUnit', { count: isKnown ? count : 2 })}</span>
    </output>
  );
}

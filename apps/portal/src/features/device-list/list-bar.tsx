import type { Group } from '@platen/contract/account';
import { allDevicesGroup } from '@platen/contract/constants';
import { isSortColumn, sortColumns } from '@platen/contract/devices';
import { can } from '@platen/contract/rights';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Ref } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { call } from '../../api/client.ts';
import type { DeviceSearch, Sort } from '../../device-search/address.ts';
import type { Typing } from '../../device-search/use-device-search.ts';
import { environment } from '../../platform/environment.ts';
import { loadDeviceTexts } from '../../platform/load-once.ts';
import { loadResource } from '../../platform/load-texts.ts';
import { logError } from '../../platform/log.ts';
import { openPopup, useArea } from '../../platform/state.ts';
import { Button, Icon, IconButton } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { Select } from '../../ui/text-field.tsx';
import { useAgeText, useMinute } from '../../ui/use-dates.ts';
import styles from './list-bar.module.css';
import { devicesArea, refreshList } from './load-list.ts';
import { type ListQuery, shownSort, toNextSort } from './model.ts';
import { NotificationButton } from './notification-button.tsx';
import { SearchBox } from './search-box.tsx';

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
      <PartsNeededLink />
      <ReportingLink />
      <NotificationButton />
      <ExportButton query={query} />
    </div>
  );
}

/** To the parts that the fleet will need. */
function PartsNeededLink() {
  const t = useTranslations('header');
  return (
    <ButtonLink variant="quiet" className={styles.tool} to="/partsneeded">
      <Icon name="shelf" />
      <span className={styles.toolText}>{t('titles.partsNeeded')}</span>
    </ButtonLink>
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

/**
 * Number of silent collectors, whose devices still show their last reported state. For users who may see the
 * collectors.
 */
function SilentCollectors() {
  const t = useTranslations('deviceList');
  const { data: me } = useQuery(meQuery);
  const { data: count = 0 } = useQuery({
    ...silentCollectorsQuery,
    enabled: can(me, 'seeCollectors'),
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

/**
 * DL-01: the server's count, not the rows loaded (OQ-35); where it gave none, at least how many there are.
 */
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

const LazyExport = later<{ query: ListQuery }>(async () => {
  try {
    const [{ ExportControl }] = await Promise.all([
      import('./export/export-control.tsx'),
      loadDeviceTexts(environment().locale),
    ]);
    return ExportControl;
  } catch (thrown) {
    logError('the export could not be loaded', thrown); // the list does not fail with it
    return () => null;
  }
});

/** The export; its code and texts are loaded once the first rows are there. */
function ExportButton({ query }: { query: ListQuery }) {
  const isLoaded = useArea(devicesArea, ({ loadedAt }) => loadedAt !== undefined);
  return <span className={styles.export}>{isLoaded && <LazyExport query={query} />}</span>;
}

/** The age of older data is shown: the list does not renew itself (OQ-41). */
const quietMs = 5 * 60_000;

/** The age of the rows, once they are old, and while a refresh is under way or has failed. */
function ListAge() {
  const t = useTranslations('deviceList');
  const age = useAgeText();
  const now = useMinute();
  const loadedAt = useArea(devicesArea, (list) => list.loadedAt);
  const isRenewing = useArea(devicesArea, ({ load, failure }) => load === 'refresh' || failure?.load === 'refresh');
  if (loadedAt === undefined || (!isRenewing && now.getTime() - loadedAt < quietMs)) return null;
  return <span className={styles.age}>{t('loadedAt', { age: age.ago(new Date(loadedAt), now) })}</span>;
}

/**
 * How many collectors are silent. The schemas of collectors are no part of the list's code. Renewed as on
 * their own screen.
 */
const silentCollectorsQuery = queryOptions({
  queryKey: ['collectors', 'silent'],
  queryFn: async ({ signal }) => {
    const { listCollectors } = await loadResource(() => import('@platen/contract/collectors'));
    return (await call(listCollectors, { query: { offset: 0, limit: 1 }, signal })).data.silent ?? 0;
  },
  refetchInterval: 60_000,
});

/** The order, where the table has no head to press (below 960 px). */
function SortSelect({ sort, onSort }: { sort: Sort | undefined; onSort: (sort: Sort) => void }) {
  const t = useTranslations('deviceList');
  const { sortColumn, sortOrder } = shownSort(sort);
  const direction = sortOrder === 'asc' ? 'ascending' : 'descending';
  return (
    <span className={styles.sort}>
      <Select
        label={t('sort.label')}
        hideLabel
        options={sortColumns.map((column) => ({ value: column, label: t(`columns.${column}`) }))}
        value={sortColumn}
        onChange={({ currentTarget: { value } }) => {
          if (isSortColumn(value)) onSort({ sortColumn: value, sortOrder });
        }}
      />
      <Button
        className={styles.direction}
        aria-label={t('sort.state', { column: t(`columns.${sortColumn}`), order: t(`sort.${direction}`) })}
        onClick={() => onSort(toNextSort(sort, sortColumn))}
      >
        <Icon name={direction} />
      </Button>
    </span>
  );
}

/** The group filter (GR-02, OQ-37). Without the groups the list itself still works. */
function GroupSelect({ groupId, onGroup }: { groupId: number; onGroup: (groupId: number) => void }) {
  const t = useTranslations('deviceList');
  const common = useTranslations('common');
  const { data, isError, isFetching, refetch } = useQuery(groupsQuery);
  const options = toGroupOptions(data ?? [], groupId).map(({ groupId, name }) => ({
    value: String(groupId),
    label: groupId === 0 ? t('groupAll') : (name ?? t('groupUnnamed', { groupId })),
  }));
  return (
    <span className={styles.group}>
      <Select
        label={t('group')}
        hideLabel
        options={options}
        value={String(groupId)}
        onChange={({ currentTarget }) => onGroup(Number(currentTarget.value))}
      />
      {isError && (
        <IconButton
          icon="refresh"
          label={`${t('groupsFailed')} ${common('retry')}`}
          className={styles.groupRetry}
          disabled={isFetching}
          onClick={() => void refetch()}
        />
      )}
    </span>
  );
}

interface GroupOption {
  groupId: number;
  /** Undefined where only the number is known. */
  name: string | undefined;
}

/**
 * GR-02: 'All Devices' first, then the user's groups. A group in force that is not among them is not hidden.
 */
function toGroupOptions(groups: readonly Group[], chosen: number): GroupOption[] {
  const own = groups.filter(({ groupId }) => groupId !== allDevicesGroup.groupId);
  const isKnown = chosen === allDevicesGroup.groupId || own.some(({ groupId }) => groupId === chosen);
  return [allDevicesGroup, ...own, ...(isKnown ? [] : [{ groupId: chosen, name: undefined }])];
}

/** GR-03: the groups of the signed-in user. */
const groupsQuery = queryOptions({ ...meQuery, select: ({ groups }) => groups });

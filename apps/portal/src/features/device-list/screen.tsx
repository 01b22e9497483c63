import type { DeviceListItem, SortColumn } from '@platen/contract/devices';
import { can } from '@platen/contract/rights';
import { checkSearchText } from '@platen/diagnosis/search-rules';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { openedRowArea } from '../../device/framed-device.ts';
import type { DeviceSearch } from '../../device-search/address.ts';
import { searchTriggerArea, useChangeDeviceSearch, useDeviceSearch } from '../../device-search/use-device-search.ts';
import { logError } from '../../platform/log.ts';
import { deviceArea } from '../../platform/selected-device.ts';
import { createArea, useArea } from '../../platform/state.ts';
import { addPrintStep } from '../../print/print-steps.ts';
import { ScreenLoading } from '../../ui/added-texts.tsx';
import { classNames } from '../../ui/class-names.ts';
import { later } from '../../ui/later.tsx';
import { printedRows } from '../../ui/windowed/use-visible-rows.ts';
import windowed from '../../ui/windowed/windowed-table.module.css';
import tableStyles from './device-table.module.css';
import { DeviceTable, EmptyTable } from './device-table.tsx';
import { ListBar } from './list-bar.tsx';
import { FailedList, ListFailure, ListFoot, LoadingRows, NoRows } from './list-body.tsx';
import { devicesArea, loadNextPage, loadRows, openList, refreshList, retryList } from './load-list.ts';
import { mayLoadOn, toListQuery, toNextSort, toQueryKey, toWork } from './model.ts';
import styles from './screen.module.css';
import { SearchNotice } from './search-notice.tsx';

/** The next page is asked for when this many rows or fewer are left below those drawn. */
const rowsAhead = 25;

/**
 * The profile's code is fetched once the pointer rests, not in the frame of the press that may follow at
 * once.
 */
const prepareDelayMs = 150;

const PlainDevices = later(async () => (await import('./plain/screen.tsx')).default, <ScreenLoading rows={8} />);

/**
 * '/devicelist' (RT-06); users whose role has no right to details see their devices in plain words (OA-62). A
 * server that does not answer the role has the list.
 */
export function DeviceListScreen() {
  const { data: me } = useQuery(meQuery);
  if (me?.role === undefined || can(me, 'readDetails')) return <AllDevices />;
  return <PlainDevices />;
}

/** The devices of the user, as asked for in the address. */
function AllDevices() {
  const t = useTranslations('deviceList');
  const search = useDeviceSearch();
  const changeSearch = useChangeDeviceSearch();
  const query = useMemo(() => toListQuery(search, isSendable), [search]);
  const list = useArea(devicesArea);
  const current = useArea(deviceArea);
  const frame = useRef<HTMLDivElement>(null);
  const searchButton = useRef<HTMLButtonElement>(null);
  const { toHref, open, toWorkHref, openWork, prepare } = useDeviceLinks();

  const isOther = list.query === undefined || toQueryKey(list.query) !== toQueryKey(query);
  useEffect(() => {
    if (isOther) openList(query);
  }, [isOther, query]);
  useSearchTrigger();
  useEffect(() => addPrintStep(() => loadRows(printedRows)), []);
  useScrollUp(list.loadedAt);
  useReturnPosition(list.rows.length > 0, () =>
    frame.current?.querySelector<HTMLElement>('[data-index][tabindex="0"]')?.focus({ preventScroll: true }),
  );

  const onShown = useCallback((end: number) => {
    const state = devicesArea.get();
    if (mayLoadOn(state) && end >= state.rows.length - rowsAhead) loadNextPage();
  }, []);
  const drop = (change: Partial<DeviceSearch>) => {
    searchButton.current?.focus();
    changeSearch(change);
  };
  const onSort = (column: SortColumn) => changeSearch({ sort: toNextSort(search.sort, column) });
  const total = list.totalCount ?? (list.hasMore ? undefined : list.rows.length);

  return (
    <div className={styles.page}>
      <ListBar search={search} query={query} onChange={changeSearch} searchButton={searchButton} />
      {search.criteria !== undefined && (
        <SearchNotice criteria={search.criteria} onClear={() => drop({ criteria: undefined })} />
      )}
      <div
        ref={frame}
        className={classNames(windowed.frame, tableStyles.frame)}
        data-below={search.criteria === undefined ? undefined : 'notice'}
      >
        {list.failure?.load === 'refresh' && (
          <ListFailure edge="top" title={t('refreshFailed')} failure={list.failure} onRetry={retryList} />
        )}
        {list.rows.length > 0 ? (
          <DeviceTable
            rows={list.rows}
            total={total}
            sort={search.sort}
            busy={list.load === 'first' || isOther}
            currentId={current?.deviceId}
            toHref={toHref}
            onSort={onSort}
            onOpen={open}
            toWorkHref={toWorkHref}
            onOpenWork={openWork}
            onNear={prepare}
            onShown={onShown}
          />
        ) : (
          <>
            <EmptyTable sort={search.sort} onSort={onSort} />
            {list.failure?.load === 'first' && !isOther ? (
              <FailedList failure={list.failure} busy={false} />
            ) : list.loadedAt === undefined || list.load === 'first' || isOther ? (
              <LoadingRows />
            ) : (
              <NoRows query={query} onChange={drop} />
            )}
          </>
        )}
        {list.rows.length > 0 && !isOther && list.load !== 'first' && <ListFoot list={list} />}
      </div>
    </div>
  );
}

/**
 * Search pressed again for the same criteria reads them afresh; other criteria have already started their own
 * load.
 */
function useSearchTrigger(): void {
  const trigger = useArea(searchTriggerArea);
  const done = useRef(trigger);
  useEffect(() => {
    if (done.current === trigger) return;
    done.current = trigger;
    refreshList();
  }, [trigger]);
}

/** Rows that replace others are read from the first one on. */
function useScrollUp(loadedAt: number | undefined): void {
  const shown = useRef(loadedAt);
  useEffect(() => {
    if (shown.current === loadedAt) return;
    if (shown.current !== undefined) window.scrollTo({ top: 0, behavior: 'instant' });
    shown.current = loadedAt;
  }, [loadedAt]);
}

/** The way to a device's profile: an address for the link, and the press itself. */
function useDeviceLinks() {
  const router = useRouter();
  const navigate = useNavigate();
  const path = useMemo(() => router.buildLocation({ to: '/profile' }).publicHref, [router]);
  const toHref = useCallback((deviceId: string) => `${path}?device=${encodeURIComponent(deviceId)}`, [path]);
  const open = useCallback(
    (row: DeviceListItem) => {
      const { deviceId, serial, model } = row;
      openedRowArea.set(row);
      deviceArea.set({ deviceId, serial, model });
      navigate({ to: '/profile', search: { device: deviceId } }).catch((thrown: unknown) =>
        logError('opening a device failed', thrown),
      );
    },
    [navigate],
  );
  const prepared = useRef(false);
  const prepare = useCallback(() => {
    if (prepared.current) return;
    prepared.current = true;
    setTimeout(() => {
      router
        .preloadRoute({ to: '/profile' })
        .catch((thrown: unknown) => logError('preparing the profile failed', thrown));
    }, prepareDelayMs);
  }, [router]);
  const toWorkHref = useCallback((device: DeviceListItem) => router.buildLocation(toWork(device)).publicHref, [router]);
  const openWork = useCallback(
    (device: DeviceListItem) => {
      navigate(toWork(device)).catch((thrown: unknown) => logError('the worklist could not be opened', thrown));
    },
    [navigate],
  );
  return { toHref, open, toWorkHref, openWork, prepare };
}

/** Whether a free text may be sent: the bracket rule and 1,024 characters (OQ-32). */
const isSendable = (text: string): boolean => checkSearchText(text) === undefined;

/** Where the reader was in the list, by the history entry it was seen in. */
const positionArea = createArea<{ entry: string; scrollY: number } | null>('deviceListPosition', null);

/**
 * One step back from a device leads to the row it was opened from. A navigation scrolls to the top (RT-25);
 * this is the one exception: back in the same history entry, with the rows still there (decision 0181).
 */
function useReturnPosition(hasRows: boolean, focusRow: () => void): void {
  const router = useRouter();
  const entry = useLocation({ select: ({ state: { __TSR_key: key } }) => key });
  const latest = useRef({ entry, hasRows, focusRow });
  useLayoutEffect(() => {
    latest.current = { entry, hasRows, focusRow };
  });
  useLayoutEffect(() => {
    const position = positionArea.get();
    const isBack = position !== null && position.entry === latest.current.entry && latest.current.hasRows;
    if (!isBack) return undefined;
    const restore = () => window.scrollTo({ top: position.scrollY, behavior: 'instant' });
    restore();
    // The router scrolls to the top, and the header takes the focus, once the screen stands.
    let frame = 0;
    const stop = router.subscribe('onResolved', () => {
      stop();
      restore();
      frame = requestAnimationFrame(() => {
        restore();
        latest.current.focusRow();
      });
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [router]);
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        const { entry } = latest.current;
        if (pathChanged && entry !== undefined) positionArea.set({ entry, scrollY: window.scrollY });
      }),
    [router],
  );
}

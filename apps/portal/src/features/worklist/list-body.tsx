import { markSeen } from '@platen/contract/worklist';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { call } from '../../api/client.ts';
import { toStateOf } from '../../platform/failure.ts';
import { Button } from '../../ui/button.tsx';
import { PanelBody } from '../../ui/panel.tsx';
import { useMinute } from '../../ui/use-dates.ts';
import { isResolvedList, sortBy, type WorklistSearch } from './address.ts';
import { dayIn } from './days.ts';
import { EmptyList } from './list-states.tsx';
import { worklistKey } from './mutations.ts';
import styles from './screen.module.css';
import type { useList } from './use-list.ts';
import type { Pending } from './use-pending.ts';
import type { Selection } from './use-selection.ts';
import { PlannedLine, WorklistTable } from './worklist-table.tsx';

interface BodyProps {
  readonly list: ReturnType<typeof useList>;
  readonly search: WorklistSearch;
  readonly selection: Selection;
  /** Rows with an action on its way. */
  readonly pending: ReadonlyMap<string, Pending>;
  /** Since when the rows were not refreshed; undefined: they were. */
  readonly failedSince: Date | undefined;
  readonly userId: string | undefined;
  readonly onOpen: (rowId: string) => void;
  readonly onChange: (change: WorklistSearch) => void;
  /** Drops all filters. */
  readonly onClear: () => void;
  readonly onShow: (search: WorklistSearch) => void;
}

/** The rows, or what stands in their place; below them what is planned, and further pages. */
export function ListBody(props: BodyProps) {
  const { list, search, selection, pending, failedSince, userId, onOpen, onChange, onClear, onShow } = props;
  const t = useTranslations('worklist');
  const client = useQueryClient();
  const now = useMinute();
  const { query, first, lines } = list;
  const seen = useMutation({
    mutationFn: async (instant: string) => await call(markSeen, { body: { at: instant } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [worklistKey] }),
  });
  const end = useLoadAtEnd(query.hasNextPage && !query.isFetching, () => void query.fetchNextPage());
  if (first === undefined)
    return (
      <PanelBody
        state={
          query.isError
            ? {
                kind: 'failed',
                ...toStateOf(query.error),
                onRetry: () => void query.refetch(),
                busy: query.isFetching,
              }
            : { kind: 'loading', rows: 12 }
        }
      />
    );
  const isPlannedShown = search.planned !== undefined;
  const isEmpty = !lines.some(({ kind }) => kind !== 'since');
  return (
    <>
      {isEmpty ? (
        <EmptyList page={first} search={search} now={now} failedSince={failedSince} onClear={onClear} onShow={onShow} />
      ) : (
        <WorklistTable
          lines={lines}
          search={search}
          isNarrow={search.row !== undefined}
          seen={first.seen ?? undefined}
          today={dayIn(first.zone, now)}
          userId={userId}
          selection={selection}
          pending={pending}
          onOpen={onOpen}
          onFold={list.fold}
          onSort={(column) => onChange(sortBy(search, column))}
          onSeen={() => seen.mutate(new Date(list.updatedAt).toISOString())}
        />
      )}
      {isResolvedList(search) ? null : (
        <PlannedLine
          count={first.head.planned}
          day={first.head.nextPlannedDay}
          isShown={isPlannedShown}
          onShow={() => onChange({ planned: isPlannedShown ? '' : '1' })}
        />
      )}
      {isEmpty ? null : (
        <p className={styles.more} ref={end}>
          <span>{t('loaded', { shown: list.loaded, count: list.total })}</span>
          {query.hasNextPage ? (
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('loadMore')}
            </Button>
          ) : null}
        </p>
      )}
    </>
  );
}

/** Runs `load` whenever the element comes near the window while there is more. */
function useLoadAtEnd(hasMore: boolean, load: () => void) {
  const element = useRef<HTMLParagraphElement>(null);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    if (!hasMore || element.current === null) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) latest.current();
      },
      { rootMargin: '400px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [hasMore]);
  return element;
}

import type { WorklistTexts } from '@platen/catalogue/texts/types';
import { markSeen } from '@platen/contract/worklist';
import { can } from '@platen/contract/rights';
import { mostActionItems } from '@platen/contract/worklist-names';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { call } from '../../api/client.ts';
import { toStateOf } from '../../platform/failure.ts';
import { lazyTexts, loadResource } from '../../platform/load-texts.ts';
import { logError } from '../../platform/log.ts';
import { ScreenWithTexts } from '../../ui/added-texts.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PanelBody } from '../../ui/panel.tsx';
import { useMinute } from '../../ui/use-dates.ts';
import type { RowAction } from './actions.ts';
import { builtInViews, isSameView, viewDefinitions, type WorklistSearch } from './address.ts';
import { Filters } from './filters.tsx';
import { type FootAction, footActions, FootLine, OutcomeLine } from './foot-line.tsx';
import { AsOf, EmptyList, ListNotes } from './list-states.tsx';
import { worklistKey } from './mutations.ts';
import styles from './screen.module.css';
import { useActions } from './use-actions.ts';
import { useKeys } from './use-keys.ts';
import { useList } from './use-list.ts';
import { WorklistHead } from './worklist-head.tsx';
import { nameOfRow } from './worklist-row.tsx';
import { PlannedLine, WorklistTable } from './worklist-table.tsx';

const loadTexts = lazyTexts<WorklistTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/worklist-ja-jp')
    : import('@platen/catalogue/texts/worklist-en-us'),
);

/** '/worklist': what needs somebody, how pressing it is, and who has it. */
export function WorklistScreen() {
  return (
    <ScreenWithTexts load={loadTexts} rows={12}>
      <Worklist />
    </ScreenWithTexts>
  );
}

const Drawer = lazy(async () => ({ default: (await loadResource(() => import('./drawer/drawer.tsx'))).Drawer }));
const WorklistDialog = lazy(async () => ({
  default: (await loadResource(() => import('./open-dialog.tsx'))).WorklistDialog,
}));

const allActions = footActions.map(([action]) => action);

function Worklist() {
  const t = useTranslations('worklist');
  const client = useQueryClient();
  const navigate = useNavigate();
  const search: WorklistSearch = useSearch({ from: '/signed-in/worklist' });
  const now = useMinute();
  const me = useQuery(meQuery).data;
  const [current, setCurrent] = useState<string>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const searchBox = useRef<HTMLInputElement>(null);
  const opened = search.row;
  const list = useList(search, current !== undefined || opened !== undefined || selected.size > 0);
  const { query, first, lines } = list;
  const rows = useMemo(() => lines.flatMap((line) => (line.kind === 'row' ? [line.row] : [])), [lines]);
  const actions = useActions(me?.userId, list.accept);

  const go = useCallback(
    (next: WorklistSearch) => {
      const filled = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''));
      navigate({ to: '/worklist', search: filled, replace: true, resetScroll: false }).catch((thrown: unknown) =>
        logError('another choice of the worklist could not be shown', thrown),
      );
    },
    [navigate],
  );
  const goElsewhere = (next: WorklistSearch) => {
    setCurrent(undefined);
    setSelected(new Set());
    go({ ...next, row: '' });
  };
  const open = useCallback(
    (rowId: string) => {
      setCurrent(rowId);
      go({ ...search, row: rowId });
    },
    [go, search],
  );
  const close = () => {
    go({ ...search, row: '' });
    if (opened !== undefined) document.querySelector<HTMLElement>(`[data-row="${opened}"]`)?.focus();
  };
  const select = useCallback(
    (rowId: string, toHere: boolean) => {
      setCurrent(rowId);
      setSelected((before) => {
        const ids = rows.map((row) => row.rowId);
        const at = ids.indexOf(rowId);
        const last = ids.findLastIndex((id, index) => index < at && before.has(id));
        const next = new Set(before);
        if (toHere && last >= 0) for (const id of ids.slice(last, at + 1)) next.add(id);
        else if (next.has(rowId)) next.delete(rowId);
        else next.add(rowId);
        return new Set([...next].slice(0, mostActionItems));
      });
    },
    [rows],
  );

  const moveTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row === undefined) return;
    setCurrent(row.rowId);
    const element = document.querySelector<HTMLElement>(`[data-row="${row.rowId}"]`);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest' });
    if (opened !== undefined) go({ ...search, row: row.rowId });
  };
  const at = rows.findIndex(({ rowId }) => rowId === current);
  const chosen =
    selected.size > 0 ? rows.filter(({ rowId }) => selected.has(rowId)) : rows.filter((_row, index) => index === at);
  const act = (action: RowAction) => actions.act(action, chosen);
  const mayAct = can(me?.role, 'actOnWorklist') || can(me?.role, 'actOnOwnWork');
  const mayPlan = can(me?.role, 'planVisits');
  const possible: readonly FootAction[] = mayAct ? allActions.filter((action) => action !== 'plan' || mayPlan) : [];
  const undo = actions.outcome?.kind === 'done' ? actions.outcome.undo : undefined;
  const clearSelection = () => setSelected(new Set());
  const next = () => moveTo(at + 1);
  const previous = () => moveTo(at < 0 ? 0 : at - 1);
  useKeys({
    j: next,
    ArrowDown: next,
    k: previous,
    ArrowUp: previous,
    g: () => moveTo(0),
    'Shift+g': () => moveTo(rows.length - 1),
    x: current === undefined ? undefined : () => select(current, false),
    'Shift+x': current === undefined ? undefined : () => select(current, true),
    i: mayAct && me?.userId !== undefined ? () => act('assignToMe') : undefined,
    u: undo,
    p: mayAct ? () => act('priority') : undefined,
    Enter: current === undefined ? undefined : () => open(current),
    '?': actions.showKeys,
    Escape: () => {
      if (actions.outcome !== undefined) actions.close();
      else if (opened !== undefined) close();
      else if (selected.size > 0) clearSelection();
      else setCurrent(undefined);
    },
    '/': () => searchBox.current?.select(),
    ...Object.fromEntries(
      footActions.filter(([action]) => possible.includes(action)).map(([action, key]) => [key, () => act(action)]),
    ),
    ...Object.fromEntries(
      builtInViews.map((view, index) => [`${index + 1}`, () => goElsewhere({ ...viewDefinitions[view] })]),
    ),
  });

  const seen = useMutation({
    mutationFn: async (instant: string) => await call(markSeen, { body: { at: instant } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [worklistKey] }),
  });
  const end = useLoadAtEnd(query.hasNextPage && !query.isFetching, () => void query.fetchNextPage());
  const isPlannedShown = search.planned !== undefined;
  const failedSince = query.isError && first !== undefined ? new Date(list.updatedAt) : undefined;
  return (
    <>
      <div className={classNames('page', styles.page)}>
        <WorklistHead
          page={first}
          rows={rows}
          search={search}
          searchBox={searchBox}
          onChange={(change) => goElsewhere({ ...search, ...change })}
        />
        <ListNotes
          page={first}
          now={now}
          failedSince={failedSince}
          isRefreshing={query.isFetching}
          onRefresh={() => void query.refetch()}
        />
        <Filters facets={first?.facets} search={search} onSearch={goElsewhere} />
        <div className={styles.split} data-open={opened === undefined ? undefined : ''}>
          <section className={styles.frame} aria-label={t('views.label')}>
            <nav className={styles.views} aria-label={t('views.label')} data-print="none">
              {builtInViews.map((view) => {
                const isShown = isSameView(search, { ...viewDefinitions[view] });
                return (
                  <button
                    key={view}
                    type="button"
                    className={styles.view}
                    aria-current={isShown ? 'true' : undefined}
                    onClick={() => goElsewhere({ ...viewDefinitions[view] })}
                  >
                    {t(`views.${view}`)} {isShown && first !== undefined ? <span>{list.total}</span> : null}
                  </button>
                );
              })}
              {first === undefined ? null : <AsOf freshness={first.freshness} />}
              <IconButton
                icon="refresh"
                label={t('refresh')}
                disabled={query.isFetching}
                onClick={() => void query.refetch()}
              />
            </nav>
            {list.isMoved ? (
              <output className={styles.moved}>
                {t('order.changed')}{' '}
                <Button variant="quiet" onClick={list.sortAgain}>
                  {t('order.apply')}
                </Button>
              </output>
            ) : null}
            {first === undefined ? (
              query.isError ? (
                <PanelBody
                  state={{
                    kind: 'failed',
                    ...toStateOf(query.error),
                    onRetry: () => void query.refetch(),
                    busy: query.isFetching,
                  }}
                />
              ) : (
                <PanelBody state={{ kind: 'loading', rows: 12 }} />
              )
            ) : rows.length === 0 && !lines.some(({ kind }) => kind === 'group') ? (
              <EmptyList page={first} search={search} now={now} onClear={() => goElsewhere({})} />
            ) : (
              <WorklistTable
                lines={lines}
                search={search}
                isNarrow={opened !== undefined}
                seenAt={first.seen?.at}
                meanwhile={
                  first.seen === null
                    ? undefined
                    : {
                        gone: first.seen.goneByThemselves,
                        visits: first.seen.resolvedByVisits,
                        people: first.seen.resolvedByPeople,
                      }
                }
                userId={me?.userId}
                current={current}
                selected={selected}
                onCurrent={setCurrent}
                onOpen={open}
                onSelect={select}
                onSelectAll={() =>
                  setSelected((before) =>
                    before.size > 0 ? new Set() : new Set(rows.slice(0, mostActionItems).map(({ rowId }) => rowId)),
                  )
                }
                onFold={list.fold}
                onSeen={() => seen.mutate(new Date(list.updatedAt).toISOString())}
              />
            )}
            {first === undefined ? null : (
              <PlannedLine
                count={first.head.planned}
                day={first.head.nextPlannedDay}
                isShown={isPlannedShown}
                onShow={() => goElsewhere({ ...search, planned: isPlannedShown ? '' : '1' })}
              />
            )}
            {rows.length === 0 ? null : (
              <p className={styles.more} ref={end}>
                <span>{t('loaded', { shown: list.loaded, count: list.total })}</span>
                {query.hasNextPage ? (
                  <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {t('loadMore')}
                  </Button>
                ) : null}
              </p>
            )}
          </section>
          {opened === undefined ? null : (
            <aside className={styles.drawer}>
              <Suspense fallback={null}>
                <Drawer
                  rowId={opened}
                  {...(at < 0 ? {} : { place: { rank: at + 1, of: list.total } })}
                  onClose={close}
                  onAct={actions.start}
                />
              </Suspense>
            </aside>
          )}
        </div>
      </div>
      {actions.dialog === undefined ? null : (
        <Suspense fallback={null}>
          <WorklistDialog actions={actions} me={me?.userId} />
        </Suspense>
      )}
      <OutcomeLine
        outcome={actions.outcome}
        most={mostActionItems}
        nameOf={(conditionId) => {
          const row = rows.find(({ conditions }) => conditions.some((one) => one.conditionId === conditionId));
          return row === undefined ? undefined : nameOfRow(row);
        }}
        onClose={actions.close}
      />
      <FootLine
        selected={selected.size}
        conditions={chosen.reduce((sum, { conditionCount }) => sum + conditionCount, 0)}
        isBusy={actions.isBusy}
        actions={possible}
        onAct={act}
        onClear={clearSelection}
        onKeys={actions.showKeys}
      />
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

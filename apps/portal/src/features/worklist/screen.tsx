import type { WorklistTexts } from '@platen/catalogue/texts/types';
import { can } from '@platen/contract/rights';
import { mostActionItems } from '@platen/contract/worklist-names';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { lazyTexts, loadResource } from '../../platform/load-texts.ts';
import { logError } from '../../platform/log.ts';
import { ScreenWithTexts } from '../../ui/added-texts.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useMinute } from '../../ui/use-dates.ts';
import type { RowAction } from './actions.ts';
import type { WorklistSearch } from './address.ts';
import { Filters, focusFilters } from './filters.tsx';
import { type FootAction, FootLine, footActions, OutcomeLine } from './foot-line.tsx';
import { countMet } from './health/health-model.ts';
import { HealthStrip } from './health/health-strip.tsx';
import { useHealth } from './health/use-health.ts';
import { groupOf } from './lines.ts';
import { ListBody } from './list-body.tsx';
import { AsOf, ListNotes } from './list-states.tsx';
import styles from './screen.module.css';
import { useActions } from './use-actions.ts';
import { useKeys } from './use-keys.ts';
import { useList } from './use-list.ts';
import { useChoice, useSelection } from './use-selection.ts';
import { addressOf, changedFrom } from './views/view-model.ts';
import { keyedViews, useViews, ViewTabs } from './views/view-tabs.tsx';
import { WorklistHead } from './worklist-head.tsx';
import { nameOfRow } from './worklist-row.tsx';
import { focusedGroup, focusGroup } from './worklist-table.tsx';

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

/** Rows that were not refreshed for this long are old: the list is asked for every minute. */
const oldAfterMs = 3 * 60_000;

const allActions = footActions.map(([action]) => action);

function Worklist() {
  const t = useTranslations('worklist');
  const search: WorklistSearch = useSearch({ from: '/signed-in/worklist' });
  const now = useMinute();
  const me = useQuery(meQuery).data;
  const searchBox = useRef<HTMLInputElement>(null);
  const opened = search.row;
  const { views, view, isLoaded: areViewsLoaded } = useViews(search);
  const choice = useChoice();
  const list = useList(search, choice.current !== undefined || opened !== undefined || choice.selected.size > 0);
  const { query, first, lines } = list;
  const shown = useMemo(() => lines.filter((line) => line.kind === 'row'), [lines]);
  const rows = useMemo(() => shown.map(({ row }) => row), [shown]);
  const selection = useSelection(choice, shown);
  const { current, at, chosen } = selection;
  const actions = useActions(me?.userId, (rowIds, allDone) => {
    list.accept(rowIds);
    selection.release(allDone);
  });
  const health = useHealth();

  const go = useGo();
  /** Shows another list: nothing of the former one stays current or selected. */
  const show = (next: WorklistSearch) => {
    selection.reset();
    go({ ...next, row: '' });
  };
  const change = (next: WorklistSearch) => show(changedFrom(view, next));
  useOwnDefault(search, areViewsLoaded ? views : undefined, go);
  const { setCurrent } = selection;
  const open = useCallback(
    (rowId: string) => {
      setCurrent(rowId);
      go({ ...search, row: rowId });
    },
    [go, search, setCurrent],
  );
  const close = () => {
    go({ ...search, row: '' });
    if (opened !== undefined) selection.focus(opened);
  };
  const moveTo = (index: number) => {
    const rowId = selection.moveTo(index);
    if (opened !== undefined && rowId !== undefined) go({ ...search, row: rowId });
  };
  /** Folds or opens the group that has the focus, else that of the current row. */
  const fold = (isFolded: boolean) => {
    const group = groupOf(lines, focusedGroup(), current);
    if (group === undefined) return;
    list.fold(group.group.value, isFolded);
    if (isFolded) focusGroup(group.group.value);
    else setCurrent(group.rows[0]?.rowId);
  };

  const act = (action: RowAction) => actions.act(action, chosen);
  const mayAct = can(me?.role, 'actOnWorklist') || can(me?.role, 'actOnOwnWork');
  const mayPlan = can(me?.role, 'planVisits');
  /** What the answer allows for the rows that are meant; the rest would be refused (GE-04). */
  const allows = (action: FootAction) =>
    chosen.length === 0 || chosen.some((row) => row.actions === undefined || row.actions.includes(action));
  const possible: readonly FootAction[] = mayAct
    ? allActions.filter((action) => (action !== 'plan' || mayPlan) && allows(action))
    : [];
  const isGrouped = lines.some(({ kind }) => kind === 'group');
  const next = () => moveTo(at + 1);
  const previous = () => moveTo(at < 0 ? 0 : at - 1);
  useKeys({
    j: next,
    ArrowDown: next,
    k: previous,
    ArrowUp: previous,
    g: () => moveTo(0),
    'Shift+g': () => moveTo(rows.length - 1),
    ArrowLeft: isGrouped ? () => fold(true) : undefined,
    ArrowRight: isGrouped ? () => fold(false) : undefined,
    x: current === undefined ? undefined : () => selection.select(current, false),
    'Shift+x': current === undefined ? undefined : () => selection.select(current, true),
    i: possible.includes('assign') && me?.userId !== undefined ? () => act('assignToMe') : undefined,
    u: actions.undo,
    p: mayAct ? () => act('priority') : undefined,
    Enter: current === undefined ? undefined : () => open(current),
    f: focusFilters,
    h: health.fold,
    '.': actions.copyLink,
    '?': actions.showKeys,
    Escape: () => {
      if (actions.outcome !== undefined) actions.close();
      else if (opened !== undefined) close();
      else if (selection.selected.size > 0) selection.clear();
      else setCurrent(undefined);
    },
    '/': () => searchBox.current?.select(),
    ...Object.fromEntries(
      footActions.filter(([action]) => possible.includes(action)).map(([action, key]) => [key, () => act(action)]),
    ),
    ...Object.fromEntries(views.slice(0, keyedViews).map((one, index) => [`${index + 1}`, () => show(addressOf(one))])),
  });

  const isOld = query.isError || (first !== undefined && now.getTime() - list.updatedAt > oldAfterMs);
  const failedSince = isOld && first !== undefined ? new Date(list.updatedAt) : undefined;
  return (
    <>
      <div className={classNames('page', styles.page)}>
        <WorklistHead
          page={first}
          rows={selection.present}
          search={search}
          searchBox={searchBox}
          onChange={(part) => change({ ...search, ...part })}
          onCall={can(me?.role, 'actOnWorklist') ? actions.enterCall : undefined}
        />
        <ListNotes
          page={first}
          now={now}
          failedSince={failedSince}
          failure={query.error ?? undefined}
          isRefreshing={query.isFetching}
          onRefresh={() => void query.refetch()}
        />
        <HealthStrip health={health} onOpen={actions.showHealth} />
        <Filters facets={first?.facets} search={search} onSearch={change} />
        <div className={styles.split} data-open={opened === undefined ? undefined : ''}>
          <section className={styles.frame} aria-label={t('views.list')}>
            <div className={styles.views} data-print="none">
              <nav className={styles.viewTabs} aria-label={t('views.label')}>
                <ViewTabs
                  search={search}
                  views={views}
                  view={view}
                  total={first === undefined ? undefined : list.total}
                  counts={first?.viewCounts}
                  mayShare={can(me?.role, 'shareViews')}
                  onShow={show}
                />
              </nav>
              {first === undefined ? null : list.isMoved ? (
                <output className={styles.moved}>
                  <span>{t('order.changed')}</span>
                  <Button variant="quiet" onClick={list.sortAgain}>
                    {t('order.apply')}
                  </Button>
                </output>
              ) : (
                <AsOf freshness={first.freshness} failedSince={failedSince} now={now} />
              )}
              <IconButton
                icon="refresh"
                label={t('refresh')}
                disabled={query.isFetching}
                onClick={() => void query.refetch()}
              />
            </div>
            <ListBody
              list={list}
              search={search}
              selection={selection}
              pending={actions.pending}
              failedSince={failedSince}
              userId={me?.userId}
              onOpen={open}
              onChange={(part) => change({ ...search, ...part })}
              onClear={() => show({})}
              onShow={show}
            />
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
        selected={selection.selected.size > 0 ? chosen.length : 0}
        conditions={chosen.reduce((sum, { conditionCount }) => sum + conditionCount, 0)}
        isBusy={chosen.some(({ rowId }) => actions.pending.has(rowId))}
        actions={possible}
        onAct={act}
        onClear={selection.clear}
        onKeys={actions.showKeys}
        health={health.isFolded && health.lines.length > 0 ? countMet(health.lines) : undefined}
        onHealth={health.fold}
      />
    </>
  );
}

/** Changes the address in place; what is empty is left out. */
function useGo() {
  const navigate = useNavigate();
  return useCallback(
    (next: WorklistSearch) => {
      const filled = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''));
      navigate({ to: '/worklist', search: filled, replace: true, resetScroll: false }).catch((thrown: unknown) =>
        logError('another choice of the worklist could not be shown', thrown),
      );
    },
    [navigate],
  );
}

/** An address without anything in it opens with the user's own default view (FV-01), once. */
function useOwnDefault(
  search: WorklistSearch,
  views: ReturnType<typeof useViews>['views'] | undefined,
  go: (next: WorklistSearch) => void,
) {
  const isDecided = useRef(Object.keys(search).length > 0);
  useEffect(() => {
    if (isDecided.current || views === undefined) return;
    isDecided.current = true;
    const own = views.find((view) => view.kind === 'saved' && view.saved.isDefault);
    if (own !== undefined) go(addressOf(own));
  }, [views, go]);
}

import { can } from '@platen/contract/rights';
import { useTranslations } from 'use-intl/react';
import { Button, IconButton } from '../../ui/button.tsx';
import { useMinute } from '../../ui/use-dates.ts';
import { ListBody } from './list-body.tsx';
import { AsOf } from './list-states.tsx';
import styles from './screen.module.css';
import type { Worklist } from './use-worklist.ts';
import { ViewTabs } from './views/view-tabs.tsx';

interface FrameProps {
  readonly worklist: Worklist;
  /** Since when the rows were not refreshed; undefined: they were. */
  readonly failedSince: Date | undefined;
}

/** The views as tabs, how fresh the list is, and the rows of the view. */
export function ListFrame({ worklist, failedSince }: FrameProps) {
  const t = useTranslations('worklist');
  const now = useMinute();
  const { me, address, list, selection, actions, show, change } = worklist;
  const { search, views, view } = address;
  const { query, first } = list;
  return (
    <section className={styles.frame} aria-label={t('views.list')}>
      <div className={styles.views} data-print="none">
        <ViewTabs
          search={search}
          views={views}
          view={view}
          total={first === undefined ? undefined : list.total}
          counts={first?.viewCounts}
          mayShare={can(me, 'shareViews')}
          onShow={show}
        />
        <span className={styles.gap} />
        {first === undefined ? null : list.isMoved ? (
          <output className={styles.moved}>
            <span>{t('order.changed')}</span>
            <Button variant="link" onClick={list.sortAgain}>
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
        onOpen={worklist.open}
        onChange={change}
        onClear={() => show({})}
        onShow={show}
      />
    </section>
  );
}

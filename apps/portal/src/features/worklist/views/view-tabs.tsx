import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toMessage } from '../../../platform/application-message.ts';
import { toStateOf } from '../../../platform/failure.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { later } from '../../../ui/later.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import type { WorklistSearch } from '../address.ts';
import type { ViewDialogState } from './view-dialogs.tsx';
import { addressOf, findView, isChanged, toDefinition, toViews, type View } from './view-model.ts';
import { toChangedView, useChangeView, viewsQuery } from './view-queries.ts';
import styles from './view-tabs.module.css';

const ViewDialogs = later(async () => (await import('./view-dialogs.tsx')).ViewDialogs);

const none: readonly never[] = [];

/** The views of everybody and the saved ones, and the one that the address shows. */
export function useViews(search: WorklistSearch) {
  const { data } = useQuery(viewsQuery);
  const views = toViews(data ?? none);
  const view = findView(search, views);
  return { views, view, isLoaded: data !== undefined };
}

interface TabsProps {
  readonly search: WorklistSearch;
  readonly views: readonly View[];
  readonly view: View;
  /** Rows of the list that is shown. */
  readonly total: number | undefined;
  /** Rows of each view by its id, where they are known. */
  readonly counts: Readonly<Record<string, number>> | undefined;
  readonly mayShare: boolean;
  readonly onShow: (search: WorklistSearch) => void;
}

/** A tab for each view; the changed one offers to save it or go back (FV-01). */
export function ViewTabs({ search, views, view, total, counts, mayShare, onShow }: TabsProps) {
  const t = useTranslations('worklist.views');
  const [dialog, setDialog] = useState<ViewDialogState>();
  const changing = useChangeView();
  const tabs = useRef<HTMLElement>(null);
  const current = views.findIndex(({ id }) => id === view.id);
  useEffect(() => {
    tabs.current?.children[current]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  const changed = isChanged(search, view);
  const own = view.kind === 'saved' && view.saved.own ? view.saved : undefined;
  const definition = toDefinition(search);
  const saveAs = () => setDialog({ kind: 'add', definition });
  const save = () => {
    if (own === undefined) return saveAs();
    changing.mutate(
      { view: own, change: { definition } },
      {
        onError: (thrown) => {
          const conflict = toChangedView(thrown);
          if (conflict !== undefined) setDialog({ kind: 'conflict', view: own, change: { definition }, conflict });
        },
      },
    );
  };
  const items: MenuItem[] =
    own === undefined
      ? []
      : [
          { key: 'edit', label: t('edit'), onSelect: () => setDialog({ kind: 'edit', view: own }) },
          { key: 'remove', label: t('remove'), onSelect: () => setDialog({ kind: 'remove', view: own }) },
        ];
  const refusal = changing.isError && toChangedView(changing.error) === undefined ? changing.error : undefined;
  return (
    <>
      <nav ref={tabs} className={styles.viewTabs} aria-label={t('label')}>
        {views.map((one, index) => (
          <button
            key={one.id}
            type="button"
            className={styles.view}
            aria-current={one.id === view.id ? 'true' : undefined}
            aria-keyshortcuts={index < keyedViews ? String(index + 1) : undefined}
            onClick={() => onShow(addressOf(one))}
          >
            {one.kind === 'saved' ? one.saved.name : t(one.id)}
            <Count count={one.id === view.id ? total : counts?.[one.id]} />
            {one.id === view.id && changed ? <em>{t('changed')}</em> : null}
          </button>
        ))}
      </nav>
      {changed ? (
        <span className={styles.viewActions}>
          {own === undefined ? null : (
            <Button variant="link" busy={changing.isPending} onClick={save}>
              {t('saveChange')}
            </Button>
          )}
          <Button variant="link" onClick={saveAs}>
            {t('saveAs')}
          </Button>
          <Button variant="link" onClick={() => onShow(addressOf(view))}>
            {t('back')}
          </Button>
        </span>
      ) : null}
      {items.length === 0 ? null : (
        <Menu
          label={t('menu')}
          items={items}
          renderTrigger={(trigger) => (
            <IconButton icon="list" className={styles.viewMenu} label={t('menu')} {...trigger} />
          )}
        />
      )}
      {changed ? null : <IconButton icon="plus" className={styles.viewMenu} label={t('save')} onClick={saveAs} />}
      {refusal === undefined ? null : (
        <span className={styles.viewProblem} role="alert">
          {t('saveFailed')} {toMessage(toStateOf(refusal).errorCode)}
        </span>
      )}
      {dialog === undefined ? null : (
        <ViewDialogs
          dialog={dialog}
          mayShare={mayShare}
          onDialog={setDialog}
          onSaved={(saved) =>
            onShow(addressOf({ kind: 'saved', id: saved.viewId, saved, definition: toDefinition(saved.definition) }))
          }
          onRemoved={() => onShow({})}
        />
      )}
    </>
  );
}

function Count({ count }: { readonly count: number | undefined }) {
  const format = useFormatter();
  return count === undefined ? null : <span>{format.number(count)}</span>;
}

/** Views with a number key. */
export const keyedViews = 9;

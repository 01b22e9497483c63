import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from './button.tsx';
import styles from './list-area.module.css';
import { PanelBody, type PanelState } from './panel.tsx';

interface Pages {
  /** Rows before those shown. */
  readonly offset: number;
  /** Rows of a page. */
  readonly size: number;
  readonly total: number;
  readonly onMove: (offset: number) => void;
}

interface ListFrameProps {
  readonly state: PanelState;
  /** What stands in place of the table: no row was found. Undefined: there are rows. */
  readonly empty: ReactNode | undefined;
  readonly pages: Pages;
  /** The table. */
  readonly children: ReactNode;
}

/** The frame of a list that is read page by page: its table, or why there is none, and the other pages. */
export function ListFrame({ state, empty, pages, children }: ListFrameProps) {
  return (
    <div className={styles.frame}>
      <PanelBody state={state}>
        {empty === undefined ? children : <div className={styles.empty}>{empty}</div>}
      </PanelBody>
      <ListPages {...pages} />
    </div>
  );
}

/** Which rows are shown, and those before and after; nothing where one page holds all. */
function ListPages({ offset, size, total, onMove }: Pages) {
  const t = useTranslations('common.pages');
  if (total <= size) return null;
  const end = Math.min(total, offset + size);
  return (
    <div className={styles.pages} data-print="none">
      <Button disabled={offset === 0} onClick={() => onMove(Math.max(0, offset - size))}>
        {t('before')}
      </Button>
      <span>{t('shown', { from: offset + 1, to: end, total })}</span>
      <Button disabled={end >= total} onClick={() => onMove(offset + size)}>
        {t('after')}
      </Button>
    </div>
  );
}

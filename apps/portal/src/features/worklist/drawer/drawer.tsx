import type { WorklistDetail } from '@platen/contract/worklist';
import type { Condition, WorklistRow } from '@platen/contract/worklist-item';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { IconButton } from '../../../ui/button.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { allows, type RowAction } from '../actions.ts';
import { toggled } from '../dialogs/tick-list.tsx';
import { worklistQueries } from '../mutations.ts';
import { RowTexts } from '../row-texts.tsx';
import { Conditions } from './conditions.tsx';
import styles from './drawer.module.css';
import { DrawerActions, DrawerHead } from './drawer-head.tsx';
import type { DrawerProps } from './drawer-props.ts';
import { History } from './history.tsx';
import { Bring, Codes, Forecast, Notes, Visits } from './outlook.tsx';
import { Why } from './why.tsx';

/**
 * The drawer of an opened row (WL-59). It has its own scroll and stays where it is scrolled to while the list
 * moves to another row; below 960 px it covers the list.
 */
export function Drawer(props: DrawerProps) {
  return (
    <RowTexts fallback={<div className={styles.drawer} />}>
      <OpenRow {...props} />
    </RowTexts>
  );
}

function OpenRow({ rowId, place, onClose, onAct, onUndo }: DrawerProps) {
  const t = useTranslations('drawer');
  const query = useQuery(worklistQueries.row(rowId));
  const { data } = query;
  const frame = useRef<HTMLElement>(null);
  const top = useRef(0);
  const hasData = data !== undefined;
  // A row that is still being read is short: the place is taken up again once it is there.
  const restore = useCallback(() => {
    if (frame.current !== null) frame.current.scrollTop = top.current;
  }, []);
  return (
    <section
      ref={frame}
      className={styles.drawer}
      aria-label={t('label')}
      onScroll={({ currentTarget }) => {
        if (hasData) top.current = currentTarget.scrollTop;
      }}
    >
      <IconButton icon="close" label={t('close')} className={styles.close} onClick={onClose} />
      <PanelBody state={toPanelState(query, 8)}>
        {data === undefined ? null : (
          <Opened
            key={rowId}
            rowId={rowId}
            detail={data}
            place={place}
            onAct={onAct}
            onUndo={onUndo}
            onShown={restore}
          />
        )}
      </PanelBody>
    </section>
  );
}

interface OpenedProps extends Pick<DrawerProps, 'rowId' | 'onAct' | 'onUndo'> {
  readonly place: DrawerProps['place'] | undefined;
  readonly detail: WorklistDetail;
  /** Called once the row is drawn. */
  readonly onShown: () => void;
}

const isOpen = ({ work }: Condition): boolean => work !== 'resolved';

function Opened({ rowId, detail, place, onAct, onUndo, onShown }: OpenedProps) {
  const t = useTranslations('drawer');
  const { row, conditions } = detail;
  useLayoutEffect(onShown, [onShown]);
  // Undefined while the user has not chosen: then all that an action on the row means (WL-60).
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const open = conditions.filter(isOpen);
  const usual = open.filter(({ inhibitedBy }) => inhibitedBy === null);
  const ticked = chosen ?? new Set((usual.length === 0 ? open : usual).map(({ conditionId }) => conditionId));
  const act = (action: RowAction, of: WorklistRow) =>
    onAct({
      action,
      rows: [of],
      conditions: open.filter((one) => ticked.has(one.conditionId) && allows(one, action)),
      others: open.filter((one) => !ticked.has(one.conditionId) && allows(one, action)),
    });
  return (
    <>
      <DrawerHead rowId={rowId} detail={detail} place={place} />
      {row === null ? (
        <p className={styles.part}>{t('noRow')}</p>
      ) : (
        <>
          <DrawerActions
            row={row}
            conditions={open}
            ticked={open.filter(({ conditionId }) => ticked.has(conditionId))}
            onAct={(action) => act(action, row)}
          />
          <Why row={row} detail={detail} onWeight={() => act('weight', row)} />
        </>
      )}
      <Conditions
        rowId={rowId}
        detail={detail}
        ticked={ticked}
        onTick={(id) => setChosen(toggled(ticked, id))}
        onTickAll={() => setChosen(new Set(open.map(({ conditionId }) => conditionId)))}
      />
      <Bring detail={detail} ticked={ticked} />
      <History detail={detail} onUndo={(done) => onUndo({ ...done, rowIds: [rowId] })} />
      <Forecast detail={detail} />
      <Codes detail={detail} />
      <Visits rowId={rowId} detail={detail} />
      <Notes
        detail={detail}
        onAdd={row !== null && open.some((one) => allows(one, 'note')) ? () => act('note', row) : undefined}
      />
    </>
  );
}

import type { WorklistTexts } from '@platen/catalogue/texts/types';
import { can } from '@platen/contract/rights';
import { mostJobItems } from '@platen/contract/worklist-names';
import { useRef } from 'react';
import { lazyTexts } from '../../platform/load-once.ts';
import { ScreenWithTexts } from '../../ui/added-texts.tsx';
import { classNames } from '../../ui/class-names.ts';
import { later } from '../../ui/later.tsx';
import { useMinute } from '../../ui/use-dates.ts';
import { Filters } from './filters.tsx';
import { FootLine, OutcomeLine } from './foot-line.tsx';
import { countMet } from './health/health-model.ts';
import { HealthStrip } from './health/health-strip.tsx';
import { type Health, useHealth } from './health/use-health.ts';
import { ListFrame } from './list-frame.tsx';
import { ListNotes } from './list-states.tsx';
import styles from './screen.module.css';
import { useFocusReturn } from './use-focus-return.ts';
import { useListKeys } from './use-list-keys.ts';
import { type Worklist as Model, useFailedSince, useWorklist } from './use-worklist.ts';
import { WorklistHead } from './worklist-head.tsx';
import { nameOfRow } from './worklist-row.tsx';

export const loadTexts = lazyTexts<WorklistTexts>((locale) =>
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

const Drawer = later(async () => (await import('./drawer/drawer.tsx')).Drawer);
const WorklistDialog = later(async () => (await import('./open-dialog.tsx')).WorklistDialog);

const JobLine = later(async () => (await import('../../jobs/job-line.tsx')).JobLine);

function Worklist() {
  const worklist = useWorklist();
  const health = useHealth();
  const searchBox = useRef<HTMLInputElement>(null);
  const now = useMinute();
  useListKeys(worklist, health, searchBox);
  const { me, address, list, selection, actions, change } = worklist;
  useFocusReturn(() => selection.focus(address.opened ?? selection.current ?? ''));
  const { query, first } = list;
  const failedSince = useFailedSince(list);
  return (
    <>
      <div className={classNames('page', styles.page)}>
        <WorklistHead
          page={first}
          rows={selection.present}
          search={address.search}
          searchBox={searchBox}
          onChange={change}
          onCall={can(me, 'actOnWorklist') ? actions.enterCall : undefined}
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
        <Filters facets={first?.facets} search={address.search} onSearch={worklist.filter} />
        <div className={styles.split} data-open={address.opened === undefined ? undefined : ''}>
          <ListFrame worklist={worklist} failedSince={failedSince} />
          <OpenedRow worklist={worklist} />
        </div>
      </div>
      {actions.dialog === undefined ? null : <WorklistDialog actions={actions} me={me?.userId} zone={first?.zone} />}
      <Foot worklist={worklist} health={health} />
    </>
  );
}

interface PartProps {
  readonly worklist: Model;
}

/** The drawer of the opened row, if one is. */
function OpenedRow({ worklist: { address, list, selection, actions, close } }: PartProps) {
  const { opened } = address;
  const { at } = selection;
  if (opened === undefined) return null;
  return (
    <aside className={styles.drawer}>
      <Drawer
        rowId={opened}
        {...(at < 0 ? {} : { place: { rank: at + 1, of: list.total } })}
        onClose={close}
        onAct={actions.start}
        onUndo={actions.takeBack}
      />
    </aside>
  );
}

/** How far a job is or what became of the last action, and the line of keys or actions. */
function Foot({ worklist, health }: PartProps & { readonly health: Health }) {
  const { rows, list, selection, actions, mayAct, offered, possible, act } = worklist;
  const { chosen } = selection;
  return (
    <>
      {list.first === undefined || !mayAct ? null : (
        <JobLine
          kind="worklistActions"
          asked={actions.asked}
          isCovered={actions.outcome !== undefined}
          onEnd={actions.endJob}
        />
      )}
      <OutcomeLine
        outcome={actions.outcome}
        most={mostJobItems}
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
        offered={offered}
        possible={possible}
        onAct={act}
        onClear={selection.clear}
        onKeys={actions.showKeys}
        health={health.isFolded && health.lines.length > 0 ? countMet(health.lines) : undefined}
        onHealth={health.fold}
      />
    </>
  );
}

import type { ComparedRow } from '@platen/contract/code-history';
import { can } from '@platen/contract/rights';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { meQuery } from '../../../api/account-queries.ts';
import { ExportMenu } from '../../../downloads/export-menu.tsx';
import { TableActions } from '../../../downloads/table-actions.tsx';
import { pick } from '../../../platform/address.ts';
import { logError } from '../../../platform/log.ts';
import { Button } from '../../../ui/button.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/text-field.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import { CodeSearchBox, parseCodeSearch } from '../search-box.tsx';
import { ExplainDialog } from './explain-dialog.tsx';
import styles from './history.module.css';
import { HistoryTable, useContextText, useSpanText } from './history-table.tsx';
import { isSettable, type KindChoice, kindChoices, toShown } from './model.ts';
import { OtherDeviceDialog } from './other-device-dialog.tsx';
import { ProposalsPanel } from './proposals-panel.tsx';
import { askForComparison, historyQueries } from './queries.ts';
import { otherDevice, useSides, usualLeft } from './sides.ts';
import { Timeline } from './timeline.tsx';

type Changes = NonNullable<ReturnType<typeof useChanges>['data']>;
const useChanges = (deviceId: string) => useQuery(historyQueries.changes(deviceId));

/** History of the codes of a device (CH-11). */
export default function HistoryView({ deviceId }: { readonly deviceId: string }) {
  const query = useChanges(deviceId);
  if (query.data === undefined)
    return (
      <div className={styles.sheet}>
        <PanelBody state={toPanelState(query, 8)} />
      </div>
    );
  return <History key={deviceId} deviceId={deviceId} data={query.data} />;
}

/** Which sides are compared stands in the address. */
function useChosenSides(data: Changes) {
  const navigate = useNavigate();
  const address = pick(useSearch({ strict: false }), ['left', 'right']);
  const set = (next: { readonly left?: string; readonly right?: string }) => {
    navigate({ to: '.', search: (before) => ({ ...before, ...next }), replace: true }).catch((thrown: unknown) =>
      logError('keeping the compared sides in the address failed', thrown),
    );
  };
  return { left: address.left ?? usualLeft(data), right: address.right ?? 'today', set };
}

interface HistoryProps {
  readonly deviceId: string;
  readonly data: Changes;
}

function History({ deviceId, data }: HistoryProps) {
  const client = useQueryClient();
  const { left, right, set } = useChosenSides(data);
  const standards = useQuery({ ...historyQueries.standards(data.family ?? ''), enabled: data.family !== null });
  const sides = useSides(data, standards.data ?? []);
  const compareQuery = historyQueries.compare(deviceId, left, right);
  const comparison = useQuery({ ...compareQuery, placeholderData: (before) => before });
  const { data: me } = useQuery(meQuery);
  const mayChange = me?.role !== undefined && can(me, 'proposeCodes');
  const filter = useRowFilter(comparison.data?.rows);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [explained, setExplained] = useState<ComparedRow>();
  const [searching, setSearching] = useState<'left' | 'right'>();
  const choose = (code: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(code);
    else next.delete(code);
    setChosen(next);
  };
  const toSide = (side: string, found: string | null | undefined): Side => ({
    side,
    name: sides.toName(side, found),
    options: sides.withChosen(side, found),
  });
  const leftSide = toSide(left, comparison.data?.left.name);
  const rightSide = toSide(right, comparison.data?.right.name);
  const restore = ({ lastBefore, codes }: Changes['resets'][number]) => {
    set({ left: `at:${lastBefore}`, right: 'today' });
    filter.clear();
    setChosen(new Set(codes.map(({ code }) => code)));
  };
  return (
    <div className={styles.history}>
      <Controls
        deviceId={deviceId}
        left={leftSide}
        right={rightSide}
        compared={comparison.data?.compared ?? 0}
        filter={filter}
        onPick={(side, value) => (value === otherDevice ? setSearching(side) : set({ [side]: value }))}
      />
      <div className={styles.main}>
        <Timeline
          data={data}
          left={comparison.data?.left.at ?? null}
          right={comparison.data?.right.at ?? null}
          onMove={(side, day) => set({ [side]: `day:${day}` })}
        />
        <Resets data={data} onRestore={mayChange ? restore : undefined} />
        {comparison.data === undefined ? (
          <div className={styles.sheet}>
            <PanelBody state={toPanelState(comparison, 6)} />
          </div>
        ) : (
          <HistoryTable
            comparison={comparison.data}
            rows={filter.rows}
            leftName={leftSide.name}
            rightName={rightSide.name}
            chosen={chosen}
            mayChange={mayChange}
            onChoose={choose}
            onExplain={setExplained}
          />
        )}
      </div>
      <Suspense fallback={<div className={styles.sheet} aria-busy="true" />}>
        <ProposalsPanel
          deviceId={deviceId}
          chosen={(filter.all ?? []).filter((row) => chosen.has(row.code) && isSettable(row))}
          mayChange={mayChange}
          onClear={() => setChosen(new Set())}
        />
      </Suspense>
      {searching !== undefined && data.family !== null && (
        <OtherDeviceDialog
          family={data.family}
          deviceId={deviceId}
          onChoose={(id) => {
            set({ [searching]: `device:${id}` });
            setSearching(undefined);
          }}
          onClose={() => setSearching(undefined)}
        />
      )}
      {explained !== undefined && (
        <ExplainDialog
          deviceId={deviceId}
          row={explained}
          onSaved={() => void client.invalidateQueries({ queryKey: compareQuery.queryKey })}
          onClose={() => setExplained(undefined)}
        />
      )}
    </div>
  );
}

/** Which of the compared codes are shown. */
function useRowFilter(all: readonly ComparedRow[] | undefined) {
  const [kind, setKind] = useState<KindChoice>('both');
  const [text, setText] = useState('');
  const [unlikeOnly, setUnlikeOnly] = useState(false);
  const rows = useMemo(
    () => toShown(all ?? [], { kind, ranges: parseCodeSearch(text) ?? [], unlikeOnly }),
    [all, kind, text, unlikeOnly],
  );
  const clear = () => {
    setKind('both');
    setText('');
    setUnlikeOnly(false);
  };
  return { all, rows, kind, setKind, text, setText, unlikeOnly, setUnlikeOnly, clear };
}

/** One of the two compared, as in the address, its name, and what can be chosen in its place. */
interface Side {
  readonly side: string;
  readonly name: string;
  readonly options: ReturnType<ReturnType<typeof useSides>['withChosen']>;
}

interface ControlsProps {
  readonly deviceId: string;
  readonly left: Side;
  readonly right: Side;
  readonly compared: number;
  readonly filter: ReturnType<typeof useRowFilter>;
  readonly onPick: (side: 'left' | 'right', value: string) => void;
}

/** What is compared, which of it is shown, and how it leaves the screen: copied, as a file, on paper. */
function Controls({ deviceId, left, right, compared, filter, onPick }: ControlsProps) {
  const t = useTranslations('codeHistory');
  const words = useTranslations('codeHistory.export');
  const format = useFormatter();
  const { all, rows, kind, setKind, text, setText, unlikeOnly, setUnlikeOnly } = filter;
  return (
    <div className={styles.controls}>
      <output className={styles.count}>
        <b>{format.number(rows.filter(({ isAdjusting }) => !isAdjusting).length)}</b>{' '}
        {t('ofCompared', { total: compared })}
      </output>
      <Select
        label={t('left')}
        value={left.side}
        options={left.options}
        onChange={({ currentTarget }) => onPick('left', currentTarget.value)}
      />
      <Select
        label={t('against')}
        value={right.side}
        options={right.options}
        onChange={({ currentTarget }) => onPick('right', currentTarget.value)}
      />
      <CodeSearchBox kind="05" text={text} onSearch={setText} />
      <Select
        label={t('kind')}
        hideLabel
        value={kind}
        options={kindChoices.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={({ currentTarget }) => setKind(kindChoices.find((one) => one === currentTarget.value) ?? 'both')}
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={unlikeOnly}
          onChange={({ currentTarget }) => setUnlikeOnly(currentTarget.checked)}
        />{' '}
        {t('unlikeOnly')}
      </label>
      <Exports rows={rows} leftName={left.name} rightName={right.name} />
      {all === undefined || all.length === 0 ? null : (
        <ExportMenu
          words={words}
          ask={(file, signal, timeout) =>
            askForComparison(deviceId, { left: left.side, right: right.side, ...file }, signal, timeout)
          }
        />
      )}
      <Button data-print="none" onClick={printHistory}>
        {t('print')}
      </Button>
    </div>
  );
}

interface ResetsProps {
  readonly data: Changes;
  /** Chooses the codes of a reset with the values that they had before it. */
  readonly onRestore: ((reset: Changes['resets'][number]) => void) | undefined;
}

/** Settings that were reset are one event (CH-08), from which the list to restore them is made (CH-12). */
function Resets({ data, onRestore }: ResetsProps) {
  const t = useTranslations('codeHistory');
  const { dateTime } = useDates();
  return data.resets.map((reset) => (
    <p key={reset.firstAfter} className={styles.reset}>
      {t('reset', {
        count: reset.codes.length,
        from: dateTime(new Date(reset.lastBefore)),
        to: dateTime(new Date(reset.firstAfter)),
      })}
      {onRestore === undefined ? null : <Button onClick={() => onRestore(reset)}>{t('restore')}</Button>}
    </p>
  ));
}

function printHistory(): void {
  import('../../../print/print-when-ready.ts')
    .then(({ printWhenReady }) => printWhenReady())
    .catch((thrown: unknown) => logError('the history could not be printed', thrown));
}

function Exports({
  rows,
  leftName,
  rightName,
}: {
  readonly rows: readonly ComparedRow[];
  readonly leftName: string;
  readonly rightName: string;
}) {
  const t = useTranslations('codeHistory');
  const toContext = useContextText();
  const toSpan = useSpanText();
  if (rows.length === 0) return null;
  const columns = ['by', 'model', 'level', 'between', 'context'] as const;
  return (
    <TableActions
      name={t('table')}
      columns={[t('columns.code'), leftName, rightName, ...columns.map((column) => t(`columns.${column}`))]}
      toRows={() =>
        rows.map((row) => [
          row.code,
          row.left ?? t('notReported'),
          row.right ?? t('notReported'),
          row.by,
          row.mode,
          row.level,
          toSpan(row),
          toContext(row),
        ])
      }
    />
  );
}

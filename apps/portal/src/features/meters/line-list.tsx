import type { CloseLine } from '@platen/contract/close-lines';
import { lineGroups } from '@platen/contract/close-values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, type Ref, type RefObject, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { type MeterWords } from '../../device/use-meter-words.ts';
import { JobLine } from '../../jobs/job-line.tsx';
import { Button } from '../../ui/button.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import { useMinute } from '../../ui/use-dates.ts';
import { useKeys } from '../../ui/use-keys.ts';
import { ViewSwitch } from '../../ui/view-switch.tsx';
import { usePlace } from './address.ts';
import { isOpen, type Rights } from './close-rights.ts';
import styles from './line-list.module.css';
import { hasEnded, keyOf } from './line-names.ts';
import { LineRow } from './line-row.tsx';
import shared from './meters.module.css';
import { type Close, meterQueries } from './queries.ts';
import { SettleDialog } from './settle-dialog.tsx';
import { useSettle } from './use-settle.ts';
import { useSettledFocus } from './use-settled-focus.ts';

interface ListProps {
  readonly close: Close;
  readonly words: MeterWords;
  readonly rights: Rights;
}

const columns = ['device', 'customer', 'asset', 'meter', 'start', 'end', 'state', 'use', 'against', 'chart'] as const;
const figures: ReadonlySet<string> = new Set(['start', 'end', 'use']);

type Group = 'stops' | 'warns' | 'good';
const groupOf = ({ stops, warnings }: CloseLine): Group =>
  stops.length > 0 ? 'stops' : warnings.length > 0 ? 'warns' : 'good';

/** Key of what one decision settles: a break of a device, its missing asset number, or the line alone. */
const matterOf = ({ deviceId, meter, part, stops, break: broken, settled, kind }: CloseLine): string =>
  kind === 'correction' || settled !== null || stops.length === 0 || stops.includes('none')
    ? [deviceId, meter, part, kind].join(' ')
    : [deviceId, stops.join(), broken?.kind, broken?.after.at, broken?.cause].join(' ');

/** Groups lines that follow one another and that one decision settles. */
function toMatters(lines: readonly CloseLine[]): CloseLine[][] {
  const matters: CloseLine[][] = [];
  for (const line of lines) {
    const last = matters.at(-1);
    if (last?.[0] !== undefined && matterOf(last[0]) === matterOf(line)) last.push(line);
    else matters.push([line]);
  }
  return matters;
}

/** The lines of a close by what stops them (LG-38), of which several are settled with one reason. */
export function LineList({ close, words, rights }: ListProps) {
  const t = useTranslations('meters');
  const [place, go] = usePlace();
  const query = useInfiniteQuery(meterQueries.lines(close.closeId, place));
  const pages = query.data?.pages ?? [];
  const lines = pages.flatMap((page) => page.lines);
  const total = pages[0]?.total ?? 0;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isSettling, setSettling] = useState(false);
  const table = useRef<HTMLTableElement>(null);
  const settle = useSettle(close.closeId);
  useSettledFocus(table, lines, settle);
  const maySettle = isOpen(close) && rights.mayClose;
  const selected = lines.filter((line) => chosen.has(keyOf(line)));
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  useLineKeys(table, lines, {
    toggle: maySettle ? toggle : undefined,
    settle: selected.length > 0 ? () => setSettling(true) : undefined,
  });
  const state = toPanelState(query, 8);
  return (
    <>
      <LineFilter lines={lines} />
      <p className={styles.outcome} data-kept={maySettle || undefined} data-print="none">
        <output>{settle.outcome}</output>
        <span role="alert">{settle.problem}</span>
      </p>
      {maySettle ? <JobLine kind="meterSettle" asked={settle.jobId} isCovered={false} onEnd={settle.endJob} /> : null}
      <PanelBody
        state={
          state.kind === 'data' && lines.length === 0
            ? { kind: 'empty', text: t(place.group === 'stops' ? 'filter.emptyStops' : 'filter.empty') }
            : state
        }
      >
        <LineTable
          ref={table}
          lines={lines}
          close={close}
          words={words}
          rights={rights}
          settle={settle}
          atLine={place.line}
          selection={maySettle ? { chosen, choose: setChosen, toggle } : undefined}
          onOpen={(line) => go({ line })}
        />
        {query.hasNextPage ? (
          <p className={shared.more} data-print="none">
            <span>{t('filter.shown', { shown: lines.length, total })}</span>
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('filter.more')}
            </Button>
          </p>
        ) : null}
      </PanelBody>
      <FootLine
        count={selected.length}
        onSettle={() => setSettling(true)}
        onClear={() => setChosen(new Set())}
        isShown={maySettle}
      />
      {isSettling ? (
        <SettleDialog
          lines={selected}
          mayCorrect={rights.mayCorrect}
          isBusy={settle.isBusy}
          problem={settle.problem}
          onSettle={(body) =>
            settle.settle(
              { body, lines: selected },
              {
                onSuccess: () => {
                  setSettling(false);
                  setChosen(new Set());
                },
              },
            )
          }
          onClose={() => setSettling(false)}
        />
      ) : null}
    </>
  );
}

interface KeyActions {
  readonly toggle: ((key: string) => void) | undefined;
  readonly settle: (() => void) | undefined;
}

/** Keys that move through the lines, choose the one at hand, and settle the chosen ones. */
function useLineKeys(table: RefObject<HTMLTableElement | null>, lines: readonly CloseLine[], actions: KeyActions) {
  const [place, go] = usePlace();
  const { toggle, settle } = actions;
  const move = (step: 1 | -1) => {
    const keys = lines.map(keyOf);
    const at = place.line === undefined ? -1 : keys.indexOf(place.line);
    const next = keys[at === -1 ? (step === 1 ? 0 : keys.length - 1) : at + step];
    if (next === undefined) return;
    go({ line: next });
    table.current?.querySelector(`[data-line="${CSS.escape(next)}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const atLine = lines.find((line) => keyOf(line) === place.line);
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Escape: () => go({ line: undefined }),
    x: atLine !== undefined && toggle !== undefined ? () => toggle(keyOf(atLine)) : undefined,
    s: settle,
  });
}

/** Which lines are shown: a group of them, and of which customer. */
function LineFilter({ lines }: { readonly lines: readonly CloseLine[] }) {
  const t = useTranslations('meters.filter');
  const [place, go] = usePlace();
  const customer = lines.find(({ customerNumber }) => customerNumber === place.customer)?.customerName;
  return (
    <div className={styles.filter} data-print="none">
      <ViewSwitch
        label={t('label')}
        views={lineGroups.map((view) => ({ view, label: t(view) }))}
        view={place.group}
        onChange={(group) => go({ group, line: undefined })}
      />
      {place.customer === undefined ? null : (
        <span>
          {t('customer', { name: customer ?? place.customer })}{' '}
          <Button variant="link" onClick={() => go({ customer: undefined })}>
            {t('clear')}
          </Button>
        </span>
      )}
    </div>
  );
}

interface TableProps extends ListProps {
  readonly ref: Ref<HTMLTableElement>;
  readonly lines: readonly CloseLine[];
  readonly settle: ReturnType<typeof useSettle>;
  /** Key of the line that is open. */
  readonly atLine: string | undefined;
  /** Undefined: lines are not selected here. */
  readonly selection:
    | {
        readonly chosen: ReadonlySet<string>;
        readonly choose: (chosen: ReadonlySet<string>) => void;
        readonly toggle: (key: string) => void;
      }
    | undefined;
  readonly onOpen: (line: string | undefined) => void;
}

/** The group whose head stands above a line. Heads count readings: corrections among them begin no group. */
function toHeads(lines: readonly CloseLine[]): ReadonlyMap<string, Group> {
  const heads = new Map<string, Group>();
  let last: Group | undefined;
  for (const line of lines) {
    if (line.kind !== 'reading' || groupOf(line) === last) continue;
    last = groupOf(line);
    heads.set(keyOf(line), last);
  }
  return heads;
}

/** The lines in their groups; those of one matter know one another. */
function LineTable({ ref, lines, close, words, rights, settle, atLine, selection, onOpen }: TableProps) {
  const t = useTranslations('meters');
  const heads = toHeads(lines);
  const shown = toMatters(lines).flatMap((matter) => matter.map((line) => ({ line, matter })));
  const selectable = lines.filter(({ kind }) => kind === 'reading');
  const isWhole = lines.filter((line) => selection?.chosen.has(keyOf(line))).length === selectable.length;
  return (
    <div className={styles.scroll}>
      <table ref={ref} className={styles.table}>
        <caption className="vh">{close.name}</caption>
        <thead>
          <tr>
            {selection !== undefined ? (
              <th scope="col" data-print="none">
                <input
                  type="checkbox"
                  aria-label={t('columns.select')}
                  checked={selectable.length > 0 && isWhole}
                  onChange={() => selection.choose(new Set(isWhole ? [] : selectable.map(keyOf)))}
                />
              </th>
            ) : null}
            {columns.map((column) => (
              <th key={column} scope="col" data-figure={figures.has(column) ? '' : undefined}>
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ line, matter }) => {
            const key = keyOf(line);
            const group = heads.get(key);
            return (
              <Fragment key={key}>
                {group !== undefined ? (
                  <GroupHead close={close} group={group} span={columns.length + (selection === undefined ? 0 : 1)} />
                ) : null}
                <LineRow
                  line={line}
                  matter={matter}
                  close={close}
                  words={words}
                  rights={rights}
                  isOpen={atLine === key}
                  selection={selection && { isOn: selection.chosen.has(key), toggle: () => selection.toggle(key) }}
                  settle={settle}
                  onOpen={() => onOpen(atLine === key ? undefined : key)}
                />
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function GroupHead({ close, group, span }: { readonly close: Close; readonly group: Group; readonly span: number }) {
  const t = useTranslations('meters.groups');
  const isEnded = hasEnded(close, useMinute());
  const counts = {
    stops: Math.max(0, close.lines - close.good - close.warns - close.leftOut),
    warns: close.warns,
    good: close.good,
  };
  return (
    <tr className={styles.group}>
      <th colSpan={span} scope="colgroup">
        {t(group, { count: counts[group] })}{' '}
        {group === 'good' && !isEnded ? null : <span className="quiet">{t(`${group}Note`)}</span>}
      </th>
    </tr>
  );
}

interface FootProps {
  readonly count: number;
  readonly isShown: boolean;
  readonly onSettle: () => void;
  readonly onClear: () => void;
}

/** The keys; once lines are selected, the actions on them in the same place. */
function FootLine({ count, isShown, onSettle, onClear }: FootProps) {
  const t = useTranslations('meters.actions');
  const keys = useTranslations('meters.keys');
  if (!isShown) return null;
  return (
    <div className={styles.foot} data-print="none">
      {count === 0 ? (
        <span className="quiet">
          <kbd>j</kbd> {keys('next')} <kbd>k</kbd> {keys('former')} <kbd>x</kbd> {keys('select')} <kbd>s</kbd>{' '}
          {keys('settle')}
        </span>
      ) : (
        <>
          <output>{t('selected', { count })}</output>
          <Button variant="primary" aria-haspopup="dialog" onClick={onSettle}>
            {t('settle')}
          </Button>
          <Button onClick={onClear}>{t('clear')}</Button>
        </>
      )}
    </div>
  );
}

/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role --
      rows of a grid are selected and moved between */
import type { WorklistPage } from '@platen/contract/worklist';
import { conditionKinds, isUnowned } from '@platen/contract/worklist-names';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toDate } from '../../device/use-headline.ts';
import { Button, Icon } from '../../ui/button.tsx';
import sortButton from '../../ui/sort-button.module.css';
import { useMinute } from '../../ui/use-dates.ts';
import { columnSorts, groupOf, orderOf, type SortedColumn, type WorklistSearch } from './address.ts';
import type { Line } from './lines.ts';
import lineStyles from './table-lines.module.css';
import type { Pending } from './use-pending.ts';
import type { Selection } from './use-selection.ts';
import { WorklistTableRow } from './worklist-row.tsx';
import styles from './worklist-table.module.css';

type Seen = NonNullable<WorklistPage['seen']>;

const columns = ['priority', 'cost', 'what', 'device', 'customer', 'since', 'answer', 'state', 'who'] as const;

interface TableProps {
  readonly lines: readonly Line[];
  readonly search: WorklistSearch;
  /** The drawer takes a part of the width. */
  readonly isNarrow: boolean;
  /** Since when the user was not here, and what went meanwhile; undefined: never. */
  readonly seen: Seen | undefined;
  /** The day in the zone of the list. */
  readonly today: string;
  readonly userId: string | undefined;
  readonly selection: Selection;
  readonly pending: ReadonlyMap<string, Pending>;
  readonly onOpen: (rowId: string) => void;
  readonly onFold: (value: string, isFolded: boolean) => void;
  readonly onSort: (column: SortedColumn) => void;
  readonly onSeen: () => void;
}

/** The rows; one stop of the keyboard, at the current row. */
export function WorklistTable(props: TableProps) {
  const { lines, search, seen, userId, selection } = props;
  const { current, selected } = selection;
  const t = useTranslations('worklist');
  const header = useTranslations('header');
  const now = useMinute();
  const rows = lines.flatMap((line) => (line.kind === 'row' ? [line.row] : []));
  const most = rows.reduce((greatest, { cost }) => Math.max(greatest, cost), 0);
  const stop = rows.some(({ rowId }) => rowId === current) ? current : rows[0]?.rowId;
  const { present } = selection;
  const isAll = present.length > 0 && present.every(({ rowId }) => selected.has(rowId));
  return (
    <table
      role="grid"
      aria-label={header('titles.worklist')}
      aria-multiselectable="true"
      className={styles.table}
      data-narrow={props.isNarrow ? '' : undefined}
      data-selecting={selected.size > 0 ? '' : undefined}
    >
      <thead>
        <tr>
          <th scope="col" className={styles.check}>
            <input type="checkbox" aria-label={t('columns.select')} checked={isAll} onChange={selection.selectAll} />
          </th>
          {columns.map((column) => (
            <ColumnHead key={column} column={column} isNarrow={props.isNarrow} search={search} onSort={props.onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          if (line.kind === 'row')
            return (
              <WorklistTableRow
                key={line.row.rowId}
                {...line}
                now={now}
                today={props.today}
                most={most}
                userId={userId}
                pending={props.pending.get(line.row.rowId)}
                isNarrow={props.isNarrow}
                isCurrent={line.row.rowId === current}
                isSelected={selected.has(line.row.rowId)}
                hasTabStop={line.row.rowId === stop}
                onCurrent={selection.setCurrent}
                onOpen={props.onOpen}
                onSelect={selection.select}
              />
            );
          if (line.kind === 'since')
            return <SinceLine key="since" above={line.above} seen={seen} onSeen={props.onSeen} />;
          return (
            <GroupHead
              key={`group ${line.group.value}`}
              line={line}
              search={search}
              today={props.today}
              onFold={props.onFold}
            />
          );
        })}
      </tbody>
    </table>
  );
}

interface HeadProps {
  readonly column: SortedColumn;
  readonly isNarrow: boolean;
  readonly search: WorklistSearch;
  readonly onSort: TableProps['onSort'];
}

/** Head of a column, which sorts the list by it: once more, in the other direction. */
function ColumnHead({ column, isNarrow, search, onSort }: HeadProps) {
  const t = useTranslations('worklist');
  const { sort, order } = orderOf(search);
  const isSorted = columnSorts[column] === sort;
  const direction = order === 'asc' ? 'ascending' : 'descending';
  return (
    <th
      scope="col"
      className={styles[column]}
      title={column === 'cost' ? t('columns.costUnit') : undefined}
      aria-sort={isSorted ? direction : undefined}
    >
      <button type="button" className={sortButton.sort} onClick={() => onSort(column)}>
        <span className={column === 'priority' ? 'vh' : undefined}>
          {t(`columns.${isNarrow && column === 'cost' ? 'costShort' : column}`)}
        </span>
        {isSorted ? (
          <Icon name={direction} className={styles.sorted} />
        ) : column === 'priority' ? (
          <span aria-hidden="true">{t('columns.class')}</span>
        ) : null}
      </button>
    </th>
  );
}

interface SinceProps {
  readonly above: number;
  readonly seen: Seen | undefined;
  readonly onSeen: () => void;
}

/** What opened, came back or became worse since the user marked the list as seen stands above this line. */
function SinceLine({ above, seen, onSeen }: SinceProps) {
  const t = useTranslations('worklist');
  const format = useFormatter();
  return (
    <tr className={styles.sinceLine}>
      <td colSpan={columns.length + 1}>
        <span className={lineStyles.line}>
          <b>{t('since.title')}</b>
          {seen === undefined ? null : (
            <span>{format.dateTime(new Date(seen.at), { weekday: 'short', hour: 'numeric', minute: '2-digit' })}</span>
          )}
          <span>{t('since.above', { count: above })}</span>
          {seen === undefined ? null : (
            <span>
              {t('since.meanwhile', {
                gone: seen.goneByThemselves,
                visits: seen.resolvedByVisits,
                people: seen.resolvedByPeople,
              })}
            </span>
          )}
          <Button variant="link" className={lineStyles.lineAction} onClick={onSeen}>
            {t('since.mark')}
          </Button>
        </span>
      </td>
    </tr>
  );
}

interface GroupProps {
  readonly line: Extract<Line, { kind: 'group' }>;
  readonly search: WorklistSearch;
  readonly today: string;
  readonly onFold: (value: string, isFolded: boolean) => void;
}

/** Head of a group: count, sum of cost, what is new, and what has no owner (WL-58). */
function GroupHead({ line: { group, isFolded, present }, search, today, onFold }: GroupProps) {
  const t = useTranslations('worklist');
  const headlines = useTranslations('headlines');
  const format = useFormatter();
  const by = groupOf(search);
  const fresh = present.filter(({ isNew }) => isNew).length;
  const unowned = present.filter((row) => isUnowned(row, today)).length;
  const kind = conditionKinds.find((one) => one === group.value);
  const name =
    by === 'kind' && kind !== undefined
      ? headlines(`kinds.${kind}`)
      : (group.name ??
        (group.value === '' || by === 'assignee' ? (by === 'none' ? '' : t(`groupNone.${by}`)) : group.value));
  return (
    <tr className={styles.groupHead}>
      <td colSpan={columns.length + 1}>
        <span className={lineStyles.line}>
          <button
            type="button"
            className={lineStyles.fold}
            aria-expanded={!isFolded}
            data-group={group.value}
            onClick={() => onFold(group.value, !isFolded)}
          >
            <Icon name="chevron" />
            <span className={lineStyles.groupCost}>
              {format.number(group.cost, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}
            </span>
            <b>{name}</b>
          </button>
          {by === 'customer' && group.value !== '' ? <span className="code">{group.value}</span> : null}
          <span>{t('group.rows', { count: group.count })}</span>
          {fresh > 0 ? <span>{t('group.fresh', { count: fresh })}</span> : null}
          <span className={lineStyles.lineAction}>
            {unowned > 0 ? <b>{t('group.noOwner', { count: unowned })}</b> : t('group.taken')}
          </span>
        </span>
      </td>
    </tr>
  );
}

/** The day of the next planned visit. */
export function PlannedLine({
  count,
  day,
  isShown,
  onShow,
}: {
  count: number;
  day: string | null;
  isShown: boolean;
  onShow: () => void;
}) {
  const t = useTranslations('worklist');
  const format = useFormatter();
  if (count === 0) return null;
  return (
    <p className={lineStyles.plannedLine}>
      <Button variant="link" onClick={onShow} aria-expanded={isShown}>
        {t('planned', { count, day: day === null ? '-' : format.dateTime(toDate(day), 'date') })}
        {' · '}
        {t(isShown ? 'plannedHide' : 'plannedShow')}
      </Button>
    </p>
  );
}

/** The value of the group whose head has the focus. */
export const focusedGroup = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-group]')?.dataset['group'];

export const focusGroup = (value: string): void =>
  document.querySelector<HTMLElement>(`[data-group="${CSS.escape(value)}"]`)?.focus();

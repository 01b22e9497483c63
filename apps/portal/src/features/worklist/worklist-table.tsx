/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role --
      rows of a grid are selected and moved between */
import { useFormatter, useTranslations } from 'use-intl/react';
import { Button, Icon } from '../../ui/button.tsx';
import { useMinute } from '../../ui/use-dates.ts';
import { groupOf, type WorklistSearch } from './address.ts';
import type { Line } from './lines.ts';
import { WorklistTableRow } from './worklist-row.tsx';
import styles from './worklist-table.module.css';
import { toDate } from './use-headline.ts';

const columns = ['cost', 'what', 'device', 'customer', 'since', 'answer', 'state', 'who'] as const;

interface TableProps {
  readonly lines: readonly Line[];
  readonly search: WorklistSearch;
  /** The drawer takes a part of the width. */
  readonly isNarrow: boolean;
  readonly seenAt: string | undefined;
  readonly meanwhile: { readonly gone: number; readonly visits: number; readonly people: number } | undefined;
  readonly userId: string | undefined;
  readonly current: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onCurrent: (rowId: string) => void;
  readonly onOpen: (rowId: string) => void;
  readonly onSelect: (rowId: string, toHere: boolean) => void;
  readonly onSelectAll: () => void;
  readonly onFold: (value: string, isFolded: boolean) => void;
  readonly onSeen: () => void;
}

/** The rows; one stop of the keyboard, at the current row. */
export function WorklistTable(props: TableProps) {
  const { lines, search, seenAt, meanwhile, userId, current, selected } = props;
  const t = useTranslations('worklist');
  const header = useTranslations('header');
  const now = useMinute();
  const rows = lines.flatMap((line) => (line.kind === 'row' ? [line.row] : []));
  const most = rows.reduce((greatest, { cost }) => Math.max(greatest, cost), 0);
  const stop = rows.some(({ rowId }) => rowId === current) ? current : rows[0]?.rowId;
  const isAll = rows.length > 0 && rows.every(({ rowId }) => selected.has(rowId));
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
            <input type="checkbox" aria-label={t('columns.select')} checked={isAll} onChange={props.onSelectAll} />
          </th>
          <th scope="col" className={styles.priority}>
            <span className="vh">{t('columns.priority')}</span>
          </th>
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className={styles[column]}
              title={column === 'cost' ? t('columns.costUnit') : undefined}
              aria-sort={column === 'cost' && (search.sort ?? 'cost') === 'cost' ? 'descending' : undefined}
            >
              {t(`columns.${column}`)}
              {column === 'cost' ? <Icon name="descending" className={styles.sorted} /> : null}
            </th>
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
                most={most}
                userId={userId}
                isCurrent={line.row.rowId === current}
                isSelected={selected.has(line.row.rowId)}
                hasTabStop={line.row.rowId === stop}
                onCurrent={props.onCurrent}
                onOpen={props.onOpen}
                onSelect={props.onSelect}
              />
            );
          if (line.kind === 'since')
            return (
              <SinceLine key="since" above={line.above} seenAt={seenAt} meanwhile={meanwhile} onSeen={props.onSeen} />
            );
          return <GroupHead key={`group ${line.group.value}`} line={line} search={search} onFold={props.onFold} />;
        })}
      </tbody>
    </table>
  );
}

type SinceProps = Pick<TableProps, 'seenAt' | 'meanwhile' | 'onSeen'> & { readonly above: number };

/** What opened, came back or became worse since the user marked the list as seen stands above this line. */
function SinceLine({ above, seenAt, meanwhile, onSeen }: SinceProps) {
  const t = useTranslations('worklist');
  const format = useFormatter();
  return (
    <tr className={styles.sinceLine}>
      <td colSpan={columns.length + 2}>
        <span className={styles.line}>
          <b>{t('since.title')}</b>
          {seenAt === undefined ? null : (
            <span>{format.dateTime(new Date(seenAt), { weekday: 'short', hour: 'numeric', minute: '2-digit' })}</span>
          )}
          <span>{t('since.above', { count: above })}</span>
          {meanwhile === undefined ? null : <span>{t('since.meanwhile', meanwhile)}</span>}
          <Button variant="quiet" className={styles.lineAction} onClick={onSeen}>
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
  readonly onFold: (value: string, isFolded: boolean) => void;
}

/** Head of a group: count, sum of cost, what is new, and what has no owner (WL-58). */
function GroupHead({ line: { group, isFolded, rows }, search, onFold }: GroupProps) {
  const t = useTranslations('worklist');
  const headlines = useTranslations('headlines');
  const format = useFormatter();
  const by = groupOf(search);
  const fresh = rows.filter(({ isNew }) => isNew).length;
  const unowned = rows.filter(({ assignee, state }) => assignee === null && state === 'open').length;
  const kind = rows[0]?.conditions[0]?.kind;
  const name =
    by === 'kind' && kind !== undefined
      ? headlines(`kinds.${kind}`)
      : (group.name ??
        (group.value === '' || by === 'assignee' ? (by === 'none' ? '' : t(`groupNone.${by}`)) : group.value));
  return (
    <tr className={styles.groupHead}>
      <td colSpan={columns.length + 2}>
        <span className={styles.line}>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={!isFolded}
            onClick={() => onFold(group.value, !isFolded)}
          >
            <Icon name="chevron" />
            <span className={styles.groupCost}>
              {format.number(group.cost, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}
            </span>
            <b>{name}</b>
          </button>
          {by === 'customer' && group.value !== '' ? <span className="code">{group.value}</span> : null}
          <span>{t('group.rows', { count: group.count })}</span>
          {fresh > 0 ? <span>{t('group.fresh', { count: fresh })}</span> : null}
          <span className={styles.lineAction}>
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
    <p className={styles.plannedLine}>
      <Button variant="quiet" onClick={onShow} aria-expanded={isShown}>
        {t('planned', { count, day: day === null ? '-' : format.dateTime(toDate(day), 'date') })}
        {' · '}
        {t(isShown ? 'plannedHide' : 'plannedShow')}
      </Button>
    </p>
  );
}

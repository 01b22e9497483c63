import { type MouseEvent, type PointerEvent, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { CodeKind } from '../../device/code-queries.ts';
import { useIsPainted } from '../../ui/after-paint.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useRowFocus } from '../../ui/windowed/use-row-focus.ts';
import { isPlainPress, toPressedRow } from '../../ui/windowed/visible-rows.ts';
import { HeadAlone, SortHead, WindowedTable } from '../../ui/windowed/windowed-table.tsx';
import { CodeTableRow, type RowTexts } from './code-row.tsx';
import { type CodeColumn, type CodeRow, type CodeSort, toTableStyle } from './code-rows.ts';
import styles from './codes.module.css';

/** Height of a row below 960 px: what a finger hits. */
const narrowRow = 40;

interface CodeTableProps {
  readonly label: string;
  readonly rows: readonly CodeRow[];
  readonly columns: readonly CodeColumn[];
  readonly sort: CodeSort;
  readonly texts: RowTexts;
  readonly kind: CodeKind;
  /** Address of the setting of a code; undefined where codes have none. */
  readonly toHref: ((row: CodeRow) => string) | undefined;
  /** The row that the keyboard is to go to, until it has. */
  readonly wanted: string | undefined;
  readonly onReached: () => void;
  readonly onSort: (column: CodeColumn) => void;
  readonly onOpen: (row: CodeRow) => void;
  /** The row of the keyboard; remembered for the way back. */
  readonly onActive: (key: string | undefined) => void;
}

/**
 * The rows, drawn as far as they are in the window. Keyboard: one row is reached by Tab, arrows move it,
 * Enter opens its setting.
 */
export function CodeTable(props: CodeTableProps) {
  const { label, rows, columns, sort, texts, kind, toHref, wanted, onReached, onSort, onOpen, onActive } = props;
  const isPainted = useIsPainted();
  const [hovered, setHovered] = useState<string>();
  const openAt = (index: number) => {
    const row = rows[index];
    if (row !== undefined) onOpen(row);
  };
  const focus = useRowFocus({
    count: rows.length,
    narrowHeight: narrowRow,
    // The first picture has the rows in the window alone.
    beyond: isPainted ? undefined : 0,
    onEnter: toHref === undefined ? undefined : openAt,
  });

  const target = wanted === undefined ? -1 : rows.findIndex(({ key }) => key === wanted);
  const [reached, setReached] = useState<string>();
  if (target >= 0 && reached !== wanted) {
    setReached(wanted);
    focus.focusRow(target);
  }
  if (wanted === undefined && reached !== undefined) setReached(undefined);
  useEffect(() => {
    if (reached !== undefined) onReached();
  }, [reached, onReached]);
  const activeKey = rows[focus.active]?.key;
  useEffect(() => onActive(activeKey), [onActive, activeKey]);

  const onClick = (event: MouseEvent) => {
    const isLink = event.target instanceof Element && event.target.closest('[data-setting]') !== null;
    const row = rows[toPressedRow(event.target) ?? -1];
    if (!isLink || row === undefined || !isPlainPress(event)) return; // the link itself opens tabs and windows
    event.preventDefault();
    onOpen(row);
  };
  const onPointerOver = (event: PointerEvent) => {
    const row = rows[toPressedRow(event.target) ?? -1];
    if (row !== undefined) setHovered(row.key);
  };
  return (
    <WindowedTable
      label={label}
      rowCount={rows.length + 1}
      className={classNames(styles.table, isPainted && styles.painted)}
      style={toTableStyle(columns)}
      head={<CodeHead columns={columns} sort={sort} onSort={onSort} />}
      {...focus.table}
      onClick={onClick}
      onPointerOver={onPointerOver}
    >
      {focus.rows.map((index) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <CodeTableRow
            key={row.key}
            row={row}
            index={index}
            top={index * focus.rowHeight}
            height={focus.rowHeight}
            columns={columns}
            texts={texts}
            href={toHref?.(row)}
            kind={kind}
            isActive={index === focus.active}
            isLive={index === focus.active || row.key === hovered}
          />
        );
      })}
    </WindowedTable>
  );
}

interface CodeHeadProps {
  readonly columns: readonly CodeColumn[];
  readonly sort: CodeSort;
  readonly onSort: (column: CodeColumn) => void;
}

function CodeHead({ columns, sort, onSort }: CodeHeadProps) {
  const t = useTranslations('codes.columns');
  return <SortHead columns={columns} sorted={sort.column} order={sort.order} toName={t} onSort={onSort} />;
}

/** The head over a table without rows. */
export function EmptyTable({ label, ...head }: CodeHeadProps & { readonly label: string }) {
  return (
    <HeadAlone
      label={label}
      className={styles.table}
      style={toTableStyle(head.columns)}
      head={<CodeHead {...head} />}
    />
  );
}

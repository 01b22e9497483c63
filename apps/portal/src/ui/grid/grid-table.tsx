/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role,
   jsx-a11y/no-noninteractive-element-interactions --
      a grid is a table whose cells the arrow keys move between */
import { type ComponentPropsWithoutRef, type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { GridContext } from '../evidence-source.ts';
import { toMovedRow } from '../windowed/visible-rows.ts';

const controls = 'button, a[href]';
const untouched = ':is(button, a[href]):not([tabindex])';
/** Controls with arrow keys of their own; they stay tab stops. */
const ownKeys = 'select, input, textarea';

type GridTableProps = ComponentPropsWithoutRef<'table'> & { readonly label: string };

/**
 * A table of figures as one tab stop: arrow keys move between its cells, Enter or Space presses what is in a
 * cell.
 */
export function GridTable({ label, children, ...rest }: GridTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const column = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (table.current === null) return;
    for (const control of table.current.querySelectorAll<HTMLElement>(untouched)) control.tabIndex = -1;
    if (table.current.querySelector('[tabindex="0"]') !== null) return;
    for (const row of table.current.rows) {
      const [first] = readRow(row);
      if (first === undefined) continue;
      makeStop(table.current, first.element);
      return;
    }
  });
  const onFocus = ({ currentTarget, target }: FocusEvent<HTMLTableElement>) => {
    const stop = target.matches(ownKeys) ? null : target.closest<HTMLElement>(`${controls}, td, th`);
    if (stop === null || !currentTarget.contains(stop)) return; // not a control of a dialog that a cell has opened
    // A figure became a button after its cell had become the stop.
    const control = stop.matches('td, th') ? stop.querySelector<HTMLElement>(controls) : null;
    makeStop(currentTarget, control ?? stop);
    control?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.metaKey || event.altKey || event.shiftKey) return;
    if (!(event.target instanceof HTMLElement) || event.target.matches(ownKeys)) return;
    const rows = readRows(event.currentTarget);
    const row = rows.findIndex((stops) => stops.some(({ element }) => element === event.target));
    const stop = rows[row]?.findIndex(({ element }) => element === event.target) ?? -1;
    const from = rows[row]?.[stop];
    if (from === undefined) return;
    const isVertical = event.key.endsWith('Up') || event.key.endsWith('Down');
    const moved = toMovedPosition(
      rows.map((stops) => stops.map((each) => each.column)),
      { row, stop, column: isVertical ? (column.current ?? from.column) : from.column },
      event,
      toPage(from.element),
    );
    const target = moved === undefined ? undefined : rows[moved.row]?.[moved.stop]?.element;
    if (moved === undefined || target === undefined) return;
    event.preventDefault();
    column.current = moved.column;
    makeStop(event.currentTarget, target);
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  };
  return (
    <GridContext value={true}>
      <table {...rest} ref={table} role="grid" aria-label={label} onFocus={onFocus} onKeyDown={onKeyDown}>
        {children}
      </table>
    </GridContext>
  );
}

interface Stop {
  readonly element: HTMLElement;
  /** First column of its cell. */
  readonly column: number;
}

/**
 * The stops of each row: the controls of a cell, or the cell itself. Heads of columns only where they hold
 * controls. A cell that a narrow window leaves out is no stop.
 */
const readRows = (table: HTMLTableElement): Stop[][] =>
  [...table.rows].map(readRow).filter((stops) => stops.length > 0);

function readRow(row: HTMLTableRowElement): Stop[] {
  if (row.closest('thead') !== null && row.querySelector(controls) === null) return [];
  let column = 0;
  return [...row.cells].flatMap((cell) => {
    const first = column;
    column += cell.colSpan;
    if (isLeftOut(cell)) return [];
    const inside = [...cell.querySelectorAll<HTMLElement>(controls)];
    return (inside.length === 0 ? [cell] : inside).map((element) => ({ element, column: first }));
  });
}

/** Asked of columns that can be left out alone, as the browser has to work out styles for the answer. */
const isLeftOut = (cell: HTMLElement): boolean =>
  cell.dataset['column'] !== undefined && getComputedStyle(cell).display === 'none';

/**
 * The one element of the table that Tab reaches. Set in the page, not in React: hundreds of cells need not be
 * drawn for it.
 */
function makeStop(table: HTMLTableElement, stop: HTMLElement): void {
  for (const before of table.querySelectorAll<HTMLElement>('[tabindex="0"]')) if (before !== stop) before.tabIndex = -1;
  stop.tabIndex = 0;
}

/** Rows that fit into the window, less those that bezel and tabs cover. */
function toPage(element: HTMLElement): number {
  const height = element.closest('tr')?.getBoundingClientRect().height ?? 0;
  return height > 0 ? Math.max(1, Math.floor(window.innerHeight / height) - 4) : 1;
}

/**
 * What the arrow keys stop at: for each row the first column of each of its stops, in order. Every row has at
 * least one.
 */
type GridStops = readonly (readonly number[])[];

interface GridPosition {
  readonly row: number;
  /** Index of the stop within its row. */
  readonly stop: number;
  /** The column that moves up and down keep to, also across a row whose cell spans several columns. */
  readonly column: number;
}

interface GridKey {
  readonly key: string;
  readonly ctrlKey: boolean;
}

/**
 * The stop that a key leads to (ARIA authoring practices, grid): arrows by one, Home and End within the row,
 * with Ctrl within the table, PageUp and PageDown by `page` rows. Undefined for keys that move nothing and at
 * the edge of the table.
 */
export function toMovedPosition(
  stops: GridStops,
  from: GridPosition,
  { key, ctrlKey }: GridKey,
  page: number,
): GridPosition | undefined {
  const isEnd = key === 'Home' || key === 'End';
  if (ctrlKey && !isEnd) return undefined;
  const inRow = key === 'ArrowLeft' || key === 'ArrowRight' || isEnd ? toSide(stops, from, key, ctrlKey) : undefined;
  const moved = inRow ?? (isEnd ? undefined : toOtherRow(stops, from, toMovedRow(key, from.row, stops.length, page)));
  return moved === undefined || (moved.row === from.row && moved.stop === from.stop) ? undefined : moved;
}

function toSide(stops: GridStops, from: GridPosition, key: string, isWhole: boolean): GridPosition | undefined {
  const row = !isWhole ? from.row : key === 'Home' ? 0 : stops.length - 1;
  const columns = stops[row] ?? [];
  const last = columns.length - 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: from.stop - 1,
    ArrowRight: from.stop + 1,
    Home: 0,
    End: last,
  };
  const stop = Math.max(0, Math.min(steps[key] ?? from.stop, last));
  const column = columns[stop];
  return column === undefined ? undefined : { row, stop, column };
}

function toOtherRow(stops: GridStops, { column }: GridPosition, row: number | undefined): GridPosition | undefined {
  const columns = row === undefined ? undefined : stops[row];
  if (row === undefined || columns === undefined) return undefined;
  const nearest = columns.findLast((first) => first <= column) ?? columns[0];
  return nearest === undefined ? undefined : { row, stop: columns.indexOf(nearest), column };
}

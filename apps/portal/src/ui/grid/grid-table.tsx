/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/no-noninteractive-element-interactions --
   a grid is a table whose cells the arrow keys move between */
import { type ComponentPropsWithoutRef, type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { GridContext } from './grid-context.ts';
import { toMovedPlace } from './grid-moves.ts';

const controls = 'button, a[href]';
const untouched = ':is(button, a[href]):not([tabindex])';
/** Controls with arrow keys of their own; they stay tab stops. */
const ownKeys = 'select, input, textarea';

type GridTableProps = ComponentPropsWithoutRef<'table'> & { readonly label: string };

/** A table of figures as one tab stop: arrow keys move between its cells, Enter or Space presses what is in a cell. */
export function GridTable({ label, children, ...rest }: GridTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const column = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (table.current === null) return;
    for (const control of table.current.querySelectorAll<HTMLElement>(untouched)) control.tabIndex = -1;
    if (table.current.querySelector('[tabindex="0"]') !== null) return;
    const first = readRows(table.current)[0]?.[0];
    if (first !== undefined) makeStop(table.current, first.element);
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
    const place = toMovedPlace(
      rows.map((stops) => stops.map((each) => each.column)),
      { row, stop, column: isVertical ? (column.current ?? from.column) : from.column },
      event,
      toPage(from.element),
    );
    const target = place === undefined ? undefined : rows[place.row]?.[place.stop]?.element;
    if (place === undefined || target === undefined) return;
    event.preventDefault();
    column.current = place.column;
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

/** The stops of each row: the controls of a cell, or the cell itself. Heads of columns only where they hold controls. */
function readRows(table: HTMLTableElement): Stop[][] {
  return [...table.rows]
    .filter((row) => row.closest('thead') === null || row.querySelector(controls) !== null)
    .map((row) => {
      let column = 0;
      return [...row.cells].flatMap((cell) => {
        const first = column;
        column += cell.colSpan;
        const inside = [...cell.querySelectorAll<HTMLElement>(controls)];
        return (inside.length === 0 ? [cell] : inside).map((element) => ({ element, column: first }));
      });
    })
    .filter((stops) => stops.length > 0);
}

/** The one element of the table that Tab reaches. Set in the page, not in React: hundreds of cells need not be drawn for it. */
function makeStop(table: HTMLTableElement, stop: HTMLElement): void {
  for (const before of table.querySelectorAll<HTMLElement>('[tabindex="0"]')) if (before !== stop) before.tabIndex = -1;
  stop.tabIndex = 0;
}

/** Rows that fit into the window, less those that bezel and tabs cover. */
function toPage(element: HTMLElement): number {
  const height = element.closest('tr')?.getBoundingClientRect().height ?? 0;
  return height > 0 ? Math.max(1, Math.floor(window.innerHeight / height) - 4) : 1;
}

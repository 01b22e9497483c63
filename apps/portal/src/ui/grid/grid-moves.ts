import { toMovedRow } from '../windowed/visible-rows.ts';

/** What the arrow keys stop at: for each row the first column of each of its stops, in order. Every row has at least one. */
export type GridStops = readonly (readonly number[])[];

export interface GridPlace {
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
 * The stop that a key leads to (ARIA authoring practices, grid): arrows by one, Home and End within the row, with Ctrl within the
 * table, PageUp and PageDown by `page` rows. Undefined for keys that move nothing and at the edge of the table.
 */
export function toMovedPlace(
  stops: GridStops,
  from: GridPlace,
  { key, ctrlKey }: GridKey,
  page: number,
): GridPlace | undefined {
  const isEnd = key === 'Home' || key === 'End';
  if (ctrlKey && !isEnd) return undefined;
  const moved = key === 'ArrowLeft' || key === 'ArrowRight' || isEnd ? toSide(stops, from, key, ctrlKey) : undefined;
  const place = moved ?? (isEnd ? undefined : toOtherRow(stops, from, toMovedRow(key, from.row, stops.length, page)));
  return place === undefined || (place.row === from.row && place.stop === from.stop) ? undefined : place;
}

function toSide(stops: GridStops, from: GridPlace, key: string, isWhole: boolean): GridPlace | undefined {
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

function toOtherRow(stops: GridStops, { column }: GridPlace, row: number | undefined): GridPlace | undefined {
  const columns = row === undefined ? undefined : stops[row];
  if (row === undefined || columns === undefined) return undefined;
  const nearest = columns.findLast((first) => first <= column) ?? columns[0];
  return nearest === undefined ? undefined : { row, stop: columns.indexOf(nearest), column };
}

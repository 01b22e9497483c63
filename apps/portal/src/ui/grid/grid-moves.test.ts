import { expect, test } from 'vitest';
import { toMovedPosition } from './grid-table.tsx';

/** Three rows of four columns; the second has one cell over the last three, its first cell two controls. */
const stops = [
  [0, 1, 2, 3],
  [0, 0, 1],
  [0, 1, 2, 3],
];
const press = (key: string, row: number, stop: number, column = stops[row]?.[stop] ?? 0, ctrlKey = false) =>
  toMovedPosition(stops, { row, stop, column }, { key, ctrlKey }, 10);

test('left and right move by one stop and end at the row', () => {
  expect(press('ArrowRight', 1, 0)).toEqual({ row: 1, stop: 1, column: 0 });
  expect(press('ArrowRight', 1, 1)).toEqual({ row: 1, stop: 2, column: 1 });
  expect(press('ArrowRight', 1, 2)).toBeUndefined();
  expect(press('ArrowLeft', 0, 0)).toBeUndefined();
});

test('up and down keep the column, also across a cell over several columns', () => {
  const wide = press('ArrowDown', 0, 3);
  expect(wide).toEqual({ row: 1, stop: 2, column: 3 });
  expect(press('ArrowDown', 1, 2, wide?.column)).toEqual({ row: 2, stop: 3, column: 3 });
  // The first control of a cell that has two.
  expect(press('ArrowUp', 2, 0)).toEqual({ row: 1, stop: 0, column: 0 });
  expect(press('ArrowUp', 0, 2)).toBeUndefined();
});

test('Home and End go within the row, with Ctrl within the table, pages by rows', () => {
  expect(press('End', 0, 1)).toEqual({ row: 0, stop: 3, column: 3 });
  expect(press('Home', 0, 2)).toEqual({ row: 0, stop: 0, column: 0 });
  expect(press('End', 0, 1, 1, true)).toEqual({ row: 2, stop: 3, column: 3 });
  expect(press('Home', 2, 3, 3, true)).toEqual({ row: 0, stop: 0, column: 0 });
  expect(press('PageDown', 0, 1)).toEqual({ row: 2, stop: 1, column: 1 });
});

test('other keys, and arrows with Ctrl, move nothing', () => {
  for (const key of ['a', 'Enter', 'Tab', 'constructor']) expect(press(key, 1, 1)).toBeUndefined();
  expect(press('ArrowDown', 0, 0, 0, true)).toBeUndefined();
});

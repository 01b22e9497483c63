import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toMovedRow, toRowIndexes, toRowRange } from './visible-rows.ts';

const viewport = fc.record({
  top: fc.integer({ min: -4_000_000, max: 4000 }),
  height: fc.integer({ min: 100, max: 3000 }),
  rowHeight: fc.constantFrom(28, 36, 60),
  count: fc.integer({ min: 0, max: 100_000 }),
});

test('DL-01: every row inside the window is drawn, and never more than fit with a margin', () => {
  fc.assert(
    fc.property(viewport, (view) => {
      const { start, end } = toRowRange(view);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(view.count);
      expect(end - start).toBeLessThanOrEqual(view.height / view.rowHeight + 40);
      const first = Math.max(0, Math.ceil(-view.top / view.rowHeight));
      const last = Math.min(view.count - 1, Math.floor((view.height - view.top) / view.rowHeight) - 1);
      expect(first > last || (start <= first && last < end)).toBe(true);
    }),
  );
});

test('DL-01: the row of the keyboard is drawn wherever the window is', () => {
  expect(toRowIndexes({ start: 30, end: 33 }, 5)).toEqual([5, 30, 31, 32]);
  expect(toRowIndexes({ start: 30, end: 33 }, 31)).toEqual([30, 31, 32]);
  expect(toRowIndexes({ start: 30, end: 33 }, 90)).toEqual([30, 31, 32, 90]);
  expect(toRowIndexes({ start: 0, end: 0 }, -1)).toEqual([]);
});

test('DL-01: keys move the row inside the list and nowhere else', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'),
      fc.nat(99),
      fc.integer({ min: 1, max: 100 }),
      (key, active, count) => {
        const moved = toMovedRow(key, Math.min(active, count - 1), count, 20) ?? -1;
        expect(moved >= 0 && moved < count).toBe(true);
      },
    ),
  );
  expect(toMovedRow('ArrowDown', 3, 10, 5)).toBe(4);
  expect(toMovedRow('PageUp', 7, 10, 5)).toBe(2);
  expect(toMovedRow('End', 0, 10, 5)).toBe(9);
  expect(toMovedRow('a', 3, 10, 5)).toBeUndefined();
  expect(toMovedRow('constructor', 3, 10, 5)).toBeUndefined();
  expect(toMovedRow('End', 0, 0, 5)).toBeUndefined();
});

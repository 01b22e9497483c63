import { expect, test } from 'vitest';
import { rows } from '../../../test/worklist/data.ts';
import { applyArrangement, arrange, toLines } from './lines.ts';

const ids = (lines: ReturnType<typeof toLines>) =>
  lines.map((line) => (line.kind === 'row' ? (line.row.serial ?? line.row.name) : line.kind));
const layout = { groupBy: 'none', groups: [], folded: new Set<string>(), hasSince: true } as const;

test('no row moves while the order holds: rows that went stay marked, new ones follow at the end', () => {
  const [first, second, third, fourth, fifth] = rows;
  if (!first || !second || !third || !fourth || !fifth) throw new Error('five rows are needed');
  const { shown, isMoved } = applyArrangement(arrange([first, second, third]), [
    fifth,
    { ...third, state: 'planned' },
    first,
  ]);
  expect(shown.map(({ row, isGone, isChanged }) => [row.rowId, isGone, isChanged])).toEqual([
    [first.rowId, false, false],
    [second.rowId, true, false],
    [third.rowId, false, true],
    [fifth.rowId, false, false],
  ]);
  expect(isMoved).toBe(true);
  expect(applyArrangement(arrange(rows), rows).isMoved).toBe(false);
});

test('WL-63: only P1 and P2 that are new stand above the line, and without any there is no line', () => {
  const shown = rows.map((row, index) => ({
    row: { ...row, isNew: index === 3 || index === 4 },
    isGone: false,
    isChanged: false,
  }));
  expect(ids(toLines(shown, layout))).toEqual([
    'norrby-1',
    'since',
    'PKWL000001',
    'PKWL000002',
    'PKWL000003',
    'PKWL000005',
  ]);
  expect(ids(toLines(shown.slice(0, 3), layout))).toEqual(['PKWL000001', 'PKWL000002', 'PKWL000003']);
});

test('WL-58: a folded group shows its head alone', () => {
  const shown = rows.map((row) => ({ row, isGone: false, isChanged: false }));
  const lines = toLines(shown, { ...layout, groupBy: 'customer', folded: new Set(['C-20043']) });
  expect(ids(lines)).toEqual(['group', 'group', 'PKWL000002']);
  expect(lines[0]).toMatchObject({ group: { value: 'C-20043', count: 4 }, isFolded: true });
});

test('WL-58: a group whose rows all went keeps its name, and counts none of them', () => {
  const shown = rows.map((row) => ({ row, isGone: true, isChanged: false }));
  const [head] = toLines(shown, { ...layout, groupBy: 'customer' });
  const name = rows.find(({ customerNumber }) => customerNumber === 'C-20043')?.customerName;
  expect(name).toEqual(expect.any(String));
  expect(head).toMatchObject({ group: { value: 'C-20043', name, count: 0, cost: 0 }, present: [] });
});

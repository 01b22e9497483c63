import { expect, test } from 'vitest';
import { toFileName } from './save-file.ts';

const at = new Date(2026, 0, 5, 23, 59);

test('a file is named by its table and the day on the clock of the user', () => {
  expect(toFileName('Firmware versions', at, 'csv')).toBe('Firmware-versions-2026-01-05.csv');
  expect(toFileName('機器一覧', at, 'xlsx')).toBe('機器一覧-2026-01-05.xlsx');
});

test('signs that a file system refuses are left out, and there is always a name', () => {
  expect(toFileName('../a/b\\c:d*?"<>|.', at, 'csv')).toBe('a-b-c-d-2026-01-05.csv');
  expect(toFileName(' / ', at, 'csv')).toBe('table-2026-01-05.csv');
});

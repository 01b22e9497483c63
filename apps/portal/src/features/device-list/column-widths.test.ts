import { expect, test } from 'vitest';
import { toLongSerialColumns, toLongSerialWidth } from './column-widths.ts';

test('DL-05: a serial up to the width of the design keeps it; a longer one takes room of its own row', () => {
  expect(toLongSerialWidth(null)).toBeUndefined();
  expect(toLongSerialWidth('CKL248052')).toBeUndefined();
  expect(toLongSerialWidth('X'.repeat(24))).toBeGreaterThanOrEqual(24 * 7 + 20);
  expect(toLongSerialWidth('X'.repeat(200))).toBe(248);
});

test('DL-05 DL-06: serial and model together are as wide in every row', () => {
  expect(toLongSerialColumns(200)).toContain(' 200px 88px ');
  expect(toLongSerialColumns(248)).toContain(' 248px 40px ');
});

import { expect, test } from 'vitest';
import { toLongSerialWidth, toTracks } from './columns.tsx';

test('DL-05: a serial up to the width of the design keeps it; a longer one takes room of its own row', () => {
  expect(toLongSerialWidth(null)).toBeUndefined();
  expect(toLongSerialWidth('CKL248052')).toBeUndefined();
  expect(toLongSerialWidth('X'.repeat(24))).toBeGreaterThanOrEqual(24 * 7 + 20);
  expect(toLongSerialWidth('X'.repeat(200))).toBe(248);
});

test('DL-05 DL-06: serial and model together are as wide in every row', () => {
  expect(toTracks()).toEqual({ '--columns': 'minmax(0, 1fr) 128px 160px 21% 19%' });
  expect(toTracks(200)).toEqual({ '--columns': 'minmax(0, 1fr) 200px 88px 21% 19%' });
  expect(toTracks(248)).toEqual({ '--columns': 'minmax(0, 1fr) 248px 40px 21% 19%' });
});

import { expect, test } from 'vitest';
import { newestFirst } from './popup.tsx';

test('PO-12 NT-01: newest first, whatever the order of the answer', () => {
  const rows = [
    { id: 'b', publishedAt: '2026-02-01T00:00:00.000Z', content: 'middle' },
    { id: 'c', publishedAt: '2026-03-01T00:00:00Z', content: 'new' },
    { id: 'a', publishedAt: '2026-01-01T00:00:00.000Z', content: 'old' },
  ];
  expect(newestFirst(rows).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
});

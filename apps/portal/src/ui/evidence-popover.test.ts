import { expect, test } from 'vitest';
import { toPosition } from './evidence-popover.tsx';

const card = { width: 304, height: 200 };
const screen = { width: 1440, height: 900 };

test('the card stands below its figure, a little to the left', () => {
  expect(toPosition({ left: 100, top: 100, width: 80, height: 20 }, card, screen)).toEqual({ left: 88, top: 128 });
});
test('near the bottom it stands above, near an edge it stays within the window', () => {
  expect(toPosition({ left: 1400, top: 860, width: 30, height: 20 }, card, screen)).toEqual({ left: 1128, top: 652 });
  expect(toPosition({ left: 2, top: 100, width: 30, height: 20 }, card, { width: 320, height: 900 }).left).toBe(8);
});
test('where neither side has room it stays in view', () => {
  const position = toPosition({ left: 10, top: 90, width: 30, height: 20 }, card, { width: 400, height: 220 });
  expect(position.top).toBe(12);
});

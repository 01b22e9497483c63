import { expect, test } from 'vitest';
import { textWidth, toFreePosition, toLabelLines } from './end-labels.tsx';

const line = { width: 60, from: 40, to: 400, line: 100 };
const bar = (left: number, top: number) => ({ left, right: left + 30, top, bottom: 300 });

test('with nothing in their way words stand at the left, above their line', () => {
  expect(toFreePosition(line, [bar(50, 120)])).toEqual({ x: 40, y: 95 });
});

test('next to a first bar that is higher', () => {
  const { x, y } = toFreePosition(line, [bar(50, 60), bar(120, 140), bar(190, 140)]);
  expect(x).toBeGreaterThanOrEqual(80);
  expect(y).toBe(95);
});

test('below the line where figures of bars stand all along above it', () => {
  const figures = [40, 110, 180, 250, 320].map((left) => ({ left, right: left + 60, top: 82, bottom: 95 }));
  expect(toFreePosition(line, figures)).toEqual({ x: 40, y: 114 });
});

test('on a narrow screen, where bars and their figures leave no room at the line, in the lowest free row above them', () => {
  // Six bars of 390 pixels: no gap is as wide as the words.
  const bars = [75, 80, 88, 78, 84, 76].map((top, n) => bar(50 + n * 48, top));
  const figures = bars.map(({ left, right, top }) => ({
    left: left - 8,
    right: right + 8,
    top: top - 16,
    bottom: top - 7,
  }));
  const { x, y } = toFreePosition({ ...line, to: 340 }, [...bars, ...figures]);
  expect([x, y]).toEqual([40, 53]);
});

test('at the left where there is no room at all', () => {
  expect(toFreePosition(line, [{ left: 0, right: 500, top: 0, bottom: 300 }])).toEqual({ x: 40, y: 95 });
});

test('a label that has the room stays in one line', () => {
  expect(toLabelLines('Hard disk (SATA port 0)', 200)).toEqual(['Hard disk (SATA port 0)']);
});

test.each([
  ['Image quality sensor (Cyan)', 150, ['Image quality sensor', '(Cyan)']],
  ['ハードディスク（SATAポート0）', 150, ['ハードディスク', '（SATAポート0）']],
  ['Pickup roller of the second feeder', 130, ['Pickup roller of', 'the second feeder']],
])('%s goes into two lines of %i pixels', (label, room, lines) => {
  expect(toLabelLines(label, room)).toEqual(lines);
});

test.each([
  'Pickup roller of the second external large capacity feeder',
  '2台目の外付け大容量フィーダーのピックアップローラー',
  'Unbreakablenameofapartthatnobodyknows',
])('what two lines cannot hold is cut: %s', (label) => {
  const lines = toLabelLines(label, 110);
  expect(lines.length).toBeLessThanOrEqual(2);
  expect(lines.at(-1)).toMatch(/…$/);
  for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(110);
});

import { expect, test } from 'vitest';
import { textWidth } from './text-width.ts';
import { toLabelLines } from './to-label-lines.ts';

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

import { expect, test } from 'vitest';
import { toPageRule } from './prepare-print.ts';

test('the foot of a printed page names the address and the time, and counts the pages', () => {
  const rule = toPageRule('https://platen.example/profile?device=1', '31 Jan 2026, 12:00');
  expect(rule).toContain('@bottom-left { content: "https://platen.example/profile?device=1";');
  expect(rule).toContain('content: "31 Jan 2026, 12:00 · " counter(page) " / " counter(pages)');
});

test('an address cannot end the string it stands in', () => {
  expect(toPageRule('https://x/?a="} * { color: red } \\\n', 'now')).toContain(
    String.raw`content: "https://x/?a=\"} * { color: red } \\ ";`,
  );
});

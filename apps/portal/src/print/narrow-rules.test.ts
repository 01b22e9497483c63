import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url);

test('rules for narrow windows are for screens: paper has the wide layout, whatever width a browser compares', () => {
  const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(40);
  const found = sheets.filter((name) => /@media \(width < \d{3}px\)/.test(readFileSync(new URL(name, root), 'utf8')));
  expect(found).toEqual([]);
});

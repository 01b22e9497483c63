import { readFileSync } from 'node:fs';
import { settingsTable } from '@platen/server/settings/table';
import { expect, test } from 'vitest';
import { toReadme } from './lib/settings-markdown.mjs';

test('the README lists every setting of the server as its schema reads it', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  expect(toReadme(readme, settingsTable)).toBe(readme);
  expect(readme).toContain('`PLATEN_DATABASE_URL`');
});

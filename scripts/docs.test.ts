import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { settingsTable } from '@platen/server/settings/table';
import { expect, test } from 'vitest';
import { checkValues, readDecisions, toIndex, toReadme } from './lib/documents.mjs';

const root = path.join(import.meta.dirname, '..');
const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...markdownIn('docs')];

function markdownIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));
}

test('the index of decisions lists every decision with its title, date and status', () => {
  const folder = path.join(root, 'docs/decisions');
  const decisions = readDecisions(folder);
  expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toBe(toIndex(decisions));
  expect(new Set(decisions.map(({ number }) => number)).size).toBe(decisions.length);
});

test('every number that a document takes from the code is the one in the code', () => {
  const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
  expect(documents.flatMap((name) => checkValues(name, read(name), read))).toEqual([]);
});

test('a number that differs from the code, or names nothing there, is found', () => {
  const code = 'const limits = { nextVisit: 4.5, now: 8 };\nconst least = 10_000;\n';
  const check = (text: string) => checkValues('a.md', text, () => code);
  expect(check('4.5<!-- value: x.ts nextVisit -->, 10,000<!-- value: x.ts least -->')).toEqual([]);
  expect(check('at 3.5<!-- value: x.ts nextVisit --> deviations')).toEqual([
    'a.md: 3.5 is nextVisit of x.ts, which is 4.5',
  ]);
  const times =
    "const graceMs = 15 * minuteMs;\nconst x = given.rate ?? 250;\n  required(\n 'PLATEN_X', 'Months.', '13', whole(2, 9)),";
  const checkTimes = (text: string) => checkValues('a.md', text, () => times);
  expect(
    checkTimes(
      '15 min<!-- value: x.ts graceMs / minuteMs -->, 250<!-- value: x.ts rate -->, 13<!-- value: x.ts PLATEN_X -->',
    ),
  ).toEqual([]);
  expect(checkTimes('16<!-- value: x.ts graceMs / 60 * 1000 -->, 12<!-- value: x.ts PLATEN_X -->')).toEqual([
    'a.md: 16 is graceMs of x.ts, which is 15',
    'a.md: 12 is PLATEN_X of x.ts, which is 13',
  ]);
  expect(check('8<!-- value: x.ts limits.now -->')).toEqual([]);
  expect(check('8<!-- value: x.ts rates.now -->')).toEqual(['a.md: x.ts sets rates.now 0 times to a number, not once']);
  expect(check('eight<!-- value: x.ts now -->')).toEqual(['a.md: 1 comments with a value do not follow a number']);
  expect(check('3<!-- value: x.ts gone -->')).toEqual(['a.md: x.ts sets gone 0 times to a number, not once']);
});

test('links from one document to another lead to a file', () => {
  const broken = documents.flatMap((name) => {
    const text = readFileSync(path.join(root, name), 'utf8');
    return [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .map(([, target = '']) => path.join(path.dirname(name), target))
      .filter((target) => !existsSync(path.join(root, target)))
      .map((target) => `${name}: ${target}`);
  });
  expect(broken).toEqual([]);
});

test('the files and folders that the guides name exist', () => {
  const missing = ['CONTRIBUTING.md', 'docs/architecture.md'].flatMap((name) =>
    [...readFileSync(path.join(root, name), 'utf8').matchAll(/`((?:apps|packages|scripts|docs|bench)\/[^`*…]+)`/g)]
      .filter(([, target = '']) => !existsSync(path.join(root, target)))
      .map(([, target = '']) => `${name}: ${target}`),
  );
  expect(missing).toEqual([]);
});

test('the README lists every setting of the server as its schema reads it', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  expect(toReadme(readme, settingsTable)).toBe(readme);
  expect(readme).toContain('`PLATEN_DATABASE_URL`');
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkWords, findInCode, findInMarkdown } from './check-words.mjs';

const inCode = (text: string) => findInCode('example.tsx', text).map(({ line, what }) => `${line}: ${what}`);

test('a banned phrase is found in comments, strings, templates and test titles, with its line', () => {
  expect(inCode('// first\n/**\n * What the device told.\n */\nconst one = 1;')).toEqual([
    '3: comment "told": use reported, stated, notified',
  ]);
  expect(inCode("test('asks anew', () => {});")).toEqual(['1: text "anew": use again']);
  expect(inCode('log(`gave back ${count}\nso many`);').map((found) => found.slice(0, 22))).toEqual([
    '1: text "gave back": u',
    '2: text "so many": use',
  ]);
  expect(inCode('const cell = <p>it stands for this</p>;')).toEqual([
    '1: text "stands for": use is, means, represents',
  ]);
});

test('a phrase that runs over the line break of a comment is found where it begins', () => {
  expect(inCode('/**\n * The device gives\n * back a value.\n */')).toEqual(['2: comment "gives back": use returns']);
  expect(inCode('  // The device gives\n  // back a value.')).toEqual(['1: comment "gives back": use returns']);
});

test('a regular expression, a division and a URL are not taken for comments', () => {
  expect(
    inCode("const pattern = /\\/\\* told/;\nconst half = told0 / 2; const url = 'http://anewspaper.example';"),
  ).toEqual([]);
});

test('a banned part of an identifier is found once a file, in any case; database names are exempt', () => {
  expect(inCode('const toldErrors = 1;\nuse(toldErrors, isTold, retold, device_told);')).toEqual([
    '1: identifier toldErrors: use reported, provenance',
    '2: identifier isTold: use reported, provenance',
  ]);
  expect(inCode('class A { #saidAt = 1; }')).toEqual(['1: identifier saidAt: use parsed, reported']);
  expect(inCode('interface KeptDevice { unkept: boolean }')).toEqual(['1: identifier KeptDevice: use stored, saved']);
});

test('a comment line of more than 110 characters is found, one with a URL is not', () => {
  const long = 'word '.repeat(24).trim();
  expect(inCode(`const a = 1;\n// ${long}`)).toEqual(['2: comment of 122 characters: at most 110']);
  expect(inCode(`// https://example.org/ ${long}`)).toEqual([]);
  expect(inCode(`const text = '${long}';`)).toEqual([]);
});

test('prose of Markdown is checked, fenced code is not', () => {
  expect(findInMarkdown('# Title\n\nThe server is told.\n\n```\ntold\n```\n')).toEqual([
    { line: 3, what: 'prose "told": use reported, stated, notified' },
  ]);
});

test('files of a repository are checked by path, texts of the screens too; specified data are exempt', () => {
  const root = mkdtempSync(join(tmpdir(), 'platen-words-'));
  onTestFinished(() => {
    rmSync(root, { recursive: true });
  });
  execFileSync('git', ['init', '-q'], { cwd: root });
  execFileSync('mkdir', ['-p', 'packages/catalogue/src/texts', 'packages/catalogue/src/data', 'tools'], { cwd: root });
  writeFileSync(join(root, 'packages/catalogue/src/data/one.ts'), '// told');
  writeFileSync(join(root, 'packages/catalogue/src/texts/one.ts'), "const reason = 'nobody knows';");
  writeFileSync(join(root, 'tools/one.mjs'), '// told');
  expect(checkWords(root, 'tools')).toEqual(['tools/one.mjs:1: comment "told": use reported, stated, notified']);
  expect(checkWords(root, 'packages')).toEqual([
    'packages/catalogue/src/texts/one.ts:1: text "nobody": use the user, caller or process by name; "no user", "no device"',
  ]);
});

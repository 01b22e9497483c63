import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSource, toTouchedLimits, toUnnamed } from './named-limits.mjs';

const root = join(import.meta.dirname, '../..');
const source = { path: 'packages/diagnosis/src/delivery/match.ts', texts: ['/** XC-02 */', ''] };

test('XC-09: a pull request names each limit that a changed source file names, also one that it takes out', () => {
  const touched = toTouchedLimits([
    source,
    { path: 'apps/server/src/delivery/send.ts', texts: ['', '// XC-01, XC-02'] },
    { path: 'apps/server/src/delivery/send.test.ts', texts: ['XC-05'] },
    { path: 'docs/delivery.md', texts: ['XC-04'] },
  ]);
  expect([...touched]).toEqual([
    ['XC-01', ['apps/server/src/delivery/send.ts']],
    ['XC-02', [source.path, 'apps/server/src/delivery/send.ts']],
  ]);
  expect(toUnnamed(touched, 'XC-02: only moved')).toEqual([['XC-01', ['apps/server/src/delivery/send.ts']]]);
  expect(toUnnamed(touched, 'Near XC-01 and XC-02: unchanged')).toEqual([]);
  expect(toUnnamed(toTouchedLimits([]), '')).toEqual([]);
});

test('XC-09: the limits that code keeps are named where it does, each is proved by a test, and the workflow asks', () => {
  const paths = execFileSync('git', ['ls-files', '-z', 'apps', 'packages', 'e2e'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => /\.(ts|tsx|sql)$/.test(path));
  const read = (path: string) => ({ path, texts: [readFileSync(join(root, path), 'utf8')] });
  const named = [...toTouchedLimits(paths.filter(isSource).map(read)).keys()];
  // XC-07 is about what there is no code for.
  expect(named).toEqual(['XC-01', 'XC-02', 'XC-03', 'XC-04', 'XC-05', 'XC-06', 'XC-08']);
  const tests = paths.filter((path) => /\.test\.tsx?$/.test(path)).flatMap((path) => read(path).texts);
  const proved = new Set(tests.flatMap((text) => text.match(/\bXC-0[1-8]\b/g) ?? []));
  expect([...proved].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([...named.slice(0, -1), 'XC-07', 'XC-08']);
  expect(readFileSync(join(root, '.github/workflows/test.yml'), 'utf8')).toContain('node scripts/limits.mjs');
});

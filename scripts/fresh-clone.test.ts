import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

/** Packages that a script imports before its first statement runs, by way of the files it imports. */
function findPackages(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ];
  return requests.flatMap((request) => {
    if (request.startsWith('.')) return findPackages(path.resolve(path.dirname(file), request), seen);
    return request.startsWith('node:') ? [] : [`${path.basename(file)} imports ${request}`];
  });
}

const installing = ['start', 'test', 'check', 'build', 'bench', 'dev'];

test.each(installing)('npm run %s of a fresh clone imports no package before it has installed them', (name) => {
  const file = path.join(import.meta.dirname, `${name}.mjs`);
  expect(readFileSync(file, 'utf8')).toContain('await installPackages()');
  expect(findPackages(file)).toEqual([]);
});

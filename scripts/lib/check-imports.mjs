import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Who may import whom: room → rooms. Anything not named here is refused. */
const mayImport = {
  'packages/contract': [],
  'packages/catalogue': [],
  'packages/diagnosis': ['packages/contract'],
  'apps/portal': ['packages/contract', 'packages/catalogue', 'packages/diagnosis'],
  'apps/server': ['packages/contract', 'packages/catalogue', 'packages/diagnosis'],
  'apps/collector': ['packages/contract'],
  'apps/simulator': ['packages/contract', 'packages/catalogue', 'packages/diagnosis'],
  bench: [
    'packages/contract',
    'packages/catalogue',
    'packages/diagnosis',
    'apps/server',
    'apps/collector',
    'apps/simulator',
  ],
  e2e: [
    'packages/contract',
    'packages/catalogue',
    'packages/diagnosis',
    'apps/server',
    'apps/collector',
    'apps/simulator',
  ],
};
const packageRooms = {
  '@platen/contract': 'packages/contract',
  '@platen/catalogue': 'packages/catalogue',
  '@platen/diagnosis': 'packages/diagnosis',
  '@platen/server': 'apps/server',
  '@platen/collector': 'apps/collector',
  '@platen/simulator': 'apps/simulator',
  '@platen/portal': 'apps/portal',
};
const importForm = /(?:^|[\s;}])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g;

/** Every import that points the wrong way, as `file: reason`. Rooms per the table; features never import one another. */
export function checkImports(root) {
  const wrong = [];
  for (const room of Object.keys(mayImport))
    for (const file of sourceFiles(join(root, room))) {
      const text = readFileSync(file, 'utf8');
      for (const [, from, dynamic] of text.matchAll(importForm)) {
        const reason = judge(root, room, file, from ?? dynamic);
        if (reason !== undefined) wrong.push(`${relative(root, file)}: ${reason}`);
      }
    }
  return wrong;
}

function judge(root, room, file, specifier) {
  if (specifier.startsWith('.')) {
    const target = relative(root, resolve(dirname(file), specifier))
      .split(sep)
      .join('/');
    // Journeys look at the house from outside: they may also use what the rooms' own tests use.
    if (!target.startsWith(`${room}/`))
      return room === 'e2e' || (isTest(file) && isForTests(target))
        ? undefined
        : `reaches out of ${room} into ${target}`;
    const from = featureOf(relative(root, file).split(sep).join('/'));
    const to = featureOf(target);
    if (from !== undefined && to !== undefined && from !== to) return `feature ${from} imports feature ${to}`;
    return undefined;
  }
  const name = Object.keys(packageRooms).find((key) => specifier === key || specifier.startsWith(`${key}/`));
  if (name === undefined) return undefined;
  const target = packageRooms[name];
  return target === room || mayImport[room].includes(target) ? undefined : `${room} may not import ${target}`;
}

const isTest = (file) => /\.test\.tsx?$/.test(file);
/** Generators that the tests of several rooms use: devices that wear, full reports. */
const isForTests = (target) => /^packages\/[^/]+\/test\//.test(target) || target === 'bench/src/lib/full-report.ts';

const featureOf = (path) => /^apps\/[^/]+\/src\/features\/([^/]+)\//.exec(path)?.[1];

function* sourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'dist-types'].includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(path);
    else if (/\.(ts|tsx|mts)$/.test(entry.name)) yield path;
  }
}

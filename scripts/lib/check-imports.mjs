import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parseSync } from 'oxc-parser';
import { forbidden, layers, mayImport } from './layers.mjs';

const packageRooms = {
  '@platen/contract': 'packages/contract',
  '@platen/catalogue': 'packages/catalogue',
  '@platen/diagnosis': 'packages/diagnosis',
  '@platen/server': 'apps/server',
  '@platen/collector': 'apps/collector',
  '@platen/simulator': 'apps/simulator',
  '@platen/portal': 'apps/portal',
};

/**
 * Every import that points the wrong way, as `file: reason`: between rooms and between layers by the tables
 * of layers.mjs, and from one feature to another. So is one of a style sheet that is not there.
 */
export function checkImports(root) {
  const problems = [];
  for (const room of Object.keys(mayImport))
    for (const file of sourceFiles(join(root, room))) {
      const from = toPath(root, file);
      for (const specifier of readImports(file)) {
        const problem = specifier.startsWith('.')
          ? (judgePath(room, from, toPath(root, resolve(dirname(file), specifier))) ?? judgeStyle(file, specifier))
          : judgePackage(room, specifier);
        if (problem !== undefined) problems.push(`${from}: ${problem}`);
      }
    }
  return problems;
}

/** Why a file may not import another of the repository, both as paths from its root; undefined if it may. */
export function judgePath(room, from, to) {
  // The end-to-end tests may also use what the rooms' own tests use.
  if (!to.startsWith(`${room}/`))
    return room === 'e2e' || (isTest(from) && isForTests(to)) ? undefined : `reaches out of ${room} into ${to}`;
  const [feature, other] = [featureOf(from), featureOf(to)];
  if (feature !== undefined && other !== undefined && feature !== other)
    return `feature ${feature} imports feature ${other}`;
  return isTest(from) ? undefined : judgeLayers(room, from, to);
}

function judgeLayers(room, from, to) {
  const table = layers[room];
  const [area, other] = [areaOf(room, from), areaOf(room, to)];
  if (table === undefined || area === undefined || other === undefined || area === other) return undefined;
  const refused = forbidden.find((rule) => rule.app === room && rule.from === area && rule.to === other);
  if (refused !== undefined) return `${area} imports ${other}: ${refused.why}`;
  const [layer, target] = [area, other].map((name) => table.findIndex((names) => names.includes(name)));
  if (layer === -1 || target === -1 || target > layer) return undefined;
  return `${area} imports ${other}, which lies ${target === layer ? 'in the same layer' : 'in a layer above'}`;
}

/** To the compiler every style sheet is there; only the build of the portal would find out. */
export const judgeStyle = (file, specifier) =>
  specifier.endsWith('.css') && !existsSync(resolve(dirname(file), specifier)) ? `no ${specifier}` : undefined;

function judgePackage(room, specifier) {
  const name = Object.keys(packageRooms).find((key) => specifier === key || specifier.startsWith(`${key}/`));
  const target = packageRooms[name];
  return target === undefined || target === room || mayImport[room].includes(target)
    ? undefined
    : `${room} may not import ${target}`;
}

const toPath = (root, file) => relative(root, file).split(sep).join('/');
/** Tests, and what an app's `test` folder has for them. */
const isTest = (path) => /\.test\.tsx?$|^apps\/[^/]+\/test\//.test(path);
/**
 * What the tests of several rooms use: generators of devices that wear and of full reports, free ports, NATS
 * servers.
 */
const isForTests = (path) =>
  /^packages\/[^/]+\/test\//.test(path) ||
  /^bench\/src\/lib\/(full-report|free-port|nats-server|replication)\.ts$/.test(path);
const featureOf = (path) => /^apps\/[^/]+\/src\/features\/([^/]+)\//.exec(path)?.[1];
/** The folder or loose file directly in the app's src; undefined outside of src. */
const areaOf = (room, path) =>
  path.startsWith(`${room}/src/`) ? path.slice(room.length + 5).split('/')[0] : undefined;

function* sourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'dist-types', 'bundle'].includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(path);
    else if (/\.(ts|tsx|mts)$/.test(entry.name)) yield path;
  }
}

/** What a TypeScript file imports, exports from elsewhere or loads later, as written; types included. */
export function readImports(file) {
  const source = readFileSync(file, 'utf8');
  const { module } = parseSync(file, source);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    // A dynamic import carries the position of its argument, not its value.
    ...module.dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => /^['"`](.+)['"`]$/.exec(source.slice(start, end))?.[1] ?? [],
    ),
  ];
}

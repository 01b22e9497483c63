// Joins the modules of the server into a few files, in apps/server/bundle: what is started, tested and
// shipped. Loading a thousand small files took a third of the processor time of each start
// (docs/decisions/0457).
// Reads the sources; types are checked elsewhere.
import { readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'rolldown';
import { root, runMain } from './lib/run.mjs';

/** Programs and threads; each keeps its path below `src`. */
const entries = [
  'main',
  'cli/admin',
  'cli/token',
  'features/ingest/receive/deliver-thread',
  'jobs/diagnosis-thread',
  'jobs/sending-thread',
];
/** Libraries of many small modules and without dependencies; all others stay where they are installed. */
const inlined = /^(@platen|jose|kysely|uuid|zod)(\/|$)/;

const app = join(root, 'apps', 'server');
const sources = join(app, 'src');
const target = join(app, 'bundle');

/** A module that names files relative to itself still finds them: `bundle` lies next to `src`. */
const ownAddresses = {
  name: 'own-addresses',
  transform: {
    filter: { code: 'import.meta.url' },
    handler(code, id) {
      const path = relative(sources, id).replace(/\.ts$/, '.js');
      return path.startsWith('..') ? null : code.replaceAll('import.meta.url', `new URL('${path}', __BUNDLE__).href`);
    },
  },
  renderChunk(code, { fileName }) {
    const up = '../'.repeat(fileName.split('/').length - 1) || './';
    return code.includes('__BUNDLE__') ? code.replaceAll('__BUNDLE__', `new URL('${up}', import.meta.url)`) : null;
  },
};

/** Of an earlier bundle. A chunk that did not change keeps its name, for servers that run. */
function removeOthers(made) {
  for (const entry of readdirSync(target, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !made.has(relative(target, path))) rmSync(path);
  }
}

await runMain(async () => {
  const { output } = await build({
    cwd: app,
    platform: 'node',
    input: Object.fromEntries(entries.map((entry) => [entry, join(sources, `${entry}.ts`)])),
    external: (id) => !/^[./]/.test(id) && !inlined.test(id),
    resolve: { conditionNames: ['source', 'node', 'import', 'default'] },
    plugins: [ownAddresses],
    output: { dir: target, entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
  });
  removeOthers(new Set(output.map(({ fileName }) => fileName)));
});

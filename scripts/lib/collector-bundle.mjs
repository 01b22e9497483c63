import { join } from 'node:path';
import { build } from 'rolldown';
import { root } from './run.mjs';

const app = join(root, 'apps', 'collector');

/**
 * The collector with everything it imports as one file, which needs nothing but Node (CF-40 to CF-42).
 * Reads the sources; types are checked elsewhere.
 */
export async function bundleCollector(file, version) {
  const banner = {
    name: 'version-and-require',
    // Its version is in the text: no package.json lies next to the file.
    banner: `const PLATEN_VERSION = ${JSON.stringify(version)};`,
  };
  await build({
    cwd: app,
    platform: 'node',
    input: join(app, 'src', 'cli.ts'),
    resolve: { conditionNames: ['source', 'node', 'import', 'default'] },
    plugins: [banner],
    output: { file, codeSplitting: false },
  });
}

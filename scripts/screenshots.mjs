// Pictures of every screen in its states, both brands, languages and themes, four widths; into screenshots/,
// which git ignores.
// npm run screenshots -- [screen …] [--widths 480,1440] [--brands platen] [--languages en-US] [--themes
// light] [--hands 2]
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { buildAll, checkNode, findBrowser } from './lib/prepare.mjs';
import { root, runMain, Stop, showProgress } from './lib/run.mjs';

await runMain(async () => {
  checkNode();
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      widths: { type: 'string', default: '480,960,1440,1680' },
      brands: { type: 'string', default: 'platen,rdt' },
      languages: { type: 'string', default: 'en-US,ja-JP' },
      themes: { type: 'string', default: 'light,dark' },
      hands: { type: 'string', default: '2' },
      out: { type: 'string', default: join(root, 'screenshots') },
      dist: { type: 'string' },
    },
  });
  if (values.dist === undefined) await buildAll();
  const browserPath = await findBrowser();
  // The fixtures are those of the portal's own tests, in TypeScript.
  const { module } = await runnerImport(join(root, 'e2e', 'shots', 'shoot.ts'), {
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['source', 'node'] },
    ssr: {
      noExternal: [/^@platen\//],
      resolve: { conditions: ['source', 'node'], externalConditions: ['source', 'node'] },
    },
  });
  const list = (text) => text.split(',').filter((item) => item !== '');
  const out = resolve(values.out);
  const progress = showProgress('Taking pictures …');
  const problems = await module.shoot({
    browserPath,
    dist: resolve(values.dist ?? join(root, 'apps', 'portal', 'dist')),
    out,
    only: positionals,
    widths: list(values.widths).map(Number),
    brands: list(values.brands),
    languages: list(values.languages),
    themes: list(values.themes),
    hands: Math.max(1, Number(values.hands) || 1),
    onProgress: (done, all, name) => progress.note(`${done} of ${all}: ${name}`),
  });
  progress.end(problems.length === 0 ? 'done' : 'done, with complaints');
  console.log(`Pictures are in ${out}`);
  if (problems.length > 0) throw new Stop(problems.join('\n'));
});

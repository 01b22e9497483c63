import { checkCatalogues } from './check-catalogues.mjs';
import { checkImports } from './check-imports.mjs';
import { checkWords } from './check-words.mjs';
import { bin } from './prepare.mjs';
import { root, runStep } from './run.mjs';

const steps = [
  ['Types', 'tsc', ['-b']],
  ['Types of tests', 'tsc', ['-p', 'tsconfig.tests.json']],
  ['Lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['Format', 'biome', ['format', '.']],
  ['Dead code', 'knip', ['--no-progress']],
];

/** Runs every check, one after the other; resolves to how many passed and failed. */
export async function checkAll() {
  let passed = 0;
  let failed = 0;
  const count = (isRight) => {
    if (isRight) passed++;
    else failed++;
  };
  for (const [title, command, args] of steps) {
    const result = await runStep(title, bin(command), args);
    count(result.code === 0);
    if (result.code !== 0) console.error(result.output.trim());
    if (title === 'Types') count(await runLines('Catalogues', () => checkCatalogues(root)));
  }
  count(await runLines('Import direction', () => checkImports(root)));
  count(await runLines('Banned words', () => checkWords(root)));
  return { passed, failed };
}

/** Runs a check that yields one line for everything wrong; resolves to whether nothing was. */
async function runLines(title, check) {
  console.log(title);
  const wrong = await check();
  console.log(`  ${wrong.length === 0 ? 'done' : 'failed'}`);
  for (const line of wrong) console.error(`  ${line}`);
  return wrong.length === 0;
}

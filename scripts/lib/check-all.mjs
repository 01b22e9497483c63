import { checkImports } from './check-imports.mjs';
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
  for (const [title, command, args] of steps) {
    const result = await runStep(title, bin(command), args);
    if (result.code === 0) passed++;
    else {
      failed++;
      console.error(result.output.trim());
    }
  }
  const wrong = checkImports(root);
  console.log(`Import direction\n  ${wrong.length === 0 ? 'done' : 'failed'}`);
  for (const line of wrong) console.error(`  ${line}`);
  return { passed: passed + (wrong.length === 0 ? 1 : 0), failed: failed + (wrong.length === 0 ? 0 : 1) };
}

import { availableParallelism } from 'node:os';
import { bin } from './prepare.mjs';
import { root, run, showProgress } from './run.mjs';

/** A check by a program: what it prints counts only when it fails. */
const program = (title, command, args) => ({
  title,
  async findProblems() {
    const { code, output } = await run(bin(command), args);
    return code === 0 ? [] : [output.trim()];
  },
});

/**
 * A check of our own. It may import packages, so it is loaded only when it runs: by then they are installed.
 */
const script = (title, load) => ({
  title,
  async findProblems() {
    const check = await load();
    return await check(root);
  },
});

/** Compiles what the later checks read. */
const first = program('Types', 'tsc', ['-b']);
/** The longest first, so that no core waits for them at the end. */
const others = [
  program('Lint', 'oxlint', ['--type-aware', '--deny-warnings']),
  program('Types of tests', 'tsc', ['-p', 'tsconfig.tests.json']),
  program('Dead code', 'knip', ['--no-progress']),
  program('Format', 'biome', ['check', '.']),
  script('Catalogues', async () => (await import('./check-catalogues.mjs')).checkCatalogues),
  script('Import direction', async () => (await import('./check-imports.mjs')).checkImports),
  script('Banned words', async () => (await import('./check-words.mjs')).checkWords),
];

/** Runs every check, as many at once as there are cores; resolves to the numbers that passed and failed. */
export async function checkAll() {
  const results = [await runCheck(first)];
  const waiting = [...others];
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) results.push(await runCheck(check));
  };
  const progress = showProgress('Checking …');
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  progress.end('done');
  for (const { title, problems, seconds } of results) {
    console.log(`  ${problems.length === 0 ? 'passed' : 'FAILED'}  ${title} (${seconds.toFixed(1)} s)`);
    for (const problem of problems) console.error(problem);
  }
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  return { passed: results.length - failed, failed };
}

async function runCheck({ title, findProblems }) {
  const started = Date.now();
  const problems = await findProblems();
  return { title, problems, seconds: (Date.now() - started) / 1000 };
}

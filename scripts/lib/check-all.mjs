import { availableParallelism } from 'node:os';
import { checkCatalogues } from './check-catalogues.mjs';
import { checkImports } from './check-imports.mjs';
import { checkWords } from './check-words.mjs';
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

/** Compiles what the later checks read. */
const first = program('Types', 'tsc', ['-b']);
/** The longest first, so that no core waits for them at the end. */
const others = [
  program('Lint', 'oxlint', ['--type-aware', '--deny-warnings']),
  program('Types of tests', 'tsc', ['-p', 'tsconfig.tests.json']),
  program('Dead code', 'knip', ['--no-progress']),
  program('Format', 'biome', ['format', '.']),
  { title: 'Catalogues', findProblems: () => checkCatalogues(root) },
  { title: 'Import direction', findProblems: async () => checkImports(root) },
  { title: 'Banned words', findProblems: async () => checkWords(root) },
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

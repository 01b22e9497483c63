// The whole proof: checks, then unit, store, component and end-to-end tests. Ends with one line that counts.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { checkAll } from './lib/check-all.mjs';
import { bin, buildAll, checkNode, findBrowser, installPackages } from './lib/prepare.mjs';
import { root, runMain } from './lib/run.mjs';

await runMain(async () => {
  checkNode();
  await installPackages();
  const browser = await findBrowser();
  await buildAll();
  const checks = await checkAll();
  const tests = await runTests(browser, process.argv.slice(2));
  const failed = checks.failed + tests.failed;
  const skipped = tests.skipped > 0 ? `, ${tests.skipped} skipped` : '';
  console.log(`\n${checks.passed + tests.passed} passed, ${failed} failed${skipped}`);
  process.exitCode = failed > 0 ? 1 : 0;
});

/** Runs vitest over every project; a run that breaks off counts as a failure of its own. */
async function runTests(browser, args) {
  const report = join(root, '.cache', 'tests.json');
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  const code = await new Promise((resolve, reject) => {
    const child = spawn(
      bin('vitest'),
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
      { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, CHROMIUM_PATH: browser } },
    );
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = numFailedTests === 0 && code !== 0 ? 1 : numFailedTests;
  return { passed: numPassedTests, failed, skipped: numPendingTests };
}

// The whole proof: checks, then unit, store, component and end-to-end tests, one layer after another.
//   npm test                     everything; ends with the slowest tests and one line that counts
//   npm test -- unit store       these layers only, without the checks (npm run test:unit, test:store, ...)
//   npm run test:one -- path     the test files whose path contains the text; `--watch` repeats on a change
// Every further argument goes to vitest.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkAll } from './lib/check-all.mjs';
import { makeMemoryFolder } from './lib/memory-folder.mjs';
import { findNatsServer } from './lib/nats-server.mjs';
import {
  bin,
  buildAll,
  checkNode,
  compile,
  findBrowser,
  installPackages,
  prepareServices,
  prepareWindowsTools,
} from './lib/prepare.mjs';
import { root, runMain, Stop } from './lib/run.mjs';
import { layers, listSlowest, planRun } from './lib/test-plan.mjs';

await runMain(async () => {
  const plan = planRun(process.argv.slice(2));
  if (plan.problem !== undefined) throw new Stop(plan.problem);
  checkNode();
  const needs = (need) => plan.layers.some((layer) => layers[layer].needs.includes(need));
  const prepare = async () => {
    await installPackages();
    if (needs('build')) await buildAll();
    else if (needs('compiled')) await compile();
  };
  // A browser that has to be installed comes over the network meanwhile.
  const findTools = async () => {
    const browser = needs('browser') ? await findBrowser() : undefined;
    if (plan.layers.includes('unit') && !plan.watch) await prepareWindowsTools();
    if (plan.layers.includes('store') && !plan.watch) await prepareServices();
    const nats = plan.layers.includes('store') ? await findNatsServer() : undefined;
    return { browser, nats };
  };
  const [tools] = await Promise.all([findTools(), prepare()]);
  const checks = plan.checks ? await checkAll() : { passed: 0, failed: 0 };
  const isCompiled = needs('build') || needs('compiled');
  const tests = await runTests(plan, { ...tools, isCompiled });
  const failed = checks.failed + tests.failed;
  const skipped = tests.skipped > 0 ? `, ${tests.skipped} skipped` : '';
  console.log(`\n${checks.passed + tests.passed} passed, ${failed} failed${skipped}`);
  process.exitCode = failed > 0 ? 1 : 0;
});

/** Runs vitest over the layers of the plan; a run that breaks off counts as a failure of its own. */
async function runTests({ layers: chosen, watch, args }, { browser, nats, isCompiled }) {
  const report = join(root, '.cache', 'tests.json');
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  const projects = chosen.flatMap((layer) => ['--project', layer]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const folder = makeMemoryFolder();
  const env = {
    ...process.env,
    ...(browser === undefined ? {} : { CHROMIUM_PATH: browser }),
    ...(nats === undefined ? {} : { NATS_SERVER: nats }),
    // A watched run goes on after sources have changed.
    ...(isCompiled && !watch ? { PLATEN_TEST_COMPILED: '1' } : {}),
    // Dozens of databases are made, written and deleted.
    ...(folder === undefined ? {} : { TMPDIR: folder }),
  };
  const code = await new Promise((resolve, reject) => {
    const child = spawn(
      bin('vitest'),
      watch ? ['watch', ...projects, ...args] : ['run', ...projects, ...reporters, ...args],
      { cwd: root, stdio: [watch ? 'inherit' : 'ignore', 'inherit', 'inherit'], env },
    );
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
  if (!existsSync(report)) return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  const results = JSON.parse(readFileSync(report, 'utf8'));
  console.log(`\n${listSlowest(results, root).join('\n')}`);
  const { numPassedTests, numFailedTests, numPendingTests } = results;
  const failed = numFailedTests === 0 && code !== 0 ? 1 : numFailedTests;
  return { passed: numPassedTests, failed, skipped: numPendingTests };
}

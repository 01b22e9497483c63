// npm run try:update -- COMMIT: makes the server of an older commit in a folder of its own, and replaces
// three such servers behind nginx one by one with those of this version, under load (docs/decisions/0810).
// Needs the history, nginx, and the packages of the older version.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNode, compile, installPackages } from './lib/prepare.mjs';
import { root, run, runMain, runStep, Stop } from './lib/run.mjs';

await runMain(async () => {
  checkNode();
  const [commit] = process.argv.slice(2);
  if (commit === undefined) throw new Stop('Name a commit: npm run try:update -- 1b82b2f1');
  if ((await run('git', ['cat-file', '-e', `${commit}^{commit}`])).code !== 0)
    throw new Stop(`This clone has no commit '${commit}'. A shallow one gets the history by: git fetch --unshallow`);
  const folder = mkdtempSync(join(tmpdir(), 'platen-update-'));
  try {
    await make(commit, join(folder, 'older'));
    await installPackages();
    await compile();
    process.exitCode = await tryUpdate(join(folder, 'older', 'apps', 'server'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The bundled server of a commit. */
async function make(commit, folder) {
  const steps = [
    [`Reading ${commit}`, 'git', ['clone', '--quiet', '--shared', '--no-checkout', root, folder], root],
    ['Checking it out', 'git', ['checkout', '--quiet', commit], folder],
    ['Installing its packages', 'npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], folder],
    ['Bundling its server', process.execPath, ['scripts/bundle.mjs'], folder],
  ];
  for (const [title, command, args, cwd] of steps) {
    const { code, output } = await runStep(title, command, args, { cwd });
    if (code !== 0) throw new Stop(`${title} failed:\n${output}`);
  }
}

function tryUpdate(app) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', 'apps/server/test/older-commit.test.ts'], {
    cwd: root,
    env: { ...process.env, PLATEN_TRY_UPDATE: app },
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

// npm run bench:<name>: builds, then runs bench/dist/<name>.js with the further arguments.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, checkNode, installPackages } from './lib/prepare.mjs';
import { root, runMain, Stop } from './lib/run.mjs';

await runMain(async () => {
  checkNode();
  await installPackages();
  await buildAll();
  const [name = '', ...args] = process.argv.slice(2);
  const file = join(root, 'bench', 'dist', `${name}.js`);
  if (!existsSync(file)) throw new Stop(`There is no benchmark '${name}'.`);
  const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit' });
  process.exitCode = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
});

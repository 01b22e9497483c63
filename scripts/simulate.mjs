// A fleet of simulated machines that reports to a server; all options: npm run simulate -- --help
// Without --key or PLATEN_COLLECTOR_KEY a key is made by the tools of the server on this machine
// (PLATEN_DATA, PLATEN_DATABASE_URL).
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { collectorKey } from './demo/collector-key.mjs';
import { dealers } from './demo/world.mjs';
import { buildAll, checkNode } from './lib/prepare.mjs';
import { root, runMain } from './lib/run.mjs';

await runMain(async () => {
  checkNode();
  await buildAll();
  const args = process.argv.slice(2);
  const env = { ...process.env, PLATEN_DATA: resolve(process.env.PLATEN_DATA ?? join(root, '.platen')) };
  const asked = (name) => args.some((arg) => arg === name || arg.startsWith(`${name}=`));
  if (asked('--server') && !asked('--key') && !asked('--help') && !env.PLATEN_COLLECTOR_KEY)
    env.PLATEN_COLLECTOR_KEY = await collectorKey({
      env,
      name: 'Simulated fleet',
      file: join(env.PLATEN_DATA, 'simulated-fleet.key'),
      dealers,
    });
  const child = spawn(process.execPath, [join(root, 'apps/simulator/dist/simulate.js'), ...args], {
    env,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
  process.exitCode = await new Promise((end) => child.once('close', (code) => end(code ?? 1)));
});

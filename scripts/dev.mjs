// For work on the sources: the portal with hot reload by vite, the server compiled and restarted on every
// change.
// npm run dev http://localhost:8410 (PLATEN_PORT); data in .platen/dev, apart from those of npm start
//   npm run dev -- --devices 50  size of the simulated fleet (12; 0: none)
//   npm run dev -- --no-people   without the simulated people who work on the worklist
//   npm run dev -- --no-demo     without the simulated printers, their collector and the simulated fleet
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { demonstrationEnv, startDemonstration } from './demo/demonstration.mjs';
import { Children } from './lib/children.mjs';
import { readDemoOptions } from './lib/demo-options.mjs';
import { watchServer } from './lib/dev-server.mjs';
import { checkNode, compile, installPackages } from './lib/prepare.mjs';
import { root, runMain } from './lib/run.mjs';

await runMain(async () => {
  const { wanted, devices, hasPeople } = readDemoOptions('12');
  checkNode();
  await installPackages();
  await compile();

  const data = resolve(process.env.PLATEN_DATA ?? join(root, '.platen', 'dev'));
  const logs = join(data, 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o755 });
  const port = Number(process.env.PLATEN_PORT ?? 8410);
  const url = `http://localhost:${port}`;
  const api = `http://localhost:${port + 1}`;
  // Browsers reach the server through vite, so the sign-in has to name vite's address.
  const settings = { ...process.env, PLATEN_DATA: data, PLATEN_PUBLIC_URL: url, PLATEN_PORT: String(port + 1) };
  const env = wanted ? demonstrationEnv(settings) : settings;

  const children = new Children(logs);
  const server = watchServer(env, join(logs, 'server.log'));
  const stop = async (code) => {
    await children.stopAll(code);
    await server.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void stop());
  try {
    await server.started;
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const viteArgs = [join(root, 'apps/portal'), '--port', String(port), '--strictPort'];
    const viteEnv = { ...process.env, PLATEN_SERVER: api, NO_COLOR: '1' };
    await children.start('portal', vite, viteArgs, viteEnv, (line) =>
      typeof line === 'string' && line.includes('Local:') ? true : undefined,
    );
    if (wanted) await startDemonstration({ children, env, data, url: api, devices, hasPeople });
  } catch (error) {
    await stop(1);
    throw error;
  }
  console.log(`\nPortal with hot reload: ${url} (dealer, technician, service or admin; password platen)`);
  console.log(`Server: ${api}, restarted when its sources or those of a package change. Logs: ${logs}`);
  console.log('Ctrl-C stops everything.');
});

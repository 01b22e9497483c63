// Everything on one machine: installs, builds, starts the server with its own database, and the
// demonstration.
//   npm start               address http://localhost:8400 (PLATEN_PORT)
//   npm start -- --no-demo  without the simulated printers, their collector and the simulated fleet
//   npm start -- --no-people   without the simulated people who work on the worklist
//   npm start -- --devices 50  size of the simulated fleet (300; 0: none)
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { demonstrationEnv, startDemonstration } from './demo/demonstration.mjs';
import { Children } from './lib/children.mjs';
import { readDemoOptions } from './lib/demo-options.mjs';
import { buildAll, checkNode, installPackages } from './lib/prepare.mjs';
import { root, runMain } from './lib/run.mjs';

await runMain(async () => {
  const options = readDemoOptions('300');
  checkNode();
  await installPackages();
  await buildAll();

  const data = resolve(process.env.PLATEN_DATA ?? join(root, '.platen'));
  const logs = join(data, 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o755 });
  const children = new Children(logs);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void children.stopAll());

  // The demonstration belongs to the development sign-in: a real site has real printers.
  const demo = options.wanted && !process.env.PLATEN_AUTHORITY && !process.env.PLATEN_DATABASE_URL;
  const settings = { NODE_ENV: 'production', ...process.env, PLATEN_DATA: data };
  const env = demo ? demonstrationEnv(settings) : settings;
  try {
    await startAll(children, env, data, logs, { ...options, demo });
  } catch (error) {
    await children.stopAll(1);
    throw error;
  }
});

async function startAll(children, env, data, logs, { demo, devices, hasPeople }) {
  const server = await children.start(
    'server',
    join(root, 'apps/server/bundle/main.js'),
    [],
    env,
    (message) => message.ready,
  );
  // The portal answers already; the demonstration's devices appear one after another.
  console.log(`\nPlaten is running at ${server}`);
  if (!process.env.PLATEN_AUTHORITY) {
    console.log('Sign in as (password platen):');
    console.log('  dealer      the devices of its own groups');
    console.log('  technician  the devices of its own groups, and what is assigned to it');
    console.log('  dealer-admin, billing, customer   what their role allows of the same groups');
    console.log('  service     all devices');
    console.log('  admin       all devices');
  }
  if (demo) {
    const printers = await startDemonstration({ children, env, data, url: server, devices, hasPeople });
    console.log(`${printers} simulated printers are read every minute over SNMP.`);
    if (devices > 0) console.log(`${devices} simulated machines have reported 200 days of history and report daily.`);
    if (devices > 0 && hasPeople) console.log('Three simulated people work on the worklist (--no-people: none).');
  }
  console.log(`Logs: ${logs}`);
  console.log('Ctrl-C stops everything.');
}

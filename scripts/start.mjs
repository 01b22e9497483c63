// Everything on one machine: installs, builds, starts the server with its own database, and the demonstration.
//   npm start               address http://localhost:8400 (PLATEN_PORT)
//   npm start -- --no-demo  without the simulated printers, their collector and the simulated fleet
//   npm start -- --devices 50  so many machines in the simulated fleet (300; 0: none)
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startDemonstration } from './demo/demonstration.mjs';
import { Children } from './lib/children.mjs';
import { buildAll, checkNode, installPackages } from './lib/prepare.mjs';
import { root, runMain, Stop } from './lib/run.mjs';

await runMain(async () => {
  const options = readOptions();
  checkNode();
  await installPackages();
  await buildAll();

  const data = resolve(process.env.PLATEN_DATA ?? join(root, '.platen'));
  const logs = join(data, 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o755 });
  const children = new Children(logs);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void children.stopAll());

  const env = { NODE_ENV: 'production', ...process.env, PLATEN_DATA: data };
  try {
    await startAll(children, env, data, logs, options);
  } catch (error) {
    await children.stopAll(1);
    throw error;
  }
});

async function startAll(children, env, data, logs, { wanted, devices }) {
  const server = await children.start(
    'server',
    join(root, 'apps/server/dist/main.js'),
    [],
    env,
    (message) => message.ready,
  );
  // The demonstration belongs to the development sign-in: a real site has real printers.
  const demo = wanted && !process.env.PLATEN_AUTHORITY && !process.env.PLATEN_DATABASE_URL;

  // The portal answers already; what there is to see in it still grows.
  console.log(`\nPlaten is running at ${server}`);
  if (!process.env.PLATEN_AUTHORITY) {
    console.log('Sign in as (password platen):');
    console.log('  dealer   the devices of its own groups');
    console.log('  service  all devices');
    console.log('  admin    all devices');
  }
  if (demo) {
    const printers = await startDemonstration({ children, env, data, url: server, devices });
    console.log(`${printers} simulated printers are read every minute over SNMP.`);
    if (devices > 0) console.log(`${devices} simulated machines have told 200 days of their past and report daily.`);
  }
  console.log(`Logs: ${logs}`);
  console.log('Ctrl-C stops everything.');
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { 'no-demo': { type: 'boolean', default: false }, devices: { type: 'string', default: '300' } },
    });
    if (!/^\d{1,5}$/.test(values.devices))
      throw new Error(`--devices: '${values.devices}' is not a number up to 99999`);
    return { wanted: !values['no-demo'], devices: Number(values.devices) };
  } catch (error) {
    throw new Stop(error instanceof Error ? error.message : String(error));
  }
}

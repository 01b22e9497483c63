import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, showProgress, Stop } from '../lib/run.mjs';
import { customers, groups, notifications } from './world.mjs';

/**
 * A small world to look at: groups, notifications, simulated printers, and a collector that reads them as it would read real ones.
 * Made once; a later start finds it. Resolves to the number of printers.
 */
export async function startDemonstration({ children, env, data, url }) {
  const folder = join(data, 'demonstration');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const key = await readCollectorKey(folder, env);

  const agents = [];
  await children.start(
    'simulator',
    join(root, 'apps/simulator/dist/main.js'),
    ['--port', '0', '--count', String(customers.length)],
    env,
    (line) => {
      if (typeof line !== 'string') return undefined;
      if (line.startsWith('{')) agents.push(JSON.parse(line));
      return line === 'READY' ? true : undefined;
    },
  );

  const settings = join(folder, 'collector.json');
  writeFileSync(
    settings,
    JSON.stringify({ sites: agents.map((agent, i) => toSite(agent, customers[i % customers.length])) }, null, 2),
  );
  await children.start(
    'collector',
    join(root, 'apps/collector/dist/cli.js'),
    ['--settings', settings, '--server', url, '--every', '1m', '--data', join(folder, 'collector')],
    { ...env, PLATEN_COLLECTOR_KEY: key },
    () => true,
  );
  return agents.length;
}

function toSite(agent, customer) {
  return { name: customer.description, targets: [`${agent.host}:${agent.port}`], ...customer };
}

/**
 * The key of the demonstration's collector; at the first start also makes the world around it.
 * The key's file comes last: a start that was broken off midway is taken up where it stopped.
 */
async function readCollectorKey(folder, env) {
  const file = join(folder, 'collector.key');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const progress = showProgress('Setting up the demonstration …');
  const known = new Set((await admin(env, ['groups', 'list'])).groups.map(({ groupId }) => groupId));
  for (const { name, id, rule, users } of groups) {
    if (!known.has(id)) await admin(env, ['groups', 'add', name, '--id', String(id), ...rule]);
    for (const user of users) await admin(env, ['users', 'groups', user, '--add', String(id)]);
  }
  if ((await admin(env, ['notifications', 'list'])).notifications.length === 0)
    for (const { en, ja } of notifications) await admin(env, ['notifications', 'add', '--en', en, '--ja', ja]);
  const { collectors } = await admin(env, ['collectors', 'list']);
  const name = collectors.length === 0 ? 'Demonstration' : `Demonstration ${collectors.length + 1}`;
  const { key } = await admin(env, ['collectors', 'add', name]);
  writeFileSync(file, key, { mode: 0o600 });
  progress.end('done');
  return key;
}

async function admin(env, args) {
  const result = await run(process.execPath, [join(root, 'apps/server/dist/cli/admin.js'), ...args, '--json'], { env });
  if (result.code !== 0)
    throw new Stop(`Setting up the demonstration failed at 'admin ${args.join(' ')}':\n${result.output}`);
  return JSON.parse(result.output);
}

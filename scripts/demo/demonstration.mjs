import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, Stop, showProgress } from '../lib/run.mjs';
import { admin, adminProgram, collectorKey } from './collector-key.mjs';
import { startMessages } from './messages.mjs';
import { customers, dealers, groups, notifications, organisations, people } from './world.mjs';

/**
 * Of the fleet that reports by itself; another seed is another fleet. A data folder made with an earlier seed
 * gets the new fleet as well, and its earlier machines go offline (docs/decisions/0291).
 */
const seed = 'demonstration 5';
/** The realistic mixture of what the field does, with few counters that break (docs/decisions/0291, 0941). */
const world = 'demonstration';
const days = 200;
/**
 * The server's settings for the demonstration. Its machines report once a day, at nearly the same time:
 * with the usual 48 hours one missed report would open and close a silence within minutes.
 */
export const demonstrationEnv = (env) => ({ PLATEN_OFFLINE_HOURS: '60', ...env });
const tokenProgram = join(root, 'apps/server/bundle/cli/token.js');

/**
 * A world to look at: groups, notifications, simulated printers, a collector that reads them as it would read
 * real ones, and a fleet of `devices` machines that report by themselves and have a past. Made once; a later
 * start finds it, adds the days that are missing, and the fleet lives on. `hasPeople`: simulated service
 * people work on its worklist. Resolves to the number of printers that are read.
 */
export async function startDemonstration({ children, env, data, url, devices, hasPeople }) {
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
  if (devices > 0) {
    const fleet = {
      '--devices': devices,
      '--seed': seed,
      '--world': world,
      '--server': url,
      '--visits': join(folder, 'visits'),
    };
    const started = { children, env, folder, devices, fleet };
    await startFleet({ ...started, env: { ...env, PLATEN_COLLECTOR_KEY: key } });
    await openFirstClose(env).catch((error) => console.error(`the demonstration has no close: ${error.message}`));
    if (hasPeople) await startPeople({ ...started, url });
  }
  return agents.length;
}

const toArguments = (options) => Object.entries(options).flat().map(String);

async function startFleet({ children, env, folder, devices, fleet }) {
  await children.start(
    'fleet',
    join(root, 'apps/simulator/dist/simulate.js'),
    [
      ...toArguments({ ...fleet, '--days': days, '--state': join(folder, 'fleet'), '--truth': join(folder, 'truth') }),
      '--live',
    ],
    env,
    (line) => (line === 'READY' ? true : undefined),
    {
      title: `Reporting the history of ${devices} devices …`,
      toNote: (line) => (/^\d+ of \d+ devices/.test(line) ? line : undefined),
    },
  );
  await learnOnce(env, join(folder, 'learned'), `${seed}, ${devices} devices\n`);
}

/** A monthly plan of the first dealer with the close of the last month, once (GE-22). */
async function openFirstClose(env) {
  if ((await admin(env, ['closes', 'list'])).closes.length > 0) return;
  const { planId } = await admin(env, ['closes', 'plan', 'All customers', '--organisation', organisations[0].name]);
  const today = new Date();
  const lastMonth = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 0)).toISOString().slice(0, 10);
  await admin(env, ['closes', 'open', planId, '--at', lastMonth]);
}

/** Hours for which the people are signed in: they sign in again with the next start. */
const signedInHours = 744;

/**
 * Simulated service people, made once as users of their own without a password. Like all users they agree to
 * the terms when they first sign in, and use the calls of the portal. They need a list, so they come once the
 * fleet is judged.
 */
async function startPeople({ children, env, folder, fleet, url }) {
  const known = new Set((await admin(env, ['users', 'list'])).users.map(({ subject }) => subject));
  const tokens = [];
  for (const { subject, name, role } of people) {
    if (!known.has(subject)) await admin(env, ['users', 'add', subject, '--name', name, '--role', ...role]);
    const token = await run(process.execPath, [tokenProgram, subject, String(signedInHours)], { env });
    if (token.code !== 0) throw new Stop(`'token ${subject}' failed:\n${token.output}`);
    tokens.push(/^[\w-]+\.[\w-]+\.[\w-]+$/m.exec(token.output)?.[0] ?? '');
  }
  await children.start(
    'people',
    join(root, 'apps/simulator/dist/people.js'),
    toArguments({ ...fleet, '--truth': join(folder, 'truth') }),
    { ...env, PLATEN_PEOPLE_TOKENS: tokens.join() },
    (line) => (line === 'READY' ? true : undefined),
    {
      title: 'Simulated service people go through the worklist …',
      toNote: (line) => (/^\d+ [a-zA-Z ]+(, \d+ \w+)*$/.test(line) ? line : undefined),
    },
  );
  const [{ subject }] = people;
  const hasMail = await startMessages({ env, url, subject, token: tokens[0] }).catch((error) => {
    console.error(`the demonstration has no mail: ${error.message}`);
    return false;
  });
  if (hasMail) console.log(`Mail of the demonstration is shown at ${url}/identity/mailbox`);
}

/**
 * Learns from the whole fleet once, and judges it by that. The server alone learns from the devices that have
 * reported first and again minutes later: the figures on the screens would change meanwhile. `file` holds the
 * `fleet` that was learned from.
 */
async function learnOnce(env, file, fleet) {
  if (existsSync(file) && readFileSync(file, 'utf8') === fleet) return;
  const progress = showProgress('Learning from the fleet …');
  for (const args of [['judge', '--wait'], ['fit'], ['judge', '--wait']]) {
    const { code, output } = await run(process.execPath, [adminProgram, ...args], {
      env,
      onLine: (line) => progress.note(line),
    });
    if (code === 0) continue;
    progress.end('failed');
    console.error(`'admin ${args.join(' ')}' failed; the server learns by itself within minutes:\n${output}`);
    return;
  }
  writeFileSync(file, fleet);
  progress.end('done');
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
  const ask = () => collectorKey({ env, name: 'Demonstration', file, dealers });
  if (existsSync(file)) return await ask();
  const progress = showProgress('Setting up the demonstration …');
  const known = new Set((await admin(env, ['groups', 'list'])).groups.map(({ groupId }) => groupId));
  for (const { name, id, rule } of groups)
    if (!known.has(id)) await admin(env, ['groups', 'add', name, '--id', String(id), ...rule]);
  for (const user of new Set(groups.flatMap(({ users }) => users))) {
    const ids = groups.filter(({ users }) => users.includes(user)).map(({ id }) => id);
    await admin(env, ['users', 'groups', user, '--add', ids.join(',')]);
  }
  await addOrganisations(env);
  if ((await admin(env, ['notifications', 'list'])).notifications.length === 0)
    for (const { en, ja } of notifications) await admin(env, ['notifications', 'add', '--en', en, '--ja', ja]);
  const key = await ask();
  progress.end('done');
  return key;
}

async function addOrganisations(env) {
  const tree = (await admin(env, ['organisations', 'list'])).organisations;
  for (const { name, kind, below, numbers, users = [] } of organisations) {
    if (!tree.some((one) => one.name === name)) {
      const place = below === undefined ? [] : ['--below', below];
      await admin(env, ['organisations', 'add', name, '--kind', kind, ...place, `--${kind}`, numbers]);
    }
    for (const user of users) await admin(env, ['users', 'organisation', user, name]);
  }
}

import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Agent, startAgent } from '../../apps/collector/test/agent.ts';
import { readRecording } from '../../apps/collector/test/recording.ts';
import { findFreePort } from '../../bench/src/lib/free-port.ts';
import { runToEnd, type Started, start } from './processes.ts';
import { ensureTemplate } from './template.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const serverFile = join(root, 'apps/server/bundle/main.js');
const recordings = join(root, 'apps/collector/test/recordings');

/**
 * The product as a site runs it: server with its own database and sign-in, and a collector to run against it.
 */
export interface System {
  url: string;
  data: string;
  server(): Started;
  /** Ends the server with a signal and starts it again over the same data. */
  restart(signal: NodeJS.Signals): Promise<void>;
  admin(...args: string[]): Promise<Record<string, unknown>>;
  token(user: string): Promise<string>;
  /** A call with a user's token, as a script would make it. */
  call(user: string, path: string, init?: RequestInit): Promise<Response>;
  /** Runs the real collector once over these sites; resolves to what it printed. */
  collect(sites: readonly Site[]): Promise<string>;
  stop(): Promise<void>;
}

interface Site {
  name: string;
  targets: string[];
  customerNumber?: string;
  customerName?: string;
  description?: string;
  dealerNumber?: string;
  dealerName?: string;
}

interface SystemOptions {
  copyOf?: string;
  settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the server on a copy of the data folder of a server that has ended: `copyOf`, or one that has made
 * its tables and nothing else. `start.test.ts` and the tests of faults prove that a server makes its tables.
 */
export async function startSystem({ copyOf, settings = {} }: SystemOptions = {}): Promise<System> {
  const nothing = async () => undefined;
  const made = copyOf ?? (await ensureTemplate('new-system', (path) => makeData(path, launchSystem({}), nothing)));
  return await launchSystem({ copyOf: made, settings });
}

/** The data folder of a system that `fill` has filled, made once in a run of the tests, for `copyOf`. */
export const ensureFilled = (name: string, fill: (system: System) => Promise<unknown>): Promise<string> =>
  ensureTemplate(name, (path) => makeData(path, startSystem(), fill));

async function makeData(
  path: string,
  started: Promise<System>,
  fill: (system: System) => Promise<unknown>,
): Promise<void> {
  const system = await started;
  try {
    await fill(system);
    await system.server().stop();
    await rename(join(system.data, 'server'), path);
  } finally {
    await system.stop();
  }
}

async function launchSystem({ copyOf, settings = {} }: SystemOptions): Promise<System> {
  const data = await mkdtemp(join(tmpdir(), 'platen-e2e-'));
  // For root the database belongs to another user, who must reach it here; else it would stay in a folder of
  // the system.
  await chmod(data, 0o755);
  // Unlike the functions of Node, cp keeps the owner of the files of the database.
  if (copyOf !== undefined) await promisify(execFile)('cp', ['-a', copyOf, join(data, 'server')]);
  const port = await findFreePort();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PLATEN_PORT: String(port),
    PLATEN_DATA: join(data, 'server'),
    PLATEN_LOG_LEVEL: 'warn',
    ...settings,
  };
  const launch = () => start(serverFile, [], env, readyUrl);
  let server = await launch();
  const url = server.ready;
  const cli = (name: string, args: readonly string[]) =>
    runToEnd(join(root, `apps/server/bundle/cli/${name}.js`), args, env);
  const admin = async (...args: string[]) => JSON.parse(await cli('admin', [...args, '--json']));
  const tokens = new Map<string, Promise<string>>();
  const token = (user: string) => {
    const known = tokens.get(user) ?? cli('token', [user]);
    tokens.set(user, known);
    return known;
  };
  let key: string | undefined;
  return {
    url,
    data,
    server: () => server,
    async restart(signal) {
      await server.stop(signal);
      server = await launch();
    },
    admin,
    token,
    async call(user, path, init = {}) {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${await token(user)}`);
      if (init.body !== undefined) headers.set('content-type', 'application/json');
      return fetch(new URL(path, url), { ...init, headers });
    },
    async collect(sites) {
      key ??= String((await admin('collectors', 'add', 'End to end', '--everywhere')).key);
      const settings = join(data, 'collector.json');
      await writeFile(settings, JSON.stringify({ sites }));
      return runToEnd(
        join(root, 'apps/collector/dist/cli.js'),
        ['--settings', settings, '--server', url, '--data', join(data, 'collector')],
        { ...env, PLATEN_COLLECTOR_KEY: key },
      );
    },
    async stop() {
      await server.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

const readyUrl = (message: unknown) =>
  typeof message === 'object' && message !== null && 'ready' in message ? String(message.ready) : undefined;

/** Serves a committed recording of an invented printer over real UDP. */
export function replay(name: string): Promise<Agent> {
  return startAgent(readRecording(join(recordings, `${name}.snmprec`)));
}

export const targetOf = (agent: Agent) => `127.0.0.1:${agent.port}`;

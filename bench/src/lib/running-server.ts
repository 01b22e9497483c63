import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openStore, type Store } from '@platen/server/store/open-store';
import { pino } from 'pino';

const run = promisify(execFile);
const serverFolder = fileURLToPath(new URL('../../../apps/server/dist/', import.meta.url));

/** A server as a site runs it, in its own process, and a second door to its store for filling and for the bare figures. */
export interface RunningServer {
  url: string;
  pid: number;
  store: Store;
  token(user: string): Promise<string>;
  admin(args: string[]): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** Starts a server over a new store in a temporary folder; `fill` runs before anyone asks it anything. */
export async function startServer(fill: (store: Store) => Promise<void>): Promise<RunningServer> {
  const data = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  const store = await openStore({ dataDirectory: data, log: pino({ level: 'warn' }) });
  try {
    await fill(store);
  } catch (error) {
    await store.close();
    throw error;
  }
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PLATEN_PORT: String(port),
    PLATEN_PUBLIC_URL: `http://localhost:${port}`,
    PLATEN_DATA: data,
    PLATEN_DATABASE_URL: store.url,
    PLATEN_LOG_LEVEL: 'warn',
    // The limits protect a site from its users; here one user is a whole service organisation.
    PLATEN_USER_RATE: '1000000',
    PLATEN_COLLECTOR_RATE: '1000000',
  };
  const child = spawn(process.execPath, [join(serverFolder, 'main.js')], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const url = await readyUrl(child);
  const cli = async (name: string, args: string[]) =>
    (await run(process.execPath, [join(serverFolder, 'cli', `${name}.js`), ...args], { env })).stdout.trim();
  return {
    url,
    pid: child.pid ?? 0,
    store,
    token: (user) => cli('token', [user]),
    admin: async (args) => JSON.parse(await cli('admin', [...args, '--json'])),
    async stop() {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      await ended;
      await store.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'ready' in message) resolve(String(message.ready));
    });
    child.once('close', (code) => reject(new Error(`the server ended with ${code} before it was ready`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

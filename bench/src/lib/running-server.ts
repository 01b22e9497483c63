import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '@platen/server/store/open-store';
import { pino } from 'pino';
import { findFreePort } from './free-port.ts';
import { runCli, spawnServer } from './server-process.ts';

/**
 * A server as a site runs it, in its own process, and a second door to its store for filling and for the bare
 * figures.
 */
export interface RunningServer {
  url: string;
  pid: number;
  store: Store;
  token(user: string): Promise<string>;
  admin(args: string[]): Promise<Record<string, unknown>>;
  /** A further server over the same store, until this one stops. */
  addServer(settings: Readonly<Record<string, string>>): Promise<{ readonly url: string; readonly pid: number }>;
  stop(): Promise<void>;
}

/**
 * Starts a server over a new store in a temporary folder; `fill` runs before the first call, `settings`
 * replace those of benchmarks. A store in `folder` stays, and only its first start fills it.
 */
export async function startServer(
  fill: (store: Store) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
  folder?: string,
): Promise<RunningServer> {
  const data = folder ?? (await mkdtemp(join(tmpdir(), 'platen-bench-')));
  await mkdir(data, { recursive: true });
  const isFilled = join(data, 'filled');
  const store = await openStore({ dataDirectory: data, log: pino({ level: 'warn' }) });
  try {
    if (!existsSync(isFilled)) await fill(store);
    await writeFile(isFilled, '');
  } catch (error) {
    await store.close();
    throw error;
  }
  const port = await findFreePort();
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
    PLATEN_USER_CALLS_AT_ONCE: '1000',
    PLATEN_COLLECTOR_RATE: '1000000',
    ...settings,
  };
  const { child, ended, url } = await spawnServer(env).ready;
  const stops = [
    async () => {
      child.kill('SIGTERM');
      await ended;
    },
  ];
  return {
    url,
    pid: child.pid ?? 0,
    store,
    token: (user) => runCli('token', [user], env),
    admin: async (args) => JSON.parse(await runCli('admin', [...args, '--json'], env)),
    async addServer(more) {
      const ownPort = await findFreePort();
      const further = await spawnServer({ ...env, PLATEN_PORT: String(ownPort), ...more }).ready;
      stops.push(async () => {
        further.child.kill('SIGTERM');
        await further.ended;
      });
      // Its own address is not the public one, for which its tokens are made.
      return { url: `http://localhost:${ownPort}`, pid: further.child.pid ?? 0 };
    },
    async stop() {
      await Promise.all(stops.map((stopOne) => stopOne()));
      await store.close();
      if (folder === undefined) await rm(data, { recursive: true, force: true });
    },
  };
}

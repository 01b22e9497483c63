import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readOwner } from '@platen/server/store/embedded/owner';
import { preparePlaces } from '@platen/server/store/embedded/places';
import { readRunning, stopPostmaster } from '@platen/server/store/embedded/postmaster';
import { findUsed } from '@platen/server/store/embedded/start-embedded';
import { Client } from 'pg';
import { freePort, runCli, type ServerProcess, spawnServer } from '../lib/server-process.ts';

/** A server with its own embedded database on a data folder, each of which can be killed and started again. */
export interface Site {
  url: string;
  /** The server process that was started last. */
  server(): Omit<ServerProcess, 'url'>;
  /** Starts the server; settles when it listens. */
  start(): Promise<void>;
  /** Starts the server and does not wait. */
  launch(): void;
  /** Process id of the running postmaster; 0 while there is none. */
  postmaster(): number;
  /** A session of the database; its loss is not reported. */
  connect(): Promise<Client>;
  admin(...args: string[]): Promise<Record<string, unknown>>;
  /** Waits until the server can serve calls. Throws after a minute. */
  waitUntilReady(): Promise<void>;
  /** Ends server and database, whatever state they are in, and removes the data. */
  close(): Promise<void>;
}

const readyLimitMs = 60_000;

/** Starts a site on a new folder below `parent`. */
export async function openSite(parent: string = tmpdir()): Promise<Site> {
  const dataDirectory = await mkdtemp(join(parent, 'platen-faults-'));
  // The user that PostgreSQL runs as has to reach its folder, or the database is put elsewhere.
  await chmod(dataDirectory, 0o755);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH ?? '',
    PLATEN_DATA: dataDirectory,
    PLATEN_PORT: String(port),
    PLATEN_COLLECTOR_RATE: '1000000',
    PLATEN_LOG_LEVEL: 'warn',
  };
  const places = preparePlaces(dataDirectory, readOwner());
  let started = spawnServer(env, { output: 'kept' });
  const postmaster = () => readRunning(places.data)?.pid ?? 0;
  const close = async () => {
    const { child, ended } = started.process;
    child.kill('SIGTERM');
    const stopped = await Promise.race([ended.then(() => true), wait(30_000, false, { ref: false })]);
    if (!stopped) child.kill('SIGKILL');
    await ended;
    if (postmaster() !== 0) await stopPostmaster(postmaster());
    await rm(dataDirectory, { recursive: true, force: true });
  };
  const site: Site = {
    url,
    server: () => started.process,
    launch() {
      started = spawnServer(env, { output: 'kept' });
      // It may be killed before it is ready.
      started.ready.catch(() => undefined);
    },
    async start() {
      started = spawnServer(env, { output: 'kept' });
      await started.ready;
    },
    postmaster,
    async connect() {
      const client = new Client({ connectionString: await findDatabase(dataDirectory) });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    admin: async (...args) => JSON.parse(await runCli('admin', [...args, '--json'], env)),
    async waitUntilReady() {
      const deadline = Date.now() + readyLimitMs;
      while (!(await isReady(url))) {
        if (Date.now() > deadline)
          throw new Error(`${url} was not ready within ${readyLimitMs / 1000} s\n${started.process.output()}`);
        await wait(15);
      }
    },
    close,
  };
  try {
    await started.ready;
  } catch (error) {
    await close();
    throw error;
  }
  return site;
}

/** After a crash the server takes a moment to mark its database as in use again. */
async function findDatabase(dataDirectory: string): Promise<string> {
  const deadline = Date.now() + readyLimitMs;
  for (;;) {
    const url = await findUsed(dataDirectory);
    if (url !== undefined) return url;
    if (Date.now() > deadline) throw new Error(`no server uses the database in ${dataDirectory}`);
    await wait(50);
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

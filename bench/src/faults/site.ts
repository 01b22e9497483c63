import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { preparePlaces, readOwner } from '@platen/server/store/embedded/places';
import { readRunning, stopPostmaster } from '@platen/server/store/embedded/postmaster';
import { findUsed, startEmbedded } from '@platen/server/store/embedded/start-embedded';
import { Client } from 'pg';
import { pino } from 'pino';
import { findFreePort } from '../lib/free-port.ts';
import { runCli, type ServerProcess, spawnServer } from '../lib/server-process.ts';

/** Servers on one database, each of which can be killed and started again. */
export interface Site {
  /** Addresses of the servers; the other functions take the index of one. */
  urls: readonly string[];
  /** The server process that was started last. */
  server(index?: number): Omit<ServerProcess, 'url'>;
  /** Starts the server; settles when it listens. */
  start(index?: number): Promise<void>;
  /** Starts the server and does not wait. */
  launch(index?: number): void;
  /** Process id of the running postmaster; 0 while there is none. */
  postmaster(): number;
  /** A session of the database; its loss is not reported. */
  connect(): Promise<Client>;
  admin(...args: string[]): Promise<Record<string, unknown>>;
  /** Waits until all servers can serve calls. Throws after a minute. */
  waitUntilReady(): Promise<void>;
  /** Ends servers and database, whatever state they are in, and removes the data. */
  close(): Promise<void>;
}

const readyLimitMs = 60_000;

/** Starts one server with its own embedded database, on a new folder below `parent`. */
export async function openSite(parent: string = tmpdir()): Promise<Site> {
  const dataDirectory = await makeFolder(parent);
  return await open({ dataDirectory, folders: [dataDirectory], closeDatabase: async () => undefined });
}

/** Starts two servers on a database that this process keeps running. */
export async function openPair(): Promise<Site> {
  const dataDirectory = await makeFolder(tmpdir());
  const database = await startEmbedded({ dataDirectory, log: pino({ level: 'silent' }) });
  const folders = [join(dataDirectory, 'server-0'), join(dataDirectory, 'server-1')];
  return await open({ dataDirectory, folders, database, closeDatabase: () => database.close() });
}

/** The user that PostgreSQL runs as has to reach its folder, or the database is put elsewhere. */
async function makeFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'platen-faults-'));
  await chmod(folder, 0o755);
  return folder;
}

interface Layout {
  /** All data of the site; removed at the end. */
  dataDirectory: string;
  /** Data folder of each server. */
  folders: readonly string[];
  /** Addresses for the application and for migrations. Without it the only server runs its own database. */
  database?: { url: string; migrationUrl: string };
  closeDatabase: () => Promise<void>;
}

async function open({ dataDirectory, folders, database, closeDatabase }: Layout): Promise<Site> {
  const places = preparePlaces(dataDirectory, readOwner());
  const servers: { url: string; env: Record<string, string>; started: ReturnType<typeof spawnServer> }[] = [];
  for (const folder of folders) {
    const port = await findFreePort();
    const env = {
      PATH: process.env.PATH ?? '',
      PLATEN_DATA: folder,
      PLATEN_PORT: String(port),
      PLATEN_COLLECTOR_RATE: '1000000',
      PLATEN_LOG_LEVEL: 'warn',
      ...(database === undefined
        ? {}
        : { PLATEN_DATABASE_URL: database.url, PLATEN_MIGRATION_DATABASE_URL: database.migrationUrl }),
    };
    servers.push({ url: `http://127.0.0.1:${port}`, env, started: spawnServer(env, { output: 'kept' }) });
  }
  const at = (index: number) => {
    const server = servers[index];
    if (server === undefined) throw new RangeError(`there is no server ${index}`);
    return server;
  };
  const postmaster = () => readRunning(places.data)?.pid ?? 0;
  const launch = (index = 0) => {
    const server = at(index);
    server.started = spawnServer(server.env, { output: 'kept' });
    // It may be killed before it is ready.
    server.started.ready.catch(() => undefined);
  };
  const close = async () => {
    await Promise.all(servers.map((server) => end(server.started.process)));
    await closeDatabase();
    if (postmaster() !== 0) await stopPostmaster(postmaster());
    await rm(dataDirectory, { recursive: true, force: true });
  };
  const site: Site = {
    urls: servers.map((server) => server.url),
    server: (index = 0) => at(index).started.process,
    launch,
    async start(index = 0) {
      launch(index);
      await at(index).started.ready;
    },
    postmaster,
    async connect() {
      const client = new Client({ connectionString: database?.url ?? (await findDatabase(dataDirectory)) });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    admin: async (...args) => JSON.parse(await runCli('admin', [...args, '--json'], at(0).env)),
    async waitUntilReady() {
      const deadline = Date.now() + readyLimitMs;
      for (const { url, started } of servers)
        while (!(await isReady(url))) {
          if (Date.now() > deadline)
            throw new Error(`${url} was not ready within ${readyLimitMs / 1000} s\n${started.process.output()}`);
          await wait(15);
        }
    },
    close,
  };
  try {
    await Promise.all(servers.map((server) => server.started.ready));
  } catch (error) {
    await close();
    throw error;
  }
  return site;
}

/** Asks a server to end, and ends it where it does not. */
async function end({ child, ended }: Omit<ServerProcess, 'url'>): Promise<void> {
  child.kill('SIGTERM');
  const stopped = await Promise.race([ended.then(() => true), wait(30_000, false, { ref: false })]);
  if (!stopped) child.kill('SIGKILL');
  await ended;
}

/** After a crash the server takes a moment to mark its database as in use again. */
async function findDatabase(dataDirectory: string): Promise<string> {
  const deadline = Date.now() + readyLimitMs;
  for (;;) {
    const used = await findUsed(dataDirectory);
    if (used !== undefined) return used.administrationUrl;
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

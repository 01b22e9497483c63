import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../../bench/src/lib/free-port.ts';
import { readKeys, signToken } from '../src/identity/development/keys.ts';
import { readSettings } from '../src/settings/settings.ts';
import type { TestDatabase } from './database.ts';
import { launchServerProcess, type ServerProcess } from './server-process.ts';

/** Several bundled servers on one database, each at a port that it gets again when it is replaced. */
export interface ServerGroup {
  readonly ports: readonly number[];
  readonly servers: readonly ServerProcess[];
  /** Ends a server as an operator does; returns after how many milliseconds its process has ended. */
  end(index: number): Promise<number>;
  /** Kills a server. */
  kill(index: number): Promise<void>;
  /** Starts a server where one has ended; `app`: folder of another version. */
  start(index: number, app?: string): Promise<void>;
  /** An access token of the development sign-in, valid for an hour. */
  toToken(subject: string): Promise<string>;
  stop(): Promise<void>;
}

interface GroupOptions {
  readonly count: number;
  readonly publicUrl: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Folder of another version, with which they begin. */
  readonly app?: string | undefined;
}

/** Starts `count` servers one after the other; they share the keys of the sign-in. */
export async function startServerGroup(
  database: Pick<TestDatabase, 'url' | 'migrationUrl'>,
  { count, publicUrl, settings = {}, app }: GroupOptions,
): Promise<ServerGroup> {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-group-'));
  const ports: number[] = [];
  while (ports.length < count) {
    const port = await findFreePort();
    if (!ports.includes(port)) ports.push(port);
  }
  const servers: ServerProcess[] = [];
  const shared = {
    PLATEN_DATABASE_URL: database.url,
    PLATEN_MIGRATION_DATABASE_URL: database.migrationUrl,
    PLATEN_PUBLIC_URL: publicUrl,
    PLATEN_USER_RATE: '1000000',
    ...settings,
  };
  const start = async (index: number, version?: string) => {
    const { ready } = await launchServerProcess(folder, { ...shared, PLATEN_PORT: String(ports[index]) }, version);
    servers[index] = { ...(await ready), url: `http://127.0.0.1:${ports[index]}` };
  };
  for (const index of ports.keys()) await start(index, app);
  const signal = async (server: ServerProcess | undefined, name: 'SIGTERM' | 'SIGKILL') => {
    if (server === undefined || server.child.exitCode !== null || server.child.signalCode !== null) return;
    const ended = once(server.child, 'exit');
    server.child.kill(name);
    await ended;
  };
  return {
    ports,
    servers,
    start,
    async end(index) {
      const begun = performance.now();
      await signal(servers[index], 'SIGTERM');
      return performance.now() - begun;
    },
    kill: (index) => signal(servers[index], 'SIGKILL'),
    async toToken(subject) {
      const keys = await readKeys(folder);
      if (keys === undefined) throw new Error('the servers have made no keys of the sign-in');
      return await signToken(readSettings({ PLATEN_PUBLIC_URL: publicUrl }), keys, subject, 3600);
    },
    async stop() {
      await Promise.all(servers.map((server) => signal(server, 'SIGKILL')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

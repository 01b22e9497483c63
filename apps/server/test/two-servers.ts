import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../../bench/src/lib/free-port.ts';
import type { TestDatabase } from './database.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** Two servers on one database, and a proxy before them that asks the next ready one with each call. */
export interface TwoServers {
  /** Of the proxy, by which browsers know both. */
  readonly url: string;
  readonly servers: ServerProcess[];
  /** Ends a server as an operator does, and starts another in its place; `app`: folder of another version. */
  replace(index: number, app?: string): Promise<void>;
  stop(): Promise<void>;
}

const lookMs = 100;

export async function startTwoServers(
  database: Pick<TestDatabase, 'url' | 'migrationUrl'>,
  settings: Readonly<Record<string, string>> = {},
  app?: string,
): Promise<TwoServers> {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-two-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const common = {
    PLATEN_DATABASE_URL: database.url,
    PLATEN_MIGRATION_DATABASE_URL: database.migrationUrl,
    PLATEN_PUBLIC_URL: url,
    PLATEN_DRAIN_MS: '1500',
    PLATEN_USER_RATE: '1000000',
    ...settings,
  };
  const start = (version?: string) => startServerProcess(folder, common, version);
  const servers = [await start(app), await start(app)];
  const proxy = startProxy(servers);
  proxy.server.listen(port, '127.0.0.1');
  await once(proxy.server, 'listening');
  const end = async ({ child }: ServerProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return {
    url,
    servers,
    async replace(index, version) {
      const old = servers[index];
      if (old !== undefined) await end(old);
      servers[index] = await start(version);
    },
    async stop() {
      await proxy.stop();
      await Promise.all(servers.map(end));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As a proxy of a site does: looks at `/readyz` of each server, and asks ready ones in turn. */
function startProxy(servers: readonly ServerProcess[]): { server: Server; stop(): Promise<void> } {
  const ready = new Set(servers.map(({ url }) => url));
  const look = async () => {
    for (const { url } of servers) {
      const isReady = await fetch(`${url}/readyz`).then(
        (answer) => answer.status === 200,
        () => false,
      );
      if (isReady) ready.add(url);
      else ready.delete(url);
    }
  };
  const timer = setInterval(() => void look(), lookMs);
  let turn = 0;
  const server = createServer((request, response) => {
    const open = servers.filter(({ url }) => ready.has(url));
    turn += 1;
    const target = open[turn % open.length];
    if (target === undefined) {
      response.writeHead(502).end();
      return;
    }
    const onward = send(
      `${target.url}${request.url ?? ''}`,
      { method: request.method, headers: request.headers, agent: false },
      (answer) => {
        // These are about the connection to the server, not about that to the client.
        const { connection: _, 'keep-alive': __, ...headers } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, { ...headers, 'x-answered-by': target.url });
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.writeHead(502).end());
    request.pipe(onward);
  });
  // A client must not find a connection closed that it takes up again.
  server.keepAliveTimeout = 120_000;
  return {
    server,
    async stop() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
    },
  };
}

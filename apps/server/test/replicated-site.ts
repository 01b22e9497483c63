import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../../bench/src/lib/free-port.ts';
import { type LocalReplica, startReplica } from '../../../bench/src/lib/replication.ts';
import { createLogger } from '../src/base/logger.ts';
import { readSettings } from '../src/settings/settings.ts';
import { type Connection, connect } from '../src/store/database.ts';
import { type EmbeddedPostgres, startEmbedded } from '../src/store/embedded/start-embedded.ts';
import { prepareTables } from '../src/store/prepare-tables.ts';
import { openReplicas, type Replicas } from '../src/store/replicas/replicas.ts';
import { buildApp } from '../src/web/app.ts';
import { silent } from './silent.ts';
import { createTestTokens } from './test-tokens.ts';

/** One server of a site whose database has replicas. */
export interface ReadingServer {
  readonly replicas: Replicas;
  call(subject: string, method: string, address: string, body?: object): Promise<{ status: number; value: unknown }>;
  /** How often calls that only read were answered there. */
  answered(by: string): Promise<number>;
  stop(): Promise<void>;
}

export interface ReplicatedSite {
  readonly primary: EmbeddedPostgres;
  /** The primary, as the application's role. */
  readonly database: Connection;
  /** The same as the role that owns the tables. */
  readonly owner: Connection;
  readonly replicas: readonly LocalReplica[];
  /** Folder of the keys of the development sign-in, which the servers share. */
  readonly folder: string;
  /** A further server. `limitMs`: as of PLATEN_DATABASE_READ_LAG_MS. */
  addServer(limitMs: number, of?: readonly LocalReplica[]): Promise<ReadingServer>;
  stop(): Promise<void>;
}

/** A primary with replicas by streaming replication. */
export async function startReplicatedSite(replicaCount: number): Promise<ReplicatedSite> {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-replicated-'));
  chmodSync(folder, 0o755);
  const primary = await startEmbedded({ dataDirectory: folder, log: silent, settings: { fsync: 'off' } });
  await prepareTables({ ...primary, log: silent });
  const database = connect(primary.url, { log: silent });
  const owner = connect(primary.migrationUrl, { log: silent, maxSessions: 2 });
  const replicas: LocalReplica[] = [];
  for (let n = 0; n < replicaCount; n++) replicas.push(await startReplica(primary));
  const servers: ReadingServer[] = [];
  return {
    primary,
    database,
    owner,
    replicas,
    folder,
    async addServer(limitMs, of = replicas) {
      const server = await startServer(primary.url, folder, of, limitMs);
      servers.push(server);
      return server;
    },
    async stop() {
      for (const server of servers) await server.stop();
      await database.close();
      await owner.close();
      for (const replica of replicas) await replica.stop();
      await primary.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(
  primaryUrl: string,
  folder: string,
  of: readonly LocalReplica[],
  limitMs: number,
): Promise<ReadingServer> {
  const port = await findFreePort();
  const settings = readSettings({
    PLATEN_PORT: String(port),
    PLATEN_DATA: folder,
    PLATEN_PORTAL: path.join(folder, 'portal'),
    PLATEN_USER_RATE: '1000000',
  });
  const store = connect(primaryUrl, { log: silent });
  const replicas = await openReplicas({ urls: of.map(({ url }) => url), primaryUrl, limitMs, log: silent });
  const app = await buildApp({ settings, store, replicas, log: createLogger('fatal') });
  await app.listen({ port, host: '127.0.0.1' });
  const { bearer } = createTestTokens(settings);
  let isStopped = false;
  return {
    replicas,
    async call(subject, method, address, body) {
      const answer = await fetch(`http://127.0.0.1:${port}${address}`, {
        method,
        headers: {
          ...(await bearer(subject)),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, value: (await answer.json()) as unknown };
    },
    async answered(by) {
      const metric = await app.platform.metrics.registry.getSingleMetric('platen_read_calls_total')?.get();
      return metric?.values.find(({ labels }) => labels['by'] === by)?.value ?? 0;
    },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      await app.close();
      await replicas.stop();
      await store.close();
    },
  };
}

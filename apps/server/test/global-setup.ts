import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startReplica } from '../../../bench/src/lib/replication.ts';
import { startEmbedded } from '../src/store/embedded/start-embedded.ts';
import { prepareTables } from '../src/store/prepare-tables.ts';
import { clusterUrl, dropDistributed, makeDistributed, prepareCluster } from './citus/given-cluster.ts';
import { refuseShapes } from './citus/refuse-shapes.ts';
import { isCompiled } from './server-process.ts';
import { silent } from './silent.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the migrated template database, as superuser; `createTestDatabase` clones it. */
    templateUrl: string;
    /** The same of a replica, as the application's role; undefined: calls that only read have none. */
    replicaUrl: string | undefined;
    /** Folder for the statements of the server, one file a process. */
    statementFolder: string;
  }
}

const bundleScript = fileURLToPath(new URL('../../../scripts/bundle.mjs', import.meta.url));

/** With this in the environment every call that only reads is answered by a streaming replica. */
const withReplica = process.env.PLATEN_TEST_REPLICA === '1';
const maxConnections = { max_connections: withReplica ? '400' : '200' };

interface Postgres {
  readonly templateUrl: string;
  readonly replicaUrl?: string | undefined;
  stop(): Promise<void>;
}

/**
 * Bundles the server, which some tests start as a process, unless `npm test` has done so, and prepares one
 * PostgreSQL for the whole run: its own, or the cluster of PLATEN_CITUS_URL
 * (docs/decisions/0822-tests-on-a-given-cluster.md).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const bundled = isCompiled ? undefined : promisify(execFile)(process.execPath, [bundleScript]);
  const postgres = await (clusterUrl === undefined ? startOwn() : openCluster(clusterUrl));
  await bundled;
  const statementFolder = mkdtempSync(path.join(tmpdir(), 'platen-statements-'));
  project.provide('templateUrl', postgres.templateUrl);
  project.provide('replicaUrl', postgres.replicaUrl);
  project.provide('statementFolder', statementFolder);
  return async () => {
    await postgres.stop();
    await refuseShapes(statementFolder);
  };
}

async function openCluster(url: string): Promise<Postgres> {
  const templateUrl = await prepareCluster(url);
  await dropDistributed(url, 'platen');
  await makeDistributed(url, 'platen');
  return { templateUrl, stop: () => dropDistributed(url, 'platen') };
}

/** Migrated once, for tests to copy. Without fsync: tests of crashes start their own. */
async function startOwn(): Promise<Postgres> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'platen-test-'));
  chmodSync(dataDirectory, 0o755);
  const postgres = await startEmbedded({
    dataDirectory,
    log: silent,
    settings: {
      fsync: 'off',
      // With a replica a commit ends when it is seen there: tests arrange what they read at the primary.
      synchronous_commit: withReplica ? 'remote_apply' : 'off',
      full_page_writes: withReplica ? 'on' : 'off',
      ...maxConnections,
    },
  });
  await prepareTables({ ...postgres, log: silent });
  const replica = withReplica ? await startReplica(postgres, maxConnections) : undefined;
  const session = new Client({ connectionString: postgres.administrationUrl.replace('/platen?', '/postgres?') });
  await session.connect();
  await session.query('alter database platen with is_template true allow_connections false');
  if (replica !== undefined) {
    await session.query("alter system set synchronous_standby_names = '*'");
    await session.query('select pg_reload_conf()');
  }
  await session.end();
  return {
    templateUrl: postgres.administrationUrl,
    replicaUrl: replica?.socketUrl,
    async stop() {
      await replica?.stop();
      await postgres.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

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
import { silent } from './silent.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the migrated template database, as superuser; `createTestDatabase` clones it. */
    templateUrl: string;
    /** The same of a replica, as the application's role; undefined: calls that only read have none. */
    replicaUrl: string | undefined;
  }
}

const bundleScript = fileURLToPath(new URL('../../../scripts/bundle.mjs', import.meta.url));

/** With this in the environment every call that only reads is answered by a streaming replica. */
const withReplica = process.env.PLATEN_TEST_REPLICA === '1';
const maxConnections = { max_connections: withReplica ? '400' : '200' };

/**
 * Bundles the server, which some tests start as a process, and starts one PostgreSQL for the whole run,
 * migrated once. Without fsync: what a crash keeps is proved by tests that start their own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const bundled = promisify(execFile)(process.execPath, [bundleScript]);
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
  await bundled;
  project.provide('templateUrl', postgres.administrationUrl);
  project.provide('replicaUrl', replica?.socketUrl);
  return async () => {
    await replica?.stop();
    await postgres.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  };
}

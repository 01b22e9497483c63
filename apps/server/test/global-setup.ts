import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../src/store/embedded/start-embedded.ts';
import { prepareTables } from '../src/store/prepare-tables.ts';
import { silent } from './silent.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the migrated template database, as superuser; `createTestDatabase` clones it. */
    templateUrl: string;
  }
}

const bundleScript = fileURLToPath(new URL('../../../scripts/bundle.mjs', import.meta.url));

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
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  await prepareTables({ ...postgres, log: silent });
  const session = new Client({ connectionString: postgres.administrationUrl.replace('/platen?', '/postgres?') });
  await session.connect();
  await session.query('alter database platen with is_template true allow_connections false');
  await session.end();
  await bundled;
  project.provide('templateUrl', postgres.administrationUrl);
  return async () => {
    await postgres.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  };
}

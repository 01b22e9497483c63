import { randomUUID } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { inject } from 'vitest';
import { type Connection, connect } from '../src/store/database.ts';
import { applicationRole, clusterUser, migrationRole } from '../src/store/embedded/cluster.ts';
import type { Store } from '../src/store/open-store.ts';
import { clusterUrl, dropDistributed, makeDistributed } from './citus/given-cluster.ts';
import { silent } from './silent.ts';

/**
 * The pool and `url` have the rights of the server's own calls; `owner` may change tables, for arranging a
 * test.
 */
export interface TestDatabase extends Connection, Pick<Store, 'isPooled' | 'sessionUrl' | 'sessions'> {
  url: string;
  migrationUrl: string;
  owner: Pool;
}

/** A migrated database for one test file; `close` drops it. */
export const createTestDatabase = (): Promise<TestDatabase> => createDatabase('platen');

/** A database without tables, as a new installation finds it; `close` drops it. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('template0');

async function createDatabase(template: string): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const toUrl = (role: string) =>
    templateUrl.replace(`//${clusterUser}@`, `//${role}@`).replace('/platen?', `/${name}?`);
  // A template would copy the coordinator's part of a distributed database only.
  const distributedBy = template === 'platen' ? clusterUrl : undefined;
  if (distributedBy !== undefined) await makeDistributed(distributedBy, name);
  // The usual way copies through the log, which compresses every page: ten times the processor time.
  else
    await administer(
      templateUrl,
      `create database ${name} template ${template} strategy file_copy owner ${migrationRole}`,
    );
  // Rights on a database itself are not copied from its template.
  await administer(templateUrl, `revoke temporary on database ${name} from public`);
  const url = toUrl(applicationRole);
  const migrationUrl = toUrl(migrationRole);
  const connection = connect(url, { log: silent, maxSessions: 10 });
  const owner = connect(migrationUrl, { log: silent, maxSessions: 2, statementTimeoutMs: 0 });
  return {
    ...connection,
    url,
    isPooled: false,
    sessionUrl: url,
    sessions: connection.pool,
    migrationUrl,
    owner: owner.pool,
    async close() {
      await owner.close();
      await connection.close();
      if (distributedBy !== undefined) await dropDistributed(distributedBy, name);
      else await administer(templateUrl, `drop database ${name} with (force)`);
    },
  };
}

async function administer(templateUrl: string, statement: string): Promise<void> {
  const session = new Client({ connectionString: templateUrl.replace('/platen?', '/postgres?') });
  await session.connect();
  try {
    await session.query(statement);
  } finally {
    await session.end();
  }
}

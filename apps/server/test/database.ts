import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type Connection, connect } from '../src/store/connect.ts';
import { silent } from './silent.ts';

export interface TestDatabase extends Connection {
  url: string;
}

/** A migrated database of one's own, for one test file; `close` drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = templateUrl.replace('/platen?', `/${name}?`);
  await administer(templateUrl, `create database ${name} template platen`);
  const connection = connect(url, { log: silent, maxSessions: 10 });
  return {
    ...connection,
    url,
    async close() {
      await connection.close();
      await administer(templateUrl, `drop database ${name} with (force)`);
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

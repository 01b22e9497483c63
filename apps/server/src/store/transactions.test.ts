import { once } from 'node:events';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { isConnectionTrouble } from './transactions.ts';

test('AC-25: a session that the database has ended is trouble of the moment, in use and afterwards', async () => {
  const database = await createTestDatabase();
  const session = new Client({ connectionString: database.url });
  // A closed connection can be reported twice: by the database, and by the connection that breaks.
  session.on('error', () => undefined);
  await session.connect();
  const running = session.query('select pg_sleep(30)').catch((error: unknown) => error);
  const lost = once(session, 'error');
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  expect(isConnectionTrouble(await running)).toBe(true);
  await lost;
  const later = await session.query('select 1').catch((error: unknown) => error);
  expect(String(later)).toContain('is not queryable');
  expect(isConnectionTrouble(later)).toBe(true);
  await database.close();
});

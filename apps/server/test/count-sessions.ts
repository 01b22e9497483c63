import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { TestDatabase } from './database.ts';

const everyMs = 100;

/** A session as superuser, who sees what sessions of others do; in another database than that of the test. */
async function openWatcher(): Promise<Client> {
  const watcher = new Client({ connectionString: inject('templateUrl').replace('/platen?', '/postgres?') });
  await watcher.connect();
  return watcher;
}

/** Sessions of a database in this state whose latest statement is like the pattern. */
export async function countStatements(
  database: Pick<TestDatabase, 'url'>,
  pattern: string,
  state: 'active' | 'idle',
): Promise<number> {
  const watcher = await openWatcher();
  const { rows } = await watcher.query<{ found: number }>(
    'select count(*)::int as found from pg_stat_activity where datname = $1 and query like $2 and state = $3',
    [nameOf(database), pattern, state],
  );
  await watcher.end();
  return rows[0]?.found ?? 0;
}

/** Name of the database of a test. */
const nameOf = ({ url }: Pick<TestDatabase, 'url'>): string => /\/(\w+)\?/.exec(url)?.[1] ?? '';

/** Counts the sessions of a database, also those of the test, until it is stopped; gives the most at once. */
export async function countSessions(database: Pick<TestDatabase, 'url'>): Promise<{ stop(): Promise<number> }> {
  const watcher = await openWatcher();
  const name = nameOf(database);
  let most = 0;
  const over = new AbortController();
  const look = async () => {
    while (!over.signal.aborted) {
      const { rows } = await watcher.query<{ found: number }>(
        `select count(*)::int as found from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
        [name],
      );
      most = Math.max(most, rows[0]?.found ?? 0);
      await wait(everyMs);
    }
  };
  const looked = look();
  return {
    async stop() {
      over.abort();
      await looked;
      await watcher.end();
      return most;
    },
  };
}

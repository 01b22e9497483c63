import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordChange } from '../src/store/audit.ts';
import { connect } from '../src/store/database.ts';
import { openStore } from '../src/store/open-store.ts';
import { toMostSessions } from '../src/store/session-limits.ts';
import { queryWithin, runPrepared, StatementCancelled } from '../src/store/statement.ts';
import { inTransaction } from '../src/store/transactions.ts';
import { addCollector } from './collectors.ts';
import { countSessions, countStatements } from './count-sessions.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { cachedMs, measureNotice } from './notice-of-rights.ts';
import { pgbouncerProgram, startPgBouncer } from './pgbouncer.ts';
import { signIn } from './portal-sign-in.ts';
import { countLost, startLoad } from './rolling-load.ts';
import { silent } from './silent.ts';
import { agreeForAll } from './test-app.ts';
import { startTwoServers, type TwoServers } from './two-servers.ts';

if (pgbouncerProgram === undefined)
  console.warn('PgBouncer is not installed: servers behind PgBouncer in transaction mode are not tried');

describe.skipIf(pgbouncerProgram === undefined)('AP-05: two servers behind PgBouncer in transaction mode', () => {
  const collectorKey = 'key-behind-pgbouncer';
  /** Of PostgreSQL, for calls and deliveries of both servers together. */
  const shared = 6;
  let database: TestDatabase;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let site: TwoServers;
  let token: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    await addCollector(database, { key: collectorKey });
    pooler = await startPgBouncer(pgbouncerProgram ?? '', database.url, shared);
    site = await startTwoServers(database, {
      PLATEN_DATABASE_URL: pooler.url,
      PLATEN_DATABASE_SESSION_URL: database.url,
    });
    await agreeForAll(database);
    ({
      tokens: { access_token: token },
    } = await signIn(site.url, 'service'));
  }, 180_000);
  afterAll(async () => {
    await site?.stop();
    await pooler?.stop();
    await database.close();
  }, 60_000);

  const get = (address: string, url = site.url) =>
    fetch(`${url}${address}`, { headers: { authorization: `Bearer ${token}` } });

  test('are replaced one by one under load: no call fails, no report is lost, and sessions are bounded', async () => {
    const counting = await countSessions(database);
    const load = startLoad({ url: site.url, token, collectorKey, readers: 8, senders: 6, pauseMs: 0 });
    for (const index of [0, 1]) {
      await site.replace(index);
      await wait(1000);
    }
    const { calls, sent, failed, longestMs } = await load.stop();
    const most = await counting.stop();
    const lost = await countLost(database, sent);
    console.info(
      `2 servers through PgBouncer: ${calls} calls, ${sent.length} reports, ${failed.length} failed, ${lost} lost, longest ${Math.round(longestMs)} ms, at most ${most} sessions`,
    );
    expect(failed).toEqual([]);
    expect(lost).toBe(0);
    expect(sent.length).toBeGreaterThan(50);
    const { direct } = toMostSessions({ ingestThreads: 2, isPooled: true });
    expect(most).toBeLessThanOrEqual(shared + 2 * direct);
  }, 180_000);

  test('listen past it for jobs, and work them off', async () => {
    const listening = () => countStatements(database, 'LISTEN "jobs:insert"%', 'idle');
    await expect.poll(listening, { timeout: 30_000 }).toBe(2);
    const judged = async () =>
      (await database.owner.query<{ found: number }>('select count(*)::int as found from device_judgement')).rows[0]
        ?.found;
    await expect.poll(judged, { timeout: 90_000, interval: 500 }).toBeGreaterThan(0);
  }, 120_000);

  test('AU-43: know a change of rights within 3 s, by notice before what is cached has ended', async () => {
    const disable = (disabled_at: Date | null) =>
      inTransaction(database.db, async (trx) => {
        await trx.updateTable('app_user').set({ disabled_at }).where('subject', '=', 'service').execute();
        await recordChange(trx, { actor: 'server', action: 'users disable', subject: 'user:service' });
      });
    const knownAfterMs = await measureNotice({
      urls: site.servers.map(({ url }) => url),
      read: async (url) => String((await get('/v1/users/me', url)).status),
      change: () => disable(new Date()),
      undo: () => disable(null),
    });
    expect(knownAfterMs).toBeLessThan(cachedMs);
  });

  test('a statement that takes too long is cancelled through it, and the session serves the next one', async () => {
    const { pool, close } = connect(pooler.url, { log: silent, isPooled: true });
    const signal = new AbortController().signal;
    const running = queryWithin(pool, { text: 'select pg_sleep(60)' }, { budgetMs: 200, signal });
    await expect(running).rejects.toThrow(StatementCancelled);
    expect(await countStatements(database, 'select pg_sleep(60)', 'active')).toBe(0);
    // Of more statements at once than there are sessions each may meet any session.
    const names = Array.from({ length: 30 }, (_, value) =>
      runPrepared<{ value: number }>({ pool }, 'named', sql`select ${value}::int as value, pg_sleep(0.01)`),
    );
    expect((await Promise.all(names)).map(([row]) => row?.value)).toEqual(names.map((_, value) => value));
    await close();
  });

  test('the limits of time are those of the pooler', async () => {
    const { pool, close } = connect(pooler.url, { log: silent, isPooled: true });
    const { rows } = await pool.query(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
         current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(rows).toEqual([{ statement: '20s', lock: '10s', idle: '1min' }]);
    await close();
  });

  test('a server without the address of sessions does not start, and names the setting', async () => {
    const opened = openStore({ databaseUrl: pooler.url, dataDirectory: '/nonexistent', log: silent });
    await expect(opened).rejects.toThrow('PLATEN_DATABASE_SESSION_URL');
  });
});

test('AP-05: a server opens no more sessions under load than its limits add up to', async () => {
  const database = await createTestDatabase();
  await addCollector(database, { key: 'key-of-sessions' });
  const site = await startTwoServers(database);
  try {
    await agreeForAll(database);
    const { tokens } = await signIn(site.url, 'service');
    const counting = await countSessions(database);
    const load = startLoad({
      url: site.url,
      token: tokens.access_token,
      collectorKey: 'key-of-sessions',
      readers: 8,
      senders: 6,
      pauseMs: 0,
    });
    await wait(5000);
    const { failed } = await load.stop();
    const most = await counting.stop();
    const limits = toMostSessions({ ingestThreads: 2, isPooled: false });
    console.info(`2 servers without a pooler: at most ${most} sessions of ${2 * (limits.calls + limits.direct)}`);
    expect(failed).toEqual([]);
    expect(most).toBeGreaterThan(2);
    expect(most).toBeLessThanOrEqual(2 * (limits.calls + limits.direct));
  } finally {
    await site.stop();
    await database.close();
  }
}, 180_000);

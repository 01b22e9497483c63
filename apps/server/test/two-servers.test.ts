import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordChange } from '../src/store/audit.ts';
import { inTransaction } from '../src/store/transactions.ts';
import { addCollector } from './collectors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { cachedMs, measureNotice } from './notice-of-rights.ts';
import { signIn } from './portal-sign-in.ts';
import { countLost, startLoad } from './rolling-load.ts';
import { agreeForAll } from './test-app.ts';
import { startTwoServers, type TwoServers } from './two-servers.ts';

let database: TestDatabase;
let site: TwoServers;
beforeAll(async () => {
  database = await createTestDatabase();
  await addCollector(database, { key: 'key-of-two-servers' });
  site = await startTwoServers(database);
  await agreeForAll(database);
}, 180_000);
afterAll(async () => {
  await site.stop();
  await database.close();
}, 60_000);

const renew = (token: string, url = site.url) =>
  fetch(`${url}/identity/platen/signin/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'platen-portal', refresh_token: token }),
  });

const get = (token: string, address: string, url = site.url) =>
  fetch(`${url}${address}`, { headers: { authorization: `Bearer ${token}` } });

test('AU-01: the development sign-in works with any of two servers, and a refresh token is good once at both', async () => {
  const { tokens, answeredBy } = await signIn(site.url, 'service');
  expect(answeredBy.size).toBe(2);
  for (const { url } of site.servers) expect((await get(tokens.access_token, '/v1/users/me', url)).status).toBe(200);
  expect((await renew(tokens.refresh_token, site.servers[0]?.url)).status).toBe(200);
  // Past the time in which a lost answer may be asked for again.
  await sql`
    update sign_in_state set payload = payload || jsonb_build_object('consumed', (payload ->> 'consumed')::bigint - 31)
    where payload ? 'consumed'`.execute(database.db);
  expect((await renew(tokens.refresh_token, site.servers[1]?.url)).status).toBe(400);
});

test('AU-43: a change of rights is known to both servers within 3 s, by notice before what is cached has ended', async () => {
  const { tokens } = await signIn(site.url, 'dealer');
  const knownAfterMs = await measureNotice({
    urls: site.servers.map(({ url }) => url),
    read: async (url) => (await get(tokens.access_token, '/v1/users/me', url)).text(),
    change: async () =>
      inTransaction(database.db, async (trx) => {
        await trx.insertInto('device_group').values({ group_id: 77, name: 'Newly given' }).execute();
        const { user_id } = await trx
          .selectFrom('app_user')
          .select('user_id')
          .where('subject', '=', 'dealer')
          .executeTakeFirstOrThrow();
        await trx.insertInto('user_group').values({ user_id, group_id: 77 }).execute();
        await recordChange(trx, { actor: 'server', action: 'users groups', subject: 'user:dealer' });
      }),
    undo: async () => void (await database.db.deleteFrom('device_group').where('group_id', '=', 77).execute()),
  });
  expect(knownAfterMs).toBeLessThan(cachedMs);
});

test('AP-05: in a rolling restart of two servers under load no call fails and no report is lost', async () => {
  const { tokens } = await signIn(site.url, 'service');
  const load = startLoad({ url: site.url, token: tokens.access_token, collectorKey: 'key-of-two-servers' });
  for (const index of [0, 1]) {
    await site.replace(index);
    // The proxy looks ten times a second.
    await wait(500);
  }
  const { calls, sent, failed } = await load.stop();
  expect(failed).toEqual([]);
  expect(calls).toBeGreaterThan(50);
  expect(await countLost(database, sent)).toBe(0);
}, 180_000);

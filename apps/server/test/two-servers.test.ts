import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordChange } from '../src/store/audit.ts';
import { inTransaction } from '../src/store/transactions.ts';
import { addCollector } from './collectors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
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

interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Signs in as the portal does, each step at the server whose turn it is; also gives who answered. */
async function signIn(name: string): Promise<{ tokens: Tokens; answeredBy: Set<string> }> {
  const cookies = new Map<string, string>();
  const answeredBy = new Set<string>();
  const browse = async (address: string, form?: Record<string, string>): Promise<Response> => {
    const answer = await fetch(address, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(key);
      else cookies.set(key, value);
    }
    answeredBy.add(answer.headers.get('x-answered-by') ?? '');
    return answer;
  };
  const next = (answer: Response) => new URL(answer.headers.get('location') ?? '', site.url).href;
  const authority = `${site.url}/identity/platen/signin/v2.0`;
  const verifier = randomBytes(32).toString('base64url');
  const discovered = (await (await browse(`${authority}/.well-known/openid-configuration`)).json()) as {
    authorization_endpoint: string;
    token_endpoint: string;
  };
  const asked = new URLSearchParams({
    client_id: 'platen-portal',
    redirect_uri: `${site.url}/callback`,
    response_type: 'code',
    scope: 'openid offline_access profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'x',
  });
  const form = next(await browse(`${discovered.authorization_endpoint}?${asked.toString()}`));
  await browse(form);
  const resumed = next(await browse(form, { name, password: 'platen' }));
  const code = new URL(next(await browse(resumed))).searchParams.get('code') ?? '';
  const answer = await browse(discovered.token_endpoint, {
    grant_type: 'authorization_code',
    client_id: 'platen-portal',
    code,
    redirect_uri: `${site.url}/callback`,
    code_verifier: verifier,
  });
  expect(answer.status).toBe(200);
  return { tokens: (await answer.json()) as Tokens, answeredBy };
}

const renew = (token: string, url = site.url) =>
  fetch(`${url}/identity/platen/signin/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'platen-portal', refresh_token: token }),
  });

const get = (token: string, address: string, url = site.url) =>
  fetch(`${url}${address}`, { headers: { authorization: `Bearer ${token}` } });

test('AU-01: the development sign-in works with any of two servers, and a refresh token is good once at both', async () => {
  const { tokens, answeredBy } = await signIn('service');
  expect(answeredBy.size).toBe(2);
  for (const { url } of site.servers) expect((await get(tokens.access_token, '/v1/users/me', url)).status).toBe(200);
  expect((await renew(tokens.refresh_token, site.servers[0]?.url)).status).toBe(200);
  expect((await renew(tokens.refresh_token, site.servers[1]?.url)).status).toBe(400);
});

test('AU-43: a change of rights is known to both servers within 3 s, by notice before what is cached has ended', async () => {
  const { tokens } = await signIn('dealer');
  const groupsAt = async (url: string) => {
    const me = (await (await get(tokens.access_token, '/v1/users/me', url)).json()) as { groups?: unknown[] };
    return JSON.stringify(me);
  };
  const before = await Promise.all(site.servers.map(({ url }) => groupsAt(url)));
  const changed = Date.now();
  await inTransaction(database.db, async (trx) => {
    await trx.insertInto('device_group').values({ group_id: 77, name: 'Newly given' }).execute();
    const { user_id } = await trx
      .selectFrom('app_user')
      .select('user_id')
      .where('subject', '=', 'dealer')
      .executeTakeFirstOrThrow();
    await trx.insertInto('user_group').values({ user_id, group_id: 77 }).execute();
    await recordChange(trx, { actor: 'server', action: 'users groups', subject: 'user:dealer' });
  });
  for (const [index, { url }] of site.servers.entries()) {
    while ((await groupsAt(url)) === before[index] && Date.now() - changed < 10_000) await wait(20);
    // What is cached ends after 3 s by itself; both had cached it at the change.
    expect(Date.now() - changed).toBeLessThan(2000);
  }
});

test('AP-05: in a rolling restart of two servers under load no call fails and no report is lost', async () => {
  const { tokens } = await signIn('service');
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

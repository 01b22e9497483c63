import { endpoint } from '@platen/contract/endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { silent } from '../../test/silent.ts';
import { addDevices, agreeForAll, createTestApp, type TestApp } from '../../test/test-app.ts';
import { createLogger } from '../base/logger.ts';
import { registerDevices } from '../features/devices/routes.ts';
import { serve } from '../kit/serve.ts';
import { connect } from '../store/database.ts';
import { queryWithin } from '../store/statement.ts';
import { createFrame } from './frame.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
  await addDevices(
    platen.database,
    Array.from({ length: 300 }, (_, n) => ({ serial: `S${n}`, customer_name: `Customer ${n}` })),
  );
});
afterAll(() => platen.close());

/** The device list, and a call that runs until it is stopped, over the few sessions of a server. */
async function openServer(env: Partial<TestApp['settings']> = {}) {
  const store = connect(platen.database.url, { log: silent, maxSessions: 12, statementTimeoutMs: 0 });
  const app = createFrame({
    settings: { ...platen.settings, ...env },
    store,
    identity: platen.app.platform.identity,
    log: createLogger('fatal', { write: () => undefined }),
  });
  registerDevices(app);
  const slow = endpoint({
    method: 'GET',
    path: '/v1/slow',
    access: 'user',
    summary: 'slow',
    answer: z.object({ ok: z.boolean() }),
  });
  serve(app, slow, async ({ signal }) => {
    await queryWithin(
      store.pool,
      { text: 'select pg_sleep(600)' },
      { budgetMs: platen.settings.userStatementMs * 100, signal },
    );
    return { ok: true };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  interface Init extends Omit<RequestInit, 'headers'> {
    headers?: Record<string, string>;
  }
  const call = async (subject: string, path: string, init: Init = {}) =>
    fetch(`${base}${path}`, { ...init, headers: { ...init.headers, ...(await platen.bearer(subject)) } });
  const search = (subject: string, criteria: object, signal: AbortSignal) =>
    call(subject, '/v1/devices/search', {
      method: 'POST',
      body: JSON.stringify(criteria),
      headers: { 'content-type': 'application/json' },
      signal,
    });
  return {
    call,
    search,
    counts: () => app.platform.limits.userCalls.counts(),
    busy: () => store.pool.totalCount - store.pool.idleCount + store.pool.waitingCount,
    close: async () => {
      await app.close();
      await store.close();
    },
  };
}

let server: Awaited<ReturnType<typeof openServer>>;
beforeEach(async () => {
  server = await openServer({ userStatementMs: 60_000 });
  return () => server.close();
});

/** Statements of this test that PostgreSQL works on. */
const sleeping = async () => {
  const { rows } = await platen.database.pool.query<{ count: number }>(
    `select count(*) as count from pg_stat_activity where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`,
  );
  return rows[0]?.count;
};
/** No statement reads a device while `work` is done. */
async function whileLocked(work: () => Promise<void>) {
  const lock = await platen.database.pool.connect();
  try {
    await lock.query('begin; lock table device in access exclusive mode');
    await work();
  } finally {
    await lock.query('rollback');
    lock.release();
  }
}
/** Ends as soon as it holds; a busy machine may take longer than the default second. */
const patient = { timeout: 30_000 };
const idle = { taken: 0, waiting: 0 };

describe('one user does not stop the rest', () => {
  test('AC-24: others are served while a user has calls that never end; when these are broken off, their statements end too', async () => {
    const gone = new AbortController();
    const hanging = Array.from({ length: 30 }, () =>
      server.call('service', '/v1/slow', { signal: gone.signal }).catch((error: unknown) => error),
    );
    await expect.poll(server.counts, patient).toEqual({ taken: 4, waiting: 26 });
    await expect.poll(sleeping, patient).toBe(4);
    for (let n = 0; n < 5; n++) expect((await server.call('admin', '/v1/devices')).status).toBe(200);
    expect(await sleeping()).toBe(4);
    gone.abort();
    expect((await Promise.all(hanging)).every((error) => error instanceof Error)).toBe(true);
    await expect.poll(server.counts, patient).toEqual(idle);
    await expect.poll(sleeping, patient).toBe(0);
    await expect.poll(server.busy, patient).toBe(0);
    expect((await server.call('service', '/v1/devices')).status).toBe(200);
  });

  test('AC-24: fourteen large searches of a user wait for each other, not the list of another user', async () => {
    const names = Array.from({ length: 512 }, (_, n) => `customer ${n}x`.repeat(20));
    const answers: string[] = [];
    const signal = new AbortController().signal;
    const calls: Promise<unknown>[] = [];
    await whileLocked(async () => {
      for (let n = 0; n < 14; n++)
        calls.push(
          server
            .search('service', { customerNamesAndDescriptions: names }, signal)
            .then(({ status }) => answers.push(`a ${status}`)),
        );
      // One search at a time; it takes three of the four places.
      await expect.poll(server.counts, patient).toEqual({ taken: 3, waiting: 13 });
      // Sessions that one user cannot take are there for the next.
      calls.push(server.call('admin', '/v1/devices').then(({ status }) => answers.push(`b ${status}`)));
      await expect.poll(server.counts, patient).toEqual({ taken: 5, waiting: 13 });
    });
    await Promise.all(calls);
    expect(answers.toSorted()).toEqual([...Array.from({ length: 14 }, () => 'a 200'), 'b 200']);
    expect([...answers.keys()].slice(0, -1)).toContain(answers.indexOf('b 200'));
    expect(server.counts()).toEqual(idle);
  });

  test('AC-24: a hundred lists at once are all answered, and the list of another user before the last of them', async () => {
    const answers: string[] = [];
    const ask = async (name: string, subject: string) => {
      const answer = await server.call(subject, '/v1/devices');
      await answer.arrayBuffer();
      answers.push(`${name} ${answer.status}`);
    };
    const calls: Promise<void>[] = [];
    await whileLocked(async () => {
      calls.push(...Array.from({ length: 100 }, () => ask('a', 'service')));
      await expect.poll(server.counts, patient).toEqual({ taken: 4, waiting: 98 });
      calls.push(ask('b', 'admin'));
      await expect.poll(server.counts, patient).toEqual({ taken: 6, waiting: 98 });
    });
    await Promise.all(calls);
    expect([...answers.keys()].slice(0, -1)).toContain(answers.indexOf('b 200'));
    expect(answers.filter((answer) => answer === 'a 200')).toHaveLength(100);
    expect(server.counts()).toEqual(idle);
  });
});

test('AC-24: a search beyond its time is cancelled and answered with 203002, and its places are free again', async () => {
  const impatient = await openServer({ userStatementMs: 50 });
  try {
    await whileLocked(async () => {
      const answer = await impatient.call('service', '/v1/devices');
      expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([
        503,
        '5',
        { errorCode: 203002, detail: [{ msg: expect.stringContaining('narrow') }] },
      ]);
      expect([impatient.counts(), impatient.busy()]).toEqual([idle, 0]);
    });
  } finally {
    await impatient.close();
  }
});

import { endpoint } from '@platen/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { silent } from '../../test/silent.ts';
import { agreeForAll, createTestApp, type TestApp } from '../../test/test-app.ts';
import { createLogger } from '../base/logger.ts';
import { serve } from '../kit/serve.ts';
import { connect } from '../store/database.ts';
import { createFrame } from './frame.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
});
afterAll(() => platen.close());

/** A frame with a few routes that misbehave, on the same database. */
async function withFrame(
  work: (url: string, headers: Record<string, string>) => Promise<void>,
  env: Partial<TestApp['settings']> = {},
  store: Pick<TestApp['database'], 'db' | 'pool'> = platen.database,
) {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  const app = createFrame({
    settings: { ...platen.settings, ...env },
    store,
    identity: platen.app.platform.identity,
    log,
  });
  const route = (name: string) =>
    endpoint({
      method: 'GET',
      path: `/v1/${name}`,
      access: 'user',
      summary: name,
      answer: z.object({ ok: z.string() }),
    });
  serve(app, route('fails'), async () => {
    throw new Error('secret inner workings');
  });
  serve(app, route('slow'), () => new Promise((resolve) => setTimeout(resolve, 5000, { ok: 'late' }).unref()));
  serve(app, route('stores'), async () => {
    await store.pool.query('select 1');
    return { ok: 'stored' };
  });
  serve(app, route('lies'), async () => JSON.parse('{"ok": 5}'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await work(`http://127.0.0.1:${port}/v1`, await platen.bearer('service'));
  await app.close();
  return lines.join('');
}

describe('trouble', () => {
  test('AC-14 EH-07: an unexpected failure gives 500 with 201000 and the number under which the log has it, nothing of the inside', async () => {
    const log = await withFrame(async (url, headers) => {
      const answer = await fetch(`${url}/fails`, { headers });
      const text = await answer.text();
      expect(answer.status).toBe(500);
      expect(JSON.parse(text)).toMatchObject({ errorCode: 201000 });
      expect(text).not.toContain('secret inner workings');
      expect(text).toContain(answer.headers.get('x-request-id'));
    });
    expect(log).toContain('secret inner workings');
  });

  test('AP-04 AC-24: a call that takes too long is given up with 503 and 203002', async () => {
    await withFrame(
      async (url, headers) => {
        const answer = await fetch(`${url}/slow`, { headers });
        expect([answer.status, await answer.json()]).toMatchObject([503, { errorCode: 203002 }]);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      },
      { requestTimeoutMs: 200 },
    );
  });

  test('AC-25 OQ-116: a database that cannot be reached gives 503 with 203003 and Retry-After', async () => {
    const gone = connect('postgres://unknown@127.0.0.1:1/platen', { log: silent, maxSessions: 1 });
    await withFrame(
      async (url, headers) => {
        const answer = await fetch(`${url}/stores`, { headers });
        expect([answer.status, await answer.json()]).toMatchObject([503, { errorCode: 203003 }]);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      },
      {},
      gone,
    );
    await gone.close();
  });

  test('AC-24 OQ-116: with too many calls waiting for the database, further ones get 503 with 203002 at once', async () => {
    const narrow = connect(platen.database.url, { log: silent, maxSessions: 1 });
    const held = await narrow.pool.connect();
    const waiting = [1, 2, 3].map(() => narrow.pool.query('select 1'));
    await withFrame(
      async (url, headers) => {
        const answer = await fetch(`${url}/stores`, { headers });
        expect([answer.status, await answer.json()]).toMatchObject([503, { errorCode: 203002 }]);
      },
      { queueLimit: 2 },
      narrow,
    );
    held.release();
    await Promise.all(waiting);
    await narrow.close();
  });

  test('AC-23 OQ-116: a user beyond the allowance gets 429 with 203001 and Retry-After; others are served', async () => {
    await withFrame(
      async (url, headers) => {
        for (let n = 0; n < 3; n++) expect((await fetch(`${url}/stores`, { headers })).status).toBe(200);
        const answer = await fetch(`${url}/stores`, { headers });
        expect([answer.status, await answer.json()]).toMatchObject([429, { errorCode: 203001 }]);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect((await fetch(`${url}/stores`, { headers: await platen.bearer('admin') })).status).toBe(200);
      },
      { userRequestsPerMinute: 3 },
    );
  });

  test('AC-23: guessing tokens is slowed down by address', async () => {
    await withFrame(
      async (url) => {
        const guess = () => fetch(`${url}/stores`, { headers: { authorization: 'Bearer a.b.c' } });
        expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([401, 401, 429]);
      },
      { failedTokensPerMinute: 2 },
    );
  });

  test('AP-05: outside production an answer that breaks the contract is a failure, not sent', async () => {
    await withFrame(async (url, headers) => {
      const answer = await fetch(`${url}/lies`, { headers });
      expect([answer.status, await answer.json()]).toMatchObject([500, { errorCode: 201000 }]);
    });
  });
});

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request as httpRequest } from 'node:http';
import { listDevices } from '@platen/contract/devices';
import { deviceParams } from '@platen/contract/device-call';
import { endpoint } from '@platen/contract/endpoint';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../test/silent.ts';
import { addDevices, agreeForAll, createTestApp, type TestApp } from '../../test/test-app.ts';
import { connect } from '../store/connect.ts';
import { createFrame } from './frame.ts';
import { createLogger } from './logger.ts';
import { serve } from './serve.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp({
    PLATEN_CORS_ORIGINS: 'https://portal.example',
    PLATEN_PUBLIC_URL: 'https://platen.example',
  });
  await agreeForAll(platen.database);
  await addDevices(
    platen.database,
    Array.from({ length: 30 }, (_, n) => ({ serial: `S-${n}`, description: 'in the corridor' })),
  );
});
afterAll(() => platen.close());

/** A call without what fetch adds or undoes: packing and conditional requests as they are on the wire. */
function callRaw(
  address: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    httpRequest(address, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('refusals', () => {
  test('EH-05 EH-06 AC-26: an address nobody serves, and a wrong method, give 404 with 204001', async () => {
    for (const [method, path] of [
      ['GET', '/v1/nothing'],
      ['GET', '/v1'],
      ['DELETE', '/v1/devices'],
      ['GET', '/v1/devices/search'],
      ['POST', '/v1/device/x/profile'],
      ['GET', '/robots.txt'],
    ] as const) {
      const answer = await fetch(`${platen.url}${path}`, { method, headers: { accept: 'text/html' } });
      expect([path, answer.status, await answer.json()]).toMatchObject([
        path,
        404,
        { errorCode: 204001, detail: [{ msg: expect.any(String) }] },
      ]);
    }
    expect((await fetch(`${platen.url}/v1/devices/search`)).headers.get('allow')).toBe('POST');
  });

  test('EH-05 EH-08 AC-22 AP-03: bodies that are no JSON, of another kind or too large give 422 with 202001', async () => {
    const headers = await platen.bearer('service');
    for (const [type, body] of [
      ['application/json', '{"models": ['],
      ['application/json', '{"__proto__": {"x": 1}}'],
      ['application/json', `{"models":["${'x'.repeat(400_000)}"]}`],
      ['text/plain', 'models'],
      ['application/json', ''],
    ] as const) {
      const answer = await fetch(`${platen.url}/v1/devices/search`, {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
        body,
      });
      expect([body.slice(0, 20), answer.status, await answer.json()]).toMatchObject([
        body.slice(0, 20),
        422,
        { errorCode: 202001 },
      ]);
    }
  });

  test('AP-02 AC-18: without a token every user call gives 401 with 201004, before its body is read', async () => {
    for (const { access, method, path } of platen.app.platform.endpoints) {
      if (access !== 'user') continue;
      const answer = await fetch(`${platen.url}${path.replace('{id}', 'x')}`, {
        method,
        ...(method === 'GET' ? {} : { body: 'x'.repeat(1000) }),
      });
      expect([path, answer.status, await answer.json()]).toMatchObject([path, 401, { errorCode: 201004 }]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('OQ-109: a user token is no collector key', async () => {
    const answer = await platen.post('admin', '/v1/ingest/reports', { reports: [] });
    expect([answer.status, await answer.json()]).toMatchObject([401, { errorCode: 201002 }]);
  });
});

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
    const gone = connect('postgres://nobody@127.0.0.1:1/platen', { log: silent, maxSessions: 1 });
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

describe('headers', () => {
  test('OQ-121: every answer carries a policy without inline code, and the others of their kind', async () => {
    for (const path of [
      '/',
      '/docs',
      '/v1/devices',
      '/v1/nothing',
      '/healthz',
      '/identity/platen/signin/v2.0/jwks',
      '/assets/none.js',
    ]) {
      const { headers } = await fetch(`${platen.url}${path}`);
      const policy = headers.get('content-security-policy') ?? '';
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ])
        expect([path, policy.split('; ')]).toEqual([path, expect.arrayContaining([rule])]);
      expect([path, policy]).toEqual([path, expect.not.stringMatching(/unsafe|\*/)]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('strict-transport-security')).toContain('max-age');
    }
  });

  test('AP-12: a read carries a tag and is answered 304 while nothing changed; a refusal or a post is never kept', async () => {
    const headers = await platen.bearer('service');
    const address = `${platen.url}/v1/devices?limit=5`;
    const first = await callRaw(address, headers);
    const tag = String(first.headers['etag']);
    expect(tag).toMatch(/^W\/"/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const second = await callRaw(address, { ...headers, 'if-none-match': `"other", ${tag}` });
    expect([second.status, second.body.length, second.headers['etag']]).toEqual([304, 0, tag]);

    await addDevices(platen.database, [{ serial: 'ZZZ new at the end' }]);
    // The page is the same, but the count in its headers is not.
    expect((await callRaw(address, { ...headers, 'if-none-match': tag })).status).toBe(200);

    expect((await fetch(address)).headers.get('cache-control')).toBe('no-store');
    const posted = await platen.post('service', '/v1/devices/search', {});
    expect([posted.headers.get('etag'), posted.headers.get('cache-control')]).toEqual([null, 'no-store']);
  });

  test('AP-03: answers above 1 KB are packed as the client can take them', async () => {
    const headers = await platen.bearer('service');
    const read = async (accept: string) =>
      callRaw(`${platen.url}/v1/devices`, { ...headers, 'accept-encoding': accept });
    const plain = await read('identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const brotli = await read('gzip, deflate, br');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
    const gzip = await read('gzip, br;q=0');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(brotli.body.length).toBeLessThan(plain.body.length / 4);
    const small = await callRaw(`${platen.url}/v1/users/me`, { ...headers, 'accept-encoding': 'br' });
    expect(small.headers['content-encoding']).toBeUndefined();
  });

  test('AP-35 AP-36 OQ-34: configured origins may call and read the headers of lists; others get no leave', async () => {
    const ask = async (origin: string, method = 'GET') =>
      fetch(`${platen.url}/v1/devices`, {
        method,
        headers: { origin, ...(method === 'GET' ? await platen.bearer('service') : {}) },
      });
    const allowed = await ask('https://portal.example');
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://portal.example');
    expect(allowed.headers.get('access-control-expose-headers')).toMatch(/has-more.*total-count.*etag/);
    const preflight = await ask('https://portal.example', 'OPTIONS');
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('authorization'),
    ]);
    for (const method of ['GET', 'OPTIONS']) {
      const other = await ask('https://evil.example', method);
      expect(other.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('documentation', () => {
  test('AP-05 AP-07..AP-14 AP-20 AP-25: OpenAPI 3.1 lists every call that is served, with headers, refusals and who may call', async () => {
    const document = (await (await fetch(`${platen.url}/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<
        string,
        Record<
          string,
          {
            parameters: { name: string }[];
            responses: Record<string, { headers?: object; description: string }>;
            security: object[];
          }
        >
      >;
      components: { securitySchemes: object };
    };
    expect(document.openapi).toBe('3.1.0');
    const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(calls).toEqual(
      expect.arrayContaining([
        'GET /v1/termsOfUse',
        'POST /v1/termsOfUse',
        'POST /v1/users/loginAt',
        'GET /v1/notifications',
        'GET /v1/users/me',
        'GET /v1/devices',
        'POST /v1/devices/search',
        'GET /v1/device/{id}/profile',
        'GET /v1/device/{id}/firmware',
        'GET /v1/device/{id}/networkInformation',
        'POST /v1/ingest/reports',
      ]),
    );
    const list = document.paths[listDevices.path]?.['get'];
    expect(list?.parameters.map(({ name }) => name)).toEqual([
      'offset',
      'limit',
      'search',
      'groupId',
      'sortColumn',
      'sortOrder',
    ]);
    expect(Object.keys(list?.responses['200']?.headers ?? {})).toEqual(['has-more', 'total-count']);
    expect(list?.responses['403']?.description).toContain('200001');
    expect(document.paths['/v1/ingest/reports']?.['post']?.security).toEqual([{ collector: [] }]);
    expect(Object.keys(deviceParams.shape)).toEqual(
      document.paths['/v1/device/{id}/profile']?.['get']?.parameters.map(({ name }) => name),
    );
    expect(JSON.stringify(document)).not.toContain('"$schema"');
  });

  test('AP-05: the page to read names every call and needs neither scripts nor other hosts', async () => {
    const answer = await fetch(`${platen.url}/docs`);
    const html = await answer.text();
    for (const { path } of platen.app.platform.endpoints) expect(html).toContain(path);
    expect(html).not.toMatch(/<script|style=|https?:\/\//);
    const [, style = ''] = /href="([^"]+\.css)"/.exec(html) ?? [];
    const css = await fetch(`${platen.url}${style}`);
    expect([css.status, css.headers.get('content-type'), css.headers.get('cache-control')]).toEqual([
      200,
      'text/css; charset=utf-8',
      expect.stringContaining('immutable'),
    ]);
  });
});

describe('health', () => {
  test('AP-05: healthz and readyz answer; metrics count calls by route, for this machine only', async () => {
    expect(await (await fetch(`${platen.url}/healthz`)).json()).toEqual({ status: 'OK' });
    expect(await (await fetch(`${platen.url}/readyz`)).json()).toEqual({ status: 'OK' });
    await platen.get('service', '/v1/device/01900000-0000-7000-8000-00000000abcd/profile');
    const metrics = await (await fetch(`${platen.url}/metrics`)).text();
    expect(metrics).toMatch(
      /platen_http_request_seconds_count\{method="GET",route="\/v1\/device\/:id\/profile",status="404"\} \d/,
    );
    expect(metrics).not.toContain('abcd');
    expect(metrics).toContain('platen_database_connections{state="idle"}');
    const forwarded = await fetch(`${platen.url}/metrics`, { headers: { 'x-forwarded-for': '198.51.100.7' } });
    expect(forwarded.status).toBe(404);
  });
});

import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDevices, agreeForAll, createTestApp, type TestApp } from '../../test/test-app.ts';

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
  test('EH-05 EH-06 AC-26: an unknown route and a wrong method give 404 with 204001', async () => {
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
    for (const { access, method, path, takesBasic } of platen.app.platform.endpoints) {
      if (access !== 'user') continue;
      const answer = await fetch(`${platen.url}${path.replace('{id}', 'x')}`, {
        method,
        ...(method === 'GET' ? {} : { body: 'x'.repeat(1000) }),
      });
      expect([path, answer.status, await answer.json()]).toMatchObject([path, 401, { errorCode: 201004 }]);
      // Spreadsheets are asked for what they know (MX-09).
      const scheme = takesBasic === true ? 'Basic realm="Platen", charset="UTF-8"' : 'Bearer';
      expect(answer.headers.get('www-authenticate')).toBe(scheme);
    }
  });

  test('OQ-109: a user token is no collector key', async () => {
    const answer = await platen.post('admin', '/v1/ingest/reports', { reports: [] });
    expect([answer.status, await answer.json()]).toMatchObject([401, { errorCode: 201002 }]);
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

  test('AP-12: a read carries a tag and is answered 304 while nothing changed; no cache stores any answer of the API', async () => {
    const headers = await platen.bearer('service');
    const address = `${platen.url}/v1/devices?limit=5`;
    const first = await callRaw(address, headers);
    const tag = String(first.headers['etag']);
    expect(tag).toMatch(/^W\/"/);
    expect(first.headers['cache-control']).toBe('no-store');
    const second = await callRaw(address, { ...headers, 'if-none-match': `"other", ${tag}` });
    expect([second.status, second.body.length, second.headers['etag']]).toEqual([304, 0, tag]);
    expect(second.headers['cache-control']).toBe('no-store');

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

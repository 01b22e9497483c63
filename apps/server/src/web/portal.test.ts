import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { readSettings } from '../settings/settings.ts';
import { toCanonicalAddress, toScriptJson } from './portal.ts';

const page =
  '<!doctype html><html><head><title>Platen</title><!--platen-config--></head><body><div id="root"></div></body></html>';
let directory: string;
let platen: TestApp;
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'platen-portal-'));
  mkdirSync(path.join(directory, 'assets'));
  writeFileSync(path.join(directory, 'index.html'), page);
  writeFileSync(path.join(directory, 'favicon.svg'), '<svg/>');
  writeFileSync(path.join(directory, '.secret'), 'hidden');
  writeFileSync(path.join(directory, 'assets', 'main-abc123.js'), 'console.log(1)');
  writeFileSync(path.join(directory, 'assets', 'main-abc123.js.br'), brotliCompressSync('console.log(1)'));
  platen = await createTestApp({ PLATEN_PORTAL: directory });
});
afterAll(async () => {
  await platen.close();
  rmSync(directory, { recursive: true, force: true });
});

const home = () => platen.settings.publicUrl;
const open = (address: string, headers: Record<string, string> = {}) =>
  fetch(`${home()}${address}`, { redirect: 'manual', headers: { accept: 'text/html,*/*', ...headers } });

describe('portal', () => {
  test('every address of a screen, plain or with the prefix, gives the page', async () => {
    for (const address of [
      '/',
      '/login',
      '/callback?code=1',
      '/devicelist?searchkey=a',
      '/networkInformation',
      '/rdt',
      '/rdt/',
      '/rdt/devicelist',
      '/no/such/screen',
      '/index.html',
    ]) {
      const answer = await open(address);
      expect([address, answer.status, answer.headers.get('cache-control')]).toEqual([address, 200, 'no-cache']);
      expect(await answer.text()).toContain('<div id="root">');
    }
  });

  test('AU-02 AP-01 OQ-124 CN-09: the page carries the settings of the site as data, not as code', async () => {
    const html = await (await open('/login')).text();
    const [, json = ''] = /<script type="application\/json" id="platen-config">(.*?)<\/script>/.exec(html) ?? [];
    const config = {
      stage: 'eu',
      brands: ['platen', 'rdt'],
      apiBase: '',
      authority: `${home()}/identity/platen/signin/v2.0`,
      clientId: 'platen-portal',
      scope: 'openid profile offline_access',
      logoutHint: 'client_id',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    };
    expect(JSON.parse(json)).toEqual(config);
    expect(html).not.toContain('<!--platen-config-->');
    expect(await (await open('/config.json')).json()).toEqual(config);
  });

  test('OQ-121: settings cannot break out of the element they stand in', () => {
    const text = toScriptJson({ clientId: '</script><script>alert(1)</script><!--\u2028' });
    expect(text).not.toMatch(/[<>\u2028]/);
    expect(JSON.parse(text)).toEqual({ clientId: '</script><script>alert(1)</script><!--\u2028' });
  });

  test('hashed files may be kept for good and come packed; others are asked for again', async () => {
    const script = await open('/assets/main-abc123.js', { 'accept-encoding': 'br' });
    expect(script.headers.get('content-encoding')).toBe('br');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toContain('javascript');
    expect(await script.text()).toBe('console.log(1)');
    expect((await open('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  test('the page is compressed, tagged, and read again after another build', async () => {
    const first = await open('/', { 'accept-encoding': 'br' });
    expect(first.headers.get('content-encoding')).toBe('br');
    const tag = first.headers.get('etag') ?? '';
    expect((await open('/', { 'if-none-match': tag })).status).toBe(304);
    writeFileSync(path.join(directory, 'index.html'), page.replace('Platen', 'Next build'));
    const second = await open('/', { 'if-none-match': tag });
    expect(second.status).toBe(200);
    expect(await second.text()).toContain('Next build');
    writeFileSync(path.join(directory, 'index.html'), page);
  });

  test('RT-02: the page is answered to clients that name no media type, too: uptime monitors, curl', async () => {
    const ask = (accept: string | undefined, method = 'GET', address = '/login') =>
      new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
        const { hostname, port } = new URL(home());
        request(
          { hostname, port, path: address, method, headers: accept === undefined ? {} : { accept } },
          (answer) => {
            answer.resume();
            resolve([answer.statusCode, answer.headers['content-type']]);
          },
        )
          .on('error', reject)
          .end();
      });
    const html = [200, 'text/html; charset=utf-8'];
    for (const accept of [undefined, '', '*/*', 'text/*', 'application/xml, TEXT/HTML;q=0.9'])
      expect([accept, await ask(accept)]).toEqual([accept, html]);
    expect(await ask('*/*', 'HEAD', '/rdt/devicelist')).toEqual(html);
    for (const accept of ['application/json', 'image/*', 'text/plain'])
      expect([accept, (await ask(accept))[0]]).toEqual([accept, 404]);
    for (const address of ['/v1/nothing', '/v2/devices', '/metrics/x', '/healthz/x', '/favicon.png', '/assets/x'])
      expect([address, (await ask('*/*', 'GET', address))[0]]).toEqual([address, 404]);
  });

  test('AC-26: what looks like a file or a call and is not there is 404, never the page', async () => {
    for (const address of [
      '/assets/gone-1.js',
      '/favicon.png',
      '/v1/nothing',
      '/v1/../v1/x',
      '/.secret',
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/identity/other',
    ]) {
      const answer = await open(address);
      expect([address, answer.status]).toEqual([address, 404]);
      expect(await answer.json()).toMatchObject({ errorCode: 204001 });
    }
    expect((await fetch(`${home()}/devicelist`, { headers: { accept: 'application/json' } })).status).toBe(404);
    expect((await fetch(`${home()}/devicelist`, { method: 'POST' })).status).toBe(404);
  });

  test('a browser that came by another name of this machine is sent to the public address, with path and query', async () => {
    const byNumber = await fetch(`${platen.url}/devicelist?searchkey=a`, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    });
    expect([byNumber.status, byNumber.headers.get('location')]).toEqual([307, `${home()}/devicelist?searchkey=a`]);
    // Calls of scripts work by either name.
    expect((await fetch(`${platen.url}/v1/termsOfUse`, { headers: await platen.bearer('service') })).status).toBe(200);
  });

  test('only names of this machine are led back, and never to another host', () => {
    const settings = readSettings({});
    expect(toCanonicalAddress(settings, '127.0.0.1:8400', '//evil.example/x')).toBe(
      'http://localhost:8400/evil.example/x',
    );
    expect(toCanonicalAddress(settings, 'localhost:8400', '/')).toBeUndefined();
    expect(toCanonicalAddress(settings, 'portal.example', '/')).toBeUndefined();
    expect(toCanonicalAddress(settings, '127.0.0.1:9999', '/')).toBeUndefined();
    expect(toCanonicalAddress(settings, 'bad host', '/')).toBeUndefined();
    expect(
      toCanonicalAddress(readSettings({ PLATEN_PUBLIC_URL: 'https://platen.example' }), '127.0.0.1:8400', '/'),
    ).toBeUndefined();
  });
});

test('AP-04: shutdown lets the calls in progress end, takes no new connection, and says so beforehand', async () => {
  const own = await createTestApp();
  let release: (() => void) | undefined;
  const { pool } = own.app.platform.store;
  const held = await pool.connect();
  await held.query('begin; lock table app_user in access exclusive mode');
  release = () => void held.query('rollback').then(() => held.release());
  const headers = await own.bearer('service');
  const pending = new Promise<number>((resolve, reject) => {
    request(`${own.url}/v1/termsOfUse`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
  // The call is in once it waits for the lock.
  for (;;) {
    const { rows } = await pool.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    if (rows.length > 0) break;
  }
  const closed = own.app.close();
  while (own.app.server.listening) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(own.app.platform.draining).toBe(true);
  await expect(fetch(`${own.url}/healthz`)).rejects.toThrow('fetch failed');
  release();
  expect(await pending).toBe(200);
  await closed;
  await own.close();
});

test('AP-04: a call that waits to be accepted when the server stops listening is served', async () => {
  const own = await createTestApp();
  const caller = fork(new URL('../../test/calling-process.mjs', import.meta.url));
  await once(caller, 'message');
  const answered = once(caller, 'message');
  caller.send(`${own.url}/healthz`);
  // The event loop stands still, as under load, until the call has come.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  const closed = own.app.close();
  expect(await answered).toContain('200');
  await closed;
  await own.close();
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startPlainServer, startProxy, startTlsServer } from '../../test/site-network.ts';
import { runInProcess } from '../testing/run-cli.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'platen-check-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const key = 'key-of-the-site';
/** Answers to an empty status as a Platen server does. */
const platen = (request: IncomingMessage, response: ServerResponse) => {
  const known = request.headers.authorization;
  const [status, errorCode] =
    known === `Bearer ${key}` ? [422, 202001] : known === 'Bearer resting-key' ? [403, 201007] : [401, 201002];
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ errorCode, detail: [], ...(status === 403 && { standing: 'resting' }) }));
};
async function check(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const none = { HTTPS_PROXY: '', https_proxy: '', NO_PROXY: '', no_proxy: '' };
  const { code, stdout, stderr } = await runInProcess(['check', '--data', data, ...args], {
    ...none,
    PLATEN_COLLECTOR_KEY: key,
    ...env,
  });
  const rows = stdout.split('\n').flatMap((line) => {
    const [, mark, step, text] = /^(ok|FAILED|-) +(\w+) +(.*)$/.exec(line) ?? [];
    return step === undefined ? [] : [[mark, step, text] as const];
  });
  return {
    code,
    stdout,
    stderr,
    failed: rows.find(([mark]) => mark === 'FAILED'),
    marks: rows.map(([mark, step]) => `${mark} ${step}`),
  };
}
const caFile = (cert: string) => {
  const path = join(data, 'ca.pem');
  writeFileSync(path, cert);
  return path;
};

describe('CF-43: the way to the server', () => {
  test('all steps pass: name, connection, certificate, server, key', async () => {
    const { port, cert } = await startTlsServer(platen, 'localhost');
    const { code, marks, stdout } = await check(['--server', `https://localhost:${port}`, '--ca-file', caFile(cert)]);
    expect(marks).toEqual(['ok name', 'ok connection', 'ok certificate', 'ok server', 'ok key']);
    expect(code).toBe(0);
    expect(stdout).toContain('in short: the server is reached');
  });

  test('through a proxy with sign-in, which alone knows the name', async () => {
    const { port, cert } = await startTlsServer(platen, 'platen.site.test');
    const proxy = await startProxy({ signIn: 'mary:secret' });
    const url = `http://mary:secret@127.0.0.1:${proxy.port}`;
    const args = ['--server', `https://platen.site.test:${port}`, '--ca-file', caFile(cert)];
    for (const [more, env] of [
      [['--proxy', url], {}],
      [[], { HTTPS_PROXY: url }],
    ] as const) {
      const { code, marks, stdout } = await check([...args, ...more], env);
      expect(marks).toEqual(['ok connection', 'ok proxy', 'ok certificate', 'ok server', 'ok key']);
      expect([code, stdout.includes('secret')]).toEqual([0, false]);
    }
  });

  test('the name fails', async () => {
    const { code, failed, marks } = await check(['--server', 'https://platen.invalid']);
    expect(failed).toEqual(['FAILED', 'name', expect.stringMatching(/platen\.invalid.*name server \(DNS\)/)]);
    expect(marks.slice(1)).toEqual(['- connection', '- proxy', '- certificate', '- server', '- key']);
    expect(code).toBe(3);
  });

  test('the connection fails: nothing listens, or a firewall stands between', async () => {
    const { failed } = await check(['--server', 'https://127.0.0.1:1']);
    expect(failed?.[1]).toBe('connection');
    expect(failed?.[2]).toContain('connection refused by 127.0.0.1:1; a firewall must let this machine out to port 1');
  });

  test('the certificate fails: an authority of the site, named with the way to trust it', async () => {
    const { port } = await startTlsServer(platen, 'localhost');
    const { failed } = await check(['--server', `https://localhost:${port}`]);
    expect(failed?.[1]).toBe('certificate');
    expect(failed?.[2]).toMatch(/self-signed.*issued by 'Platen test'.*--ca-file FILE/);
  });

  test('the certificate fails: it is for another name', async () => {
    const { port, cert } = await startTlsServer(platen, 'other.test');
    const { failed } = await check(['--server', `https://localhost:${port}`, '--ca-file', caFile(cert)]);
    expect(failed?.slice(1)).toEqual([
      'certificate',
      expect.stringMatching(/for another name.*Check the name of the server/),
    ]);
  });

  test('the proxy fails: it is away, asks for a password, or refuses the server', async () => {
    const server = ['--server', 'https://platen.site.test'];
    expect((await check([...server, '--proxy', 'http://127.0.0.1:1'])).failed?.slice(1)).toEqual([
      'connection',
      expect.stringContaining('check address and port of the proxy'),
    ]);
    const asking = await startProxy({ signIn: 'mary:secret' });
    expect((await check([...server, '--proxy', `127.0.0.1:${asking.port}`])).failed?.slice(1)).toEqual([
      'proxy',
      expect.stringMatching(/asks for a user and a password.*http:\/\/user:password@proxy:port/),
    ]);
    const strict = await startProxy({ allows: () => false });
    expect((await check([...server, '--proxy', `127.0.0.1:${strict.port}`])).failed?.slice(1)).toEqual([
      'proxy',
      expect.stringMatching(/refuses the connection \(status 403\); it must allow platen\.site\.test/),
    ]);
    const plain = await startPlainServer((_request, response) => response.writeHead(405).end());
    expect((await check([...server, '--proxy', `127.0.0.1:${plain}`])).failed?.[1]).toBe('proxy');
  });

  test('the server fails: something else answers', async () => {
    const port = await startPlainServer((_request, response) => response.end('<h1>It works!</h1>'));
    const { failed } = await check(['--server', `http://127.0.0.1:${port}`]);
    expect(failed?.slice(1)).toEqual(['server', expect.stringContaining('no Platen server (status 200)')]);
  });

  test('the key fails: unknown, asked to rest, or not there yet', async () => {
    const server = ['--server', `http://127.0.0.1:${await startPlainServer(platen)}`];
    const keys = {
      'other-key': /does not know it/,
      'resting-key': /asks this collector to rest/,
      '': /has not enrolled/,
    };
    for (const [other, text] of Object.entries(keys)) {
      const { code, failed } = await check(server, { PLATEN_COLLECTOR_KEY: other });
      expect([code, ...(failed?.slice(1) ?? [])]).toEqual([3, 'key', expect.stringMatching(text)]);
    }
  });

  test('a proxy or a file of certificates that is none is refused without the password', async () => {
    const bad = await check(['--server', 'https://platen.example', '--proxy', 'ftp://mary:secret@x']);
    expect([bad.code, bad.stderr.includes('secret')]).toEqual([2, false]);
    expect((await check(['--server', 'https://x.example', '--ca-file', caFile('none')])).stderr).toContain('PEM form');
  });
});

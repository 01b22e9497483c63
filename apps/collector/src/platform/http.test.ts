import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { startPlainServer, startProxy, startTlsServer } from '../../test/site-network.ts';
import { findProxy, type Line, send } from './http.ts';

const echo = (request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(200, { 'x-method': request.method ?? '' });
    response.end(`${request.headers.host} ${Buffer.concat(chunks).toString('utf8')}`);
  });
};
const post = async (line: Line, url: string, signal = AbortSignal.timeout(10_000)) =>
  send(line, new URL(url), { method: 'POST', headers: {}, body: 'hello', signal, answerLimit: 1000 });

test('CF-43: a server with a certificate of the site’s own authority is reached with that authority alone', async () => {
  const { port, cert } = await startTlsServer(echo, 'localhost');
  const url = `https://localhost:${port}/x`;
  expect(await post({ authorities: cert }, url)).toMatchObject({ status: 200, body: `localhost:${port} hello` });
  await expect(post({}, url)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
});

test('CF-43: through a proxy that asks for user and password, to a name that only the proxy knows', async () => {
  const { port, cert } = await startTlsServer(echo, 'platen.site.test');
  const proxy = await startProxy({ signIn: 'mary ann:p@ss' });
  const url = `https://platen.site.test:${port}/`;
  const line = { authorities: cert, proxy: new URL(`http://mary%20ann:p%40ss@127.0.0.1:${proxy.port}`) };
  expect(await post(line, url)).toMatchObject({ status: 200, body: `platen.site.test:${port} hello` });
  expect(proxy.asked).toEqual([`platen.site.test:${port}`]);
  const without = { ...line, proxy: new URL(`http://mary:wrong@127.0.0.1:${proxy.port}`) };
  await expect(post(without, url)).rejects.toMatchObject({ name: 'ProxyRefusal', status: 407 });
});

test('CF-43: the certificate is checked against the server’s name, not the proxy’s', async () => {
  const { port, cert } = await startTlsServer(echo, 'other.test');
  const proxy = await startProxy();
  const line = { authorities: cert, proxy: new URL(`http://127.0.0.1:${proxy.port}`) };
  await expect(post(line, `https://platen.site.test:${port}/`)).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
});

test('CF-43: a proxy that is away is named as such', async () => {
  const line = { proxy: new URL('http://127.0.0.1:1') };
  await expect(post(line, 'https://platen.site.test/')).rejects.toMatchObject({
    name: 'ProxyUnreachable',
    cause: { code: 'ECONNREFUSED' },
  });
});

test('a longer answer than expected is cut off, and a slow one ends with the signal', async () => {
  const port = await startPlainServer((request, response) =>
    request.url === '/slow' ? undefined : response.end('x'.repeat(5000)),
  );
  expect((await post({}, `http://127.0.0.1:${port}/`)).body).toBe('');
  await expect(post({}, `http://127.0.0.1:${port}/slow`, AbortSignal.timeout(50))).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});

test.each([
  ['', 'https://platen.example/', true],
  ['*', 'https://platen.example/', false],
  ['platen.example', 'https://platen.example/', false],
  ['example', 'https://platen.example/', false],
  ['.example', 'https://platen.example/', false],
  ['*.example', 'https://platen.example/', false],
  ['laten.example', 'https://platen.example/', true],
  ['other.test, platen.example', 'https://PLATEN.example/', false],
  ['platen.example:8443', 'https://platen.example/', true],
  ['platen.example:8443', 'https://platen.example:8443/', false],
  ['10.0.0.0/8', 'https://10.1.2.3/', false],
  ['10.0.0.0/8', 'https://11.1.2.3/', true],
  ['10.0.0.0/99', 'https://10.1.2.3/', true],
  ['10.1.2.3', 'https://10.1.2.3/', false],
  ['2001:db8::/32', 'https://[2001:db8::7]/', false],
  ['0.1', 'https://127.0.0.1/', true],
  ['', 'http://platen.example/', false],
])('CF-43: NO_PROXY %j and %s: through the proxy %s', (noProxy, url, isThrough) => {
  expect(findProxy({ proxy: new URL('http://proxy.test:3128'), noProxy }, new URL(url)) !== undefined).toBe(isThrough);
});

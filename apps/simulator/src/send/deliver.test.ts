import { createServer, type IncomingMessage, type Server } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { deliver, Rejected, toReceiver } from './deliver.ts';

let server: Server;
const asked: { headers: IncomingMessage['headers']; body: string }[] = [];

/** A server that gives one answer after the other. */
function answer(answers: readonly { status: number; body: unknown; headers?: Record<string, string> }[]): Promise<URL> {
  const rest = [...answers];
  asked.length = 0;
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const sent = Buffer.concat(chunks);
      const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      asked.push({ headers: request.headers, body: plain.toString() });
      const { status, body, headers } = rest.shift() ?? { status: 500, body: 'nothing more', headers: {} };
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    });
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`));
    }),
  );
}

afterEach(() => new Promise((resolve) => server.close(resolve)));

const delivery = { lines: '{"a":1}\n{"b":2}', reports: 2, bytes: 16, clockOffset: 0 };
const stored = {
  status: 'OK',
  results: [
    { index: 0, result: 'stored' },
    { index: 1, result: 'repeated' },
  ],
};

test('a busy server is asked again until it takes the reports', async () => {
  const url = await answer([
    { status: 503, body: { errorCode: 203002 }, headers: { 'retry-after': '0' } },
    { status: 429, body: { errorCode: 202009 }, headers: { 'retry-after': '0' } },
    { status: 200, body: stored },
  ]);
  expect(await deliver({ server: url, key: 'k', packed: true }, delivery)).toMatchObject({
    stored: 1,
    repeated: 1,
    refused: 0,
  });
  expect(asked.map(({ body }) => body)).toEqual([delivery.lines, delivery.lines, delivery.lines]);
  expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer k', 'content-type': 'application/x-ndjson' });
});

test('reports that are refused are counted, with the reason of the first, and not sent again', async () => {
  const refused = { index: 1, result: 'refused', issues: [{ path: 'counters', message: 'no figure' }] };
  const url = await answer([{ status: 422, body: { status: 'refused', results: [stored.results[0], refused] } }]);
  const outcome = await deliver({ server: url, key: 'k', packed: true }, delivery);
  expect(outcome).toEqual({ stored: 1, repeated: 0, refused: 1, problem: 'counters: no figure' });
  expect(asked).toHaveLength(1);
});

test('a wrong key is no reason to try again', async () => {
  const url = await answer([{ status: 401, body: { errorCode: 401001 } }]);
  await expect(deliver({ server: url, key: 'k', packed: true }, delivery)).rejects.toThrow(Rejected);
  expect(asked).toHaveLength(1);
});

test('a delivery says what time it is by the clock of its sender', async () => {
  const url = await answer([{ status: 200, body: stored }]);
  const before = Date.now();
  await deliver({ server: url, key: 'k', packed: true }, { ...delivery, clockOffset: -86_400 });
  const sentAt = Date.parse(String(asked[0]?.headers['x-platen-sent-at']));
  expect(sentAt).toBeGreaterThanOrEqual(before - 86_400_000);
  expect(sentAt).toBeLessThanOrEqual(Date.now() - 86_400_000);
});

test('reports are packed for the network, and go as they are within a machine', async () => {
  const toPacked = (address: string) => toReceiver(new URL(address), 'k').packed;
  expect(['http://localhost:8400', 'http://127.0.0.1:1', 'http://[::1]:1'].map(toPacked)).toEqual([
    false,
    false,
    false,
  ]);
  expect(['https://platen.example', 'http://127.example', 'http://10.0.0.1'].map(toPacked)).toEqual([true, true, true]);
  const url = await answer([{ status: 200, body: stored }]);
  await deliver(toReceiver(url, 'k'), delivery);
  expect(asked[0]?.headers['content-encoding']).toBeUndefined();
  expect(asked[0]?.body).toBe(delivery.lines);
});

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hoursAgo, toReport } from './reports.ts';
import { admin, type ServerProcess, startServerProcess } from './server-process.ts';

let dataDirectory: string;
let server: ServerProcess;
let key: string;
beforeAll(async () => {
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'platen-deliveries-'));
  server = await startServerProcess(dataDirectory);
  key = String((await admin(dataDirectory, 'collectors', 'add', 'Deliveries', '--everywhere'))['key']);
}, 180_000);
afterAll(async () => {
  const ended = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  await ended;
  rmSync(dataDirectory, { recursive: true, force: true });
}, 60_000);

async function post(body: string, type = 'application/x-ndjson') {
  const answer = await fetch(`${server.url}/v1/ingest/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    body,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const toLines = (...reports: unknown[]) => reports.map((report) => JSON.stringify(report)).join('\n');

describe('a server as shipped, whose deliveries go to threads', () => {
  test('AP-05: answers with what became of each report, small bodies and large', async () => {
    const one = await post(toLines(toReport('T0', hoursAgo(5))));
    expect(one).toMatchObject({ status: 200, body: { status: 'OK', results: [{ index: 0, result: 'stored' }] } });
    const many = Array.from({ length: 300 }, (_, i) => toReport(`T${i}`, hoursAgo(4)));
    const first = await post(toLines(...many));
    expect(first.status).toBe(200);
    const again = await post(JSON.stringify({ reports: many }), 'application/json');
    expect(again.body['results']).toHaveLength(many.length);
    expect(again.body['results']).toEqual(expect.arrayContaining([expect.objectContaining({ result: 'repeated' })]));
  });

  test('AP-05: refuses what is no delivery, and of a delivery what is no report, with the reason', async () => {
    expect(await post('')).toMatchObject({ status: 422, body: { errorCode: 202001 } });
    expect(await post('{}', 'text/plain')).toMatchObject({
      status: 422,
      body: { errorCode: 202001, detail: [{ msg: expect.stringContaining("'text/plain' is not understood") }] },
    });
    expect(await post(`${toLines(toReport('T900', hoursAgo(3)))}\nnonsense`)).toMatchObject({
      status: 422,
      body: { errorCode: 202001, results: [{ result: 'stored' }, { index: 1, result: 'refused' }] },
    });
  });

  test('AP-05: a new device reported by many concurrent deliveries is registered once', async () => {
    const deliveries = Array.from({ length: 12 }, (_, i) => post(toLines(toReport('ONCE', hoursAgo(i + 1)))));
    const answers = await Promise.all(deliveries);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await admin(dataDirectory, 'groups', 'add', 'Once', '--id', '9', '--serials', 'ONCE');
    expect(await admin(dataDirectory, 'groups', 'list')).toMatchObject({ groups: [{ groupId: 9, devices: 1 }] });
  });
});

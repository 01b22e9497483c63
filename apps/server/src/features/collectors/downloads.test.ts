import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listDownloads } from '@platen/contract/enrolment';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-downloads-'));
let platen: TestApp;
let without: TestApp;
beforeAll(async () => {
  platen = await createTestApp({ PLATEN_DOWNLOADS: folder });
  without = await createTestApp();
  for (const app of [platen, without]) await agreeForAll(app.database);
});
afterAll(async () => {
  await platen.close();
  await without.close();
  rmSync(folder, { recursive: true, force: true });
});

const list = async (app: TestApp) =>
  listDownloads.answer.parse(await (await app.get('admin', '/v1/collectors/downloads')).json()).downloads;
const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('CF-41: packages of the folder are offered with their hashes, the newest version of each kind, without signing in', async () => {
  put('platen-collector_0.9.0_amd64.deb', 'old');
  put('platen-collector_0.10.0_amd64.deb', 'new');
  put('platen-collector-0.10.0-container.tar.gz', 'context');
  put('secret.key', 'secret');
  put('platen-collector.log', 'log');
  expect(await list(platen)).toEqual([
    { kind: 'debAmd64', name: 'platen-collector_0.10.0_amd64.deb', bytes: 3, sha256: sha256('new') },
    { kind: 'container', name: 'platen-collector-0.10.0-container.tar.gz', bytes: 7, sha256: sha256('context') },
  ]);
  const fetched = await fetch(`${platen.url}/downloads/platen-collector_0.10.0_amd64.deb`);
  expect([fetched.status, await fetched.text(), fetched.headers.get('content-disposition')]).toEqual([
    200,
    'new',
    'attachment; filename="platen-collector_0.10.0_amd64.deb"',
  ]);
  put('platen-collector_0.10.0_amd64.deb', 'mended');
  expect((await list(platen))[0]).toMatchObject({ bytes: 6, sha256: sha256('mended') });
});

test('nothing else of the folder or of the disk is served', async () => {
  for (const name of ['secret.key', 'platen-collector.log', '..%2Fsecret.key', 'platen-collector_..%2F_amd64.deb', ''])
    expect((await fetch(`${platen.url}/downloads/${name}`)).status).toBe(404);
});

test('a server without the folder says that it offers none', async () => {
  expect(await list(without)).toEqual([]);
  expect((await fetch(`${without.url}/downloads/platen-collector_0.10.0_amd64.deb`)).status).toBe(404);
});

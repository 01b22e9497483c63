import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listDevices } from '@platen/contract/devices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../bench/src/lib/free-port.ts';
import { readKeys, signToken } from '../src/identity/development/keys.ts';
import { readSettings } from '../src/settings/settings.ts';
import { addCollector } from './collectors.ts';
import { kill } from './killed-processes.ts';
import { type ReplicatedSite, startReplicatedSite } from './replicated-site.ts';
import { hoursAgo, toReport } from './reports.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { agreeForAll } from './test-app.ts';

const key = 'key-of-a-reading-server';
let folder: string;
let site: ReplicatedSite;
let server: ServerProcess;
let token: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'platen-reads-'));
  site = await startReplicatedSite(1);
  await addCollector(site.database, { key });
  const publicUrl = `http://127.0.0.1:${await findFreePort()}`;
  server = await startServerProcess(folder, {
    PLATEN_DATABASE_URL: site.primary.url,
    PLATEN_MIGRATION_DATABASE_URL: site.primary.migrationUrl,
    PLATEN_DATABASE_READ_URLS: site.replicas.map(({ url }) => url).join(),
    PLATEN_PUBLIC_URL: publicUrl,
    PLATEN_USER_RATE: '1000000',
  });
  await agreeForAll(site.database);
  const keys = await readKeys(folder);
  if (keys === undefined) throw new Error('the server has made no keys of the sign-in');
  token = await signToken(readSettings({ PLATEN_PUBLIC_URL: publicUrl }), keys, 'service', 3600);
}, 180_000);
afterAll(async () => {
  if (server !== undefined) await kill(server.child);
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const list = async () => {
  const answer = await fetch(`${server.url}/v1/devices`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return listDevices.answer.parse(await answer.json()).devices.map(({ serial }) => serial);
};
const readMetric = async (name: string) => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? 0);
};
const answeredBy = (by: string) => readMetric(`platen_read_calls_total{by="${by}"}`);
const waiting = { timeout: 60_000 };

test('AP-05: the server as it is shipped stores in the primary, reads from the replica, and from the primary once that is gone', async () => {
  await expect.poll(list, waiting).toEqual([]);
  await expect.poll(async () => (await list()) && (await answeredBy('replica')), waiting).toBeGreaterThan(0);
  const answer = await fetch(`${server.url}/v1/ingest/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reports: [toReport('STREAMED', hoursAgo(1))] }),
  });
  expect(answer.status).toBe(200);
  await expect.poll(list, waiting).toEqual(['STREAMED']);

  await site.replicas[0]?.kill();
  const before = await answeredBy('replica');
  for (let call = 0; call < 5; call++) expect(await list()).toEqual(['STREAMED']);
  await expect
    .poll(async () => (await list()) && (await answeredBy('primary: no replica')), waiting)
    .toBeGreaterThan(0);
  expect(await answeredBy('replica')).toBe(before);

  await site.replicas[0]?.start();
  await expect.poll(async () => (await list()) && (await answeredBy('replica')), waiting).toBeGreaterThan(before);
}, 180_000);

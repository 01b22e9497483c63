import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { launchServerProcess } from './server-process.ts';

let database: TestDatabase;
const dataDirectory = mkdtempSync(path.join(tmpdir(), 'platen-taken-'));
const other = createServer();
beforeAll(async () => {
  chmodSync(dataDirectory, 0o755);
  database = await createTestDatabase();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
}, 180_000);
afterAll(async () => {
  other.close();
  await database.close();
  rmSync(dataDirectory, { recursive: true, force: true });
});

test('a server whose port is taken ends with the reason, whatever it had opened before', async () => {
  const { port } = other.address() as AddressInfo;
  const { child, ready } = await launchServerProcess(dataDirectory, {
    PLATEN_DATABASE_URL: database.url,
    PLATEN_MIGRATION_DATABASE_URL: database.migrationUrl,
    PLATEN_PORT: String(port),
  });
  const ended = once(child, 'exit');
  await expect(ready).rejects.toThrow('EADDRINUSE');
  expect(await ended).toEqual([1, null]);
}, 60_000);

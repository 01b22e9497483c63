import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, inject, vi } from 'vitest';
import { findFreePort } from '../../../bench/src/lib/free-port.ts';
import { createLogger } from '../src/base/logger.ts';
import { readSettings, type Settings } from '../src/settings/settings.ts';
import { correctWatch } from '../src/store/device-watch.ts';
import { recountTotals } from '../src/store/fleet-totals.ts';
import { openReplicas, type Replicas } from '../src/store/replicas/replicas.ts';
import { buildApp } from '../src/web/app.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { silent } from './silent.ts';
import { createTestTokens, type TestTokens } from './test-tokens.ts';

export interface TestApp {
  app: FastifyInstance;
  database: TestDatabase;
  settings: Settings;
  url: string;
  /** Lines of the log so far. */
  logged: string[];
  /** Header of a good token for a subject, the same one until `signIn`. */
  bearer: TestTokens['bearer'];
  /** Header of a new token for a subject, as after a sign-in. */
  signIn: TestTokens['signIn'];
  /** A call with the token of a subject; a path beginning with `/`. */
  get(subject: string, address: string, headers?: Record<string, string>): Promise<Response>;
  post(subject: string, address: string, body: unknown): Promise<Response>;
  /** A call whose answer is JSON. */
  call(subject: string, method: string, address: string, body?: object): Promise<{ status: number; value: unknown }>;
  close(): Promise<void>;
}

/**
 * The real application on a database of its own, listening on a free port of this machine. Its whole log is
 * there to be read, or from another level of `PLATEN_LOG_LEVEL` on.
 */
export async function createTestApp(env: Record<string, string> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'platen-app-'));
  const port = await findFreePort();
  const settings = readSettings({
    PLATEN_PORT: String(port),
    PLATEN_DATA: dataDirectory,
    PLATEN_PORTAL: path.join(dataDirectory, 'portal'),
    PLATEN_USER_RATE: '100000',
    PLATEN_FAILED_TOKEN_RATE: '100000',
    ...env,
  });
  const logged: string[] = [];
  const log = createLogger(env['PLATEN_LOG_LEVEL'] ?? 'debug', { write: (line: string) => void logged.push(line) });
  const reading = await readFromReplica(database);
  const app = await buildApp({ settings, store: database, replicas: reading, log });
  await app.listen({ port, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${port}`;

  const { bearer, signIn } = createTestTokens(settings);
  return {
    app,
    database,
    settings,
    url,
    logged,
    bearer,
    signIn,
    get: async (subject, address, headers = {}) =>
      fetch(`${url}${address}`, { headers: { ...headers, ...(await bearer(subject)) } }),
    post: async (subject, address, body) =>
      fetch(`${url}${address}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(await bearer(subject)) },
        body: JSON.stringify(body),
      }),
    call: async (subject, method, address, body) => {
      const answer = await fetch(`${url}${address}`, {
        method,
        headers: { ...(await bearer(subject)), ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, value: (await answer.json()) as unknown };
    },
    async close() {
      await app.close();
      await reading?.stop();
      await database.close();
      rmSync(dataDirectory, { recursive: true, force: true });
      const wrote = logged.find((line) => line.includes('has tried to write'));
      if (wrote !== undefined) throw new Error(`at a replica: ${wrote}`);
    },
  };
}

/**
 * Where the whole run has a replica (test/global-setup.ts), calls that only read are answered there, also
 * right after a change: every commit waits for it.
 */
async function readFromReplica({ url }: Pick<TestDatabase, 'url'>): Promise<Replicas | undefined> {
  const replicaUrl = inject('replicaUrl');
  if (replicaUrl === undefined) return undefined;
  const name = /\/(test_[0-9a-f]+)\?/.exec(url)?.[1] ?? '';
  const urls = [replicaUrl.replace('/platen?', `/${name}?`)];
  const replicas = await openReplicas({ urls, primaryUrl: url, limitMs: 600_000, log: silent });
  return { ...replicas, limitMs: 0 };
}

/**
 * The application for all tests of a file, whose clock stands at `now`; everybody agreed to the terms.
 * `prepare` adds what the tests share. To be called at the top of the file, its result within tests.
 */
export function testAppAt(now: Date, prepare?: (database: TestDatabase) => Promise<void>): () => TestApp {
  let app: TestApp | undefined;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    app = await createTestApp();
    await agreeForAll(app.database);
    await prepare?.(app.database);
  });
  afterAll(async () => {
    await app?.close();
    vi.useRealTimers();
  });
  return () => {
    if (app === undefined) throw new Error('the application starts with the first test');
    return app;
  };
}

/** Everybody of the development sign-in has agreed to the terms. */
export async function agreeForAll({ db }: Pick<TestDatabase, 'db'>): Promise<void> {
  await db.updateTable('app_user').set({ agreed_terms_version: '1.0.1' }).execute();
}

export async function addGroup({ db }: Pick<TestDatabase, 'db'>, groupId: number, name: string, ...subjects: string[]) {
  await db.insertInto('device_group').values({ group_id: groupId, name }).execute();
  for (const subject of subjects) {
    const { user_id } = await db
      .selectFrom('app_user')
      .select('user_id')
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow();
    await db.insertInto('user_group').values({ user_id, group_id: groupId }).execute();
  }
}

export interface TestDevice {
  serial?: string | null;
  model?: string | null;
  series?: string | null;
  customer_number?: string | null;
  customer_name?: string | null;
  description?: string | null;
  dealer_number?: string | null;
  dealer_name?: string | null;
  status?: 'error' | 'warning' | 'unknown' | 'offline' | 'normal';
  status_rank?: number;
  device_code?: string | null;
  firmware_version?: string | null;
  firmware_line?: string | null;
  firmware_key?: string | null;
  group_ids?: number[];
  updated_at?: Date;
}

/** Puts devices into the store; gives their ids in the same order. */
export async function addDevices({ db }: Pick<TestDatabase, 'db'>, devices: TestDevice[]): Promise<string[]> {
  const at = new Date('2026-01-02T03:04:05Z');
  const rows = devices.map((device) => ({
    device_id: uuidv7(),
    status: 'normal' as const,
    status_rank: 4,
    reported_status: 'normal' as const,
    created_at: at,
    updated_at: at,
    received_at: at,
    processed_at: at,
    group_ids: [] as number[],
    ...device,
  }));
  if (rows.length > 0) await db.insertInto('device').values(rows).execute();
  await correctWatch(db);
  await recountTotals(db);
  return rows.map((row) => row.device_id);
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PoolClient } from 'pg';
import { findNatsServer, type NatsServer, startNatsServer } from '../../../bench/src/lib/nats-server.ts';
import { runCommand, toRequest } from '../src/cli/admin/run-admin.ts';
import { readSettings } from '../src/settings/settings.ts';
import { addCollector } from './collectors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { kill } from './killed-processes.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** `npm test` gets the program, or says that these tests are left out. */
export const hasNats = findNatsServer() !== undefined;

export const password = 'password-of-the-stream';
const key = 'key-of-a-stream';

/** A server with a stream, each in a process, on a database of its own. */
export interface StreamSite {
  readonly database: TestDatabase;
  readonly nats: NatsServer;
  readonly server: ServerProcess;
  readonly collectorId: string;
  readonly dataDirectory: string;
  readonly env: Readonly<Record<string, string>>;
  /** Delivers reports as NDJSON. */
  deliver(reports: readonly unknown[], its?: string): Promise<Delivered>;
  readMetric(name: string): Promise<number>;
  /** Nothing can be stored until the returned function is called. */
  holdStoring(): Promise<() => Promise<void>>;
  /** How many reports are stored, by serial. */
  countStored(): Promise<Map<string, number>>;
  close(): Promise<void>;
}

export interface Delivered {
  readonly status: number;
  readonly retryAfter: number;
  readonly body: { readonly errorCode?: number; readonly results?: readonly { readonly result: string }[] };
}

export async function startStreamSite(settings: Readonly<Record<string, string>> = {}): Promise<StreamSite> {
  const nats = await startNatsServer(password);
  const database = await createTestDatabase();
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'platen-stream-'));
  const collectorId = await addCollector(database, { key });
  const env = {
    PLATEN_DATABASE_URL: database.url,
    PLATEN_MIGRATION_DATABASE_URL: database.migrationUrl,
    PLATEN_STREAM_URL: nats.url,
    PLATEN_STREAM_MB: '64',
    PLATEN_LOG_LEVEL: 'info',
    ...settings,
  };
  const server = await startServerProcess(dataDirectory, env);
  return {
    database,
    nats,
    server,
    collectorId,
    dataDirectory,
    env,
    deliver: (reports, its = key) => deliverTo(server.url, reports, its),
    async readMetric(name) {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      return Number(new RegExp(`^${name.replaceAll(/[{}]/g, '\\$&')} (.*)$`, 'm').exec(text)?.[1]);
    },
    async holdStoring() {
      const session: PoolClient = await database.owner.connect();
      await session.query('begin; lock table device_report in access exclusive mode');
      return async () => {
        await session.query('rollback');
        session.release();
      };
    },
    async countStored() {
      const { rows } = await database.pool.query<{ serial: string; n: number }>(
        'select serial, count(*) as n from device_report join device using (device_id) group by serial',
      );
      return new Map(rows.map(({ serial, n }) => [serial, n]));
    },
    async close() {
      await kill(server.child);
      await nats.stop();
      await database.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

export async function deliverTo(url: string, reports: readonly unknown[], its: string): Promise<Delivered> {
  const answer = await fetch(`${url}/v1/ingest/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${its}`, 'content-type': 'application/x-ndjson' },
    body: reports.map((report) => (typeof report === 'string' ? report : JSON.stringify(report))).join('\n'),
  });
  return {
    status: answer.status,
    retryAfter: Number(answer.headers.get('retry-after') ?? Number.NaN),
    body: (await answer.json()) as Delivered['body'],
  };
}

/** A command of `npm run admin` on the database of the site, answered as JSON. */
export async function runAdmin(
  { database, dataDirectory }: Pick<StreamSite, 'database' | 'dataDirectory'>,
  ...argv: string[]
): Promise<Record<string, unknown>> {
  const request = toRequest(argv);
  if ('help' in request) throw new Error(request.help);
  const { value } = await runCommand(request, {
    db: database.db,
    actor: 'test',
    site: readSettings({ PLATEN_DATA: dataDirectory }),
  });
  return { ...value };
}

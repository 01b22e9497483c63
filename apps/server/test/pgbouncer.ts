import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { findFreePort } from '../../../bench/src/lib/free-port.ts';
import { applicationRole } from '../src/store/embedded/cluster.ts';

/** Of Debian; undefined: not installed. */
export const pgbouncerProgram = ['/usr/sbin/pgbouncer'].find((file) => existsSync(file));

const shipped = new URL('../../../deploy/pgbouncer.ini', import.meta.url);

interface PgBouncer {
  /** Connection string of the application's role, through PgBouncer. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer with the file of `deploy/` before the database of `databaseUrl`: only addresses, folders,
 * the way to sign in and the number of sessions are those of the test.
 */
export async function startPgBouncer(program: string, databaseUrl: string, sessions: number): Promise<PgBouncer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-pgbouncer-'));
  // Started by root, it works as another user.
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  writeFileSync(path.join(folder, 'userlist.txt'), `"${applicationRole}" ""\n`);
  const file = path.join(folder, 'pgbouncer.ini');
  const { searchParams, pathname } = new URL(databaseUrl.replace('@/', '@socket/'));
  const socket = searchParams.get('host') ?? '';
  const changes: [string, string][] = [
    ['host=database port=5432 dbname=platen', `host=${socket} port=5432 dbname=${pathname.slice(1)}`],
    ['listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1'],
    ['listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`],
    ['auth_type = scram-sha-256', 'auth_type = trust'],
    ['/etc/pgbouncer/', `${folder}/`],
    ['default_pool_size = 20', `default_pool_size = ${sessions}`],
  ];
  let text = readFileSync(shipped, 'utf8');
  for (const [from, into] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/pgbouncer.ini has no '${from}'`);
    text = text.replace(from, into);
  }
  writeFileSync(file, text);
  // The socket of the test's PostgreSQL admits its owner alone, and PgBouncer refuses to run as root.
  const { uid, gid } = statSync(socket);
  const asOwner = process.getuid?.() === 0 ? { uid, gid } : {};
  const child = spawn(program, [file], { stdio: ['ignore', 'pipe', 'pipe'], ...asOwner });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  const url = `postgres://${applicationRole}@127.0.0.1:${port}/platen`;
  await waitForSession(url, child, () => output);
  return {
    url,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitForSession(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    const failure = await client.connect().then(
      () => undefined,
      (error: unknown) => String(error),
    );
    await client.end().catch(() => undefined);
    if (failure === undefined) return;
    if (child.exitCode !== null || tried > 100) throw new Error(`PgBouncer does not answer: ${failure}\n${output()}`);
    await wait(100);
  }
}

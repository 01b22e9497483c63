import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { prepareBinaries, readPackage } from '@platen/server/store/embedded/binaries';
import { applicationRole, clusterUser, toUrl } from '@platen/server/store/embedded/cluster';
import { preparePlaces, readOwner } from '@platen/server/store/embedded/places';
import { type Postmaster, startPostmaster } from '@platen/server/store/embedded/postmaster';
import type { EmbeddedPostgres } from '@platen/server/store/embedded/start-embedded';
import { Client } from 'pg';

const run = promisify(execFile);

/** A streaming replica of an embedded PostgreSQL, reached through a network that may be cut. */
export interface LocalReplica {
  /** As the application's role, by TCP through the network. */
  readonly url: string;
  /** The same past the network. */
  readonly socketUrl: string;
  /** Its postmaster. */
  pid(): number;
  /** The network goes silent: nothing is refused, nothing arrives. */
  freeze(): void;
  thaw(): void;
  /** As superuser, past the network. */
  administer(statement: string): Promise<readonly unknown[]>;
  /** Ends it without a word to its sessions. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes a replica by a backup of the running primary, and starts it with these settings of PostgreSQL. */
export async function startReplica(
  primary: Pick<EmbeddedPostgres, 'administrationUrl'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<LocalReplica> {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-replica-'));
  chmodSync(folder, 0o755);
  const owner = readOwner();
  const places = preparePlaces(path.join(folder, 'copy'), owner);
  await copyCluster(primary.administrationUrl, places.data);
  const bin = prepareBinaries(readPackage(), places.base, owner);
  const socket = decodeURIComponent(/[?&]host=([^&]*)/.exec(primary.administrationUrl)?.[1] ?? '');
  const launch = () =>
    startPostmaster(
      bin,
      places,
      owner,
      {
        fsync: 'off',
        primary_conninfo: `host=${socket} user=${clusterUser} application_name=replica`,
        wal_retrieve_retry_interval: '100ms',
        ...settings,
      },
      () => undefined,
    );
  let postmaster: Postmaster = await launch();
  const network = await openNetwork(path.join(places.socket, '.s.PGSQL.5432'));
  return {
    url: `postgresql://${applicationRole}@127.0.0.1:${network.port}/platen`,
    socketUrl: toUrl(places.socket, 'platen', applicationRole),
    pid: () => postmaster.pid,
    freeze: network.freeze,
    thaw: network.thaw,
    async administer(statement) {
      const session = new Client({ connectionString: toUrl(places.socket, 'platen', clusterUser) });
      await session.connect();
      try {
        return (await session.query<object>(statement)).rows;
      } finally {
        await session.end();
      }
    },
    async kill() {
      process.kill(postmaster.pid, 'SIGKILL');
      await postmaster.ended;
    },
    async start() {
      postmaster = await launch();
    },
    async stop() {
      network.close();
      await postmaster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As `pg_basebackup` does, for a cluster that is at rest and need not survive a crash of the machine. */
async function copyCluster(administrationUrl: string, to: string): Promise<void> {
  const session = new Client({ connectionString: administrationUrl });
  await session.connect();
  try {
    const { rows } = await session.query<{ data: string }>(
      "select current_setting('data_directory') as data from pg_backup_start('replica', fast => true)",
    );
    await run('cp', ['-a', rows[0]?.data ?? '', to]);
    const stopped = await session.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
    );
    rmSync(path.join(to, 'postmaster.pid'));
    // Read before it begins to replay.
    for (const [name, content] of [
      ['backup_label', stopped.rows[0]?.label ?? ''],
      ['standby.signal', ''],
    ] as const) {
      const file = path.join(to, name);
      writeFileSync(file, content);
      const owner = readOwner();
      if (owner !== undefined) chownSync(file, owner.uid, owner.gid);
    }
  } finally {
    await session.end();
  }
}

/** Passes bytes on between a TCP port and a socket until it is frozen. */
async function openNetwork(socketPath: string) {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isFrozen = false;
  const server: Server = createServer((near) => {
    const far = dial(socketPath);
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = () => {
      near.destroy();
      far.destroy();
      pairs.delete(pair);
    };
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', end);
      from.on('close', end);
      if (isFrozen) from.pause();
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const setFrozen = (frozen: boolean) => {
    isFrozen = frozen;
    for (const socket of [...pairs].flat()) {
      if (frozen) socket.pause();
      else socket.resume();
    }
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    freeze: () => setFrozen(true),
    thaw: () => setFrozen(false),
    close() {
      server.close();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
  };
}

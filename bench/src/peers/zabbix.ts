import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { readOwner } from '@platen/server/store/embedded/places';
import { Client } from 'pg';
import { findFreePort } from '../lib/free-port.ts';
import { fillHosts } from './zabbix-fill.ts';

const run = promisify(execFile);
const zabbixServer = '/usr/sbin/zabbix_server';
const frontend = '/usr/share/zabbix';
const schema = '/usr/share/zabbix-server-pgsql';
const postgresRoot = '/usr/lib/postgresql';
/** Processes of PHP that answer calls and pages. */
const phpWorkers = 16;

/** Zabbix with its own PostgreSQL and PHP, all on loopback, as a user that is not root. */
export interface Zabbix {
  /** Address of pages and API. */
  readonly url: string;
  /** Port that takes the values of trapper items. */
  readonly trapperPort: number;
  readonly serverPid: number;
  readonly postgresPid: number;
  /** PHP's own server, the parent of its workers. */
  readonly phpPid: number;
  readonly database: Client;
  stop(): Promise<void>;
}

/** What has to be installed and is not; empty if Zabbix can be started. */
export async function listMissing(): Promise<string[]> {
  const hasPhp = await run('php', ['-v']).then(
    () => true,
    () => false,
  );
  const needed: [string, boolean][] = [
    ['zabbix-server-pgsql', existsSync(zabbixServer) && existsSync(join(schema, 'schema.sql.gz'))],
    ['zabbix-frontend-php', existsSync(join(frontend, 'api_jsonrpc.php'))],
    ['php-cli', hasPhp],
    ['postgresql-15', findPostgres() !== undefined],
  ];
  return needed.filter(([, isThere]) => !isThere).map(([name]) => name);
}

/** First line of `zabbix_server -V` and the major version of its PostgreSQL. */
export async function readVersions(): Promise<string> {
  const { stdout } = await run(zabbixServer, ['-V']);
  const { stdout: postgres } = await run(join(findPostgres() ?? '', 'postgres'), ['-V']);
  const { stdout: php } = await run('php', ['-r', 'echo PHP_VERSION;']);
  return `${stdout.split('\n')[0]}, ${postgres.trim()}, PHP ${php}`;
}

/**
 * Starts Zabbix over a new database with this number of hosts, in a temporary folder that `stop` deletes.
 * Only the processes started here are stopped.
 */
export async function startZabbix(hosts: number): Promise<Zabbix> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-peers-'));
  await chmod(folder, 0o755);
  const owner = readOwner();
  const own = (path: string) => owner !== undefined && chownSync(path, owner.uid, owner.gid);
  const as = owner === undefined ? {} : { uid: owner.uid, gid: owner.gid };
  own(folder);
  const children: ChildProcess[] = [];
  const start = (file: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) => {
    // A group of its own: PHP's workers end with it.
    const child = spawn(file, args, { cwd: folder, stdio: 'ignore', detached: true, env, ...as });
    child.on('error', (error) => console.error(`${file}: ${error.message}`));
    children.push(child);
    return child.pid ?? 0;
  };
  const stop = async () => {
    for (const child of children.reverse()) await stopGroup(child);
    await rm(folder, { recursive: true, force: true });
  };
  // They are groups of their own, which an interrupted bench would leave running.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  try {
    const [postgresPort, trapperPort, webPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
    const bin = findPostgres() ?? '';
    const data = join(folder, 'postgres');
    await run(join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'zabbix', '-E', 'UTF8', '--locale=C'], {
      cwd: folder,
      ...as,
    });
    const postgresPid = start(join(bin, 'postgres'), ['-D', data, ...toPostgresOptions(folder, postgresPort)]);
    const address = { host: '127.0.0.1', port: postgresPort, user: 'zabbix' };
    await prepareDatabase(address, hosts);
    const database = new Client({ ...address, database: 'zabbix' });
    // The server is stopped while this session may be open.
    database.on('error', () => {});
    await database.connect();

    await writeServerSettings(folder, postgresPort, trapperPort);
    const serverPid = start(zabbixServer, ['-f', '-c', join(folder, 'server.conf')]);
    const root = await copyFrontend(folder, postgresPort, trapperPort);
    const sessions = join(folder, 'sessions');
    await mkdir(sessions);
    own(sessions);
    const settings = {
      memory_limit: '256M',
      post_max_size: '16M',
      max_execution_time: '300',
      'date.timezone': 'UTC',
      'session.save_path': sessions,
      'opcache.enable': '1',
      'opcache.enable_cli': '1',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-d', `${name}=${value}`]);
    const phpPid = start('php', [...options, '-S', `127.0.0.1:${webPort}`, '-t', root], {
      ...process.env,
      PHP_CLI_SERVER_WORKERS: String(phpWorkers),
    });
    const url = `http://127.0.0.1:${webPort}`;
    await waitForPages(url);
    return {
      url,
      trapperPort,
      serverPid,
      postgresPid,
      phpPid,
      database,
      async stop() {
        await database.end();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The folder of the newest PostgreSQL of Debian. */
function findPostgres(): string | undefined {
  const versions = existsSync(postgresRoot) ? readdirSync(postgresRoot) : [];
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(postgresRoot, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'postgres')));
}

/** The same settings as those of the PostgreSQL that Platen starts (`store/embedded/postmaster.ts`). */
const toPostgresOptions = (folder: string, port: number): string[] =>
  Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    max_connections: '60',
    shared_buffers: '256MB',
    max_wal_size: '1GB',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

type Address = Readonly<{ host: string; port: number; user: string }>;

async function prepareDatabase(address: Address, hosts: number): Promise<void> {
  const first = await connectWhenReady({ ...address, database: 'postgres' });
  await first.query('create database zabbix');
  await first.end();
  const client = new Client({ ...address, database: 'zabbix' });
  await client.connect();
  try {
    for (const name of ['schema', 'images', 'data'])
      await client.query(gunzipSync(await readFile(join(schema, `${name}.sql.gz`))).toString());
    await fillHosts(client, hosts);
  } finally {
    await client.end();
  }
}

async function connectWhenReady(config: Address & { database: string }): Promise<Client> {
  for (let attempt = 1; ; attempt++) {
    const client = new Client(config);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt > 100) throw error;
      await wait(100);
    }
  }
}

async function waitForPages(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    await wait(100);
  }
  throw new Error('PHP does not answer');
}

const writeServerSettings = (folder: string, postgresPort: number, trapperPort: number) =>
  writeFile(
    join(folder, 'server.conf'),
    Object.entries({
      ListenIP: '127.0.0.1',
      ListenPort: trapperPort,
      DBHost: '127.0.0.1',
      DBPort: postgresPort,
      DBName: 'zabbix',
      DBUser: 'zabbix',
      LogFile: join(folder, 'server.log'),
      PidFile: join(folder, 'server.pid'),
      SocketDir: folder,
      CacheSize: '512M',
      HistoryCacheSize: '256M',
      HistoryIndexCacheSize: '64M',
      TrendCacheSize: '128M',
      ValueCacheSize: '256M',
      HousekeepingFrequency: 0,
    })
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );

/** The frontend reads its settings from a fixed path in /etc; the copy reads those of this run. */
async function copyFrontend(folder: string, postgresPort: number, trapperPort: number): Promise<string> {
  const root = join(folder, 'frontend');
  await cp(frontend, root, { recursive: true, verbatimSymlinks: true });
  const settings = join(folder, 'zabbix.conf.php');
  const reader = join(root, 'include/classes/core/CConfigFile.php');
  const text = await readFile(reader, 'utf8');
  await writeFile(reader, text.replace("'/etc/zabbix/zabbix.conf.php'", `'${settings}'`));
  const db = { TYPE: 'POSTGRESQL', SERVER: '127.0.0.1', PORT: postgresPort, DATABASE: 'zabbix', USER: 'zabbix' };
  const lines = Object.entries({ ...db, PASSWORD: '', SCHEMA: '' }).map(
    ([name, value]) => `$DB['${name}'] = '${value}';`,
  );
  await writeFile(
    settings,
    `<?php\n${lines.join('\n')}\n$DB['ENCRYPTION'] = false;\n$DB['DOUBLE_IEEE754'] = true;\n$ZBX_SERVER = '127.0.0.1';\n$ZBX_SERVER_PORT = '${trapperPort}';\n$ZBX_SERVER_NAME = 'peer';\n$IMAGE_FORMAT_DEFAULT = IMAGE_FORMAT_PNG;\n`,
  );
  return root;
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGTERM');
  const hasEnded = await Promise.race([ended.then(() => true), wait(10_000, false, { ref: false })]);
  if (!hasEnded) process.kill(-child.pid, 'SIGKILL');
  await ended;
}

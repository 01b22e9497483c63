import { spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { StoreFailure, toErrorCode, toMessage } from '../../base/errors.ts';
import type { Owner } from './places.ts';

/** Major version of the pinned package; the files of another major cannot be read. */
export const majorVersion = '17';

/** PostgreSQL wants a plain environment: our own may hold PG… variables and secrets. */
export const postgresEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
export const asOwner = (owner: Owner | undefined) => (owner === undefined ? {} : { uid: owner.uid, gid: owner.gid });

/** Makes the database cluster on the first start; true when it was made now. */
export async function ensureCluster(bin: string, data: string, owner: Owner | undefined): Promise<boolean> {
  const versionFile = path.join(data, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version === majorVersion) return false;
    throw new StoreFailure(
      `The database at ${data} was written by PostgreSQL ${version}, this Platen brings ${majorVersion}. Start the Platen that wrote it, dump the data, and load it here; or set PLATEN_DATA to a new folder.`,
    );
  }
  if (existsSync(data))
    throw new StoreFailure(
      `The folder ${data} holds no PostgreSQL database (no PG_VERSION). Move it away, or set PLATEN_DATA to another folder.`,
    );
  // Renamed when complete: a start that was killed during initdb starts over.
  const half = `${data}.new`;
  rmSync(half, { recursive: true, force: true });
  const args = [
    '-D',
    half,
    '-U',
    clusterUser,
    '-E',
    'UTF8',
    '--auth-local=trust',
    '--auth-host=reject',
    '--data-checksums',
  ];
  const { exitCode, output } = await run(
    path.join(bin, 'initdb'),
    [...args, '--locale-provider=builtin', '--locale=C.UTF-8', '--builtin-locale=C.UTF-8', '--no-instructions'],
    owner,
  );
  if (exitCode !== 0) {
    rmSync(half, { recursive: true, force: true });
    throw new StoreFailure(`The database could not be made in ${data}: ${toReason(output)}`);
  }
  renameSync(half, data);
  return true;
}

/** The lines of PostgreSQL's output that say why, with a plain word first where we know one. */
export function toReason(output: string): string {
  const lines = output.split('\n').filter((line) => /error|fatal|panic|could not|no space|denied/i.test(line));
  const problem = (lines.length > 0 ? lines.slice(-4) : output.trim().split('\n').slice(-3)).join(' ').trim();
  if (/no space left on device/i.test(output)) return `the disk is full (${problem})`;
  if (/permission denied/i.test(output)) return `no permission (${problem})`;
  return problem === '' ? 'PostgreSQL gave no reason' : problem;
}

function run(file: string, args: string[], owner: Owner | undefined): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: '/',
      env: postgresEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...asOwner(owner),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.on('error', (error) => reject(toSpawnFailure(file, error)));
    child.on('close', (code, signalName) =>
      resolve({
        exitCode: code ?? 1,
        output: signalName === null ? output : `${output}\nerror: ended by ${signalName}`,
      }),
    );
  });
}

/** A program that cannot even be started. */
export function toSpawnFailure(file: string, error: Error): StoreFailure {
  const why =
    toErrorCode(error) === 'EPERM'
      ? 'this process may not change to another user (a container without the right SETUID?)'
      : toMessage(error);
  return new StoreFailure(
    `PostgreSQL (${file}) cannot be started: ${why}. Set PLATEN_DATABASE_URL to use another server.`,
    {
      cause: error,
    },
  );
}

/**
 * Superuser of the embedded cluster, for administration only; the socket's folder is what keeps others out.
 */
export const clusterUser = 'platen';
/** Owns the database and its tables: migrations run as this role. */
export const migrationRole = 'platen_owner';
/** Reads and writes rows: everything else runs as this role. */
export const applicationRole = 'platen_app';
type ClusterRole = typeof clusterUser | typeof migrationRole | typeof applicationRole;
/**
 * Held as long as a Platen process uses the cluster: 'plat' in ASCII. Ends with the process, however it dies.
 */
const lockKey = 0x706c6174;

/** A connection string for a database of the cluster behind this socket. */
export function toUrl(socketFolder: string, database: string, role: ClusterRole): string {
  return `postgresql://${role}@/${database}?host=${encodeURIComponent(socketFolder)}`;
}

/** One session on the maintenance database. Errors after connecting are given to `onLost`. */
export async function openSession(socketFolder: string, onLost: (error: Error) => void): Promise<Client> {
  const client = new Client({
    connectionString: toUrl(socketFolder, 'postgres', clusterUser),
    connectionTimeoutMillis: 5000,
    application_name: 'platen-keeper',
    keepAlive: true,
  });
  client.on('error', onLost);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** True when no other Platen process uses the cluster; then this session holds it until it ends. */
export async function tryLock(session: Client): Promise<boolean> {
  const { rows } = await session.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockKey]);
  return rows[0]?.locked === true;
}

/**
 * Makes the database and its two roles, and hands to the migration role what earlier versions made as
 * superuser. Runs at each start and changes only what is missing; the change of owners is one transaction.
 * `session`: superuser in the maintenance database. `url`: the database itself, as superuser.
 */
export async function ensureRoles(session: Client, database: string, url: string): Promise<void> {
  for (const role of [migrationRole, applicationRole]) await ensureRole(session, role);
  const { rows } = await session.query<{ owner: string }>(
    'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
    [database],
  );
  const name = session.escapeIdentifier(database);
  if (rows[0] === undefined) await session.query(`create database ${name} owner ${migrationRole}`);
  else if (rows[0].owner !== migrationRole) await session.query(`alter database ${name} owner to ${migrationRole}`);
  const inside = new Client({ connectionString: url, connectionTimeoutMillis: 5000, application_name: 'platen-roles' });
  // A broken session fails its statement below; without a listener it would end the process.
  inside.on('error', () => undefined);
  await inside.connect();
  try {
    await inside.query(handOver);
  } finally {
    await inside.end();
  }
}

const attributes = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';

async function ensureRole(session: Client, role: string): Promise<void> {
  const { rows } = await session.query<{ right: boolean }>(
    `select rolcanlogin and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls) as right
     from pg_roles where rolname = $1`,
    [role],
  );
  if (rows[0] === undefined) await session.query(`create role ${role} ${attributes}`);
  else if (!rows[0].right) await session.query(`alter role ${role} ${attributes}`);
}

/** Objects of extensions stay with the superuser; sequences of a column follow their table. */
const handOver = `
do $$
declare
  statement text;
begin
  for statement in
    with place as (select oid, nspname, nspowner from pg_namespace where nspname in ('public', 'graphile_worker')),
    wanted as (select oid from pg_roles where rolname = '${migrationRole}')
    select format('alter schema %I owner to ${migrationRole}', nspname)
    from place, wanted where nspname <> 'public' and nspowner <> wanted.oid
    union all
    select format('alter %s %I.%I owner to ${migrationRole}',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' when 'c' then 'type' else 'table' end,
      nspname, relname)
    from pg_class one join place on place.oid = relnamespace, wanted
    where relkind in ('r', 'p', 'v', 'm', 'S', 'c') and relowner <> wanted.oid
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = one.oid
        and (deptype = 'e' or relkind = 'S' and deptype in ('a', 'i')))
    union all
    select format('alter routine %s owner to ${migrationRole}', one.oid::regprocedure)
    from pg_proc one join place on place.oid = pronamespace, wanted
    where proowner <> wanted.oid
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = one.oid and deptype = 'e')
    union all
    select format('alter type %I.%I owner to ${migrationRole}', nspname, typname)
    from pg_type one join place on place.oid = typnamespace, wanted
    where typtype in ('d', 'e') and typowner <> wanted.oid
      and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = one.oid and deptype = 'e')
  loop
    execute statement;
  end loop;
end $$`;

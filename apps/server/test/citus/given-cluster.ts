import { Client } from 'pg';
import { distribute } from '../../src/store/citus/distribute.ts';
import { connect } from '../../src/store/database.ts';
import { applicationRole, clusterUser, migrationRole } from '../../src/store/embedded/cluster.ts';
import { prepareTables } from '../../src/store/prepare-tables.ts';
import { silent } from '../silent.ts';
import { standIn } from './stand-in.ts';

/** Address of the coordinator's maintenance database, as a superuser; unset: the tests start a PostgreSQL. */
export const clusterUrl = process.env.PLATEN_CITUS_URL;
/** A plain PostgreSQL with a stand-in for the functions of Citus: proves the flow of a run, no cluster. */
const isStandIn = process.env.PLATEN_CITUS_STAND_IN === '1';

/** Shards of each table: as few as show that there are several on each of two workers. */
const shards = 4;

async function withSession<T>(url: string, work: (session: Client) => Promise<T>): Promise<T> {
  const session = new Client({ connectionString: url });
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

function to(url: string, changes: Partial<Pick<URL, 'hostname' | 'port' | 'pathname' | 'username'>>): string {
  return Object.assign(new URL(url), changes).toString();
}

interface Worker {
  host: string;
  port: number;
}

async function listWorkers(session: Client): Promise<Worker[]> {
  if (isStandIn) return [];
  const { rows } = await session.query<Worker>(
    `select nodename as host, nodeport as port from pg_dist_node
     where groupid > 0 and isactive and noderole = 'primary' order by 1, 2`,
  );
  return rows;
}

/**
 * Makes the roles of the tests, all with the password of the address, and returns the address of `platen` in
 * the form of an embedded database's. Throws, in one sentence, where there is no cluster.
 */
export async function prepareCluster(url: string): Promise<string> {
  const { password, host } = new URL(url);
  await withSession(url, async (session) => {
    const { rows } = await session.query<{ version: string }>(
      "select extversion as version from pg_extension where extname = 'citus'",
    );
    if (rows.length === 0 && !isStandIn)
      throw new Error(
        `The database of PLATEN_CITUS_URL (${host}) has no extension citus: the address must be that of a cluster's coordinator, in a database with the extension and its workers.`,
      );
    if (!isStandIn && (await listWorkers(session)).length === 0)
      throw new Error(`The coordinator of PLATEN_CITUS_URL (${host}) knows no worker: run citus_add_node there.`);
    for (const [role, rights] of [
      [clusterUser, 'superuser'],
      [migrationRole, 'nosuperuser'],
      [applicationRole, 'nosuperuser'],
    ] as const) {
      const known = await session.query('select from pg_roles where rolname = $1', [role]);
      const what = known.rows.length === 0 ? 'create' : 'alter';
      const secret = password === '' ? '' : ` password ${session.escapeLiteral(decodeURIComponent(password))}`;
      await session.query(`${what} role ${role} login ${rights}${secret}`);
    }
  });
  // Every connection of the tests and of the servers that they start finds it there.
  if (password !== '') process.env.PGPASSWORD = decodeURIComponent(password);
  return `postgres://${clusterUser}@${host}/platen?application_name=platen-tests`;
}

/** A database on every node, migrated and distributed, as `platen admin distribute` does. */
export async function makeDistributed(url: string, name: string): Promise<void> {
  const inside = to(url, { pathname: `/${name}` });
  const workers = await withSession(url, async (session) => {
    await session.query(`create database ${name} template template0 owner ${migrationRole}`);
    const listed = await listWorkers(session);
    if (listed.length > 0)
      await session.query('select run_command_on_workers($1)', [`create database ${name} owner ${migrationRole}`]);
    return listed;
  });
  for (const { host, port } of workers)
    await withSession(to(inside, { hostname: host, port: String(port) }), (session) =>
      session.query('create extension citus'),
    );
  await withSession(inside, async (session) => {
    await session.query(isStandIn ? standIn : 'create extension citus');
    if (isStandIn) await session.query(`alter database ${name} set search_path = public, citus_stand_in`);
    else {
      const { hostname, port } = new URL(url);
      await session.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port || 5432)]);
      for (const { host, port: at } of workers) await session.query('select citus_add_node($1, $2)', [host, at]);
      await session.query(`alter database ${name} set citus.shard_count = ${shards}`);
    }
  });
  const migrationUrl = to(inside, { username: migrationRole });
  await prepareTables({ url: to(inside, { username: applicationRole }), migrationUrl, log: silent });
  const owner = connect(migrationUrl, { log: silent, maxSessions: 2, statementTimeoutMs: 0 });
  try {
    await distribute(owner.db, () => undefined);
  } finally {
    await owner.close();
  }
}

/** Drops a database on every node. */
export async function dropDistributed(url: string, name: string): Promise<void> {
  await withSession(url, async (session) => {
    await session.query(`drop database if exists ${name} with (force)`);
    if ((await listWorkers(session)).length > 0)
      await session.query('select run_command_on_workers($1)', [`drop database if exists ${name} with (force)`]);
  });
}

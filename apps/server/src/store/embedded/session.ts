import { Client } from 'pg';

/** Superuser of the embedded cluster; the socket's folder is what keeps others out. */
export const clusterUser = 'platen';
/** Held as long as a Platen process uses the cluster: 'plat' in ASCII. Ends with the process, however it dies. */
const lockKey = 0x706c6174;

/** A connection string for a database of the cluster behind this socket. */
export function toUrl(socketFolder: string, database: string): string {
  return `postgresql://${clusterUser}@/${database}?host=${encodeURIComponent(socketFolder)}`;
}

/** One session on the maintenance database. Errors after connecting are given to `onLost`. */
export async function openSession(socketFolder: string, onLost: (error: Error) => void): Promise<Client> {
  const client = new Client({
    connectionString: toUrl(socketFolder, 'postgres'),
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

/** Makes the database if it is not there. */
export async function ensureDatabase(session: Client, name: string): Promise<void> {
  const { rowCount } = await session.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await session.query(`create database ${session.escapeIdentifier(name)}`);
}

import { Client } from 'pg';

/**
 * Superuser of the embedded cluster, for administration only; the socket's folder is what keeps others out.
 */
export const clusterUser = 'platen';
/** Owns the database and its tables: migrations run as this role. */
export const migrationRole = 'platen_owner';
/** Reads and writes rows: everything else runs as this role. */
export const applicationRole = 'platen_app';
export type ClusterRole = typeof clusterUser | typeof migrationRole | typeof applicationRole;
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

import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { inTransaction, locks } from './transactions.ts';

/** The role of a connection. */
export interface Role {
  name: string;
  superuser: boolean;
}

export async function readRole(db: Kysely<Database>): Promise<Role> {
  const { rows } = await sql<Role>`
    select current_user as name, rolsuper as superuser from pg_roles where rolname = current_user`.execute(db);
  return rows[0] ?? { name: '', superuser: false };
}

/**
 * Columns of the record of changes that the erasure of a person overwrites (OQ-126); nothing else of it ever
 * changes.
 */
const erasable = ['actor', 'subject', 'detail'];
const jobSchema = 'graphile_worker';

/**
 * Grants a role what the application needs: to read and write rows. It may neither make nor drop tables
 * (partitions: by function), and in the record of changes only add entries. `db`: a connection of the owner.
 * Repeatable.
 */
export async function grantToApplication(db: Kysely<Database>, name: string): Promise<void> {
  const role = sql.id(name);
  await inTransaction(db, async (trx) => {
    // The first partition of a table changes its entry in the catalogue, as a grant does: one of the two
    // would fail.
    await sql`select pg_advisory_xact_lock(${locks.partitions})`.execute(trx);
    const { rows } = await sql<{ schema: string; own: boolean; database: string }>`
      select nspname as schema, nspname = current_schema() as own, current_database() as database
      from pg_namespace where nspname in (current_schema(), ${jobSchema})`.execute(trx);
    for (const { schema, own, database } of rows) {
      if (own) {
        await sql`revoke create on schema ${sql.id(schema)} from public`.execute(trx);
        await sql`revoke temporary on database ${sql.id(database)} from public`.execute(trx);
      }
      await sql`grant usage on schema ${sql.id(schema)} to ${role}`.execute(trx);
      await grantTables(trx, schema, role);
    }
    await grantRecord(trx, role);
    await admitToJobs(trx, name);
  });
}

/**
 * Rows of every table but the record of changes and the migrator's; partitions are reached through their
 * parents.
 */
async function grantTables(trx: Kysely<Database>, schema: string, role: ReturnType<typeof sql.id>): Promise<void> {
  const { rows } = await sql<{ name: string; kind: 'rows' | 'view' | 'sequence' | 'migrations' }>`
    select relname as name, case when relkind = 'v' then 'view' when relkind = 'S' then 'sequence'
      when relname like 'kysely\\_%' then 'migrations' else 'rows' end as kind
    from pg_class where relnamespace = ${schema}::regnamespace and relkind in ('r', 'p', 'v', 'S')
      and not relispartition and relname <> 'audit_entry'`.execute(trx);
  const rights = {
    rows: sql`select, insert, update, delete`,
    view: sql`select`,
    sequence: sql`usage`,
    migrations: sql`select`,
  };
  for (const { name, kind } of rows) {
    const what = kind === 'sequence' ? sql`sequence` : sql`table`;
    await sql`grant ${rights[kind]} on ${what} ${sql.id(schema, name)} to ${role}`.execute(trx);
  }
}

async function grantRecord(trx: Kysely<Database>, role: ReturnType<typeof sql.id>): Promise<void> {
  const columns = sql.join(erasable.map((column) => sql.id(column)));
  await sql`revoke all on audit_entry from ${role}`.execute(trx);
  await sql`grant select, insert, update (${columns}) on audit_entry to ${role}`.execute(trx);
}

/** The queue's tables admit their owner only (row-level security); jobs run as the application. */
async function admitToJobs(trx: Kysely<Database>, name: string): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_class
    where relnamespace = to_regnamespace(${jobSchema}) and relkind = 'r' and relrowsecurity
      and not exists (select from pg_policy where polrelid = pg_class.oid and polname = ${name})`.execute(trx);
  for (const { table } of rows)
    await sql`create policy ${sql.id(name)} on ${sql.id(jobSchema, table)} to ${sql.id(name)} using (true) with check (true)`.execute(
      trx,
    );
}

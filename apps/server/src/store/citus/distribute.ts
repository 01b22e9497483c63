import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { inTransaction } from '../transactions.ts';
import type { Place } from './distribution.ts';
import { type ForeignKey, type Progress, planSteps, type Step } from './plan-steps.ts';

/** A database with the extension, and the nodes that it knows. */
interface Cluster {
  readonly version: string;
  /** Nodes that take shards, without the coordinator. */
  readonly workers: number;
  /** Whether the coordinator is a node too, which foreign keys between local and reference tables need. */
  readonly hasCoordinator: boolean;
}

/** The cluster that a database coordinates; undefined without the extension. */
export async function readCluster(db: Kysely<Database>): Promise<Cluster | undefined> {
  const { rows } = await sql<{ version: string }>`
    select extversion as version from pg_extension where extname = 'citus'`.execute(db);
  const [extension] = rows;
  if (extension === undefined) return undefined;
  const { rows: nodes } = await sql<{ groupid: number }>`
    select groupid from pg_dist_node where isactive and noderole = 'primary'`.execute(db);
  const workers = nodes.filter(({ groupid }) => groupid > 0).length;
  return { version: extension.version, workers, hasCoordinator: workers < nodes.length };
}

/** Why nothing can be distributed, in one sentence; undefined where it can. */
export function explainUnready(cluster: Cluster | undefined): string | undefined {
  if (cluster === undefined)
    return "the database has no extension citus: install it on every node, add it to shared_preload_libraries and run 'create extension citus' in this database, on the workers too";
  if (cluster.workers === 0)
    return "the coordinator knows no worker: run select citus_add_node('<host>', <port>) for each";
  if (!cluster.hasCoordinator)
    return "the coordinator is not among the nodes: run select citus_set_coordinator_host('<host>', <port>)";
  return undefined;
}

/** What of the plan is real. `isCluster`: whether the extension is there. */
export async function readProgress(db: Kysely<Database>, isCluster: boolean): Promise<Progress> {
  const { rows: keys } = await sql<ForeignKey>`
    select t.relname as table, o.relname as other, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class o on o.oid = c.confrelid
    where c.contype = 'f' and c.conparentid = 0 and c.connamespace = current_schema()::regnamespace
    order by 1, 3`.execute(db);
  const { rows: setAside } = await sql<Omit<ForeignKey, 'other'>>`
    select table_name as table, key_name as name, definition from set_aside_key order by 1, 2`.execute(db);
  return { made: isCluster ? await readMade(db) : new Map<string, Place>(), keys, setAside };
}

/** Places known to the extension, by `pg_dist_partition`: h by hash; n with repmodel t a reference table. */
async function readMade(db: Kysely<Database>): Promise<Map<string, Place>> {
  const { rows } = await sql<{ table: string; method: string; model: string; column: string | null }>`
    select c.relname as table, p.partmethod as method, p.repmodel as model,
      case when p.partmethod = 'h' then column_to_column_name(p.logicalrelid, p.partkey::text) end as column
    from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = current_schema()::regnamespace and not c.relispartition`.execute(db);
  return new Map(rows.map(({ table, ...row }) => [table, toPlace(row)]));
}

function toPlace({ method, model, column }: { method: string; model: string; column: string | null }): Place {
  if (method === 'h') return { kind: 'distributed', column: column ?? '' };
  return model === 't' ? { kind: 'reference' } : { kind: 'local' };
}

/** The statement of a step, for people. */
export const toText = (step: Step, db: Kysely<Database>): string => step.statement.compile(db).sql;

/**
 * Takes the steps that are left, each in a transaction of its own, so that a run that was interrupted is
 * continued by the next. `db`: a connection of the role that owns the tables, without a limit on statements.
 * No server may run meanwhile: foreign keys are missing until the end. Returns the number of steps.
 */
export async function distribute(db: Kysely<Database>, report: (line: string) => void): Promise<number> {
  const steps = planSteps(await readProgress(db, true));
  for (const [index, step] of steps.entries()) {
    report(`${index + 1} of ${steps.length}: ${toText(step, db)}`);
    await inTransaction(db, async (trx) => {
      await step.note?.execute(trx);
      await step.statement.execute(trx);
    });
  }
  return steps.length;
}

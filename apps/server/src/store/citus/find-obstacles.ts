import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { distribution, type Place } from './distribution.ts';

/** What of a schema stands in the way of its distribution. */
export interface Obstacle {
  readonly table: string;
  /** Key, index, trigger or column; the table itself where it is about that. */
  readonly object: string;
  readonly reason: string;
}

interface Key {
  table: string;
  other: string;
  name: string;
  columns: string[];
  otherColumns: string[];
  /** As in `pg_constraint`: a no action, r restrict, c cascade, n set null, d set default. */
  onDelete: string;
  onUpdate: string;
}

type Plan = ReadonlyMap<string, Place>;

/**
 * Compares the tables of a database with the plan and with what the documentation of Citus 12.1 excludes
 * ("Creating and Modifying Distributed Tables", "SQL Support and Workarounds"). Reads the catalogue only;
 * needs no extension.
 */
export async function findObstacles(db: Kysely<Database>, plan: Plan = distribution): Promise<Obstacle[]> {
  const tables = await readTables(db);
  const placed = (kind: Place['kind']) => [...plan].flatMap(([table, place]) => (place.kind === kind ? [table] : []));
  const spread = [...placed('distributed'), ...placed('reference')];
  return [
    ...tables
      .filter((table) => !plan.has(table))
      .map((table) => toObstacle(table, table, 'has no place in the plan (store/citus/distribution.ts)')),
    ...[...plan.keys()]
      .filter((table) => !tables.includes(table))
      .map((table) => toObstacle(table, table, 'is in the plan, but not in the database')),
    ...(await checkColumns(db, plan)),
    ...(await checkUnique(db, plan)),
    ...(await readKeys(db)).flatMap((key) => checkKey(key, plan)),
    ...(await checkForms(db, spread)),
  ];
}

const toObstacle = (table: string, object: string, reason: string): Obstacle => ({ table, object, reason });

/** Tables of the application's schema; a partition belongs to its table. */
async function readTables(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`.execute(
    db,
  );
  return rows.map((row) => row.table);
}

/** Colocated tables need a column of one type, which is neither null nor generated. */
async function checkColumns(db: Kysely<Database>, plan: Plan): Promise<Obstacle[]> {
  const { rows } = await sql<{ table: string; column: string; type: string; isPlain: boolean }>`
    select relname as table, attname as column, format_type(atttypid, atttypmod) as type,
      attnotnull and attgenerated = '' and attidentity = '' as "isPlain"
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(db);
  return [...plan].flatMap(([table, place]) => {
    if (place.kind !== 'distributed') return [];
    const found = rows.find((row) => row.table === table && row.column === place.column);
    if (found?.type === 'uuid' && found.isPlain) return [];
    return [toObstacle(table, place.column, 'the distribution column must be a uuid, never null and not generated')];
  });
}

/** Uniqueness is proved on one node only. */
async function checkUnique(db: Kysely<Database>, plan: Plan): Promise<Obstacle[]> {
  const { rows } = await sql<{ table: string; name: string; columns: string[] }>`
    select t.relname as table, i.relname as name,
      array(select attname::text from pg_attribute where attrelid = t.oid and attnum = any(x.indkey)) as columns
    from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where t.relnamespace = current_schema()::regnamespace and not t.relispartition and (x.indisunique or x.indisexclusion)
    order by 1, 2`.execute(db);
  return rows.flatMap(({ table, name, columns }) => {
    const place = plan.get(table);
    if (place?.kind !== 'distributed' || columns.includes(place.column)) return [];
    return [toObstacle(table, name, `a unique key or exclusion constraint must contain ${place.column}`)];
  });
}

async function readKeys(db: Kysely<Database>): Promise<Key[]> {
  const names = (table: string, numbers: string) => sql`
    array(select attname::text from unnest(${sql.ref(numbers)}) with ordinality k(n, at)
      join pg_attribute on attrelid = ${sql.ref(table)} and attnum = k.n order by k.at)`;
  const { rows } = await sql<Key>`
    select t.relname as table, o.relname as other, c.conname as name, c.confdeltype as "onDelete", c.confupdtype as "onUpdate",
      ${names('t.oid', 'c.conkey')} as columns, ${names('o.oid', 'c.confkey')} as "otherColumns"
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class o on o.oid = c.confrelid
    where c.contype = 'f' and c.conparentid = 0 and c.connamespace = current_schema()::regnamespace order by 1, 3`.execute(
    db,
  );
  return rows;
}

const setsValues = (action: string): boolean => action === 'n' || action === 'd';

/** Foreign keys: between local tables, between colocated tables by their column, or to a reference table. */
function checkKey(key: Key, plan: Plan): Obstacle[] {
  const [from, to] = [plan.get(key.table), plan.get(key.other)];
  if (from === undefined || to === undefined) return [];
  const refuse = (reason: string) => [toObstacle(key.table, key.name, reason)];
  if (to.kind === 'local' && from.kind === 'distributed') return refuse('refers from a distributed to a local table');
  if (to.kind === 'local' && from.kind === 'reference' && [key.onDelete, key.onUpdate].some((by) => !'ar'.includes(by)))
    return refuse('refers from a reference to a local table and changes rows with it');
  if (to.kind === 'distributed' && from.kind !== 'distributed')
    return refuse(`refers from a ${from.kind} to a distributed table`);
  if (from.kind !== 'distributed') return [];
  const index = key.columns.indexOf(from.column);
  if (to.kind === 'distributed' && (index < 0 || key.otherColumns[index] !== to.column))
    return refuse(`refers to a distributed table by another column than ${from.column}`);
  if (index >= 0 && (setsValues(key.onDelete) || setsValues(key.onUpdate) || key.onUpdate === 'c'))
    return refuse(`would change ${from.column}`);
  return [];
}

/** Triggers, rules, sequences, inheritance and partitions of partitions. */
async function checkForms(db: Kysely<Database>, tables: readonly string[]): Promise<Obstacle[]> {
  const { rows } = await sql<Obstacle>`
    with spread as (
      select oid, relname, relkind from pg_class
      where relnamespace = current_schema()::regnamespace and relname = any(${[...tables]}::text[])
    )
    select spread.relname as table, tgname as object, 'has a trigger' as reason
    from spread join pg_trigger on tgrelid = spread.oid where not tgisinternal
    union all
    select spread.relname, rulename, 'has a rule' from spread join pg_rewrite on ev_class = spread.oid
    union all
    select spread.relname, attname, 'numbers its rows by a sequence'
    from spread join pg_attribute a on attrelid = spread.oid and attnum > 0 and not attisdropped
      left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
    where attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%'
    union all
    select spread.relname, inhrelid::regclass::text, 'has partitions of partitions, or tables that inherit'
    from spread join pg_inherits on inhparent = spread.oid join pg_class child on child.oid = inhrelid
    where spread.relkind = 'r' or child.relkind = 'p'
    order by 1, 2`.execute(db);
  return rows;
}

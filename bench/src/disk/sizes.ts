import type { Client } from 'pg';

/** Bytes of a table, its partitions together. */
export interface TableSize {
  readonly table: string;
  /** Rows and what is stored out of line. */
  readonly heap: number;
  readonly indexes: number;
  readonly rows: number;
  /** Has one partition a month: grows with time. */
  readonly isByMonth: boolean;
}

/** Tables that grow with time without partitions; what is left of a device is one row or a few. */
const alsoByTime = new Set(['section_version', 'device_replacement']);

/** Sizes of all tables, largest first. */
export async function readSizes(client: Client): Promise<TableSize[]> {
  await client.query('vacuum analyze');
  const { rows } = await client.query<{
    name: string;
    heap: string;
    indexes: string;
    rows: number;
    isbymonth: boolean;
  }>(
    `select coalesce(parent.relname, child.relname) as name, sum(pg_table_size(child.oid)) as heap,
       sum(pg_indexes_size(child.oid)) as indexes, sum(greatest(child.reltuples, 0))::float8 as rows,
       bool_or(parent.oid is not null) as isbymonth
     from pg_class child left join pg_inherits i on i.inhrelid = child.oid left join pg_class parent on parent.oid = i.inhparent
     where child.relkind = 'r' and child.relnamespace = current_schema()::regnamespace
     group by 1 order by sum(pg_total_relation_size(child.oid)) desc`,
  );
  return rows.map(({ name, heap, indexes, rows: count, isbymonth }) => ({
    table: name,
    heap: Number(heap),
    indexes: Number(indexes),
    rows: count,
    isByMonth: isbymonth || alsoByTime.has(name),
  }));
}

/**
 * Bytes of WAL written so far, and how many of its records were images of whole pages; the latter is counted
 * by PostgreSQL up to a second late.
 */
export async function readWal(client: Client): Promise<{ bytes: number; images: number }> {
  const { rows } = await client.query<{ bytes: string; images: string }>(
    `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes, wal_fpi as images from pg_stat_wal`,
  );
  return { bytes: Number(rows[0]?.bytes), images: Number(rows[0]?.images) };
}

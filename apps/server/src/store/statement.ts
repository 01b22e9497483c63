import { createQueryId, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';

/** A statement as PostgreSQL gets it. */
export interface Statement {
  /** Prepared under this name, once in each session. */
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

const compiler = new PostgresQueryCompiler();
/** Kysely's plugins and logs tell statements apart by it; neither sees these. */
const queryId = createQueryId();

/**
 * Text and values of a `sql` template; every value is a parameter. With a name the statement is prepared
 * under it.
 */
export function toStatement(query: RawBuilder<unknown>, name?: string): Statement {
  const compiled = compiler.compileQuery(query.toOperationNode(), queryId);
  return { ...(name === undefined ? {} : { name }), text: compiled.sql, values: [...compiled.parameters] };
}

/** A template without values as one text, so that a part of every call is compiled only once. */
export function toConstant<T>(query: RawBuilder<T>): RawBuilder<T> {
  const { text, values } = toStatement(query);
  if (values.length > 0) throw new Error(`a constant part of a statement has values: ${text}`);
  return sql.raw<T>(text);
}

/**
 * Runs a `sql` template as a prepared statement: for reads of every call, which PostgreSQL would take longer
 * to plan than to run (docs/decisions/0265). The text must be the same for all values.
 */
export async function runPrepared<Row>(
  { pool }: { readonly pool: Pool },
  name: string,
  query: RawBuilder<Row>,
): Promise<Row[]> {
  const { rows } = await pool.query<Row & object>(toStatement(query, name));
  return rows;
}

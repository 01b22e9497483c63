import { createQueryId, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
import { Client, type Pool, type PoolClient, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { sendCancelRequest } from './cancel-request.ts';
import { hasOwnSessions } from './database.ts';

/** A statement as PostgreSQL gets it. */
interface Statement {
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
  const { rows } = await pool.query<Row & object>(toStatement(query, hasOwnSessions(pool) ? name : undefined));
  return rows;
}

/** A statement that was cancelled: it exceeded its time limit, or no caller waits for its result any more. */
export class StatementCancelled extends Error {
  readonly why: 'tooLong' | 'givenUp';
  constructor(why: 'tooLong' | 'givenUp', options?: ErrorOptions) {
    super(why === 'tooLong' ? 'the statement took longer than it may' : 'the statement was given up', options);
    this.name = 'StatementCancelled';
    this.why = why;
  }
}

interface Within {
  /** Longest time that the statement may run, in milliseconds; waiting for a session does not count. */
  readonly budgetMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs a statement that is cancelled in PostgreSQL when its time is over or the signal aborts. Ends only when
 * PostgreSQL has stopped working on it. Throws `StatementCancelled`.
 */
export async function queryWithin<Row extends QueryResultRow>(
  pool: Pool,
  statement: QueryConfig,
  { budgetMs, signal }: Within,
): Promise<QueryResult<Row>> {
  if (signal.aborted) throw new StatementCancelled('givenUp');
  const isOwn = hasOwnSessions(pool);
  const client = await pool.connect();
  let cancelled: { why: StatementCancelled['why']; done: Promise<void> } | undefined;
  const cancel = (why: StatementCancelled['why']) => {
    cancelled ??= { why, done: isOwn ? cancelStatement(pool, client) : cancelThroughPooler(client) };
  };
  const giveUp = () => cancel('givenUp');
  const timer = setTimeout(() => cancel('tooLong'), budgetMs);
  signal.addEventListener('abort', giveUp, { once: true });
  let failure: Error | undefined;
  try {
    if (signal.aborted) throw new StatementCancelled('givenUp');
    // By callback: with the promise of `pg` the rows of an answer survive two collections of young objects,
    // and collecting takes three times as long (bench:api, list of a dealer).
    return await new Promise<QueryResult<Row>>((resolve, reject) => {
      client.query<Row>(isOwn ? statement : { ...statement, name: undefined }, (error, result) =>
        error ? reject(error) : resolve(result),
      );
    });
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw cancelled === undefined ? error : new StatementCancelled(cancelled.why, { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    await cancelled?.done;
    // A session that was cancelled is not used again: the cancellation must not reach its next statement.
    client.release(failure ?? cancelled !== undefined);
  }
}

/**
 * In a session of its own: all of the pool's may be busy. If it fails, the statement's own time limit ends
 * it.
 */
async function cancelStatement(pool: Pool, client: PoolClient): Promise<void> {
  const session = new Client({ connectionString: pool.options.connectionString, connectionTimeoutMillis: 5000 });
  session.on('error', () => undefined);
  try {
    if (!('processID' in client)) return;
    await session.connect();
    await session.query('select pg_cancel_backend($1)', [client.processID]);
  } catch {
    // PostgreSQL does not take another session at present.
  } finally {
    await session.end().catch(() => undefined);
  }
}

/** If it fails, the limit of time that the pooler sets ends the statement. */
async function cancelThroughPooler(client: PoolClient): Promise<void> {
  if (!('processID' in client && 'secretKey' in client)) return;
  const { host, port, processID, secretKey } = client;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return;
  const ssl: unknown = client.ssl;
  const tls = ssl === false ? undefined : typeof ssl === 'object' && ssl !== null ? ssl : {};
  await sendCancelRequest({ host, port, processId: processID, secretKey, tls }).catch(() => undefined);
}

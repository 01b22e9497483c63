import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';

type Result<Row extends QueryResultRow> = Promise<QueryResult<Row>>;
type Query<Row extends QueryResultRow> = (statement: QueryConfig, signal: AbortSignal) => Result<Row>;
/** `signal`: the caller no longer waits for the result. */
type SharedQuery<Row extends QueryResultRow> = (statement: QueryConfig, signal?: AbortSignal) => Result<Row>;

interface Running<Row extends QueryResultRow> {
  readonly result: Result<Row>;
  readonly stop: AbortController;
  callers: number;
}

/**
 * Statements equal in text and values that are asked for while one is running share its answer; nothing is
 * kept after it. Opening the list on many screens at once counts the fleet once. The statement is stopped
 * when all callers have given up.
 */
export function createSharedQuery<Row extends QueryResultRow>(query: Query<Row>): SharedQuery<Row> {
  const running = new Map<string, Running<Row>>();

  const start = (key: string, statement: QueryConfig): Running<Row> => {
    const stop = new AbortController();
    const forget = () => {
      if (running.get(key) === started) running.delete(key);
    };
    stop.signal.addEventListener('abort', forget, { once: true });
    const started: Running<Row> = { result: query(statement, stop.signal).finally(forget), stop, callers: 0 };
    running.set(key, started);
    return started;
  };

  return async (statement, signal) => {
    const key = JSON.stringify([statement.text, statement.values]);
    const shared = running.get(key) ?? start(key, statement);
    shared.callers += 1;
    const leave = () => {
      shared.callers -= 1;
      if (shared.callers === 0) shared.stop.abort();
    };
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
    try {
      return await shared.result;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  };
}

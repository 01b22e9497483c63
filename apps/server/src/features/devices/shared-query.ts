import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';

type Query<Row extends QueryResultRow> = (statement: QueryConfig) => Promise<QueryResult<Row>>;

/**
 * Statements equal in text and values that are asked for while one is running share its answer; nothing is kept after it.
 * Opening the list on many screens at once counts the fleet once.
 */
export function createSharedQuery<Row extends QueryResultRow>(query: Query<Row>): Query<Row> {
  const running = new Map<string, Promise<QueryResult<Row>>>();
  return (statement) => {
    const key = JSON.stringify([statement.text, statement.values]);
    const found = running.get(key) ?? query(statement).finally(() => running.delete(key));
    running.set(key, found);
    return found;
  };
}

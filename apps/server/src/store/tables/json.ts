import type { ColumnType } from 'kysely';

/** json or jsonb: read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;
/** The same with a default of the database. */
export type JsonOr<T> = ColumnType<T, string | undefined, string>;

import { type RawBuilder, sql } from 'kysely';

/** Milliseconds of a time, exactly. `column`: SQL of this program, never text of a caller. */
export const sqlMs = (column: string): RawBuilder<number> =>
  sql.raw(`round(extract(epoch from ${column}) * 1000)::bigint`);

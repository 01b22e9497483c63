import { type RawBuilder, sql } from 'kysely';

/** Select item: the person of a column with a user's id; of an erased one the mark as name (GE-17). */
export const sqlPerson = (column: string): RawBuilder<unknown> => {
  const id = sql.ref(column);
  return sql`case when ${id} is not null then json_build_object('userId', ${id}, 'name',
    coalesce((select name from app_user where user_id = ${id}), 'erased-' || ${id})) end`;
};

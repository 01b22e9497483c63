import { type RawBuilder, sql } from 'kysely';

/** The text as a pattern of `like` that finds it anywhere; `%`, `_` and `\` lose their special meaning. */
export const toContains = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

export const allOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join([...conditions], sql` and `)}`;

export const anyOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([...conditions], sql` or `)})`;

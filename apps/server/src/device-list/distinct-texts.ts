import { type RawBuilder, sql } from 'kysely';

/** The text as a pattern of `like` that finds it anywhere; `%`, `_` and `\` lose their special meaning. */
export const toContains = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

export const allOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join([...conditions], sql` and `)}`;

export const anyOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([...conditions], sql` or `)})`;

/**
 * Runs a statement on the store, in any session or inside a transaction; with a name it is prepared under it.
 */
export type Query = <Row>(statement: RawBuilder<Row>, name?: string) => Promise<Row[]>;

/** A text of the fleet, and its form for comparison (`toComparable`). */
export interface DistinctText {
  readonly text: string;
  readonly comparable: string;
}

/**
 * An expression as texts are compared: without regard to case and to the width of letters, digits and kana.
 * Both are PostgreSQL's on either side; JavaScript's lower case differs in some scripts.
 */
export const toComparable = (expression: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`lower(normalize(${expression}, nfkc))`;

/** Fields that the advanced search looks into for contained text; each leads an index. */
export type TextField = 'model' | 'customerName' | 'description' | 'dealerName';

/**
 * With more distinct texts than this, reading the index from end to end is faster than one look-up for each
 * text.
 */
const fewTexts = 5000;

/**
 * Reads the distinct texts of a field of `device`, without null. Walks the index from value to value: 80
 * models of 100,000 devices take 1 ms, 4,000 customers 25 ms. Undefined: there are more than 5,000.
 */
export async function readFewTexts(query: Query, field: TextField): Promise<DistinctText[] | undefined> {
  const texts = await readTexts(
    query,
    sql`select value from distinct_texts(${field}, ${sql.lit(fewTexts + 1)}) as found(value)`,
  );
  return texts.length <= fewTexts ? texts : undefined;
}

/** The same of an expression over `device d`, for any number of them: 100,000 take 0.5 s. */
export const readAllTexts = (query: Query, expression: RawBuilder<unknown>): Promise<DistinctText[]> =>
  readTexts(query, sql`select distinct ${expression} as value from device d where ${expression} is not null`);

/** One row of JSON: Node parses it several times as fast as that number of rows. */
async function readTexts(query: Query, values: RawBuilder<unknown>): Promise<DistinctText[]> {
  const [found] = await query(
    sql<{ texts: string[] | null; comparable: string[] | null }>`
      select json_agg(value) as texts, json_agg(${toComparable(sql.ref('value'))}) as comparable from (${values}) found`,
  );
  return (found?.texts ?? []).map((text, index) => ({ text, comparable: found?.comparable?.[index] ?? text }));
}

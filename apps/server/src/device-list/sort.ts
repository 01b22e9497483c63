import { type SortColumn, type SortKey, type SortOrder, sortKeysOf } from '@platen/contract/devices';
import { type RawBuilder, sql } from 'kysely';
import { toColumn } from './to-item.ts';

interface KeyPart {
  readonly expression: RawBuilder<unknown>;
  readonly type: RawBuilder<unknown>;
}

const toPart = (fields: SortKey): KeyPart =>
  fields.includes('status')
    ? { expression: sql`d.status_rank`, type: sql`smallint` }
    : { expression: sql`coalesce(${sql.join(fields.map(toColumn))}, '')`, type: sql`text` };

/**
 * What a column is ordered by; every order ends in the device id, and each has its index (migration 0001).
 */
const toParts = (column: SortColumn): readonly KeyPart[] => [
  ...sortKeysOf(column).map(toPart),
  { expression: sql`d.device_id`, type: sql`uuid` },
];

export interface Sort {
  readonly column: SortColumn;
  readonly order: SortOrder;
}

/** Serial ascending unless asked otherwise (OQ-39): stable while pages load. */
export const toSort = (query: { sortColumn?: SortColumn | undefined; sortOrder?: SortOrder | undefined }): Sort => ({
  column: query.sortColumn ?? 'serial',
  order: query.sortOrder ?? 'asc',
});

/** `order by …`, all parts in one direction so that the index serves both ways. */
export function toOrderBy({ column, order }: Sort): RawBuilder<unknown> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  return sql`order by ${sql.join(toParts(column).map(({ expression }) => sql`${expression} ${direction}`))}`;
}

/** The sort key as an array of texts: where a page ends. */
export const toKeyColumns = ({ column }: Sort): RawBuilder<string[]> =>
  sql`array[${sql.join(toParts(column).map(({ expression }) => sql`${expression}::text`))}]`;

/** The condition for what comes after a key in this order. */
export function toAfter({ column, order }: Sort, key: readonly string[]): RawBuilder<boolean> {
  const parts = toParts(column);
  const values = parts.map(({ type }, index) => sql`${key[index]}::${type}`);
  return sql<boolean>`(${sql.join(parts.map(({ expression }) => expression))})
    ${order === 'asc' ? sql`>` : sql`<`} (${sql.join(values)})`;
}

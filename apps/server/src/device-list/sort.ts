import type { SortColumn, SortOrder } from '@platen/contract/devices';

/** What each column is ordered by; every order ends in the key, and each has its index (migration 0001). */
const expressions: Readonly<Record<SortColumn, readonly string[]>> = {
  serial: ["coalesce(d.serial, '')", 'd.device_id'],
  model: ["coalesce(d.model, '')", 'd.device_id'],
  customer: ["coalesce(d.customer_name, d.customer_number, '')", 'd.device_id'],
  description: ["coalesce(d.description, '')", 'd.device_id'],
  status: ['d.status_rank', "coalesce(d.serial, '')", 'd.device_id'],
};
const types: Readonly<Record<string, string>> = { 'd.device_id': 'uuid', 'd.status_rank': 'smallint' };

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
export const toOrderBy = ({ column, order }: Sort): string =>
  `order by ${expressions[column].map((expression) => `${expression} ${order}`).join(', ')}`;

/** The columns of the sort key, as an array to remember where a page ended. */
export const toKeyColumns = ({ column }: Sort): string =>
  `array[${expressions[column].map((expression) => `${expression}::text`).join(', ')}]`;

/** The condition for what comes after a key in this order. */
export function toAfter({ column, order }: Sort, key: readonly string[], add: (value: unknown) => string): string {
  const parts = expressions[column];
  const values = parts.map((expression, index) => `${add(key[index])}::${types[expression] ?? 'text'}`);
  return `(${parts.join(', ')}) ${order === 'asc' ? '>' : '<'} (${values.join(', ')})`;
}

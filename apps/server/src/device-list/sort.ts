import { type SortColumn, type SortKey, type SortOrder, sortKeysOf } from '@platen/contract/devices';
import { toSqlName } from './to-item.ts';

interface Expression {
  readonly text: string;
  readonly type: 'text' | 'smallint' | 'uuid';
}

const toExpression = (fields: SortKey): Expression =>
  fields.includes('status')
    ? { text: 'd.status_rank', type: 'smallint' }
    : { text: `coalesce(${fields.map((field) => `d.${toSqlName(field)}, `).join('')}'')`, type: 'text' };

/** What a column is ordered by; every order ends in the device id, and each has its index (migration 0001). */
const toExpressions = (column: SortColumn): readonly Expression[] => [
  ...sortKeysOf(column).map(toExpression),
  { text: 'd.device_id', type: 'uuid' },
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
export const toOrderBy = ({ column, order }: Sort): string =>
  `order by ${toExpressions(column)
    .map(({ text }) => `${text} ${order}`)
    .join(', ')}`;

/** The columns of the sort key, as an array to remember where a page ended. */
export const toKeyColumns = ({ column }: Sort): string =>
  `array[${toExpressions(column)
    .map(({ text }) => `${text}::text`)
    .join(', ')}]`;

/** The condition for what comes after a key in this order. */
export function toAfter({ column, order }: Sort, key: readonly string[], add: (value: unknown) => string): string {
  const expressions = toExpressions(column);
  const values = expressions.map(({ type }, index) => `${add(key[index])}::${type}`);
  const texts = expressions.map(({ text }) => text);
  return `(${texts.join(', ')}) ${order === 'asc' ? '>' : '<'} (${values.join(', ')})`;
}

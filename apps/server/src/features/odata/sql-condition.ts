import { type RawBuilder, sql } from 'kysely';
import type { Filter } from './filter.ts';

type Comparison = Extract<Filter, { kind: 'compare' }>;

/**
 * A condition for the database that holds wherever a filter can be met, in brackets of its own.
 * `ofComparison`: that of one comparison; undefined counts as met. Exact is `meets` alone.
 */
export function toCondition(
  filter: Filter | undefined,
  ofComparison: (comparison: Comparison) => RawBuilder<boolean> | undefined,
): RawBuilder<boolean> {
  if (filter === undefined) return sql<boolean>`true`;
  if (filter.kind === 'compare') return sql<boolean>`(${ofComparison(filter) ?? sql`true`})`;
  const parts = filter.parts.map((part) => toCondition(part, ofComparison));
  return sql<boolean>`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`;
}

import { worklistFilters } from '@platen/contract/worklist';
import { type BuiltInView, builtInViews, viewDefinitions } from '@platen/contract/worklist-names';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { Refusal } from '../../base/errors.ts';
import { allOf } from '../../device-list/distinct-texts.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { rowVisibleTo, viewVisibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import { asksForResolved } from './resolved.ts';
import { isWhole, toFilterCondition, type WorklistFilters, type WorklistSelection } from './selection.ts';

/** Saved views that are counted; the others have no place on the screen. */
const mostCounted = 20;

/** The filters of a view; order and grouping do not change how many rows it has. */
const viewFilters = z.object(worklistFilters);

/**
 * Rows of the built-in views, by name, and of the first saved views by name of this user, by id. `readTotal`
 * counts a selection of the whole list or of what was resolved; the other views are counted in one pass.
 */
export async function readViewCounts(
  db: Kysely<Database>,
  selection: Omit<WorklistSelection, 'filters'>,
  readTotal: (selection: WorklistSelection) => Promise<number>,
): Promise<Record<string, number>> {
  const { user } = selection;
  const { rows: saved } = await sql<{ id: string; definition: unknown }>`
    select v.view_id as id, v.definition from saved_view v join app_user o on o.user_id = v.owner_id
    where v.area = 'worklist' and ${viewVisibleTo(user)}
    order by (v.owner_id = ${user.userId}) desc, lower(v.name), v.view_id limit ${sql.lit(mostCounted)}`.execute(db);
  const views = [...builtInViews.map((id: BuiltInView) => ({ id, definition: viewDefinitions[id] })), ...saved].flatMap(
    ({ id, definition }) => {
      const filters = toFilters(definition);
      return filters === undefined ? [] : [{ id, selection: { ...selection, filters } }];
    },
  );
  const isCountedApart = (one: WorklistSelection) => isWhole(one) || asksForResolved(one.filters);
  const ofWhole = views.filter((view) => isCountedApart(view.selection));
  const totals = await Promise.all(ofWhole.map((view) => readTotal(view.selection)));
  const others = views.flatMap(({ id, selection: one }) => {
    const where = isCountedApart(one) ? undefined : toCondition(one);
    return where === undefined ? [] : [{ id, where }];
  });
  const counted = others.length === 0 ? [] : await countAll(db, user, others);
  return Object.fromEntries([
    ...ofWhole.map(({ id }, index) => [id, totals[index] ?? 0]),
    ...others.map(({ id }, index) => [id, counted[index] ?? 0]),
  ]);
}

async function countAll(
  db: Kysely<Database>,
  user: SignedInUser,
  views: readonly { readonly where: RawBuilder<boolean> }[],
): Promise<readonly number[]> {
  const counts = views.map(({ where }) => sql`count(*) filter (where ${where})::int`);
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}] as counts from worklist_row w
    where ${allOf([sql<boolean>`w.priority is not null`, rowVisibleTo(user)])}`.execute(db);
  return rows[0]?.counts ?? [];
}

/** Undefined: the filters of a view are no longer understood. */
function toFilters(definition: unknown): WorklistFilters | undefined {
  const parsed = viewFilters.safeParse(definition);
  return parsed.success ? parsed.data : undefined;
}

/** The condition on the rows of a view; undefined: its filters are no longer understood. */
function toCondition(selection: WorklistSelection): RawBuilder<boolean> | undefined {
  try {
    return toFilterCondition(selection);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

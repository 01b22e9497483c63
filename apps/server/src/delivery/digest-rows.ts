import type { SubscriptionForm } from '@platen/contract/channels';
import { priorities } from '@platen/contract/worklist-names';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { rowVisibleTo } from '../identity/visibility.ts';
import type { Database } from '../store/database.ts';

/**
 * Rows of the worklist that are open and concern a subscription, as the owner of its channel sees them
 * (DE-11).
 */
export async function readOpen(
  db: Kysely<Database>,
  owner: SignedInUser,
  form: Pick<SubscriptionForm, 'scope' | 'kinds' | 'leastPriority'> | undefined,
): Promise<{ count: number; p1: number }> {
  const conditions: RawBuilder<unknown>[] = [sql`w.priority is not null`, rowVisibleTo(owner)];
  if (form !== undefined) {
    const { scope, kinds, leastPriority } = form;
    conditions.push(sql`w.priority <= ${priorities.indexOf(leastPriority) + 1}`);
    if (kinds !== undefined) conditions.push(sql`w.kinds && ${kinds}::text[]`);
    if (scope.customerNumbers !== undefined)
      conditions.push(sql`w.customer_number = any(${scope.customerNumbers}::text[])`);
    if (scope.assignedToMe === true) conditions.push(sql`${owner.userId}::uuid = any(w.assignees)`);
    if (scope.groupIds !== undefined)
      conditions.push(sql`exists (
        select from device d where d.device_id = w.entity_id and d.group_ids && ${scope.groupIds}::int[])`);
  }
  const { rows } = await sql<{ count: number; p1: number }>`
    select count(*)::int as count, count(*) filter (where w.priority = 1)::int as p1
    from worklist_row w where ${sql.join(conditions, sql` and `)}`.execute(db);
  return rows[0] ?? { count: 0, p1: 0 };
}

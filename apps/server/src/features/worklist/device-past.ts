import type { WorklistDetail } from '@platen/contract/worklist';
import { sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import type { Connection } from '../../store/database.ts';
import { runPrepared } from '../../store/statement.ts';

// What the past shows about an opened row: how the same matter was resolved elsewhere.

interface OpenCondition {
  readonly conditionId: string;
  readonly kind: string;
  readonly subject: string;
  readonly model: string | null;
}

/** Resolved matters that must be known, and of how many the newest count (QF-03). */
const known = { least: 20, most: 500 };

/**
 * Of the open conditions those whose matter was more often than not resolved without a visit, within the
 * last year on devices of this model that the user may see (QF-03).
 */
export async function readPhoneFacts(
  { db, pool }: Pick<Connection, 'db' | 'pool'>,
  user: SignedInUser,
  deviceId: string,
): Promise<WorklistDetail['phone']> {
  const open = await sql<OpenCondition>`
    select c.condition_id as "conditionId", c.kind, c.subject, d.model
    from condition c join device d on d.device_id = c.entity_id
    where c.entity_id = ${deviceId} and d.device_id = ${deviceId} and c.work <> 'resolved' and c.who_can_act <> 'user'`.execute(
    db,
  );
  if (open.rows.length === 0) return [];
  const rows = await runPrepared(
    { pool },
    `resolved-matters-${user.seesAll}-${open.rows.length}`,
    sql<WorklistDetail['phone'][number]>`${sql.join(
      open.rows.map((one) => countResolved(user, one)),
      sql` union all `,
    )}`,
  );
  return rows.filter((past) => past.known >= known.least && past.without * 2 > past.known);
}

/**
 * A query for each condition, as a cluster takes no limit for each row of another table (0965); together they
 * are prepared, as PostgreSQL takes longer to plan than to run them.
 */
const countResolved = (user: SignedInUser, { conditionId, kind, subject, model }: OpenCondition) => sql`
  select ${conditionId}::uuid as "conditionId", count(*)::int as known, (count(*) filter (where not visited))::int as without from (
    select p.resolution = 'visit' or (p.visit_id is not null and p.resolution <> 'device') as visited
    from condition p join device d on d.device_id = p.entity_id
    where p.model = ${model} and p.kind = ${kind} and p.subject = ${subject} and p.resolved_at > now() - interval '1 year'
      and p.resolution in ('fixed', 'noFaultFound', 'notAProblem', 'device', 'visit') and ${visibleTo(user)}
    order by p.resolved_at desc limit ${sql.lit(known.most)}
  ) resolved`;

import type { WorklistDetail } from '@platen/contract/worklist';
import { type Kysely, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';

// What the past shows about an opened row: how the same matter was resolved elsewhere.

type Db = Kysely<Database>;

/** Resolved matters that must be known, and of how many the newest count (QF-03). */
const known = { least: 20, most: 500 };

/**
 * Of the open conditions those whose matter was more often than not resolved without a visit, within the
 * last year on devices of this model that the user may see (QF-03).
 */
export async function readPhoneFacts(db: Db, user: SignedInUser, deviceId: string): Promise<WorklistDetail['phone']> {
  const { rows } = await sql<WorklistDetail['phone'][number]>`
    select c.condition_id as "conditionId", past.known, past.without
    from condition c join device own on own.device_id = c.entity_id
    cross join lateral (
      select count(*)::int as known, (count(*) filter (where not visited))::int as without from (
        select p.resolution = 'visit' or (p.visit_id is not null and p.resolution <> 'device') as visited
        from condition p join device d on d.device_id = p.entity_id
        where p.model = own.model and p.kind = c.kind and p.subject = c.subject and p.resolved_at > now() - interval '1 year'
          and p.resolution in ('fixed', 'noFaultFound', 'notAProblem', 'device', 'visit') and ${visibleTo(user)}
        order by p.resolved_at desc limit ${sql.lit(known.most)}
      ) resolved
    ) past
    where c.entity_id = ${deviceId} and c.work <> 'resolved' and c.who_can_act <> 'user'
      and past.known >= ${sql.lit(known.least)} and past.without * 2 > past.known`.execute(db);
  return rows;
}

import { can } from '@platen/contract/rights';
import type { WorklistPage } from '@platen/contract/worklist';
import { type Kysely, sql } from 'kysely';
import { minuteMs } from '../../base/time.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { collectorVisibleTo, visibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';

/** Openings within the time that make 'Many at once' (WL-74). */
const many = { openings: 30, withinMs: 10 * minuteMs };

/** More openings at once than anybody can look at, with what most of them have in common (WL-74). */
export async function readManyAtOnce(
  db: Kysely<Database>,
  user: SignedInUser,
  now: Date,
): Promise<WorklistPage['manyAtOnce']> {
  const since = new Date(now.getTime() - many.withinMs);
  const commonest = (value: string, name: string) => sql`(
    select json_build_object('value', value, 'name', max(name), 'count', count(*))
    from (select ${sql.ref(value)}::text as value, ${sql.ref(name)} as name from opened) one
    where value is not null group by value order by count(*) desc, value limit 1)`;
  const mayName = collectorVisibleTo(user, can(user, 'seeCollectors') ? 'some' : 'own');
  const { rows } = await sql<NonNullable<WorklistPage['manyAtOnce']>>`
    with opened as materialized (
      select c.kind, d.customer_number as customer, coalesce(d.customer_name, d.customer_number) as customer_name, d.collector_id
      from condition c join device d on d.device_id = c.entity_id
      where c.opened_at > ${since}::timestamptz and c.opened_at <= ${now}::timestamptz and ${visibleTo(user)}
    )
    select (select count(*)::int from opened) as count, ${commonest('customer', 'customer_name')} as customer,
      (select json_build_object('value', found.collector_id, 'name', c.name, 'count', found.n)
        from (select collector_id, count(*) as n from opened where collector_id is not null group by 1 order by 2 desc, 1 limit 1) found
        join collector c on c.collector_id = found.collector_id where ${mayName}) as collector,
      ${commonest('kind', 'kind')} as kind
    where (select count(*) from opened) > ${sql.lit(many.openings)}`.execute(db);
  return rows[0] ?? null;
}

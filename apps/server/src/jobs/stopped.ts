import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { inTransaction } from '../store/in-transaction.ts';

/**
 * Number of times between its last reports that decide how often a device usually reports; with fewer it is
 * unknown.
 */
const gaps = { most: 8, least: 3 };

/**
 * Records the devices that have stopped reporting: silent for three times as long as usual, but never before
 * 24 hours and always
 * after 45 days. Usual is the median time between the device's last reports, or the time between rounds of
 * the collector that
 * delivered the last one where that is longer; a day where neither is known. Deletes those that report again.
 * Returns the number of new ones.
 * One pass over the devices; of those silent for a day and not noted yet a few rows of their history.
 */
export async function markStopped(db: Kysely<Database>, now: Date): Promise<number> {
  return await inTransaction(db, async (trx) => {
    await sql`
      delete from stopped_device x using device d where d.device_id = x.device_id and d.updated_at <> x.stopped_at`.execute(
      trx,
    );
    const { numAffectedRows } = await sql`
      insert into stopped_device (device_id, stopped_at, collector_id, address)
      select d.device_id, d.updated_at, last.collector_id, source.body ->> 'address'
      from device d
      left join lateral (
        select (array_agg(collector_id order by observed_at desc))[1] as collector_id,
          case when count(gap) >= ${sql.lit(gaps.least)} then percentile_cont(0.5) within group (order by gap) end as usual
        from (
          select collector_id, observed_at, observed_at - lead(observed_at) over (order by observed_at desc) as gap
          from (
            select collector_id, observed_at from device_report r
            where r.device_id = d.device_id order by observed_at desc limit ${sql.lit(gaps.most + 1)}
          ) newest
        ) spaced
      ) last on true
      left join collector_status s on s.collector_id = last.collector_id
      left join device_section source on source.device_id = d.device_id and source.section = 'source'
      where d.held_by is null and d.updated_at <= ${now}::timestamptz - interval '24 hours'
        and not exists (select from stopped_device x where x.device_id = d.device_id)
        and d.updated_at <= ${now}::timestamptz - least(interval '45 days',
          greatest(interval '24 hours', 3 * coalesce(greatest(s.every_ms * interval '1 millisecond', last.usual), interval '24 hours')))
      on conflict do nothing`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}

import { statusRank } from '@platen/diagnosis/status';
import { type Kysely, sql } from 'kysely';
import { hourMs } from '../base/time.ts';
import type { Database } from '../store/database.ts';
import { inTransaction } from '../store/transactions.ts';

/**
 * Number of times between its last reports that decide how often a device usually reports; with fewer it is
 * unknown.
 */
const gaps = { most: 8, least: 3 };

/**
 * Records the devices that have stopped reporting: those that are offline (0328), and those silent for three
 * times as long as usual, but never before 24 hours and always after 45 days. Usual is the median time
 * between the device's last reports, or the time between rounds of the collector that delivered the last one
 * where that is longer; a day where neither is known. Deletes those that report again. Returns the number of
 * new ones. One pass over the devices; of those silent for a day and not noted yet a few rows of their
 * history.
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
      where d.held_by is null
        and (d.status = 'offline' or d.updated_at <= ${now}::timestamptz - interval '24 hours')
        and not exists (select from stopped_device x where x.device_id = d.device_id)
        and (d.status = 'offline' or d.updated_at <= ${now}::timestamptz - least(interval '45 days',
          greatest(interval '24 hours', 3 * coalesce(greatest(s.every_ms * interval '1 millisecond', last.usual), interval '24 hours'))))
      on conflict do nothing`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}

const batch = 1000;

/**
 * Devices without a report for so long become offline (OQ-30: offline overrides), with the silence as first
 * reason; what they reported of themselves is kept below it. Devices that a delivery is writing at this
 * moment are left for the next time. Where the time allowed was made longer, devices come back without a new
 * report. Returns the number of devices that changed.
 */
export async function markOffline(db: Kysely<Database>, now: Date, offlineHours: number): Promise<number> {
  const limit = new Date(now.getTime() - offlineHours * hourMs);
  const silent = () => sql`
    with silent as (
      select device_id from device where status <> 'offline' and held_by is null and updated_at <= ${limit}
      order by device_id limit ${batch} for no key update skip locked
    )
    update device set status = 'offline', status_rank = ${statusRank('offline')},
      status_reasons = jsonb_build_array(jsonb_build_object(
        'source', 'noReport', 'severity', 'warning',
        'code', floor(extract(epoch from ${now}::timestamptz - updated_at) / 3600)::text,
        'since', to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      )) || status_reasons
    from silent where device.device_id = silent.device_id`;
  const back = () => sql`
    with heard as (
      select device_id from device where status = 'offline' and held_by is null and updated_at > ${limit}
      order by device_id limit ${batch} for no key update skip locked
    )
    update device set status = reported_status,
      status_rank = case reported_status
        when 'error' then ${statusRank('error')}::int when 'warning' then ${statusRank('warning')}::int
        when 'unknown' then ${statusRank('unknown')}::int else ${statusRank('normal')}::int end,
      status_reasons = case when status_reasons -> 0 ->> 'source' = 'noReport' then status_reasons - 0 else status_reasons end
    from heard where device.device_id = heard.device_id`;
  return (await inBatches(db, silent)) + (await inBatches(db, back));
}

/** Small transactions: no delivery waits long for a row. */
async function inBatches(db: Kysely<Database>, statement: () => ReturnType<typeof sql>): Promise<number> {
  for (let total = 0; ; ) {
    const { numAffectedRows } = await statement().execute(db);
    total += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < batch) return total;
  }
}

import { statusRank } from '@platen/diagnosis/status';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { hourMs } from '../base/time.ts';
import type { Database } from '../store/database.ts';
import { leastSilence } from '../store/device-watch.ts';
import { noteStopped } from '../store/fleet-totals.ts';
import { inTransaction, locks } from '../store/transactions.ts';

/**
 * Number of times between its last reports that decide how often a device usually reports; with fewer it is
 * unknown.
 */
const gaps = { most: 8, least: 3 };

const batch = 1000;

/**
 * Records the devices that have stopped reporting: those that are offline (0328), and those silent for three
 * times as long as usual, but never before 24 hours and always after 45 days. Usual is the median time
 * between the device's last reports, or the time between rounds of the collector that delivered the last one
 * where that is longer; a day where neither is known. A report ends it in its own transaction. Returns the
 * number of new ones. Looks only at devices whose time has come (0551): at each once a day, and at a silent
 * one when it becomes due.
 */
export async function markStopped(db: Kysely<Database>, now: Date): Promise<number> {
  return await inBatches(() =>
    inTransaction(db, async (trx) => {
      // With it the groups of a device that is found stopped are those that the totals count it in.
      await sql`select pg_advisory_xact_lock_shared(${locks.groups})`.execute(trx);
      const { rows } = await stopSilent(now).execute(trx);
      return rows[0] ?? { looked: 0, changed: 0 };
    }),
  );
}

const silence = sql`greatest(${leastSilence}, 3 * coalesce(greatest(s.every_ms * interval '1 millisecond', last.usual), ${leastSilence}))`;

const stopSilent = (now: Date) => sql<Batch>`
  with looked as (
    select device_id from device_watch where look_at <= ${now} order by look_at, device_id
    limit ${sql.lit(batch)} for update skip locked
  ), found as (
    select d.device_id, d.updated_at, d.status, d.held_by, d.retired_on, d.group_ids, d.dealer_number, d.dealer_name
    from device d join looked using (device_id) for no key update of d skip locked
  ), silent as (
    select d.*, last.collector_id, source.body ->> 'address' as address,
      case when d.status <> 'offline' then d.updated_at + least(interval '45 days', ${silence}) end as until
    from found d
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
    where d.held_by is null and d.retired_on is null and (d.status = 'offline' or d.updated_at <= ${now}::timestamptz - ${leastSilence})
  ), stopped as (
    insert into stopped_device (device_id, stopped_at, collector_id, address)
    select device_id, updated_at, collector_id, address from silent where until is null or until <= ${now}::timestamptz
    on conflict do nothing returning device_id
  ), marked as (update device d set is_stopped = true from stopped where d.device_id = stopped.device_id
  ), noted as (${noteStopped(sql`(select silent.* from silent join stopped using (device_id))`)}
  ), watched as (
    update device_watch w set look_at = case
      when found.held_by is not null or found.retired_on is not null then 'infinity'
      when silent.device_id is null then found.updated_at + ${leastSilence}
      when until is null or until <= ${now}::timestamptz then 'infinity'
      -- The rounds of a collector may become shorter.
      else least(until, ${now}::timestamptz + ${leastSilence}) end
    from found left join silent using (device_id)
    where w.device_id = found.device_id returning 1
  )
  select (select count(*) from watched) as looked, (select count(*) from stopped) as changed`;

interface Batch {
  /** Devices whose next look was set. */
  looked: number;
  /** Devices that changed. */
  changed: number;
}

/**
 * Devices without a report for so long become offline (OQ-30: offline overrides), with the silence as first
 * reason; what they reported of themselves is kept below it. Devices that a delivery is writing at this
 * moment are left for the next time. Where the time allowed was made longer, devices come back without a new
 * report. Returns the number of devices that changed.
 */
export async function markOffline(db: Kysely<Database>, now: Date, offlineHours: number): Promise<number> {
  const limit = new Date(now.getTime() - offlineHours * hourMs);
  const found = (isWatched: boolean) => sql`
    looked as (
      select device_id from device_watch
      where is_watched = ${sql.lit(isWatched)} and heard_at ${isWatched ? sql`<=` : sql`>`} ${limit}
      order by heard_at, device_id limit ${sql.lit(batch)} for update skip locked
    ), found as (
      select d.device_id, d.updated_at, d.status, d.held_by from device d join looked using (device_id)
      for no key update of d skip locked
    )`;
  const silent = () => sql<Batch>`
    with ${found(true)}, changed as (
      update device set status = 'offline', status_rank = ${statusRank('offline')},
        status_reasons = jsonb_build_array(jsonb_build_object(
          'source', 'noReport', 'severity', 'warning',
          'code', floor(extract(epoch from ${now}::timestamptz - device.updated_at) / 3600)::text,
          'since', to_char(device.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        )) || status_reasons
      from found
      where device.device_id = found.device_id and found.updated_at <= ${limit} and found.status <> 'offline'
        and found.held_by is null
      returning device.device_id
    ), watched as (
      update device_watch w set heard_at = found.updated_at, is_watched = found.updated_at > ${limit},
        look_at = case when w.look_at < 'infinity' and found.updated_at <= ${limit} then '-infinity' else w.look_at end
      from found where w.device_id = found.device_id returning 1
    )
    select (select count(*) from watched) as looked, (select count(*) from changed) as changed`;
  const back = () => sql<Batch>`
    with ${found(false)}, changed as (
      update device set status = reported_status,
        status_rank = case reported_status
          when 'error' then ${statusRank('error')}::int when 'warning' then ${statusRank('warning')}::int
          when 'unknown' then ${statusRank('unknown')}::int else ${statusRank('normal')}::int end,
        status_reasons = case when status_reasons -> 0 ->> 'source' = 'noReport' then status_reasons - 0 else status_reasons end
      from found
      where device.device_id = found.device_id and found.status = 'offline' and found.held_by is null
      returning device.device_id
    ), watched as (
      update device_watch w set heard_at = found.updated_at, is_watched = true
      from found where w.device_id = found.device_id returning 1
    )
    select (select count(*) from watched) as looked, (select count(*) from changed) as changed`;
  const run = (statement: () => RawBuilder<Batch>) =>
    inBatches(async () => (await statement().execute(db)).rows[0] ?? { looked: 0, changed: 0 });
  return (await run(silent)) + (await run(back));
}

/** Small transactions: no delivery waits long for a row. Returns the number of devices that changed. */
async function inBatches(step: () => Promise<Batch>): Promise<number> {
  for (let total = 0; ; ) {
    const { looked, changed } = await step();
    total += changed;
    if (looked < batch) return total;
  }
}

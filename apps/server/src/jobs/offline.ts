import { statusRank } from '@platen/diagnosis/status';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { hourMs } from '../base/time.ts';
import { toNoReport } from '../status/status-values.ts';
import { jsonbs, uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { leastSilence } from '../store/device-watch.ts';
import { noteStopped } from '../store/fleet-totals.ts';
import { lockFreeDevices } from '../store/lock-devices.ts';
import { inTransaction, locks } from '../store/transactions.ts';

/**
 * Number of times between its last reports that decide how often a device usually reports; with fewer it is
 * unknown.
 */
const gaps = { most: 8, least: 3 };

const batch = 1000;

/** Devices whose next look was set, and how many of them changed. */
interface Batch {
  readonly looked: number;
  readonly changed: number;
}

/**
 * Locks devices of `device_watch` whose time has come (`due`: condition and order), but for those that a
 * delivery is writing at this moment: they are left for the next time.
 */
async function lockWatched(trx: Transaction<Database>, due: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select device_id as id from device_watch where ${due} limit ${sql.lit(batch)}`.execute(trx);
  return rows.length === 0
    ? []
    : await lockFreeDevices(
        trx,
        rows.map(({ id }) => id),
      );
}

/**
 * Records the devices that have stopped reporting: those that are offline (0328), and those silent for three
 * times as long as usual, but never before 24 hours and always after 45 days. Usual is the median time
 * between the device's last reports, or the time between rounds of the collector that delivered the last one
 * where that is longer; a day where neither is known. A report ends it in its own transaction. Returns the
 * number of new ones. Looks only at devices whose time has come (0551): at each once a day, and at a silent
 * one when it becomes due.
 */
export async function markStopped(db: Kysely<Database>, now: Date): Promise<number> {
  return await inBatches(db, async (trx) => {
    // With it the groups of a device that is found stopped are those that the totals count it in.
    await sql`select pg_advisory_xact_lock_shared(${locks.groups})`.execute(trx);
    const ids = await lockWatched(trx, sql`look_at <= ${now} order by look_at, device_id`);
    if (ids.length === 0) return { looked: 0, changed: 0 };
    const looks = await readLooks(trx, ids, now);
    await sql`
      update device_watch w set look_at = r.look_at
      from unnest(${uuids(looks.map(({ id }) => id))}, ${looks.map(({ lookAt }) => lookAt)}::timestamptz[]) as r(id, look_at)
      where w.device_id = r.id`.execute(trx);
    const changed = await saveStopped(
      trx,
      looks.filter(({ isStopped }) => isStopped),
    );
    return { looked: looks.length, changed };
  });
}

interface Look {
  readonly id: string;
  readonly isStopped: boolean;
  /** As PostgreSQL writes it. */
  readonly lookAt: string;
  /** Where it was last read, if it is silent. */
  readonly collectorId: string | null;
  readonly address: string | null;
}

const silence = sql`greatest(${leastSilence}, 3 * coalesce(greatest(s.every_ms * interval '1 millisecond', last.usual), ${leastSilence}))`;

/** Which of these devices have stopped, and when to look at each again. */
async function readLooks(trx: Transaction<Database>, ids: readonly string[], now: Date): Promise<Look[]> {
  const { rows } = await sql<Look>`
    with silent as (
      select d.device_id, last.collector_id, source.body ->> 'address' as address,
        case when d.status <> 'offline' then d.updated_at + least(interval '45 days', ${silence}) end as until
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
      where d.device_id = any(${uuids(ids)}) and d.held_by is null and d.retired_on is null
        and (d.status = 'offline' or d.updated_at <= ${now}::timestamptz - ${leastSilence})
    )
    select d.device_id as id, (case
        when d.held_by is not null or d.retired_on is not null then 'infinity'
        when silent.device_id is null then d.updated_at + ${leastSilence}
        when until is null or until <= ${now}::timestamptz then 'infinity'
        -- The rounds of a collector may become shorter.
        else least(until, ${now}::timestamptz + ${leastSilence}) end)::text as "lookAt",
      silent.device_id is not null and (until is null or until <= ${now}::timestamptz) as "isStopped",
      silent.collector_id as "collectorId", silent.address
    from device d left join silent on silent.device_id = d.device_id
    where d.device_id = any(${uuids(ids)})`.execute(trx);
  return rows;
}

/** Records devices as stopped; returns how many were not before. */
async function saveStopped(trx: Transaction<Database>, stopped: readonly Look[]): Promise<number> {
  if (stopped.length === 0) return 0;
  const column = (name: 'id' | 'collectorId') => uuids(stopped.map((look) => look[name]));
  const { rows } = await sql<{ id: string }>`
    insert into stopped_device (device_id, stopped_at, collector_id, address)
    select d.device_id, d.updated_at, r.collector_id, r.address
    from unnest(${column('id')}, ${column('collectorId')}, ${stopped.map(({ address }) => address)}::text[])
      as r(id, collector_id, address) join device d on d.device_id = r.id
    on conflict (device_id) do nothing returning device_id as id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await noteStopped(trx, ids);
  await sql`update device set is_stopped = true where device_id = any(${uuids(ids)})`.execute(trx);
  return ids.length;
}

/**
 * Devices without a report for so long become offline (OQ-30: offline overrides), with the silence as first
 * reason; what they reported of themselves is kept below it. Where the time allowed was made longer, devices
 * come back without a new report. Returns the number of devices that changed.
 */
export async function markOffline(db: Kysely<Database>, now: Date, offlineHours: number): Promise<number> {
  const limit = new Date(now.getTime() - offlineHours * hourMs);
  const silent = await inBatches(db, (trx) => markSilent(trx, now, limit));
  return silent + (await inBatches(db, (trx) => bringBack(trx, limit)));
}

async function markSilent(trx: Transaction<Database>, now: Date, limit: Date): Promise<Batch> {
  const ids = await lockWatched(trx, sql`is_watched = true and heard_at <= ${limit} order by heard_at, device_id`);
  if (ids.length === 0) return { looked: 0, changed: 0 };
  const { rows } = await sql<{ id: string; updatedAt: Date }>`
    select device_id as id, updated_at as "updatedAt" from device
    where device_id = any(${uuids(ids)}) and updated_at <= ${limit} and status <> 'offline' and held_by is null`.execute(
    trx,
  );
  if (rows.length > 0)
    await sql`
      update device d set status = 'offline', status_rank = ${statusRank('offline')},
        status_reasons = jsonb_build_array(r.reason) || d.status_reasons
      from unnest(${uuids(rows.map(({ id }) => id))},
        ${jsonbs(rows.map(({ updatedAt }) => JSON.stringify(toNoReport(updatedAt, now))))}) as r(id, reason)
      where d.device_id = r.id`.execute(trx);
  await sql`
    update device_watch w set heard_at = d.updated_at, is_watched = d.updated_at > ${limit},
      look_at = case when w.look_at < 'infinity' and d.updated_at <= ${limit} then '-infinity' else w.look_at end
    from device d where d.device_id = w.device_id and w.device_id = any(${uuids(ids)})`.execute(trx);
  return { looked: ids.length, changed: rows.length };
}

async function bringBack(trx: Transaction<Database>, limit: Date): Promise<Batch> {
  const ids = await lockWatched(trx, sql`is_watched = false and heard_at > ${limit} order by heard_at, device_id`);
  if (ids.length === 0) return { looked: 0, changed: 0 };
  const { numAffectedRows = 0n } = await sql`
    update device set status = reported_status,
      status_rank = case reported_status
        when 'error' then ${statusRank('error')}::int when 'warning' then ${statusRank('warning')}::int
        when 'unknown' then ${statusRank('unknown')}::int else ${statusRank('normal')}::int end,
      status_reasons = case when status_reasons -> 0 ->> 'source' = 'noReport' then status_reasons - 0 else status_reasons end
    where device_id = any(${uuids(ids)}) and status = 'offline' and held_by is null`.execute(trx);
  await sql`
    update device_watch w set heard_at = d.updated_at, is_watched = true
    from device d where d.device_id = w.device_id and w.device_id = any(${uuids(ids)})`.execute(trx);
  return { looked: ids.length, changed: Number(numAffectedRows) };
}

/** Small transactions: no delivery waits long for a row. Returns the number of devices that changed. */
async function inBatches(db: Kysely<Database>, step: (trx: Transaction<Database>) => Promise<Batch>): Promise<number> {
  for (let total = 0; ; ) {
    const { looked, changed } = await inTransaction(db, step);
    total += changed;
    if (looked < batch) return total;
  }
}

import { type Kysely, sql } from 'kysely';
import { texts, times, uuids } from './binary-array.ts';
import type { Database } from './database.ts';
import { deviceRanges } from './device-ranges.ts';
import { putIn, takeOut } from './fleet-totals.ts';
import { lockDevices } from './lock-devices.ts';
import { inTransaction, locks } from './transactions.ts';

/** A device is at work for so long after its newest report, whatever else is known of it. */
export const leastSilence = sql`interval '24 hours'`;

interface WatchedDevice {
  readonly device_id: string;
  readonly updated_at: Date;
  readonly status: string;
}

/**
 * Watches devices again from their newest report on: new ones, and those that were offline, stopped or held.
 * For all others what stands in the table is a lower bound and stays (0551).
 */
export async function watchDevices(trx: Kysely<Database>, devices: readonly WatchedDevice[]): Promise<void> {
  if (devices.length === 0) return;
  await sql`
    insert into device_watch (device_id, heard_at, is_watched, look_at)
    select id, heard, status <> 'offline', case when status = 'offline' then '-infinity' else heard + ${leastSilence} end
    from unnest(${uuids(devices.map((device) => device.device_id))}, ${times(devices.map((device) => device.updated_at))},
      ${texts(devices.map((device) => device.status))}) as r(id, heard, status)
    order by id
    on conflict (device_id) do update
      set heard_at = excluded.heard_at, is_watched = excluded.is_watched, look_at = excluded.look_at`.execute(trx);
}

/** Devices that have reported are no longer stopped. Their rows are locked. */
export async function endStops(trx: Kysely<Database>, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return;
  await sql`delete from stopped_device where device_id = any(${uuids(deviceIds)})`.execute(trx);
  await sql`update device set is_stopped = false where device_id = any(${uuids(deviceIds)})`.execute(trx);
}

/** Devices corrected in one transaction, of which deliveries wait. */
const correctedAtOnce = 500;

/**
 * Corrects rows that do not fit their devices, as after an older server has written during an update. Reads
 * every device once, `atOnce` in a statement. Returns their number.
 */
export async function correctWatch(db: Kysely<Database>, atOnce?: number): Promise<number> {
  let wrong = 0;
  for await (const range of deviceRanges(db, atOnce)) {
    const { rows } = await sql<{ device_id: string }>`
      select d.device_id from device d
        left join (select * from device_watch w where ${range(sql`w.device_id`)}) w using (device_id)
        left join (select * from stopped_device x where ${range(sql`x.device_id`)}) x using (device_id)
      where ${range(sql`d.device_id`)} and (w.device_id is null or w.heard_at > d.updated_at or (d.held_by is null and d.retired_on is null and (
        w.is_watched = (d.status = 'offline') or (d.is_stopped and x.stopped_at is distinct from d.updated_at)
        or (x.device_id is not null and not d.is_stopped)
        or (x.device_id is null and w.look_at = 'infinity'))))`.execute(db);
    const ids = rows.map((row) => row.device_id);
    for (let from = 0; from < ids.length; from += correctedAtOnce)
      await inTransaction(db, (trx) => correct(trx, ids.slice(from, from + correctedAtOnce)));
    wrong += ids.length;
  }
  return wrong;
}

async function correct(trx: Kysely<Database>, ids: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${locks.groups})`.execute(trx);
  await lockDevices(trx, ids);
  const { rows } = await sql<WatchedDevice>`
    select device_id, updated_at, status from device where device_id = any(${uuids(ids)})`.execute(trx);
  const { rows: ended } = await sql<{ device_id: string }>`
    select d.device_id from device d left join stopped_device x using (device_id)
    where d.device_id = any(${uuids(ids)}) and (d.is_stopped or x.device_id is not null)
      and (not d.is_stopped or x.stopped_at is distinct from d.updated_at)`.execute(trx);
  const stopped = ended.map((row) => row.device_id);
  await takeOut(trx, stopped, 'stopped');
  await endStops(trx, stopped);
  await putIn(trx, stopped, 'stopped');
  await watchDevices(trx, rows);
}

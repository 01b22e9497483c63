import { statusRank } from '@platen/diagnosis/status';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';

const batch = 1000;

/**
 * Devices without a report for so long become offline (OQ-30: offline overrides), with the silence as first
 * reason;
 * what they reported of themselves is kept below it. Devices that a delivery is writing at this moment are
 * left for the next time.
 * Where the time allowed was made longer, devices come back without a new report. Returns the number of
 * devices that changed.
 */
export async function markOffline(db: Kysely<Database>, now: Date, offlineHours: number): Promise<number> {
  const limit = new Date(now.getTime() - offlineHours * 3_600_000);
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

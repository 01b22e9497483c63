import { type Kysely, sql, type Transaction } from 'kysely';
import { isPacked } from '../ledger/is-packed.ts';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { addMonths, givingWay } from '../store/partitions.ts';
import { firstWholeMonth } from '../store/report-times.ts';

type Db = Kysely<Database>;

/** Devices whose month is copied by one statement. */
const atOnce = 200;
const firstId = '00000000-0000-0000-0000-000000000000';
/** A month is thinned where it has more reports than that for each day of a device: copying has to pay. */
const leastReportsADay = 2;
/** Far above what a delivery takes: what came since may have been committed after its device was copied. */
const longestDelivery = sql`interval '15 minutes'`;

/** Months of which every report is stored still, by the statistics of their tables; unknown ones wait. */
async function listFull(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ digits: string }>`
    with month as (
      select right(child.relname, 6) as digits, parent.relname as parent, child.reltuples as rows
      from pg_inherits join pg_class parent on parent.oid = inhparent join pg_class child on child.oid = inhrelid
      where parent.relnamespace = current_schema()::regnamespace and child.relkind = 'r'
    )
    select reports.digits from month reports join month days using (digits)
    where reports.parent = 'device_report' and days.parent in ('reading_day', 'counter_day')
      and reports.digits < ${firstWholeMonth(now).replace('-', '')}
    group by reports.digits, reports.rows
    having reports.rows > ${leastReportsADay} * max(days.rows) and min(days.rows) >= 0 order by 1`.execute(db);
  return rows.map(({ digits }) => `${digits.slice(0, 4)}-${digits.slice(4)}`);
}

const thinOf = (month: string) => sql.table(`device_report_${month.replace('-', '')}_thin`);
const within = (month: string) => sql<boolean>`
  r.observed_at >= ${`${month}-01`}::timestamp at time zone 'UTC'
  and r.observed_at < ${`${addMonths(month, 1)}-01`}::timestamp at time zone 'UTC'`;

/**
 * Copies what stays of devices: the last report of each day, and the last of those that speak of supplies or
 * do not; what came a day late, which closes list; what the ledger has not packed. The minutes of the others
 * are noted at the last report.
 */
const copy = (month: string, ids: readonly string[]) => sql`
  insert into ${thinOf(month)} (device_id, observed_at, digest, received_at, collector_id, clock_offset_s, read_at,
    matters, meters, also_at)
  select device_id, observed_at, digest, received_at, collector_id, clock_offset_s, read_at, matters, meters,
    case when last_of_day = 1 then nullif(also_at || minutes, '{}') else also_at end
  from (
    select *, array_agg(minute) filter (where not stays) over (partition by device_id, day order by observed_at
      rows between unbounded preceding and unbounded following) as minutes
    from (
      select *, last_of_kind = 1 or also_at is not null or is_late or not is_packed as stays
      from (
        select r.*, day, floor(extract(epoch from r.observed_at at time zone 'UTC' - day) / 60)::smallint as minute,
          row_number() over (partition by r.device_id, day order by r.observed_at desc, r.digest) as last_of_day,
          row_number() over (partition by r.device_id, day, coalesce(not r.matters @> '{-supplies}', false)
            order by r.observed_at desc, r.digest) as last_of_kind,
          r.received_at >= r.observed_at + interval '1 day' as is_late, coalesce(${isPacked}, false) as is_packed
        from device_report r cross join lateral date_trunc('day', r.observed_at at time zone 'UTC') as day
          left join meter_chain c on c.device_id = r.device_id
        where r.device_id = any(${uuids(ids)}) and ${within(month)}
      ) ranked
    ) judged
  ) noted where stays`;

async function copyAll(db: Db, month: string): Promise<void> {
  for (let after = firstId; ; ) {
    const { rows } = await sql<{ id: string }>`
      select distinct r.device_id as id from device_report r where r.device_id > ${after}::uuid and ${within(month)}
      order by 1 limit ${sql.lit(atOnce)}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    await copy(
      month,
      rows.map(({ id }) => id),
    ).execute(db);
    after = last.id;
  }
}

/** Copies again what may have changed while others were copied: late reports, and what a claim has cut. */
async function copyChanged(trx: Transaction<Database>, month: string, since: Date): Promise<void> {
  const from = sql`${since}::timestamptz - ${longestDelivery}`;
  const { rows } = await sql<{ id: string }>`
    select r.device_id as id from device_report r where r.received_at >= ${from} and ${within(month)}
    union select device_id from device_claim where decided_at >= ${from}`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`delete from ${thinOf(month)} where device_id = any(${uuids(ids)})`.execute(trx);
  await copy(month, ids).execute(trx);
}

/** Exchanges the tables of a month; false where it could not have the reports alone (0751). */
async function exchange(db: Db, month: string, since: Date): Promise<boolean> {
  const done = await givingWay(db, async (trx) => {
    await sql`lock table device_report in access exclusive mode`.execute(trx);
    await copyChanged(trx, month, since);
    await sql`select end_thinning(${month})`.execute(trx);
    return true;
  });
  return done === true;
}

/**
 * Thins months of which nothing but the last report of a day is needed (0820). A month is copied without
 * locks, then exchanged: rows that are deleted in place would leave their space to the file. Returns the
 * months; one that somebody reads the whole time waits for the next night.
 */
export async function thinReports(db: Db, now: Date): Promise<string[]> {
  const thinned: string[] = [];
  // Of a run that was interrupted. Its month may be gone, or not be full any more, and what was deleted of
  // it by organisation would live on in its copy.
  await sql`select drop_thinned_copies()`.execute(db);
  for (const month of await listFull(db, now)) {
    await sql`select begin_thinning(${month})`.execute(db);
    await copyAll(db, month);
    if (await exchange(db, month, now)) thinned.push(month);
  }
  return thinned;
}

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { lastContact, silentFrom } from '../../status/status-values.ts';
import type { Database } from '../../store/database.ts';
import { type DeviceRange, deviceRanges } from '../../store/device-ranges.ts';
import { beginLook, type DueMemory } from '../since-clear.ts';

/** A report waits so long for its judgement, so that a device is evaluated once for both. */
const patienceSeconds = 30;

/** The condition that the id of an entity is among those in question. */
type Among = DeviceRange;
const everyEntity: Among = () => sql<boolean>`true`;

/**
 * What is due follows from the tables alone (0346): devices with a report or judgement that the last
 * evaluation does not cover, and entities whose time has come. Each table is narrowed by itself, also for a
 * cluster, which works out the parts of a union one by one (0965).
 */
export const due = (now: Date, among: Among = everyEntity) => sql`(
  select entity_id, since from ${dueDevices(now, everyDevice(among))} devices
  union all select entity_id, since from ${dueOtherwise(now, among)} others
)`;

/** What is no device, or due by time alone. */
const dueOtherwise = (now: Date, among: Among = everyEntity) => sql`(
  select entity_id, since from ${dueCollectors(now, among)} collectors
  union all select entity_id, since from ${dueCustomers(now, among)} customers
  union all select entity_id, next_due from evaluation
    where next_due <= ${now}::timestamptz and (retry_at is null or retry_at <= ${now}::timestamptz)
      and ${among(sql`entity_id`)}
)`;

const dueDevices = (now: Date, devices: RawBuilder<unknown>) => sql`(
  select d.device_id as entity_id, d.received_at as since
  from ${devices}
  where d.held_by is null and (e.retry_at is null or e.retry_at <= ${now}::timestamptz) and (
    e.judged_at is distinct from j.judged_at or e.late_at is distinct from d.late_at or e.asked_at is distinct from e.answered_at or e.evaluated_at is null
    or (e.through is distinct from d.received_at and (j.through = d.received_at
      or d.received_at <= ${now}::timestamptz - ${sql.lit(patienceSeconds)} * interval '1 second')))
)`;

/** Each table is narrowed to the range by itself: PostgreSQL would read the others whole for each (0963). */
const everyDevice = (range: DeviceRange) => sql`(select * from device d where ${range(sql`d.device_id`)}) d
    left join (select * from device_judgement j where ${range(sql`j.device_id`)}) j on j.device_id = d.device_id
    left join (select * from evaluation e where ${range(sql`e.entity_id`)}) e on e.entity_id = d.device_id`;

/**
 * All devices of which something came since then. Each is looked up by `limit 1`: PostgreSQL expects most
 * evaluations to be asked for, and would join whole tables.
 */
const changedDevices = (since: RawBuilder<Date>) => sql`(
    select device_id from device_report where received_at > ${since}
    union select device_id from device_judgement where judged_at > ${since}
    union select device_id from device_claim where decided_at > ${since}
    union select entity_id from evaluation where asked_at is distinct from answered_at
    union select entity_id from evaluation where retry_at > ${since}
  ) changed
    cross join lateral (select * from device where device_id = changed.device_id limit 1) d
    left join lateral (select * from device_judgement where device_id = changed.device_id limit 1) j on true
    left join lateral (select * from evaluation where entity_id = changed.device_id limit 1) e on true`;

/**
 * Collectors that were never evaluated, those that were heard of again, and revoked or resting ones with
 * something open; silence comes by time.
 */
const dueCollectors = (now: Date, among: Among) => sql`(
  select c.collector_id as entity_id, ${lastContact} as since
  from collector c left join collector_status s using (collector_id)
    left join (select k.entity_id, k.evaluated_at, k.through, k.retry_at, w.priority is not null as is_listed
      from evaluation k left join worklist_row w on w.entity_id = k.entity_id where k.entity = 'collector') e
      on e.entity_id = c.collector_id
  where ${among(sql`c.collector_id`)} and c.last_contact_at is not null and (e.retry_at is null or e.retry_at <= ${now}::timestamptz)
    and (e.evaluated_at is null or (e.through <> ${lastContact}
      and e.through < e.evaluated_at - (${silentFrom} - ${lastContact}))
      or ((c.revoked_at is not null or c.resting_at is not null) and e.is_listed))
)`;

/** Minutes in which openings may make an outbreak, with some time for an evaluation that comes late. */
const openingMinutes = 120;
/** With fewer devices nothing is an outbreak (WL-18). */
const leastDevices = 4;

/** Numbers of customers of whose devices several opened conditions lately. */
export const concerned = (now: Date) => sql`(
  select d.customer_number from condition c join device d on d.device_id = c.entity_id
  where c.opened_at > ${now}::timestamptz - ${sql.lit(openingMinutes)} * interval '1 minute'
    and c.source not in ('judgement', 'person') and c.kind <> 'rule' and d.customer_number is not null
  group by d.customer_number having count(distinct c.entity_id) >= ${sql.lit(leastDevices)}
)`;

/** Once a minute, while openings or an outbreak may still make a difference. */
const dueCustomers = (now: Date, among: Among) => sql`(
  select e.entity_id, e.evaluated_at as since from evaluation e
  where e.entity = 'customer' and e.customer_number is not null and ${among(sql`e.entity_id`)} and e.evaluated_at <= ${now}::timestamptz - interval '1 minute'
    and (e.retry_at is null or e.retry_at <= ${now}::timestamptz)
    and (e.customer_number in (select customer_number from ${concerned(now)} lately)
      or exists (select from worklist_row w where w.entity_id = e.entity_id))
)`;

/** What is due of what came since a look that left nothing due (0794); without one, range by range. */
async function* toParts(
  db: Kysely<Database>,
  now: Date,
  since?: RawBuilder<Date>,
  atOnce?: number,
): AsyncGenerator<RawBuilder<unknown>> {
  if (since === undefined)
    for await (const range of deviceRanges(db, atOnce)) yield dueDevices(now, everyDevice(range));
  else yield dueDevices(now, changedDevices(since));
  yield dueOtherwise(now);
}

interface Look {
  readonly ids: readonly string[];
  /** To be called when all of these were evaluated: nothing is due then of what came before the look. */
  readonly done: () => void;
}

interface Asked {
  readonly now: Date;
  readonly limit: number;
  readonly memory: DueMemory;
  /** Devices of a range, where every device is looked at. */
  readonly atOnce?: number;
}

/** The next entities to evaluate, those that wait longest first. */
export async function findDueEntities(db: Kysely<Database>, { now, limit, memory, atOnce }: Asked): Promise<Look> {
  const { at, since } = await beginLook(db, memory);
  const found: { id: string; at: number }[] = [];
  for await (const part of toParts(db, now, since, atOnce)) {
    const { rows } = await sql<{ id: string; at: number }>`
      select entity_id as id, extract(epoch from since)::float8 as at
      from ${part} due order by since, entity_id limit ${sql.lit(limit)}`.execute(db);
    found.push(...rows);
  }
  const first = found.toSorted((one, other) => one.at - other.at).slice(0, limit);
  return {
    ids: [...new Set(first.map(({ id }) => id))],
    done: () => {
      if (found.length < limit) memory.clearAt = at;
    },
  };
}

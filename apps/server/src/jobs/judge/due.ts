import { judgementRules } from '@platen/diagnosis/judge/judge-device';
import type { FamilyModel } from '@platen/diagnosis/judge/models';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import { type DeviceRange, deviceRanges } from '../../store/device-ranges.ts';
import { sumOfCells } from '../../store/fleet-totals.ts';
import { locks } from '../../store/transactions.ts';
import { beginLook, type DueMemory } from '../since-clear.ts';

/** A judgement older than the last fit, or than a wish to judge everything. */
const isAsked = sql`j.judged_at < (select asked_at from job_run where job = 'judge')`;

/**
 * Which devices are due follows from the tables alone: there is no queue that could lose an entry or hold it
 * twice. Waiting (judged first): with a report that is not judged yet, or marked (rules 0), as by a new
 * threshold of a code. The others: judged by older rules, or before the last fit (`job_run.asked_at`).
 * Left out: devices whose judgement failed, until it is tried again. Judgements are narrowed to the range by
 * themselves: PostgreSQL would read all of them for each (0963).
 */
const dueIn = (range: DeviceRange = () => sql<boolean>`true`) => sql`(
  select d.device_id, d.received_at, j.marks as seen,
    case when j.rules = any(${[0, judgementRules]}::int[]) then j.summary_day - date '1970-01-01' end as summary_day,
    coalesce(j.summary_days, 0) as summary_days,
    case when j.rules = ${judgementRules}::int and j.input_at = j.judged_at and j.summary_day is not null and not coalesce(${isAsked}, false)
      then j.input_digest end as input_digest,
    j.device_id is null or d.received_at <> j.through as unjudged,
    j.device_id is null or d.received_at <> j.through or j.rules = 0 as waiting
  from device d
    left join (select * from device_judgement j where ${range(sql`j.device_id`)}) j on j.device_id = d.device_id
    left join judge_failure f on f.device_id = d.device_id and f.rules = ${judgementRules}::int and f.retry_at > now()
  where d.held_by is null and d.retired_on is null and ${range(sql`d.device_id`)}
    and f.device_id is null and (j.device_id is null or d.received_at <> j.through or j.rules < ${judgementRules}::int
    or ${isAsked})
)`;
const due = dueIn();

interface Look {
  /** When it began. */
  readonly at: Date;
  /** Parts of what is due that together hold every device that can be, each for a statement. */
  readonly parts: Iterable<RawBuilder<unknown>> | AsyncIterable<RawBuilder<unknown>>;
}

/**
 * What came since the look that is remembered, which left nothing due; every device, range by range, where
 * that must not be relied on.
 */
async function toLook(db: Kysely<Database>, memory: DueMemory, atOnce?: number): Promise<Look> {
  const askedAt = sql`coalesce((select asked_at from job_run where job = 'judge'), '-infinity')`;
  const { at, since } = await beginLook(db, memory, askedAt);
  if (since === undefined) return { parts: everyRange(db, atOnce), at };
  const recent = sql`(select * from ${due} due where due.device_id in (
    select device_id from device_report where received_at > ${since}
    union select device_id from device_judgement where rules = 0
    union select device_id from judge_failure where retry_at > ${since}
    union select device_id from device_claim where decided_at > ${since}))`;
  return { parts: [recent], at };
}

async function* everyRange(db: Kysely<Database>, atOnce?: number): AsyncGenerator<RawBuilder<unknown>> {
  for await (const range of deviceRanges(db, atOnce)) yield dueIn(range);
}

interface Waiting {
  readonly id: string;
  readonly waiting: boolean;
  /** Seconds since 1970, to the microsecond. */
  readonly received: number;
}

/**
 * The next devices to judge: waiting ones first, and of these the one that waits longest. `atOnce`: devices
 * of a range, where every device is looked at.
 */
export async function findDue(
  db: Kysely<Database>,
  limit: number,
  memory: DueMemory = {},
  atOnce?: number,
): Promise<string[]> {
  const { parts, at } = await toLook(db, memory, atOnce);
  const found: Waiting[] = [];
  for await (const part of parts) {
    const { rows } = await sql<Waiting>`
      select device_id as id, waiting, extract(epoch from received_at)::float8 as received
      from ${part} due order by waiting desc, received_at, device_id limit ${limit}`.execute(db);
    found.push(...rows);
  }
  if (found.length === 0) memory.clearAt = at;
  // Ranges follow one another in the order of ids, and sorting is stable.
  return found
    .toSorted((one, other) => Number(other.waiting) - Number(one.waiting) || one.received - other.received)
    .slice(0, limit)
    .map(({ id }) => id);
}

export interface DueCounts {
  /** All devices, those that are due, and those with a report that is not judged yet. */
  devices: number;
  due: number;
  waiting: number;
  /**
   * When the oldest report that is not judged yet was received; null if there is none. A device that is only
   * marked has none.
   */
  oldest: Date | null;
  /** Devices whose last judgement failed. */
  failing: number;
}

/** Without a memory it reads every device once: 1.5 s for 1,000,000. */
export async function countDue(db: Kysely<Database>, memory: DueMemory = {}): Promise<DueCounts> {
  const { parts, at } = await toLook(db, memory);
  const { rows: known } = await sql<Pick<DueCounts, 'devices' | 'failing'>>`
    select (${sumOfCells('devices', sql<boolean>`d.held_by is null`)}) as devices,
      (select count(*) from judge_failure) as failing`.execute(db);
  const total: DueCounts = { devices: 0, failing: 0, ...known[0], due: 0, waiting: 0, oldest: null };
  for await (const part of parts) {
    const { rows } = await sql<Pick<DueCounts, 'due' | 'waiting' | 'oldest'>>`
      select count(*) as due, count(*) filter (where waiting) as waiting, min(received_at) filter (where unjudged) as oldest
      from ${part} due`.execute(db);
    for (const { due: found, waiting, oldest } of rows) {
      total.due += found;
      total.waiting += waiting;
      if (oldest !== null && (total.oldest === null || oldest < total.oldest)) total.oldest = oldest;
    }
  }
  if (total.due === 0) memory.clearAt = at;
  return total;
}

/** A device that only this transaction judges. */
export interface Claim {
  device_id: string;
  /** `received_at` before anything was read, to the microsecond: the report that the judgement covers. */
  through: string;
  /** Marks of the stored judgement: if they grow meanwhile, the device stays due. */
  seen: number | null;
  /** Last day (since 1970) and number of days that its summary covers; null and 0 under older rules. */
  summary_day: number | null;
  summary_days: number;
  /** Of what the stored judgement was made (0800); null where it must be made again whatever was sent. */
  input_digest: Buffer | null;
}

/**
 * Of these devices, those that are still due and that no other process is judging; locked until the
 * transaction ends.
 */
export async function claimDue(trx: Transaction<Database>, deviceIds: readonly string[]): Promise<Claim[]> {
  const locked = await sql<{ device_id: string }>`
    select device_id from unnest(${deviceIds}::uuid[]) as wanted(device_id)
    where pg_try_advisory_xact_lock(${locks.judging}::int, hashtext(device_id::text))`.execute(trx);
  // A separate statement: it sees what the previous holder of the lock has committed.
  const { rows } = await sql<Claim>`
    select device_id, received_at::text as through, seen, summary_day, summary_days, input_digest from ${due} due
    where device_id = any(${locked.rows.map((row) => row.device_id)}::uuid[])`.execute(trx);
  return rows;
}

export interface Failure {
  deviceId: string;
  reason: string;
}

const reasonLimit = 500;

/**
 * Notes devices that could not be judged. Each is tried again after one minute, then after twice as long each
 * time, at most an hour.
 */
export async function noteFailures(db: Kysely<Database>, failures: readonly Failure[]): Promise<void> {
  if (failures.length === 0) return;
  const { rows: known } = await sql<{ device_id: string; failures: number }>`
    select device_id, failures from judge_failure
    where device_id = any(${failures.map(({ deviceId }) => deviceId)}::uuid[])`.execute(db);
  const before = new Map(known.map((row) => [row.device_id, row.failures]));
  const rows = failures.map(({ deviceId, reason }) => ({
    device_id: deviceId,
    failures: (before.get(deviceId) ?? 0) + 1,
    wait: Math.min(60, 2 ** (before.get(deviceId) ?? 0)),
    reason: toStorable(reason),
  }));
  await sql`
    insert into judge_failure (device_id, rules, failures, reason, failed_at, retry_at)
    select r.device_id, ${judgementRules}::int, r.failures, r.reason, now(), now() + r.wait * interval '1 minute'
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(device_id uuid, failures int, wait int, reason text)
      join device using (device_id)
    order by r.device_id
    on conflict (device_id) do update set rules = excluded.rules, failures = excluded.failures,
      reason = excluded.reason, failed_at = excluded.failed_at, retry_at = excluded.retry_at`.execute(db);
}

export async function forgetFailures(db: Kysely<Database>, deviceIds: readonly string[]): Promise<void> {
  await sql`delete from judge_failure where device_id = any(${deviceIds}::uuid[])`.execute(db);
}

/**
 * A message may quote a text of a device: no zero character and no half of a pair, which a text of the store
 * cannot hold.
 */
const toStorable = (reason: string): string =>
  reason
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f]/g, ' ')
    .slice(0, reasonLimit)
    .replaceAll(/\p{Surrogate}/gu, '?');

/**
 * The model of a family; of an unknown or new family the model of all; undefined before the first fit.
 */
export type FindModel = (family: string | null) => FamilyModel | undefined;

export async function readModels(db: Kysely<Database>): Promise<FindModel> {
  const { rows } = await sql<{ family: string; body: FamilyModel }>`select family, body from family_model`.execute(db);
  const models = new Map(rows.map((row) => [row.family, row.body]));
  return (family) => models.get(family ?? '') ?? models.get('');
}

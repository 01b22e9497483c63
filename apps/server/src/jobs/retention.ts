import { logDays } from '@platen/contract/channel-names';
import { commandLimits } from '@platen/contract/collector-commands';
import { rolloutLimits } from '@platen/contract/collector-rollouts';
import { jobDays } from '@platen/contract/jobs';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import {
  addMonths,
  dropPartitions,
  ensurePartitions,
  partitionedTableNames,
  partitionedTables,
  toMonth,
} from '../store/partitions.ts';
import { inTransaction, locks } from '../store/transactions.ts';

/** Devices at a time: deliveries wait meanwhile, some hundredths of a second. */
const atOnce = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Deletes readings of devices at changes from before a day (`YYYY-MM-DD`), and the states of codes, firmware
 * and network that neither a day nor such a reading names any more; returns their number. Run it after days
 * were dropped. A delivery may be about to name one again: it holds the lock shared, so none is deleted
 * meanwhile.
 */
export async function forgetVersionsOf(
  db: Kysely<Database>,
  deviceIds: readonly string[],
  before: string,
): Promise<number> {
  return await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${locks.groups})`.execute(trx);
    const { rows } = await sql<{ deleted: number }>`
      with step as materialized (select unnest(${deviceIds}::uuid[]) as device_id), passed as (
        delete from section_reading s using step where s.device_id = step.device_id and s.read_at < ${before}::date
      ), deleted as (
        delete from section_version v using step where v.device_id = step.device_id and not exists (
          select from reading_day r where r.device_id = v.device_id and v.digest = case v.section
            when 'codes' then r.codes_digest when 'firmware' then r.firmware_digest else r.network_digest end
        ) and not exists (
          select from section_reading s
          where s.device_id = v.device_id and s.section = v.section and s.digest = v.digest
            and s.read_at >= ${before}::date
        ) returning 1
      )
      select count(*)::int as deleted from deleted`.execute(trx);
    return rows[0]?.deleted ?? 0;
  });
}

/** The same of all devices. */
async function forgetVersions(db: Kysely<Database>, before: string): Promise<number> {
  let forgotten = 0;
  for (let after = firstId; ; ) {
    const { rows } = await sql<{ id: string }>`
      select distinct device_id as id from section_version where device_id > ${after}::uuid
      order by device_id limit ${atOnce}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return forgotten;
    forgotten += await forgetVersionsOf(
      db,
      rows.map(({ id }) => id),
      before,
    );
    after = last.id;
  }
}

/** Replacements tell how long parts live; they are kept far longer than the readings they were seen in. */
const retainedYears = 10;

/** Returns the number of replacements dropped. */
export async function dropOldReplacements(db: Kysely<Database>, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from device_replacement where replaced_on < (${now}::timestamptz at time zone 'UTC')::date - make_interval(years => ${retainedYears}::int)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** What the worklist stores (GE-16). */
const worklistRetention = { resolvedMonths: 24, answerDays: 7 };
export const rowsAtOnce = 1000;

/** Runs a statement that deletes at most `rowsAtOnce` rows until it finds no more; returns their number. */
export async function repeatToEnd(db: Kysely<Database>, statement: () => ReturnType<typeof sql>): Promise<number> {
  for (let total = 0; ; ) {
    const dropped = Number((await statement().execute(db)).numAffectedRows ?? 0);
    total += dropped;
    if (dropped < rowsAtOnce) return total;
  }
}

/** Months for which entries of the audit are kept (GE-16). */
const auditMonths = 24;

/** Drops entries of the audit that are older than that (OA-51). Returns their number. */
export async function dropOldAudit(db: Kysely<Database>): Promise<number> {
  for (let total = 0; ; ) {
    const { rows } = await sql<{ dropped: number }>`
      select drop_audit_entries(${auditMonths}, ${rowsAtOnce}) as dropped`.execute(db);
    const dropped = rows[0]?.dropped ?? 0;
    total += dropped;
    if (dropped < rowsAtOnce) return total;
  }
}

/** Deletes jobs with their results 7 days after their end (GE-13, GE-16). Returns their number. */
export async function dropOldJobs(db: Kysely<Database>, now: Date): Promise<number> {
  return await repeatToEnd(
    db,
    () => sql`
      delete from job where job_id in (
        select job_id from job
        where coalesce(finished_at, asked_at) <= ${now}::timestamptz - ${sql.lit(jobDays)} * interval '1 day'
        limit ${sql.lit(rowsAtOnce)})`,
  );
}

/** Deletes the calls of API tokens of more than two days ago (OA-30); the list shows one. */
export async function dropOldTokenCalls(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`delete from api_token_calls where hour < ${now}::timestamptz - interval '2 days'`.execute(db);
}

/** Deletes commands to collectors with their results after 7 days (CF-30). Returns their number. */
export async function dropOldCommands(db: Kysely<Database>, now: Date): Promise<number> {
  return await repeatToEnd(
    db,
    () => sql`
      delete from collector_command where (collector_id, command_id) in (
        select collector_id, command_id from collector_command
        where asked_at <= ${now}::timestamptz - ${sql.lit(commandLimits.storedDays)} * interval '1 day'
        limit ${sql.lit(rowsAtOnce)})`,
  );
}

/** Deletes the rounds of collectors of more than two days ago (CF-32); their pages show one. */
export async function dropOldRounds(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`delete from collector_round where ended_at < ${now}::timestamptz - interval '2 days'`.execute(db);
}

/** Deletes changes of several collectors 90 days after their last step (CF-16). */
export async function dropOldRollouts(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`delete from collector_rollout
    where changed_at <= ${now}::timestamptz - ${sql.lit(rolloutLimits.storedDays)} * interval '1 day'`.execute(db);
}

/**
 * Deletes deliveries 90 days after their event (GE-16), and channels that were deleted so long ago. Returns
 * the number of deliveries.
 */
export async function dropOldDeliveries(db: Kysely<Database>, now: Date): Promise<number> {
  const before = sql`${now}::timestamptz - ${sql.lit(logDays)} * interval '1 day'`;
  const dropped = await repeatToEnd(
    db,
    () => sql`
      delete from delivery where delivery_id in (
        select delivery_id from delivery where at <= ${before} limit ${sql.lit(rowsAtOnce)})`,
  );
  await sql`delete from channel where deleted_at <= ${before}`.execute(db);
  return dropped;
}

/** Years for which visits with their records are kept (GE-16). */
const visitYears = 10;

/** Deletes visits that ended too long ago, with what belongs to them. Returns their number. */
export async function dropOldVisits(db: Kysely<Database>, now: Date): Promise<number> {
  const before = sql`${now}::timestamptz - make_interval(years => ${sql.lit(visitYears)})`;
  const isOld = sql<boolean>`state in ('done', 'cancelled') and coalesce(done_at, made_at) < ${before}`;
  await sql`update visit set former_id = null where former_id in (select visit_id from visit where ${isOld})`.execute(
    db,
  );
  return await repeatToEnd(
    db,
    () => sql`
      delete from visit where visit_id in (select visit_id from visit where ${isOld} limit ${sql.lit(rowsAtOnce)})`,
  );
}

/** Days for which it stays known what was judged on a day (BT-06). */
const judgementDays = 400;

/** Deletes what was judged on days too long ago. Returns the number of rows. */
export async function dropOldJudgements(db: Kysely<Database>, now: Date): Promise<number> {
  const before = sql`(${now}::timestamptz at time zone 'UTC')::date - ${sql.lit(judgementDays)}`;
  return await repeatToEnd(
    db,
    () => sql`
      delete from judgement_day where (device_id, day) in (
        select device_id, day from judgement_day where day < ${before} limit ${sql.lit(rowsAtOnce)})`,
  );
}

/**
 * Deletes conditions that were resolved 24 months ago with their entries, answers by key after 7 days, and
 * what is remembered of entities that are gone. In batches, so that no delivery waits. Returns the number of
 * conditions.
 */
export async function dropOldConditions(db: Kysely<Database>, now: Date): Promise<number> {
  const toEnd = (statement: () => ReturnType<typeof sql>) => repeatToEnd(db, statement);
  const { resolvedMonths, answerDays } = worklistRetention;
  const before = sql`${now}::timestamptz - make_interval(months => ${sql.lit(resolvedMonths)})`;
  await toEnd(
    () => sql`
      delete from condition_event where (entity_id, event_id) in (
        select e.entity_id, e.event_id from condition c join condition_event e using (entity_id, condition_id)
        where c.resolved_at < ${before} limit ${sql.lit(rowsAtOnce)})`,
  );
  const dropped = await toEnd(
    () => sql`
      delete from condition where (entity_id, condition_id) in (
        select entity_id, condition_id from condition where resolved_at < ${before} limit ${sql.lit(rowsAtOnce)})`,
  );
  await toEnd(
    () => sql`
      delete from idempotent_answer where (user_id, key) in (
        select user_id, key from idempotent_answer
        where at < ${now}::timestamptz - make_interval(days => ${sql.lit(answerDays)}) limit ${sql.lit(rowsAtOnce)})`,
  );
  await toEnd(
    () => sql`
      delete from evaluation where entity_id in (
        select entity_id from evaluation e where entity = 'device'
          and not exists (select from device d where d.device_id = e.entity_id)
          and not exists (select from condition c where c.entity_id = e.entity_id and not c.is_final)
        limit ${sql.lit(rowsAtOnce)})`,
  );
  return dropped;
}

/**
 * Makes devices due that were deleted, or are held since a claim was decided, while something of them is
 * open: their conditions end (WL-37). Returns their number.
 */
export async function retireGone(db: Kysely<Database>, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update evaluation e set next_due = ${now}::timestamptz from worklist_row w
    where w.entity_id = e.entity_id and w.entity = 'device'
      and not exists (select from device d where d.device_id = e.entity_id and d.held_by is null)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export interface Retention {
  readingMonths: number;
  eventMonths: number;
}

/** Partitions of this and the next month, so that the first delivery of a month need not make them. */
export async function makePartitions(db: Kysely<Database>, now: Date): Promise<void> {
  const months = [toMonth(now), addMonths(toMonth(now), 1)];
  await ensurePartitions(
    db,
    partitionedTableNames.flatMap((table) => months.map((month) => ({ table, month }))),
  );
}

/** Drops the months past their retention (OQ-114). Returns their names. */
export async function dropOld(
  db: Kysely<Database>,
  now: Date,
  { readingMonths, eventMonths }: Retention,
): Promise<string[]> {
  const dropped: string[] = [];
  for (const table of partitionedTableNames) {
    const months = partitionedTables[table] === 'reading' ? readingMonths : eventMonths;
    dropped.push(...(await dropPartitions(db, table, addMonths(toMonth(now), -months))));
  }
  if (dropped.some((name) => name.startsWith('reading_day')))
    await forgetVersions(db, `${addMonths(toMonth(now), -readingMonths)}-01`);
  return dropped;
}

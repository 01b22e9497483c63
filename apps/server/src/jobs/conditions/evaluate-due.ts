import { type Kysely, sql, type Transaction } from 'kysely';
import { toMessage } from '../../base/errors.ts';
import { texts, uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction, isConnectionTrouble, locks } from '../../store/transactions.ts';
import { customerEntityId } from '../../worklist/entity-ids.ts';
import {
  type EvaluateOptions,
  type EvaluationFailure,
  type EvaluationTimes,
  evaluateEntities,
} from '../../worklist/evaluate-entities.ts';
import { askAgain } from '../../worklist/make-due.ts';
import { readOrganisation, refreshMedianPages } from '../../worklist/organisation.ts';
import { markRuleDevices } from '../../worklist/rules/mark-devices.ts';
import type { DueMemory } from '../since-clear.ts';
import { concerned, due, findDueEntities } from './due-entities.ts';

type Db = Kysely<Database>;

export interface EvaluateDueOptions extends Pick<EvaluateOptions, 'offlineHours'> {
  readonly now: () => Date;
  readonly signal?: AbortSignal;
  readonly onBatch?: (result: EvaluationResult) => void;
  /** Of the process, from one round to the next. */
  readonly memory?: DueMemory;
}

export interface EvaluationResult {
  readonly evaluated: number;
  readonly failures: readonly EvaluationFailure[];
  readonly times: EvaluationTimes;
}

/** Entities of one transaction. */
const batchSize = 200;
/** Due entities read at once. */
const lookAhead = 2000;
/** Customers become entities when several of their devices open conditions. */
async function registerCustomers(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ customer_number: string }>`
    select customer_number from ${concerned(now)} lately
    where customer_number not in (select e.customer_number from evaluation e where e.customer_number is not null)`.execute(
    db,
  );
  const numbers = rows.map((row) => row.customer_number);
  if (numbers.length === 0) return;
  await sql`
    insert into evaluation (entity_id, entity, customer_number, next_due)
    select id, 'customer', number, ${now}::timestamptz
    from unnest(${uuids(numbers.map(customerEntityId))}, ${texts(numbers)}) as r(id, number)
    on conflict do nothing`.execute(db);
}

/**
 * Makes the devices due that a changed condition of their collector or customer holds (WL-43 to WL-46). In a
 * transaction of its own, with the rows in the order of their ids: if it is interrupted, the next run does
 * it.
 */
async function markHeld(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { rows: changed } = await sql<{ id: string }>`
      select entity_id as id from evaluation where holds_changed`.execute(trx);
    if (changed.length === 0) return;
    const locked = await lockFree(
      trx,
      changed.map(({ id }) => id),
    );
    const { rows } = await sql<{ entity_id: string; customer_number: string | null }>`
      select entity_id, customer_number from evaluation
      where entity_id = any(${uuids(locked)}) and holds_changed`.execute(trx);
    if (rows.length === 0) return;
    const ids = uuids(rows.map((row) => row.entity_id));
    const numbers = rows.flatMap((row) => row.customer_number ?? []);
    const held = await sql<{ id: string }>`
      select d.device_id as id from device d
      where d.collector_id = any(${ids}) or d.customer_number = any(${texts(numbers)})`.execute(trx);
    await askAgain(
      trx,
      held.rows.map(({ id }) => id),
    );
    await sql`update evaluation set holds_changed = false where entity_id = any(${ids})`.execute(trx);
  });
}

/**
 * Evaluates every entity that is due until none is left. Any number may run at the same time, in any number
 * of processes; a run that is interrupted leaves what it did not write due. Returns the number of entities.
 */
export async function evaluateDue(db: Db, options: EvaluateDueOptions): Promise<number> {
  const { memory = {} } = options;
  let total = 0;
  await registerCustomers(db, options.now());
  await markRuleDevices(db, options);
  while (!isStopped(options)) {
    const now = options.now();
    const { ids, done: noteDone } = await findDueEntities(db, { now, limit: lookAhead, memory });
    let done = 0;
    for (let at = 0; at < ids.length && !isStopped(options); at += batchSize) {
      const result = await evaluateOrDivide(db, ids.slice(at, at + batchSize), { ...options, now });
      done += result.evaluated + result.failures.length;
      total += result.evaluated;
      options.onBatch?.(result);
    }
    if (done === ids.length) noteDone();
    await markHeld(db);
    if (done > 0) await startUse(db);
    // What is left is being evaluated by another process.
    if (done === 0) break;
  }
  return total;
}

/**
 * The first devices of a fleet are evaluated before it is known what the device in the middle prints: once
 * that is known they are evaluated again, with their use (WL-48). Later the nightly job refreshes it.
 */
async function startUse(db: Db): Promise<void> {
  if ((await readOrganisation(db)).medianPages !== null) return;
  await refreshMedianPages(db);
  if ((await readOrganisation(db)).medianPages === null) return;
  await sql`update evaluation set asked_at = now() where entity = 'device'`.execute(db);
}

const isStopped = ({ signal }: EvaluateDueOptions): boolean => signal?.aborted === true;

async function evaluateBatch(db: Db, ids: readonly string[], options: EvaluateOptions): Promise<EvaluationResult> {
  return await inTransaction(db, async (trx) => {
    const claimed = await claim(trx, ids, options.now);
    if (claimed.length === 0) return { evaluated: 0, failures: [], times: { load: 0, evaluate: 0, write: 0 } };
    const result = await evaluateEntities(trx, claimed, options);
    await noteFailures(trx, result.failures, options.now);
    return result;
  });
}

/** Of these the entities that no other transaction evaluates: this one does, until it ends. */
async function lockFree(trx: Transaction<Database>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${uuids(ids)}) as wanted(id)
    where pg_try_advisory_xact_lock(${locks.evaluating}::int, hashtext(id::text))`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Of these the entities that are still due and that no other transaction evaluates. */
async function claim(trx: Transaction<Database>, ids: readonly string[], now: Date): Promise<string[]> {
  const locked = await lockFree(trx, ids);
  // A separate statement: it sees what the previous holder of the lock has committed.
  const { rows } = await sql<{ entity_id: string }>`
    select distinct entity_id from ${due(now, (id) => sql<boolean>`${id} = any(${uuids(locked)})`)} due`.execute(trx);
  return rows.map((row) => row.entity_id);
}

/**
 * If a batch fails as a whole, its entities are evaluated one by one, and one that fails alone is noted.
 * Trouble of the database is no failure of an entity.
 */
async function evaluateOrDivide(db: Db, ids: readonly string[], options: EvaluateOptions): Promise<EvaluationResult> {
  try {
    return await evaluateBatch(db, ids, options);
  } catch (error) {
    if (isConnectionTrouble(error)) throw error;
    if (ids.length === 1) {
      const failures = ids.map((entityId) => ({ entityId, reason: toMessage(error) }));
      await noteFailures(db, failures, options.now);
      return { evaluated: 0, failures, times: { load: 0, evaluate: 0, write: 0 } };
    }
  }
  const results: EvaluationResult[] = [];
  for (const id of ids) results.push(await evaluateOrDivide(db, [id], options));
  const sum = (toValue: (result: EvaluationResult) => number) =>
    results.reduce((total, result) => total + toValue(result), 0);
  return {
    evaluated: sum(({ evaluated }) => evaluated),
    failures: results.flatMap(({ failures }) => failures),
    times: {
      load: sum(({ times }) => times.load),
      evaluate: sum(({ times }) => times.evaluate),
      write: sum(({ times }) => times.write),
    },
  };
}

const reasonLimit = 500;

/** Tried again after one minute, then after twice as long each time, at most an hour. */
async function noteFailures(db: Db, failures: readonly EvaluationFailure[], now: Date): Promise<void> {
  if (failures.length === 0) return;
  await sql`
    insert into evaluation as e (entity_id, entity, failures, reason, retry_at)
    select id, 'device', 1, reason, ${now}::timestamptz + interval '1 minute'
    from unnest(${uuids(failures.map(({ entityId }) => entityId))},
      ${texts(failures.map(({ reason }) => reason.replaceAll('\u0000', ' ').slice(0, reasonLimit)))}) as r(id, reason)
    on conflict (entity_id) do update set failures = least(e.failures + 1, 100), reason = excluded.reason,
      retry_at = ${now}::timestamptz + least(interval '1 hour', interval '1 minute' * power(2, least(e.failures, 10)))`.execute(
    db,
  );
}

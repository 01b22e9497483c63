import type { breakCauses } from '@platen/contract/constants';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { clearBreakHints } from '../../history/exchanges.ts';
import { type Actor, requireRight } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { markUnjudged } from '../../store/mark-unjudged.ts';
import { inTransaction } from '../../store/transactions.ts';

/** Breaks of the counters of all devices, newest first; `open`: only those without a known cause. */
export async function listBreaks(
  db: Kysely<Database>,
  actor: Actor,
  filter: { open: boolean; limit: number },
): Promise<CounterBreakRow[]> {
  requireRight(actor, 'listCounterBreaks');
  return await readBreaks(db, filter);
}

interface Explanation {
  readonly deviceId: string;
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
  /** One counter; undefined: every counter that fell or leapt on the day. */
  readonly key?: string;
  readonly cause: BreakCause;
  readonly at: Date;
}

/**
 * Stores why counters fell or leapt on a day, with one audit entry; the hint in the status of the device goes
 * once every break of its total is explained. Refuses 202001 if there is no such break.
 */
export async function explainCounterBreaks(
  db: Kysely<Database>,
  actor: Actor,
  explanation: Explanation,
): Promise<ExplainedBreak[]> {
  requireRight(actor, 'explainCounterBreaks');
  const { deviceId, day, key, cause } = explanation;
  return await inTransaction(db, async (trx) => {
    const explained = await explainBreaks(trx, { ...explanation, actor: actor.subject });
    const [first] = explained;
    if (first === undefined) throw new Refusal(202001, toMissing(explanation));
    if (cause === 'printed' && explained.every(({ before, after }) => after < before))
      throw new Refusal(202001, 'cause: what was printed cannot make a counter fall');
    // Forecasts, parts and advice follow from the continued counter: the device is judged again.
    await markUnjudged(trx, [deviceId]);
    await clearBreakHints(trx, [deviceId]);
    const before = explained.map((one) => ({ key: one.key, cause: one.causeBefore }));
    await recordChange(trx, {
      actor,
      action: 'breaks explain',
      subject: `device:${deviceId}`,
      detail: key === undefined ? { day, before, after: cause } : { key, day, before: first.causeBefore, after: cause },
    });
    return explained;
  });
}

const toMissing = ({ deviceId, day, key }: Explanation): string =>
  key === undefined
    ? `day: no counter fell or leapt on ${day}`
    : `counter ${key} of device ${deviceId} has no break on ${day}`;

export type BreakCause = (typeof breakCauses)[number];

interface CounterBreakRow {
  readonly deviceId: string;
  readonly serial: string | null;
  /** `pages.total`, `source.CST1`. */
  readonly key: string;
  readonly day: string;
  readonly kind: 'fell' | 'leapt';
  readonly before: number;
  readonly after: number;
  readonly cause: BreakCause | null;
  readonly answeredBy: string | null;
  readonly answeredAt: Date | null;
}

const columns = sql`b.device_id as "deviceId", b.key, b.day::text as day, b.kind, b.value_before as before,
  b.value_after as after, b.cause, b.answered_by as "answeredBy", b.answered_at as "answeredAt"`;

/** Breaks of counters, newest first; `open`: only those without a known cause. */
async function readBreaks(
  db: Kysely<Database>,
  { open, limit }: { open: boolean; limit: number },
): Promise<CounterBreakRow[]> {
  const { rows } = await sql<CounterBreakRow>`
    select ${columns}, d.serial from counter_break b join device d on d.device_id = b.device_id
    where d.held_by is null and ${open ? sql`b.cause is null` : sql`true`}
    order by b.day desc, b.device_id, b.key limit ${limit}`.execute(db);
  return rows;
}

interface ExplainedBreak {
  readonly key: string;
  /** Values of the counter around the break. */
  readonly before: number;
  readonly after: number;
  readonly causeBefore: BreakCause | null;
}

/**
 * Stores the cause of the breaks of a day, of one counter or of all; returns them by counter, none if there
 * are none.
 */
async function explainBreaks(
  trx: Kysely<Database>,
  explanation: { deviceId: string; day: string; key?: string; cause: BreakCause; actor: string; at: Date },
): Promise<ExplainedBreak[]> {
  const { deviceId, day, key, cause, actor, at } = explanation;
  const { rows } = await sql<ExplainedBreak>`
    update counter_break b set cause = ${cause}, answered_by = ${actor}, answered_at = ${at}
    from (select device_id, key, day, cause from counter_break
      where device_id = ${deviceId} and day = ${day}::date and ${key === undefined ? sql`true` : sql`key = ${key}`}
      order by key for update) old
    where b.device_id = old.device_id and b.key = old.key and b.day = old.day
    returning b.key, b.value_before as before, b.value_after as after, old.cause as "causeBefore"`.execute(trx);
  return rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

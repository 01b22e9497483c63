import type { Kysely } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { type Actor, requireRight } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import {
  type BreakCause,
  type CounterBreakRow,
  clearBreakHint,
  type ExplainedBreak,
  explainBreaks,
  readBreaks,
} from './breaks.ts';

/** Breaks of the counters of all devices, newest first; `open`: only those without a known cause. */
export async function listBreaks(
  db: Kysely<Database>,
  actor: Actor,
  filter: { open: boolean; limit: number },
): Promise<CounterBreakRow[]> {
  requireRight(actor, 'listCounterBreaks');
  return await readBreaks(db, filter);
}

export interface Explanation {
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
    await clearBreakHint(trx, deviceId);
    const before = explained.map((one) => ({ key: one.key, cause: one.causeBefore }));
    await recordChange(trx, {
      actor: actor.subject,
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

import { type Kysely, sql } from 'kysely';
import { Refusal, toMessage } from '../base/errors.ts';
import type { Log } from '../base/logger.ts';
import { hourMs } from '../base/time.ts';
import { recordChange } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import { inTransaction } from '../store/transactions.ts';
import { readCloseRows } from './close-row.ts';
import { findDevices } from './close-scope.ts';
import { makeCloseOfPlan, readDays } from './make-close.ts';
import { readPlanRows, toPlan } from './plan-row.ts';
import { refreshClose } from './refresh-lines.ts';
import { toWarningDay } from './warning-day.ts';

type Db = Kysely<Database>;

/** Makes the closes of plans whose period ends soon or has ended (LG-30, LG-34). Returns their number. */
export async function openDueCloses(db: Db, now: Date, log: Log): Promise<number> {
  let made = 0;
  for (const plan of await readPlanRows(db, sql<boolean>`c.is_active`)) {
    const days = await readDays(db, plan.organisationId);
    const today = days.dayOf(now.getTime());
    const { present } = toPlan(plan, { days, now: now.getTime(), closeId: null });
    const last = days.dayOf(Date.parse(present.to) - 1);
    // The period before too: a server that stood still over the end makes its close afterwards.
    const first = days.dayOf(Date.parse(present.from));
    const due = [first - 1, ...(today >= toWarningDay(last, plan.warningDays, days) ? [today] : [])];
    for (const day of due)
      try {
        await inTransaction(db, async (trx) => {
          if (!(await isMissing(trx, plan.planId, days.startOf(day)))) return;
          const close = await makeCloseOfPlan(trx, plan, { day, madeBy: null, now });
          await recordChange(trx, {
            actor: 'server',
            action: 'close opened',
            subject: `close:${close.closeId}`,
            detail: { name: close.name, planId: plan.planId, firstDay: close.firstDay, lastDay: close.lastDay },
          });
          made += 1;
        });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        log.warn({ planId: plan.planId, reason: toMessage(error) }, 'the close of a plan was not made');
      }
  }
  return made;
}

/** Of the time before the plan was made it makes none; one that somebody discarded is not made again. */
async function isMissing(db: Db, planId: string, start: number): Promise<boolean> {
  const from = new Date(start);
  const { rows } = await sql`
    select 1 from meter_plan p where p.plan_id = ${planId} and p.made_at < ${from}::timestamptz + interval '1 day'
      and not exists (select from meter_close c where c.plan_id = p.plan_id and c.from_at <= ${from}
        and c.to_at > ${from})`.execute(db);
  return rows.length > 0;
}

/** Devices of a close that one run works out at most. */
const mostAtOnce = 2000;

/** Finds devices of open closes and works out lines whose facts changed; returns the number of devices. */
export async function refreshCloses(db: Db, now: Date): Promise<number> {
  let done = 0;
  const open = await readCloseRows(db, sql<boolean>`c.state = 'open'`);
  for (const close of open) {
    await inTransaction(db, async (trx) => {
      const { rows } = await sql`
        select 1 from meter_close where close_id = ${close.closeId} and state = 'open'
          and (looked_at is null or looked_at < ${new Date(now.getTime() - hourMs)}) for update skip locked`.execute(
        trx,
      );
      if (rows.length > 0) await findDevices(trx, close, now);
    });
    done += await refreshClose(db, close, mostAtOnce);
  }
  return done;
}

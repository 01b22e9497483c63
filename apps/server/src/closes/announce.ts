import type { SubscriptionEvent } from '@platen/contract/channel-names';
import { can, type Role, roles } from '@platen/contract/rights';
import type { CloseWebhook } from '@platen/contract/webhook-events';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../store/database.ts';
import { inTransaction } from '../store/transactions.ts';
import { readListeners } from '../worklist/outbox/add-events.ts';
import { addNotice, askToDeliver } from '../worklist/outbox/add-notice.ts';
import { findFallback, findOwnChannels } from '../worklist/outbox/notice-channels.ts';
import { type CloseRow, readCloseRows, summarise } from './close-row.ts';
import { readDays } from './make-close.ts';
import { readPlanRows } from './plan-row.ts';
import { toWarningDay } from './warning-day.ts';

type Trx = Transaction<Database>;

const closed: SubscriptionEvent = 'meterClosed';

/** Whether all groups of a close are a receiver's own; null: the receiver sees every device. */
const sees = (groupIds: readonly number[] | null, bound: readonly number[] | null): boolean =>
  groupIds === null || (bound !== null && bound.length > 0 && bound.every((group) => groupIds.includes(group)));

/** Reports that a period was closed to those who asked for it (MX-07), in the transaction of closing. */
export async function reportClosed(trx: Trx, close: CloseRow, now: Date): Promise<void> {
  const { closeId, planId, name, firstDay, lastDay, zone, hash, summary, version } = close;
  if (hash === null || summary === null) return;
  const listeners = (await readListeners(trx, [closed])).filter(({ groupIds }) => sees(groupIds, close.bound));
  if (listeners.length === 0) return;
  const { lines, corrections, leftOut, byState } = summary;
  const data: Omit<CloseWebhook['data'], 'url' | 'linesUrl' | 'test'> = {
    eventId: newId(),
    version,
    close: {
      closeId,
      name,
      planId,
      firstDay,
      lastDay,
      zone,
      lines,
      corrections,
      estimated: byState.estimated ?? 0,
      leftOut,
      hash,
    },
  };
  for (const { channelId, subscriptionId } of listeners) {
    const test = await isFirstEvent(trx, channelId, now);
    const content = { kind: 'close', at: now.toISOString(), close: { type: 'meter.closed', data: { ...data, test } } };
    await addNotice(trx, { channelId, subscriptionId, kind: 'close', content }, now);
  }
  await askToDeliver(trx);
}

/** Whether this channel never got an event about a close before (MX-06). */
async function isFirstEvent(trx: Trx, channelId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into meter_event_start (channel_id, began_at) values (${channelId}, ${now})
    on conflict do nothing returning 1`.execute(trx);
  return rows.length > 0;
}

/** Roles whose work closes are; administrators see them in the list. */
const closing: readonly Role[] = roles.filter((role) => role !== 'admin' && can(role, 'closeMeters'));

/**
 * Notifies who closes of what will stop a close, some working days before its period ends (LG-34), once.
 * Where none of them has a channel, the fallback channel of the organisation gets it. Returns their number.
 */
export async function announceEnds(db: Kysely<Database>, now: Date): Promise<number> {
  let announced = 0;
  const open = await readCloseRows(
    db,
    sql<boolean>`c.state = 'open' and c.announced_at is null and c.plan_id is not null`,
  );
  for (const close of open) {
    const [plan] = await readPlanRows(db, sql<boolean>`c.plan_id = ${close.planId}`);
    if (plan === undefined || plan.warningDays === 0 || !(await isNear(db, close, plan.warningDays, now))) continue;
    announced += await inTransaction(db, (trx) => announce(trx, close, plan.madeBy?.userId ?? null, now));
  }
  return announced;
}

async function isNear(db: Kysely<Database>, { organisationId, to }: CloseRow, workingDays: number, now: Date) {
  const days = await readDays(db, organisationId);
  return days.dayOf(now.getTime()) >= toWarningDay(days.dayOf(to - 1), workingDays, days);
}

async function announce(trx: Trx, close: CloseRow, madeBy: string | null, now: Date): Promise<number> {
  const { closeId, name, lastDay, organisationId, bound } = close;
  const { rows: left } = await sql`
    update meter_close c set announced_at = ${now} where close_id = ${closeId} and announced_at is null and state = 'open'
      and not exists (select from meter_close_device x where x.close_id = ${closeId} and x.computed_at is null)
    returning 1`.execute(trx);
  if (left.length === 0) return 0;
  const { rows } = await sql<{ id: string }>`
    select u.user_id as id from app_user u where u.disabled_at is null and (u.user_id = ${madeBy}
      or u.role = any(${[...closing]}::text[]) and (u.sees_all or ${bound}::int[] is not null and ${bound}::int[] <@ array(
        select g.group_id from user_group g where g.user_id = u.user_id)))`.execute(trx);
  const own = [
    ...(
      await findOwnChannels(
        trx,
        rows.map(({ id }) => id),
      )
    ).values(),
  ];
  const fallback = own.length > 0 ? undefined : await findFallback(trx, organisationId);
  const summary = (await summarise(trx, [closeId])).get(closeId);
  const ahead = { type: 'ahead', closeId, name, lastDay, stops: summary?.stops ?? 0, lines: summary?.lines ?? 0 };
  const content = { kind: 'close', at: now.toISOString(), close: ahead };
  for (const channelId of fallback === undefined ? own : [fallback])
    await addNotice(trx, { channelId, kind: 'close', content }, now);
  await askToDeliver(trx);
  return 1;
}

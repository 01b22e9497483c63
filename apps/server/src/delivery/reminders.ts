import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { sql, type Transaction } from 'kysely';
import { v5 } from 'uuid';
import type { Database } from '../store/database.ts';
import { readOrganisation, readOrganisationsOf } from '../worklist/organisation.ts';
import { findFallbacksOf } from '../worklist/outbox/notice-channels.ts';
import type { Message } from './message.ts';

type Trx = Transaction<Database>;

/**
 * Minutes of working time until a P1 that no user acknowledged is sent once more, and to the fallback
 * (DE-07).
 */
const reminderMinutes = { same: 30, fallback: 120 };
/** Name space of the ids of reminders; must never change. */
const reminders = '5a0c1b52-3c8e-5f0e-8d5a-0a7f6d2b9c11';

/**
 * Plans the reminders of a message that the other side took: one on its channel, one on the fallback
 * channel. Their ids follow from the condition and its opening, so that there is one of each.
 */
export async function addReminders(
  trx: Trx,
  { channelId, subscriptionId, channelKind }: { channelId: string; subscriptionId: string | null; channelKind: string },
  message: Message,
  now: Date,
): Promise<void> {
  if (message.kind !== 'change' || channelKind === 'webhook') return;
  const pressing = message.items.filter(
    ({ event, priority, condition }) =>
      priority === 'P1' && condition.work === 'open' && ['opened', 'cameBack', 'worse'].includes(event),
  );
  if (pressing.length === 0) return;
  const devices = pressing.map(({ place }) => place.rowId);
  const organisations = await readOrganisationsOf(trx, devices);
  const fallbacks = await findFallbacksOf(trx, devices);
  const operator = await readOrganisation(trx);
  const add = async (target: string, own: string | null, minutes: number, item: (typeof pressing)[number]) => {
    const { calendar } = (organisations.get(item.place.rowId) ?? operator).settings;
    const due = toWorkTime(calendar).addMinutes(now.getTime(), minutes);
    if (!Number.isFinite(due)) return;
    const { condition, place } = item;
    const id = v5(`${target} ${condition.conditionId} ${condition.openedAt} ${minutes}`, reminders);
    await sql`
      insert into delivery (delivery_id, channel_id, subscription_id, kind, event, at, entity_id, entity, condition_id, group_key,
        priority, is_judged, state, due_at)
      values (${id}, ${target}, ${own}, 'reminder', ${item.event}, ${now}, ${place.rowId}, ${place.entity},
        ${condition.conditionId}, ${place.customerNumber ?? place.rowId}, 1, ${item.isJudged}, 'waiting', ${new Date(due)})
      on conflict do nothing`.execute(trx);
  };
  for (const item of pressing) {
    await add(channelId, subscriptionId, reminderMinutes.same, item);
    const fallback = fallbacks.get(item.place.rowId);
    if (fallback !== undefined && fallback !== channelId) await add(fallback, null, reminderMinutes.fallback, item);
  }
}

import { dayMs } from '@platen/contract/constants';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../store/database.ts';
import { addNotice } from '../worklist/outbox/add-notice.ts';
import { findFallback, findOwnChannels } from '../worklist/outbox/notice-channels.ts';

type Trx = Transaction<Database>;

/**
 * A channel is failing after that number of failed messages in a row, or when everything failed for that time
 * (DE-19).
 */
const failing = { messages: 10, afterMs: dayMs };
/** A failing channel is disabled after that time. */
const disabledAfterMs = 7 * dayMs;

/** The other side took a message: the channel works. */
export async function noteSuccess(trx: Trx, channelId: string, now: Date): Promise<void> {
  await sql`
    update channel set failed_since = null, failed_messages = 0,
      state_since = case when state = 'failing' then ${now}::timestamptz else state_since end,
      state = case when state = 'failing' then 'active' else state end
    where channel_id = ${channelId} and (failed_since is not null or state = 'failing')`.execute(trx);
}

/** The other side says that nothing is there any more (410): nothing further goes there. */
export const noteGone = (trx: Trx, channelId: string, now: Date): Promise<void> => disable(trx, channelId, now);

/** A try failed. `isFirst`: of its message. */
export async function noteFailure(trx: Trx, channelId: string, isFirst: boolean, now: Date): Promise<void> {
  const { rows } = await sql<{ state: string; since: Date; failures: number; failedSince: Date }>`
    update channel set failed_since = coalesce(failed_since, ${now}::timestamptz),
      failed_messages = failed_messages + ${Number(isFirst)}
    where channel_id = ${channelId}
    returning state, state_since as since, failed_messages as failures, failed_since as "failedSince"`.execute(trx);
  const [channel] = rows;
  if (channel === undefined) return;
  const { state, since, failures, failedSince } = channel;
  const isFailing = failures >= failing.messages || now.getTime() - failedSince.getTime() >= failing.afterMs;
  if (state === 'active' && isFailing) {
    await sql`
      update channel set state = 'failing', state_since = ${now}::timestamptz, version = version + 1
      where channel_id = ${channelId}`.execute(trx);
    await notify(trx, channelId, 'failing', failedSince, now);
  } else if (state === 'failing' && now.getTime() - since.getTime() >= disabledAfterMs)
    await disable(trx, channelId, now);
}

async function disable(trx: Trx, channelId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ since: Date | null }>`
    update channel set state = 'disabled', state_since = ${now}::timestamptz, version = version + 1
    where channel_id = ${channelId} and state <> 'disabled' returning failed_since as since`.execute(trx);
  const [changed] = rows;
  if (changed === undefined) return;
  await sql`
    update delivery set state = 'dropped', reason = 'channelDisabled', due_at = null
    where channel_id = ${channelId} and state in ('waiting', 'held', 'failed') and (message_id is null or message_id = delivery_id)`.execute(
    trx,
  );
  await notify(trx, channelId, 'disabled', changed.since ?? now, now);
}

/** Its owner and the administrators learn of it once, each over another channel (DE-19). */
async function notify(
  trx: Trx,
  channelId: string,
  state: 'failing' | 'disabled',
  since: Date,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ name: string; organisationId: string; users: string[] }>`
    select c.name, c.organisation_id as "organisationId", array(
      select u.user_id from app_user u
      where u.disabled_at is null and (u.user_id = c.owner_id or u.role = 'admin'
        or u.role = 'dealerAdmin' and u.organisation_id = c.organisation_id)) as users
    from channel c where c.channel_id = ${channelId}`.execute(trx);
  const [channel] = rows;
  if (channel === undefined) return;
  const own = await findOwnChannels(trx, channel.users, channelId);
  const fallback = await findFallback(trx, channel.organisationId, channelId);
  const others = new Set([...own.values(), ...(fallback === undefined ? [] : [fallback])]);
  const content = { kind: 'channelFailing', channelName: channel.name, state, since: since.toISOString() };
  for (const other of others) await addNotice(trx, { channelId: other, kind: 'channelFailing', content }, now);
}

/** Disables channels that have been failing for a week, also those to which nothing was sent meanwhile. */
export async function disableFailed(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - disabledAfterMs);
  const { rows } = await sql<{ id: string }>`
    select channel_id as id from channel where state = 'failing' and state_since <= ${before}::timestamptz
      and deleted_at is null`.execute(db);
  for (const { id } of rows)
    await db.transaction().execute(async (trx) => {
      await sql`select 1 from channel where channel_id = ${id} for no key update`.execute(trx);
      await disable(trx, id, now);
    });
}

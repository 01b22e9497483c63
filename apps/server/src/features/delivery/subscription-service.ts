import { isForMachines } from '@platen/contract/channel-names';
import type { changeSubscriptions as changeCall, Subscription, SubscriptionForm } from '@platen/contract/channels';
import type { BodyOf } from '@platen/contract/endpoint';
import { nextDigest } from '@platen/diagnosis/delivery/times';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../base/errors.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { readOrganisation, toDaysOff } from '../../worklist/organisation.ts';
import { checkVersion, lockChannel, nextVersion, type StoredChannel } from './channel-rows.ts';

/** Subscriptions of a channel, in the order in which its owner wrote them. */
export async function readSubscriptions(db: Kysely<Database>, channelId: string): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('subscription')
    .select(['subscription_id', 'form', 'stopped_at'])
    .where('channel_id', '=', channelId)
    .orderBy('place')
    .execute();
  return rows.map(({ subscription_id: subscriptionId, form, stopped_at: stoppedAt }) => ({
    ...form,
    subscriptionId,
    stoppedAt: stoppedAt?.toISOString() ?? null,
  }));
}

/**
 * Replaces the subscriptions of a channel. Those that stay keep what they wait for; one that was stopped by
 * its link is sent again. Refuses another version (202002, with the present subscriptions), values that do
 * not fit the channel (202001) and ids of other channels as unknown (204001).
 */
export async function changeSubscriptions(
  trx: Transaction<Database>,
  { user, now }: { readonly user: SignedInUser; readonly now: Date },
  channelId: string,
  { subscriptions, version }: BodyOf<typeof changeCall>,
): Promise<{ subscriptions: Subscription[]; version: number }> {
  const channel = await lockChannel(trx, user, channelId);
  const before = await readSubscriptions(trx, channelId);
  checkVersion(channel, version, { subscriptions: before, version: channel.version });
  for (const [index, form] of subscriptions.entries()) checkForm(channel, form, index);
  const known = new Set(before.map(({ subscriptionId }) => subscriptionId));
  const staying = subscriptions.flatMap(({ subscriptionId }) => subscriptionId ?? []);
  if (staying.some((id) => !known.has(id)) || new Set(staying).size < staying.length)
    throw new Refusal(204001, 'there is no subscription with this id');
  const off = toDaysOff(await readOrganisation(trx, await homeOf(trx, channel)));
  const gone = before.map(({ subscriptionId }) => subscriptionId).filter((id) => !staying.includes(id));
  if (gone.length > 0) {
    await sql`
      update delivery set state = 'dropped', reason = 'subscriptionGone', due_at = null
      where subscription_id = any(${gone}::uuid[]) and message_id is null and state in ('waiting', 'held')`.execute(
      trx,
    );
    await trx.deleteFrom('subscription').where('subscription_id', 'in', gone).execute();
  }
  for (const [place, { subscriptionId = newId(), ...form }] of subscriptions.entries()) {
    const next = form.when.at === 'digest' ? nextDigest(form.when, channel.channel.zone, off, now.getTime()) : null;
    const values = {
      form: JSON.stringify(form),
      place,
      stopped_at: null,
      digest_due: next === null ? null : new Date(next),
    };
    await trx
      .insertInto('subscription')
      .values({ subscription_id: subscriptionId, channel_id: channelId, ...values })
      .onConflict((conflict) => conflict.column('subscription_id').doUpdateSet(values))
      .execute();
    // What waited for the old time of sending is planned again by the new one.
    await sql`
      update delivery set due_at = ${now}::timestamptz where subscription_id = ${subscriptionId} and message_id is null
        and state = 'held' and reason in ('quiet', 'digest') and ${form.when.at !== 'digest'}`.execute(trx);
  }
  await trx.updateTable('channel').set(nextVersion(channel, user)).where('channel_id', '=', channelId).execute();
  const after = await readSubscriptions(trx, channelId);
  await recordChange(trx, {
    actor: user,
    action: 'channels subscribe',
    subject: `channel:${channelId}`,
    detail: { before, after },
  });
  return { subscriptions: after, version: version + 1 };
}

/** Plans the next digests of a channel again after its time zone was changed. */
export async function planDigests(
  trx: Transaction<Database>,
  channel: StoredChannel,
  zone: string,
  now: Date,
): Promise<void> {
  const { channelId } = channel;
  const off = toDaysOff(await readOrganisation(trx, await homeOf(trx, channel)));
  for (const { subscriptionId, when } of await readSubscriptions(trx, channelId)) {
    const next = when.at === 'digest' ? nextDigest(when, zone, off, now.getTime()) : null;
    await trx
      .updateTable('subscription')
      .set({ digest_due: next === null ? null : new Date(next) })
      .where('subscription_id', '=', subscriptionId)
      .execute();
  }
}

/** Whose holidays count: those of the owner's organisation, else of the channel's own (OA-04). */
async function homeOf(trx: Transaction<Database>, { ownerId, organisationId }: StoredChannel): Promise<string | null> {
  if (ownerId === null) return organisationId;
  const owner = await trx
    .selectFrom('app_user')
    .select('organisation_id')
    .where('user_id', '=', ownerId)
    .executeTakeFirst();
  return owner?.organisation_id ?? null;
}

function checkForm({ kind, ownerId }: StoredChannel, form: SubscriptionForm, index: number): void {
  const refuse = (field: string, why: string): never => {
    throw new Refusal(202001, `body.subscriptions.${index}.${field}: ${why}`);
  };
  if (isForMachines(kind) && form.when.at !== 'once') refuse('when', 'a webhook gets each event by itself');
  if (isForMachines(kind) && form.quiet !== null) refuse('quiet', 'a webhook has no quiet hours');
  if (ownerId === null && form.scope.assignedToMe === true)
    refuse('scope.assignedToMe', 'nothing is assigned to the organisation');
}

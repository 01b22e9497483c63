import { randomBytes } from 'node:crypto';
import { mostChannels, mostConfirmations, mostTests, usualLimits } from '@platen/contract/channel-names';
import {
  type addChannel as addCall,
  type changeChannel as changeCall,
  usualOverlapHours,
} from '@platen/contract/channels';
import { hourMs } from '@platen/contract/constants';
import type { BodyOf } from '@platen/contract/endpoint';
import { sql, type Transaction, type Updateable } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../base/errors.ts';
import type { Secrets } from '../../delivery/secrets.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { managesOrganisationChannels } from '../../identity/visibility.ts';
import type { AllowedDestinations } from '../../settings/webhook-allow.ts';
import { hiddenText, recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import { addNotice, askToDeliver } from '../../worklist/outbox/add-notice.ts';
import { checkAddress, maskAddress } from './address.ts';
import { checkVersion, lockChannel, nextVersion, readChannel, type StoredChannel } from './channel-rows.ts';
import { planDigests } from './subscription-service.ts';

type Trx = Transaction<Database>;

/** Who changes a channel in which call. */
export interface Caller {
  readonly user: SignedInUser;
  readonly now: Date;
  readonly secrets: Secrets;
  /** Hosts and networks that may be private (DE-29). */
  readonly allowed: AllowedDestinations;
  /** Mail address of the user that the identity provider has verified (DE-04); undefined: none is known. */
  readonly verifiedAddress: string | undefined;
}

const secretBytes = 32;
/** In the form of Standard Webhooks (DE-25). */
const makeSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;
const isSecretAddress = (kind: StoredChannel['kind']): boolean => kind === 'teams' || kind === 'slack';

/**
 * Makes a channel. `sealed`: the secret of a webhook, to be answered once. Refuses 202004 beyond the limit.
 */
export async function addChannel(
  trx: Trx,
  caller: Caller,
  body: BodyOf<typeof addCall>,
): Promise<{ stored: StoredChannel; sealed: string | null }> {
  const { user, secrets, now } = caller;
  const { kind, owner, name, address, language, zone, limits = usualLimits } = body;
  if (owner === 'organisation' && !managesOrganisationChannels(user))
    throw new Refusal(
      200002,
      'channels of the organisation need the right to manage delivery, and to see all that the organisation sees',
    );
  checkAddress(kind, address, caller.allowed);
  const { organisationId } = await readOrganisation(trx, user.organisationId);
  const ownerId = owner === 'self' ? user.userId : null;
  // Two calls at once must not pass the limit together.
  await sql`select 1 from organisation where organisation_id = ${organisationId} for no key update`.execute(trx);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from channel where owner_id is not distinct from ${ownerId}::uuid and deleted_at is null
      and (owner_id is not null or organisation_id = ${organisationId})`.execute(trx);
  if ((rows[0]?.n ?? 0) >= mostChannels) throw new Refusal(202004, `channels: at most ${mostChannels}`);
  const channelId = newId();
  const sealed = kind === 'webhook' ? secrets.seal(makeSecret()) : null;
  const isVerified = kind !== 'mail' || isOwnAddress(caller, address);
  await trx
    .insertInto('channel')
    .values({
      channel_id: channelId,
      organisation_id: organisationId,
      owner_id: ownerId,
      kind,
      name,
      ...toStoredAddress(kind, address, secrets, sealed, now),
      state: isVerified ? 'active' : 'unverified',
      state_since: now,
      language,
      zone,
      limit_hour: limits.hour,
      limit_day: limits.day,
    })
    .execute();
  if (!isVerified) await askToConfirm(trx, caller, channelId);
  const stored = await readChannel(trx, user, channelId);
  await note(trx, caller, 'add', channelId, { after: toAudited(stored) });
  return { stored, sealed };
}

const isOwnAddress = ({ verifiedAddress }: Caller, address: string): boolean =>
  verifiedAddress !== undefined && verifiedAddress.toLowerCase() === address.toLowerCase();

function toStoredAddress(
  kind: StoredChannel['kind'],
  address: string,
  secrets: Secrets,
  sealed: string | null,
  now: Date,
): { address: string; sealed: string } {
  return {
    address: isSecretAddress(kind) ? maskAddress(kind, address, true) : address,
    sealed: JSON.stringify({
      ...(isSecretAddress(kind) && { address: secrets.seal(address) }),
      ...(sealed !== null && { secrets: [{ sealed, madeAt: now.toISOString(), until: null }] }),
    }),
  };
}

/** Changes a channel; another mail address must be confirmed before anything goes there (DE-04). */
export async function changeChannel(
  trx: Trx,
  caller: Caller,
  channelId: string,
  body: BodyOf<typeof changeCall>,
): Promise<StoredChannel> {
  const { user, secrets, now } = caller;
  const before = await lockChannel(trx, user, channelId);
  checkVersion(before, body.version);
  const { name, language, zone, limits = before.channel.limits, isFallback = before.isFallback } = body;
  if (isFallback && (before.ownerId !== null || before.kind === 'webhook'))
    throw new Refusal(202001, 'body.isFallback: only for a channel of the organisation that reaches people');
  const address = body.address === before.address ? undefined : body.address;
  const values: Updateable<Database['channel']> = {
    name,
    language,
    zone,
    limit_hour: limits.hour,
    limit_day: limits.day,
  };
  let mustConfirm = false;
  if (address !== undefined) {
    checkAddress(before.kind, address, caller.allowed);
    const { address: shown, sealed } = toStoredAddress(before.kind, address, secrets, null, now);
    values.address = shown;
    if (isSecretAddress(before.kind)) values.sealed = sealed;
    mustConfirm = before.kind === 'mail' && !isOwnAddress(caller, address);
    const state = mustConfirm ? 'unverified' : 'active';
    Object.assign(values, { state, state_since: now, failed_since: null, failed_messages: 0 });
  }
  if (isFallback && !before.isFallback)
    await sql`update channel set is_fallback = false where is_fallback and deleted_at is null
      and organisation_id = ${before.organisationId}`.execute(trx);
  await trx
    .updateTable('channel')
    .set({ ...values, is_fallback: isFallback, ...nextVersion(before, user) })
    .where('channel_id', '=', channelId)
    .execute();
  if (zone !== before.channel.zone) await planDigests(trx, before, zone, now);
  if (mustConfirm) await askToConfirm(trx, caller, channelId);
  const after = await readChannel(trx, user, channelId);
  await note(trx, caller, 'change', channelId, { before: toAudited(before), after: toAudited(after) });
  return after;
}

/** Hides a channel: what waits is dropped, secrets are gone at once, the log stays. */
export async function removeChannel(trx: Trx, caller: Caller, channelId: string, version: number): Promise<void> {
  const before = await lockChannel(trx, caller.user, channelId);
  checkVersion(before, version);
  await trx
    .updateTable('channel')
    .set({ deleted_at: caller.now, sealed: '{}', is_fallback: false, version: before.version + 1 })
    .where('channel_id', '=', channelId)
    .execute();
  await trx.deleteFrom('subscription').where('channel_id', '=', channelId).execute();
  await sql`
    update delivery set state = 'dropped', reason = 'channelDisabled', due_at = null
    where channel_id = ${channelId} and state in ('waiting', 'held', 'failed')`.execute(trx);
  await note(trx, caller, 'remove', channelId, { before: toAudited(before) });
}

/** Sends an example (DE-05); refuses 202004 beyond 10 an hour. Returns the id under which the log has it. */
export async function testChannel(trx: Trx, caller: Caller, channelId: string): Promise<string> {
  const { now } = caller;
  const stored = await lockChannel(trx, caller.user, channelId);
  if (stored.state === 'unverified') throw new Refusal(202003, 'the address is not confirmed yet');
  if ((await countNotices(trx, channelId, 'test', hourMs, now)) >= mostTests)
    throw new Refusal(202004, `tests: at most ${mostTests} an hour`);
  const content = { kind: 'test', channelName: stored.channel.name };
  const deliveryId = await addNotice(trx, { channelId, kind: 'test', content }, now);
  await note(trx, caller, 'test', channelId, { delivery: deliveryId });
  await askToDeliver(trx);
  return deliveryId;
}

/** A new secret; the present one signs as well for some hours (DE-26). Returns the new one sealed. */
export async function rotateSecret(
  trx: Trx,
  caller: Caller,
  channelId: string,
  {
    version,
    overlapHours = usualOverlapHours,
  }: { readonly version: number; readonly overlapHours?: number | undefined },
): Promise<{ stored: StoredChannel; sealed: string }> {
  const { user, now, secrets } = caller;
  const before = await lockChannel(trx, user, channelId);
  checkVersion(before, version);
  if (before.kind !== 'webhook') throw new Refusal(202003, 'only webhooks have a secret');
  const until = new Date(now.getTime() + overlapHours * hourMs);
  const sealed = secrets.seal(makeSecret());
  const former = (before.sealed.secrets ?? [])
    .map((one) => ({ ...one, until: one.until ?? until.toISOString() }))
    .filter((one) => Date.parse(one.until) > now.getTime());
  await trx
    .updateTable('channel')
    .set({
      sealed: JSON.stringify({
        ...before.sealed,
        secrets: [{ sealed, madeAt: now.toISOString(), until: null }, ...former],
      }),
      ...nextVersion(before, user),
    })
    .where('channel_id', '=', channelId)
    .execute();
  await note(trx, caller, 'rotate', channelId, { secret: hiddenText, until: until.toISOString() });
  return { stored: await readChannel(trx, user, channelId), sealed };
}

/**
 * Uses a failing or disabled channel again and tries at once what failed ('Try now', DE-19); of an address
 * that is not confirmed the link goes out once more, at most 3 times a day (DE-04).
 */
export async function enableChannel(
  trx: Trx,
  caller: Caller,
  channelId: string,
  version: number,
): Promise<StoredChannel> {
  const { user, now } = caller;
  const before = await lockChannel(trx, user, channelId);
  checkVersion(before, version);
  if (before.state === 'active') throw new Refusal(202003, 'the channel is in use');
  if (before.state === 'unverified') await askToConfirm(trx, caller, channelId);
  else {
    await trx
      .updateTable('channel')
      .set({ state: 'active', state_since: now, failed_since: null, failed_messages: 0, ...nextVersion(before, user) })
      .where('channel_id', '=', channelId)
      .execute();
    await sql`
      update delivery set due_at = ${now}::timestamptz where channel_id = ${channelId} and state = 'failed'`.execute(
      trx,
    );
    await askToDeliver(trx);
  }
  await note(trx, caller, 'enable', channelId, { before: before.state });
  return await readChannel(trx, user, channelId);
}

/** Mails the link for confirmation; refuses 202004 beyond 3 a day. */
async function askToConfirm(trx: Trx, { user, now }: Caller, channelId: string): Promise<void> {
  if ((await countNotices(trx, channelId, 'confirmation', 24 * hourMs, now)) >= mostConfirmations)
    throw new Refusal(202004, `confirmations: at most ${mostConfirmations} a day`);
  // The address of the link is made at sending.
  const until = new Date(now.getTime() + confirmationMs).toISOString();
  const content = { kind: 'confirmation', confirmUrl: '', until, by: user.name };
  await addNotice(trx, { channelId, kind: 'confirmation', content }, now);
  await askToDeliver(trx);
}

/** Validity of the link. */
export const confirmationMs = 7 * 24 * hourMs;

async function countNotices(trx: Trx, channelId: string, kind: string, withinMs: number, now: Date): Promise<number> {
  const since = new Date(now.getTime() - withinMs);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from delivery
    where channel_id = ${channelId} and kind = ${kind} and at > ${since}::timestamptz`.execute(trx);
  return rows[0]?.n ?? 0;
}

const toAudited = ({ kind, state, isFallback, channel: { owner, name, language, zone, limits } }: StoredChannel) => ({
  kind,
  owner,
  name,
  state,
  language,
  zone,
  limits,
  isFallback,
  address: hiddenText,
});

const note = (trx: Trx, { user }: Caller, verb: string, channelId: string, detail: Readonly<Record<string, unknown>>) =>
  recordChange(trx, {
    actor: user,
    action: `channels ${verb}`,
    subject: `channel:${channelId}`,
    detail: { ...detail },
  });

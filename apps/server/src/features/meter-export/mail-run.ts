import { exportTypes } from '@platen/contract/export';
import { exportLinkDays, largestAttachment } from '@platen/contract/meter-export-names';
import type { MailedMeters } from '@platen/contract/meter-hand-off';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { dayMs } from '../../base/time.ts';
import { readCloseRows } from '../../closes/close-row.ts';
import type { AttachedFile, SentFile } from '../../delivery/message.ts';
import { readOwner } from '../../delivery/owner.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { channelChangedBy, closeVisibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transactions.ts';
import { addNotice, askToDeliver } from '../../worklist/outbox/add-notice.ts';
import { type Asked, type MadeRun, makeRun, repeatRun } from './export-runs.ts';

type Trx = Transaction<Database>;

/** Name of the file of a run. */
export const toFileName = ({ close, form, isTest }: Pick<MadeRun, 'close' | 'form' | 'isTest'>): string =>
  `meters-${close.lastDay}${isTest ? '-test' : ''}.${form.format}`;

/**
 * Makes a file of a close and puts it into the outbox for a mail channel (MX-07). Refuses 204001 a channel
 * that the user may not use, 202003 one that sends nothing or whose owner does not see the close.
 */
export async function mailRun(
  trx: Trx,
  user: SignedInUser,
  { channelId, ...asked }: Omit<Asked, 'way'> & { readonly channelId: string },
): Promise<MailedMeters> {
  await checkChannel(trx, user, channelId, asked.closeId);
  const made = await makeRun(trx, user, { ...asked, way: 'mail' });
  const { runId, close, isTest, table, hash, bytes } = made;
  const isAttached = bytes.length <= largestAttachment;
  const until = new Date(asked.now.getTime() + exportLinkDays * dayMs).toISOString().slice(0, 10);
  const file: SentFile = {
    type: 'file',
    closeId: close.closeId,
    name: close.name,
    lastDay: close.lastDay,
    runId,
    lines: table.lines,
    isTest,
    hash: hash.toString('hex'),
    linkUntil: isAttached ? null : until,
  };
  const content = { kind: 'close', at: asked.now.toISOString(), close: file };
  const deliveryId = await addNotice(trx, { channelId, kind: 'close', content }, asked.now);
  await askToDeliver(trx);
  return { runId, deliveryId, isTest, isAttached };
}

async function checkChannel(trx: Trx, user: SignedInUser, channelId: string, closeId: string): Promise<void> {
  const { rows } = await sql<{ ownerId: string | null; organisationId: string; kind: string; state: string }>`
    select c.owner_id as "ownerId", c.organisation_id as "organisationId", c.kind, c.state from channel c
    where c.channel_id = ${channelId} and c.deleted_at is null
      and (c.owner_id = ${user.userId} or ${channelChangedBy(user)})`.execute(trx);
  const [channel] = rows;
  if (channel === undefined) throw new Refusal(204001, 'there is no channel with this id');
  if (channel.kind !== 'mail') throw new Refusal(202001, 'body.channelId: no channel of mail');
  if (channel.state === 'unverified' || channel.state === 'disabled')
    throw new Refusal(202003, 'the channel sends nothing: its address is not confirmed, or it is disabled');
  const owner = await readOwner(trx, channel.ownerId, channel.organisationId);
  if (owner === undefined || !(await sees(trx, owner, closeId)))
    throw new Refusal(202003, 'the owner of the channel does not see all devices of the close');
}

async function sees(db: Kysely<Database>, owner: SignedInUser, closeId: string): Promise<boolean> {
  const found = await readCloseRows(db, sql<boolean>`c.close_id = ${closeId} and ${closeVisibleTo(owner)}`);
  return found.length > 0;
}

/** The file of a message, as its owner may have it now (DE-03); undefined: not any more. */
export async function readMailedFile(
  db: Kysely<Database>,
  owner: SignedInUser,
  { closeId, runId, portal }: { readonly closeId: string; readonly runId: string; readonly portal: string },
): Promise<AttachedFile | undefined> {
  return await inTransaction(db, async (trx) => {
    if (!(await sees(trx, owner, closeId))) return undefined;
    const made = await repeatRun(trx, owner, { closeId, runId, portal });
    return { name: toFileName(made), mediaType: exportTypes[made.form.format], bytes: made.bytes };
  });
}

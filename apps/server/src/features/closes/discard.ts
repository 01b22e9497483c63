import { discardHours } from '@platen/contract/close-values';
import type { discardClose } from '@platen/contract/closes';
import type { BodyOf } from '@platen/contract/endpoint';
import { sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { hourMs } from '../../base/time.ts';
import type { CloseRow } from '../../closes/close-row.ts';
import { markFollowing } from '../../closes/freeze-close.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { hiddenText, recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { makeHinderedDue } from '../../worklist/make-due.ts';
import { checkVersion } from './close-jobs.ts';
import { lockClose } from './who.ts';

type Trx = Transaction<Database>;

/**
 * Discards a close (LG-36): an open one, or one that its author closed within the last 24 hours and that was
 * never exported, unless a later one goes on from it.
 */
export async function discard(
  trx: Trx,
  user: SignedInUser,
  closeId: string,
  { version, reason }: BodyOf<typeof discardClose>,
  now: Date,
): Promise<CloseRow> {
  const close = await lockClose(trx, user, closeId);
  checkVersion(close, version);
  if (close.jobId !== null) throw new Refusal(202003, 'the period is being closed');
  if (close.state === 'exported' || close.state === 'discarded')
    throw new Refusal(202003, `the close is ${close.state}`);
  if (close.state === 'closed') await checkClosed(trx, close, user.userId, now);
  await sql`
    update meter_close set state = 'discarded', discarded_at = ${now}, discarded_by = ${user.userId},
      discard_reason = ${reason}, version = version + 1
    where close_id = ${closeId}`.execute(trx);
  await markFollowing(trx, close);
  await makeHinderedDue(trx, closeId, now);
  await recordChange(trx, {
    actor: user,
    action: 'close discarded',
    subject: `close:${closeId}`,
    detail: { name: close.name, before: close.state, reason: hiddenText },
  });
  return await lockClose(trx, user, closeId);
}

async function checkClosed(trx: Trx, close: CloseRow, userId: string, now: Date): Promise<void> {
  if (close.closedBy?.userId !== userId) throw new Refusal(202003, 'another user closed it');
  if (now.getTime() - (close.closedAt ?? 0) > discardHours * hourMs)
    throw new Refusal(202003, `it was closed more than ${discardHours} hours ago`);
  const { rows } = await sql`
    select 1 from meter_close_line l join meter_close c on c.close_id = l.close_id
    where c.state in ('closed', 'exported') and c.from_at >= ${new Date(close.to)}
      and l.body::json -> 'chain' ->> 'former' = ${close.closeId} limit 1`.execute(trx);
  if (rows.length > 0) throw new Refusal(202003, 'a later close goes on from it');
}

import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { Refusal } from '../base/errors.ts';
import type { Actor } from '../identity/signed-in-user.ts';
import { recordChange } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import { makeHinderedDue } from '../worklist/make-due.ts';
import { reportClosed } from './announce.ts';
import { readCloseFile, toBytes } from './close-file.ts';
import { type CloseRow, type CloseSummary, readCloseRows, summarise } from './close-row.ts';
import { refreshSome } from './refresh-lines.ts';

type Trx = Transaction<Database>;

export interface Closing {
  readonly actor: Actor;
  /** Null: the operator at the command line. */
  readonly userId: string | null;
  readonly now: Date;
}

/** The figures of a close; refuses 202003 one that is not open, not over, or that something stops (LG-32). */
export async function checkClosable(trx: Trx, close: CloseRow, now: Date): Promise<CloseSummary> {
  if (close.state !== 'open') throw new Refusal(202003, `the close is ${close.state}`);
  if (close.to > now.getTime()) throw new Refusal(202003, 'the period has not ended');
  const summary = (await summarise(trx, [close.closeId])).get(close.closeId);
  if (summary === undefined || summary.lines + summary.corrections === 0)
    throw new Refusal(202003, 'the close has no lines');
  if (summary.stops > 0)
    throw new Refusal(
      202003,
      Object.entries(summary.byStop).map(([stop, devices]) => `${stop}: ${devices}`),
    );
  return summary;
}

/**
 * Writes a close once and for all (LG-35): in one transaction with its hash, so that a server that dies
 * leaves it open, or closed as a whole. Its lock waits for those who work out lines and keeps others from
 * beginning; what is stated from here on comes after the close.
 */
export async function freezeClose(trx: Trx, closeId: string, { actor, userId, now }: Closing): Promise<CloseRow> {
  await sql`select 1 from meter_close where close_id = ${closeId} for update`.execute(trx);
  const close = await read(trx, closeId);
  // What people stated while it was worked out.
  const which = sql<boolean>`(x.is_due or x.computed_at is null)`;
  while ((await refreshSome(trx, close, { which, waits: true })) > 0);
  const summary = await checkClosable(trx, close, now);
  const hash = createHash('sha256');
  for await (const chunk of toBytes(readCloseFile(trx, close))) hash.update(chunk);
  await sql`
    update meter_close set state = 'closed', closed_at = ${now}, closed_by = ${userId}, hash = ${hash.digest()},
      summary = ${JSON.stringify(summary)}, version = version + 1
    where close_id = ${closeId}`.execute(trx);
  await markFollowing(trx, close);
  await makeHinderedDue(trx, closeId, now);
  const closed = await read(trx, closeId);
  await reportClosed(trx, closed, now);
  await recordChange(trx, {
    actor,
    action: 'close closed',
    subject: `close:${closeId}`,
    detail: { name: close.name, lines: summary.lines, corrections: summary.corrections, hash: closed.hash },
  });
  return closed;
}

async function read(trx: Trx, closeId: string): Promise<CloseRow> {
  const [close] = await readCloseRows(trx, sql<boolean>`c.close_id = ${closeId}`);
  if (close === undefined) throw new Refusal(204001, 'there is no such close');
  return close;
}

/** Open closes of later periods begin where this one ended, or no longer do. */
export async function markFollowing(trx: Trx, { closeId, to }: CloseRow): Promise<void> {
  await sql`
    update meter_close_device x set is_due = true from meter_close c
    where c.close_id = x.close_id and c.state = 'open' and c.from_at >= ${new Date(to)}
      and x.device_id in (select device_id from meter_close_device where close_id = ${closeId})`.execute(trx);
}

/** A close goes out the first time: it can no longer be discarded (LG-36). */
export async function noteExported(trx: Trx, close: CloseRow, { actor, now }: Omit<Closing, 'userId'>): Promise<void> {
  if (close.state !== 'closed') return;
  await sql`
    update meter_close set state = 'exported', exported_at = ${now}, version = version + 1
    where close_id = ${close.closeId} and state = 'closed'`.execute(trx);
  await recordChange(trx, {
    actor,
    action: 'close exported',
    subject: `close:${close.closeId}`,
    detail: { name: close.name },
  });
}

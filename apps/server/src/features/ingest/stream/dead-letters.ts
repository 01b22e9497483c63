import { type Kysely, sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { dayMs } from '../../../base/time.ts';
import { type ChangeActor, recordChange } from '../../../store/audit.ts';
import type { Database } from '../../../store/database.ts';
import { inTransaction } from '../../../store/transactions.ts';

/** Where the reports of a dead letter come from: a message of the stream. */
export interface LetterOrigin {
  readonly publishedAt: Date;
  readonly sequence: number;
}

interface SentBy {
  /** Null: the message was none of Platen. */
  readonly collectorId: string | null;
  readonly arrivedAt: Date | null;
  readonly clockOffset: number;
}

/** Reports that were acknowledged and could not be stored. */
interface Letter {
  /** Of the first of them in the message. */
  readonly index: number;
  readonly reports: number;
  readonly reason: string;
  /** Content type of the body, when it is not packed. */
  readonly type: string;
  readonly body: Uint8Array;
  readonly isPacked: boolean;
}

export interface DeadLetter extends LetterOrigin, SentBy, Letter {
  readonly letterId: string;
  readonly notedAt: Date;
  readonly collector: string | null;
}

const longestReason = 2000;

/** Writes dead letters; those of a message that was noted before stay as they are. */
export async function noteDeadLetters(
  db: Kysely<Database>,
  { publishedAt, sequence, collectorId, arrivedAt, clockOffset }: LetterOrigin & SentBy,
  letters: readonly Letter[],
): Promise<void> {
  if (letters.length === 0) return;
  await db
    .insertInto('dead_letter')
    .values(
      letters.map(({ index, reports, reason, type, body, isPacked }) => ({
        letter_id: newId(),
        published_at: publishedAt,
        sequence,
        index,
        collector_id: collectorId,
        arrived_at: arrivedAt,
        clock_offset: clockOffset,
        reports,
        reason: reason.slice(0, longestReason),
        type,
        is_packed: isPacked,
        body: Buffer.from(body),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Reports of all dead letters. */
export async function countDeadReports(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select coalesce(sum(reports), 0) as n from dead_letter`.execute(db);
  return rows[0]?.n ?? 0;
}

const columns = sql`letter_id as "letterId", noted_at as "notedAt", published_at as "publishedAt", sequence, index,
  collector_id as "collectorId", c.name as collector, arrived_at as "arrivedAt", clock_offset as "clockOffset", reports, reason,
  type, is_packed as "isPacked"`;

/** The newest first, without their bodies. */
export async function listDeadLetters(db: Kysely<Database>, limit: number): Promise<Omit<DeadLetter, 'body'>[]> {
  const { rows } = await sql<Omit<DeadLetter, 'body'>>`
    select ${columns} from dead_letter left join collector c using (collector_id)
    order by noted_at desc, letter_id desc limit ${limit}`.execute(db);
  return rows;
}

export async function readDeadLetter(db: Kysely<Database>, letterId: string): Promise<DeadLetter | undefined> {
  const { rows } = await sql<DeadLetter>`
    select ${columns}, body from dead_letter left join collector c using (collector_id)
    where letter_id = ${letterId}`.execute(db);
  return rows[0];
}

/** What a person decided about a dead letter. */
export interface LetterDecision {
  readonly actor: ChangeActor;
  readonly action: 'letter stored' | 'letter dropped';
}

/** Deletes a letter and records who decided so. */
export async function closeDeadLetter(
  db: Kysely<Database>,
  { letterId, collectorId, reports, reason }: DeadLetter,
  { actor, action }: LetterDecision,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`delete from dead_letter where letter_id = ${letterId}`.execute(trx);
    const subject = `collector:${collectorId ?? 'unknown'}`;
    await recordChange(trx, { actor, action, subject, detail: { letterId, reports, reason } });
  });
}

/** Days for which dead letters are stored. */
export const letterDays = 90;

/** Returns the number of letters without a decision until then. */
export async function dropOldDeadLetters(db: Kysely<Database>, now: Date): Promise<number> {
  const { rows } = await sql`
    delete from dead_letter where noted_at < ${new Date(now.getTime() - letterDays * dayMs)} returning 1`.execute(db);
  return rows.length;
}

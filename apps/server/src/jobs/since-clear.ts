import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../store/database.ts';

/**
 * What a process remembers of its last look that left nothing due (0553, 0794); empty before the first. Times
 * are those of the database.
 */
export interface DueMemory {
  /** When that look began. */
  clearAt?: Date;
  /** When the last look at every device began. */
  fullAt?: Date;
}

/** A delivery or judgement commits at most so long after the time that it gives. */
const longestDelivery = sql`interval '5 minutes'`;
/** Every device is looked at so often, whatever is remembered. */
const fullEvery = sql`interval '1 hour'`;

interface Look {
  readonly at: Date;
  /** What came before made nothing due; undefined: every device has to be looked at. */
  readonly since: RawBuilder<Date> | undefined;
}

/** Begins a look. What is remembered from before `changedAt` must not be relied on. */
export async function beginLook(
  db: Kysely<Database>,
  memory: DueMemory,
  changedAt: RawBuilder<unknown> = sql`'-infinity'`,
): Promise<Look> {
  const { clearAt = null, fullAt = null } = memory;
  const { rows } = await sql<{ at: Date; isKnown: boolean | null }>`
    select now() as at, ${fullAt}::timestamptz > now() - ${fullEvery}
      and ${clearAt}::timestamptz > ${changedAt}::timestamptz as "isKnown"`.execute(db);
  const [{ at, isKnown } = { at: new Date(0), isKnown: false }] = rows;
  if (isKnown === true) return { at, since: sql<Date>`(${clearAt}::timestamptz - ${longestDelivery})` };
  memory.fullAt = at;
  return { at, since: undefined };
}

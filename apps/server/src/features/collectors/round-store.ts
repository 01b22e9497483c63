import { type CollectorDetail, lastRounds } from '@platen/contract/collectors';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';

/** The rounds of a collector over the last day: by hour, and the last ones (CF-32). */
export async function readRounds(
  db: Kysely<Database>,
  collectorId: string,
  now: Date,
): Promise<Pick<CollectorDetail, 'hours' | 'rounds'>> {
  const ofLastDay = sql`from collector_round where collector_id = ${collectorId}
    and ended_at > ${now}::timestamptz - interval '1 day'`;
  const [hours, rounds] = await Promise.all([
    sql<{ from: Date; rounds: number; printers: number; unread: number }>`
      select distinct on (hour) hour as "from", (count(*) over (partition by hour))::int as rounds, printers, unread
      from (select date_bin('1 hour', ended_at, timestamptz '2000-01-01') as hour, ended_at, printers, unread ${ofLastDay}) r
      order by hour, unread desc, ended_at desc`.execute(db),
    sql<{ endedAt: Date; printers: number; unread: number }>`
      select ended_at as "endedAt", printers, unread ${ofLastDay}
      order by ended_at desc limit ${sql.lit(lastRounds)}`.execute(db),
  ]);
  return {
    hours: hours.rows.map(({ from, ...figures }) => ({ from: from.toISOString(), ...figures })),
    rounds: rounds.rows.map(({ endedAt, ...figures }) => ({ endedAt: endedAt.toISOString(), ...figures })),
  };
}

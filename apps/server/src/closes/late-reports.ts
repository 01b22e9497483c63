import type { readLateReports } from '@platen/contract/closes';
import type { AnswerOf } from '@platen/contract/endpoint';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { decodeMeters } from '../store/report-format/meters.ts';
import type { CloseRow } from './close-row.ts';

/** Reports in an answer. */
const mostShown = 500;

/**
 * Reports of a closed period that came after its close (LG-05), as long as reports are stored; of an open one
 * there are none.
 */
export async function readLate(
  db: Kysely<Database>,
  { closeId, from, to, closedAt }: CloseRow,
): Promise<AnswerOf<typeof readLateReports>> {
  if (closedAt === null) return { total: 0, reports: [] };
  const { rows } = await sql<{
    deviceId: string;
    serial: string | null;
    at: Date;
    receivedAt: Date;
    meters: string;
    total: number;
  }>`
    select r.device_id as "deviceId", d.serial, coalesce(r.read_at, r.observed_at) as at,
      r.received_at as "receivedAt", r.meters, count(*) over ()::int as total
    from meter_close_device x join device_report r on r.device_id = x.device_id
      and r.observed_at >= ${new Date(from)}::timestamptz - interval '1 day'
      and r.observed_at < ${new Date(to)}::timestamptz + interval '1 day'
      and coalesce(r.read_at, r.observed_at) >= ${new Date(from)} and coalesce(r.read_at, r.observed_at) < ${new Date(to)}
      and r.received_at > ${new Date(closedAt)} and r.meters is not null
    left join device d on d.device_id = x.device_id
    where x.close_id = ${closeId} order by r.received_at desc, r.device_id limit ${sql.lit(mostShown)}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    reports: rows.map(({ total: _total, at, receivedAt, meters, ...row }) => ({
      ...row,
      at: at.toISOString(),
      receivedAt: receivedAt.toISOString(),
      meters: decodeMeters(meters).meters.map(({ meter, value }) => ({ meter, value })),
    })),
  };
}

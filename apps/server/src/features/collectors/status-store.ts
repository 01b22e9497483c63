import type { CollectorStatus } from '@platen/contract/collectors';
import { toClockOffset } from '../../base/clock-offset.ts';
import type { Connection } from '../../store/connect.ts';
import { toKeptStatus } from './to-kept-status.ts';

const keep = `with heard as (
    update collector set last_contact_at = $2, version = $3 where collector_id = $1
  )
  insert into collector_status (collector_id, received_at, clock_offset_s, every_ms, head, failures, findings, failure_count, finding_count)
  values ($1, $2, $4, $5, $6, $7, $8, $9, $10)
  on conflict (collector_id) do update set received_at = excluded.received_at, clock_offset_s = excluded.clock_offset_s,
    every_ms = excluded.every_ms, head = excluded.head, failures = excluded.failures, findings = excluded.findings,
    failure_count = excluded.failure_count, finding_count = excluded.finding_count`;

/** Keeps a status in place of the one before. */
export async function keepStatus(
  { pool }: Pick<Connection, 'pool'>,
  collectorId: string,
  status: CollectorStatus,
  now: Date,
): Promise<void> {
  const offset = toClockOffset(new Date(status.sentAt), now);
  const { head, failures, findings } = toKeptStatus(status, offset, now);
  await pool.query({
    name: 'keep-collector-status',
    text: keep,
    values: [
      collectorId,
      now,
      head.version,
      offset,
      head.everyMs,
      JSON.stringify(head),
      JSON.stringify(failures),
      JSON.stringify(findings),
      failures.length,
      findings.length,
    ],
  });
}

import type { CollectorStatus } from '@platen/contract/collectors';
import { sql } from 'kysely';
import { correctTime, toClockOffset } from '../../base/time.ts';
import type { Connection } from '../../store/connect.ts';
import { runPrepared } from '../../store/statement.ts';

export type StatusHead = Omit<CollectorStatus, 'sentAt' | 'failures' | 'findings'>;

/** A status as it is stored: its times by the server's clock, none of them after it was received. */
export function toStoredStatus(
  { name, version, host, startedAt, everyMs, queue, round, failures, findings }: CollectorStatus,
  offset: number,
  receivedAt: Date,
): { head: StatusHead } & Pick<CollectorStatus, 'failures' | 'findings'> {
  const correct = (time: string): string => {
    const at = correctTime(new Date(time), offset).getTime();
    return new Date(Math.min(Math.max(at, 0), receivedAt.getTime())).toISOString();
  };
  return {
    head: {
      name,
      version,
      ...(host === undefined ? {} : { host }),
      startedAt: correct(startedAt),
      everyMs,
      queue,
      round: round && { ...round, startedAt: correct(round.startedAt), endedAt: correct(round.endedAt) },
    },
    failures: failures.map((failure) => ({ ...failure, since: correct(failure.since) })),
    findings: findings.map((finding) => ({ ...finding, since: correct(finding.since) })),
  };
}

/** Stores a status in place of the previous one. */
export async function storeStatus(
  store: Pick<Connection, 'pool'>,
  collectorId: string,
  status: CollectorStatus,
  now: Date,
): Promise<void> {
  const offset = toClockOffset(new Date(status.sentAt), now);
  const { head, failures, findings } = toStoredStatus(status, offset, now);
  await runPrepared(
    store,
    'store-collector-status',
    sql`with heard as (
        update collector set last_contact_at = ${now}, version = ${head.version} where collector_id = ${collectorId}
      )
      insert into collector_status (collector_id, received_at, clock_offset_s, every_ms, head, failures, findings,
        failure_count, finding_count)
      values (${collectorId}, ${now}, ${offset}, ${head.everyMs}, ${JSON.stringify(head)},
        ${JSON.stringify(failures)}, ${JSON.stringify(findings)}, ${failures.length}, ${findings.length})
      on conflict (collector_id) do update set received_at = excluded.received_at,
        clock_offset_s = excluded.clock_offset_s, every_ms = excluded.every_ms, head = excluded.head,
        failures = excluded.failures, findings = excluded.findings, failure_count = excluded.failure_count,
        finding_count = excluded.finding_count`,
  );
}

import type { CollectorItem, CollectorState } from '@platen/contract/collectors';
import { type RawBuilder, sql } from 'kysely';
import type { StatusHead } from './status-store.ts';

/** A collector that runs as a service reports its status every 5 minutes, also between its rounds. */
export const serviceGraceMinutes = 15;
/**
 * One that runs now and then, or never reports a status, is expected once a day, now and then some hours
 * later.
 */
export const otherGraceHours = 30;

/**
 * The state of a collector `c` with its status `s`, if any, as an SQL expression. Rules:
 * docs/decisions/0154-health-of-collectors.md.
 */
export const toStateColumn = (now: Date): RawBuilder<CollectorState> => sql`case
    when c.revoked_at is not null then 'revoked'
    when c.last_contact_at is null then 'never'
    when c.last_contact_at < ${now}::timestamptz - case when s.every_ms is null
      then interval '${sql.raw(String(otherGraceHours))} hours'
      else interval '${sql.raw(String(serviceGraceMinutes))} minutes' end then 'silent'
    else 'working' end`;

/** What a statement over `collector c` and `collector_status s` selects, in addition to the state. */
export const collectorColumns = sql`c.collector_id as "collectorId", c.name, c.created_at as "createdAt",
  c.revoked_at as "revokedAt", c.last_contact_at as "lastContactAt", c.version,
  s.head, s.received_at as "receivedAt", s.clock_offset_s as "clockOffset",
  s.failure_count as failures, s.finding_count as findings`;

/** A row of such a statement; the last five are null together. */
export interface CollectorRow {
  readonly collectorId: string;
  readonly name: string;
  readonly state: CollectorState;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  readonly lastContactAt: Date | null;
  readonly version: string | null;
  readonly head: StatusHead | null;
  readonly receivedAt: Date | null;
  readonly clockOffset: number | null;
  readonly failures: number | null;
  readonly findings: number | null;
}

export function toCollector(row: CollectorRow): CollectorItem {
  const { collectorId, name, state, version } = row;
  return {
    collectorId,
    name,
    state,
    createdAt: row.createdAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastContactAt: row.lastContactAt?.toISOString() ?? null,
    version,
    status: toStatus(row),
  };
}

function toStatus({ head, receivedAt, clockOffset, failures, findings }: CollectorRow): CollectorItem['status'] {
  if (head === null || receivedAt === null) return null;
  return {
    ...head,
    receivedAt: receivedAt.toISOString(),
    clockOffsetMs: (clockOffset ?? 0) * 1000,
    failures: failures ?? 0,
    findings: findings ?? 0,
  };
}

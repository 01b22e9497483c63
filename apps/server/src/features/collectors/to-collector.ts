import type { CollectorItem, CollectorState } from '@platen/contract/collectors';
import { sql } from 'kysely';
import type { StatusHead } from './to-stored-status.ts';

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

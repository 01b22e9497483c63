import type { RuleInputs } from '@platen/diagnosis/rules/inputs';
import { type Kysely, sql } from 'kysely';
import { lastContact } from '../../status/status-values.ts';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';

type PresentCollector = NonNullable<NonNullable<RuleInputs['present']>['collector']>;

/**
 * The collectors of these devices by their id (AR-20). Addresses are those at which a collector knows
 * devices: what it read in its last whole round, and what did not answer as it should (0423).
 */
export async function readCollectors(
  db: Kysely<Database>,
  devices: readonly { readonly collectorId: string | null }[],
): Promise<Map<string, PresentCollector>> {
  const ids = [...new Set(devices.flatMap(({ collectorId }) => collectorId ?? []))];
  const { rows } = await sql<{ collector_id: string; contact_ms: number | null; failing: number | null }>`
    select c.collector_id, floor(extract(epoch from ${lastContact}) * 1000)::float8 as contact_ms,
      100.0::float8 * s.failure_count / nullif((s.head #>> '{round,printers}')::int + unread.count, 0) as failing
    from collector c left join collector_status s using (collector_id)
      left join lateral (
        select count(*)::int as count from jsonb_array_elements(s.failures) as f(failure)
        where failure ->> 'kind' in ('silent', 'failed')
      ) unread on true
    where c.collector_id = any(${uuids(ids)})`.execute(db);
  return new Map(rows.map((row) => [row.collector_id, { lastContactAt: row.contact_ms, failingPercent: row.failing }]));
}

import { judgementRules } from '@platen/diagnosis/judge/judge-device';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';

export interface Failure {
  deviceId: string;
  reason: string;
}

const reasonLimit = 500;

/**
 * Notes devices that could not be judged. Each is tried again after one minute, then after twice as long each
 * time, at most an hour.
 */
export async function noteFailures(db: Kysely<Database>, failures: readonly Failure[]): Promise<void> {
  if (failures.length === 0) return;
  const rows = failures.map(({ deviceId, reason }) => ({ device_id: deviceId, reason: toStorable(reason) }));
  await sql`
    insert into judge_failure (device_id, rules, failures, reason, failed_at, retry_at)
    select r.device_id, ${judgementRules}::int, 1, r.reason, now(), now() + interval '1 minute'
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(device_id uuid, reason text) join device using (device_id)
    order by r.device_id
    on conflict (device_id) do update set rules = excluded.rules, failures = judge_failure.failures + 1,
      reason = excluded.reason, failed_at = excluded.failed_at,
      retry_at = now() + least(interval '1 hour', interval '1 minute' * power(2, least(judge_failure.failures, 10)))`.execute(
    db,
  );
}

export async function forgetFailures(db: Kysely<Database>, deviceIds: readonly string[]): Promise<void> {
  await sql`delete from judge_failure where device_id = any(${deviceIds}::uuid[])`.execute(db);
}

/**
 * A message may quote a text of a device: no zero character and no half of a pair, which a text of the store
 * cannot hold.
 */
const toStorable = (reason: string): string =>
  reason
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f]/g, ' ')
    .slice(0, reasonLimit)
    .replaceAll(/\p{Surrogate}/gu, '?');

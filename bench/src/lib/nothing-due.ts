import { judgementRules } from '@platen/diagnosis/judge/judge-device';
import type { Store } from '@platen/server/store/open-store';
import { Client } from 'pg';

/**
 * Marks every device as judged and evaluated for its newest report and its months as packed, so that the
 * threads and jobs of the server have nothing to do while calls are measured. Devices that have a judgement
 * keep it.
 */
export async function leaveNothingDue(store: Pick<Store, 'url' | 'migrationUrl'>): Promise<void> {
  const client = new Client({ connectionString: store.migrationUrl ?? store.url });
  await client.connect();
  try {
    await client.query(
      `insert into device_judgement (device_id, rules, through, judged_at, result, summary)
       select device_id, ${judgementRules}, received_at, now(), '{}', '{}' from device
       on conflict (device_id) do update set rules = excluded.rules, through = excluded.through`,
    );
    await client.query(
      `insert into evaluation (entity_id, entity, through, judged_at, evaluated_at, next_due, memory, pages_a_month)
       select d.device_id, 'device', d.received_at, j.judged_at, now(), now() + interval '1 day', '{}', 1200
       from device d join device_judgement j using (device_id)`,
    );
    await client.query(
      `insert into meter_chain (device_id, place, packed_until, looked_at)
       select device_id, 0, current_date + 365, now() from device on conflict do nothing`,
    );
    await client.query('vacuum analyze device_judgement, evaluation, meter_chain');
  } finally {
    await client.end();
  }
}

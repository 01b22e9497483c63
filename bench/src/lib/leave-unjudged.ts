import { judgementRules } from '@platen/diagnosis/judge/judge-device';
import type { Store } from '@platen/server/store/open-store';
import { Client } from 'pg';

/**
 * Has the server leave all new devices unjudged, as it does for a while with one that could not be judged.
 */
export async function leaveUnjudged(store: Pick<Store, 'url' | 'migrationUrl'>): Promise<void> {
  const client = new Client({ connectionString: store.migrationUrl ?? store.url });
  await client.connect();
  try {
    await client.query(`
    create function leave_unjudged() returns trigger language plpgsql as $$ begin
      insert into judge_failure (device_id, rules, failures, reason, failed_at, retry_at)
      select device_id, ${judgementRules}, 1, 'left alone by the benchmark', now(), 'infinity' from added;
      return null;
    end $$;
    create trigger leave_unjudged after insert on device
      referencing new table as added for each statement execute function leave_unjudged();`);
  } finally {
    await client.end();
  }
}

import { thinReports } from '@platen/server/jobs/thin-reports';
import { connect } from '@platen/server/store/database';
import { addMonths, ensurePartitions, toMonth } from '@platen/server/store/partitions';
import type { Client } from 'pg';
import { pino } from 'pino';
import { readSizes, type TableSize } from './sizes.ts';

/** Days by which reports are made older: all of them then lie before the months that are stored whole. */
const olderDays = 130;
const older = `interval '${olderDays} days'`;

/**
 * Makes all reports older, as received when they were observed and packed by the ledger, thins their months,
 * and reads their size before and after. Nothing else of the store can be measured afterwards.
 */
export async function measureThinned(client: Client, url: string): Promise<{ full: TableSize; thin: TableSize }> {
  const connection = connect(url, { log: pino({ level: 'warn' }), maxSessions: 2 });
  try {
    const months = [-2, -3, -4, -5, -6, -7, -8].map((count) => addMonths(toMonth(new Date()), count));
    await ensurePartitions(
      connection.db,
      (['device_report', 'counter_day'] as const).flatMap((table) => months.map((month) => ({ table, month }))),
    );
    await client.query(
      `update device_report set observed_at = observed_at - ${older}, received_at = observed_at - ${older}`,
    );
    await client.query(`
      insert into counter_day (device_id, day, observed_at)
      select device_id, (observed_at at time zone 'UTC')::date, max(observed_at) from device_report group by 1, 2
      on conflict do nothing`);
    await client.query(`
      insert into meter_chain (device_id, place, packed_until, looked_at) select device_id, 1, current_date, now() from device
      on conflict (device_id) do update set packed_until = excluded.packed_until, looked_at = excluded.looked_at`);
    await client.query('vacuum full device_report');
    const full = await readReports(client);
    if ((await thinReports(connection.db, new Date())).length === 0) throw new Error('no month was thinned');
    return { full, thin: await readReports(client) };
  } finally {
    await connection.close();
  }
}

async function readReports(client: Client): Promise<TableSize> {
  const reports = (await readSizes(client)).find(({ table }) => table === 'device_report');
  if (reports === undefined) throw new Error('no reports');
  return reports;
}

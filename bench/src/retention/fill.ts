import type { Store } from '@platen/server/store/open-store';
import { Client } from 'pg';

/** Each has half of the fleet; `short` stores less than the installation, `bare` as long as it. */
export const dealers = {
  short: '01900000-0000-7000-9000-000000000001',
  bare: '01900000-0000-7000-9000-000000000002',
} as const;

/** Deterministic texts about as long as those of a colour device. */
const supplies = JSON.stringify({ black: [34], cyan: [41], magenta: [7], yellow: [88] });
const parts = JSON.stringify(
  Object.fromEntries(
    ['6250', '6251', '6252', '6253', '6274', '6275', '6321'].map((code) => [code, [120_000, 3, 9, 60]]),
  ),
);
const meters = JSON.stringify({
  total: 1_284_306,
  black: 600_000,
  color: 684_306,
  evidence: '1.3.6.1.2.1.43.10.2.1.4.1.1',
});

/** Each day readings, errors and packed reports of a fleet of `fillFleet`, and the dealers of its halves. */
export async function fillHistory(store: Store, days: number, months: number): Promise<void> {
  const client = new Client({ connectionString: store.migrationUrl ?? store.url });
  await client.connect();
  try {
    for (const [name, id] of Object.entries(dealers))
      await client.query(
        `insert into organisation (organisation_id, parent_id, kind, name, settings, path, dealer_id)
         select $1, organisation_id, 'dealer', $2, $3, path || $1::uuid, $1 from organisation where kind = 'operator'`,
        [id, name, name === 'short' ? { retentionMonths: months } : {}],
      );
    await client.query(
      `update device set organisation_id = case when substr(serial, 4)::int % 2 = 0 then $1::uuid else $2::uuid end`,
      [dealers.short, dealers.bare],
    );
    const each = `from device d, generate_series(current_date - $1::int + 1, current_date, interval '1 day') day`;
    await client.query(
      `insert into reading_day (device_id, day, supplies_at, supplies, parts_at, parts)
       select d.device_id, day, day + time '20:00', $2::json, day + time '20:00', $3::json ${each}`,
      [days, supplies, parts],
    );
    await client.query(
      `insert into device_report (device_id, observed_at, received_at, digest, meters)
       select d.device_id, day + time '20:00', day + time '20:01', 1, $2 ${each}`,
      [days, meters],
    );
    await client.query(
      `insert into device_error (device_id, occurred_at, code, category)
       select d.device_id, day + time '11:00', 'E010', 'jam' ${each} where extract(doy from day)::int % 9 = 0`,
      [days],
    );
    await client.query(
      `insert into meter_chain (device_id, place, packed_until, looked_at) select device_id, 0, current_date, now() from device`,
    );
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

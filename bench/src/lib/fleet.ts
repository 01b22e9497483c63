import type { Store } from '@platen/server/store/open-store';
import { addMonths, ensurePartitions, toMonth } from '@platen/server/store/partitions';
import { Client } from 'pg';

/**
 * Fills an empty store with a fleet of invented devices, straight in SQL: the device rows, their sections as
 * a full report leaves them, and `days` of page counters. `withSections`: the first devices that have
 * sections. Deterministic: device n is always the same. Group 200 holds half of the fleet, group 300 fifty.
 * One in 5,000 has a word of two characters.
 */
export async function fillFleet(
  store: Store,
  devices: number,
  days: number,
  withSections: number = devices,
): Promise<void> {
  const months = Array.from({ length: Math.ceil(days / 28) + 1 }, (_, back) => addMonths(toMonth(new Date()), -back));
  await ensurePartitions(
    store.db,
    months.map((month) => ({ table: 'counter_day' as const, month })),
  );
  // A session of its own: those of the store end a statement after some seconds.
  const client = new Client({ connectionString: store.migrationUrl ?? store.url });
  await client.connect();
  try {
    await fill(client, devices, days, withSections);
  } finally {
    await client.end();
  }
}

async function fill(client: Client, devices: number, days: number, withSections: number): Promise<void> {
  // Making these indexes after the rows takes a fraction of adding each row to them.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and tablename = 'device' and indexdef ~* 'using gin'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(
    `insert into device (device_id, serial, mac_address, manufacturer, model, series, customer_number, customer_name, description,
       dealer_number, dealer_name, status, status_rank, reported_status, status_reasons, firmware_version, firmware_line, firmware_key,
       group_ids, created_at, updated_at, received_at, processed_at, address_text, device_code)
     select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'BCH' || lpad(n::text, 7, '0'), null, 'Bench',
       'MFP ' || (2500 + n % 40 * 25) || case when n % 3 = 0 then 'C' else '' end, 'ALPHA', 'C-' || (10000 + n % 4000), 'Customer ' || (n % 4000) || ' Office',
       'Floor ' || (n % 12) || ', room ' || (n % 300) || case when n % 5000 = 33 then ' 倉庫' else '' end, 'D-' || (2000 + n % 50), 'Dealer ' || (n % 50),
       status, array_position(array['error', 'warning', 'unknown', 'offline', 'normal'], status) - 1, replace(status, 'offline', 'normal'),
       case when status = 'error' then '[{"source":"detectedError","code":"jammed","severity":"error"}]'::jsonb else '[]'::jsonb end,
       'S310SY0J' || (1000 + n % 900), 's', lpad((n % 900)::text, 12, '0'),
       array[1 + n % 50, 100 + n % 7] || case when n % 2 = 0 then array[200] else '{}'::int[] end || case when n <= 50 then array[300] else '{}'::int[] end,
       now() - interval '400 days', heard, heard, now(),
       '00:80:91:' || regexp_replace(lpad(to_hex(n), 6, '0'), '(..)(..)(..)', '\\1:\\2:\\3') || ' 10.' || n / 65536 || '.' || n / 256 % 256 || '.' || n % 256,
       case when n % 200 = 7 then 'C' || upper(lpad(to_hex(n % 4096), 3, '0')) end
     from (select n, (array['normal', 'normal', 'normal', 'normal', 'normal', 'warning', 'warning', 'error', 'offline', 'unknown'])[1 + n % 10] as status
       from generate_series(1, $1::int) n) named,
       lateral (select now() - case when status = 'offline' then interval '5 days' else n % 3600 * interval '1 second' end as heard) fleet`,
    [devices],
  );
  for (const { definition } of indexes) await client.query(definition);
  await client.query(
    `insert into device_section (device_id, section, observed_at, received_at, source_name, body)
     select d.device_id, s.section, d.updated_at, d.received_at, 'Bench collector', s.body
     from device d cross join (values
       ('status', '{"hrDeviceStatus":"running","hrPrinterStatus":"idle","detectedErrorStateHex":"00","detectedErrors":[]}'::jsonb),
       ('counters', '{"total":{"unit":"impressions","reading":{"state":"measured","value":1284306,"evidence":{"protocol":"snmp","source":"1.3.6.1.2.1.43.10.2.1.4.1.1","name":"prtMarkerLifeCount.1.1","raw":"1284306","rule":"asReported"}}}}'),
       ('supplies', '[{"index":"1.1","description":"Black Toner","type":"toner","tonerColor":"black","percent":{"state":"measured","value":34}},{"index":"1.2","description":"Cyan Toner","type":"toner","tonerColor":"cyan","percent":{"state":"measured","value":41}},{"index":"1.3","description":"Magenta Toner","type":"toner","tonerColor":"magenta","percent":{"state":"measured","value":7}},{"index":"1.4","description":"Yellow Toner","type":"toner","tonerColor":"yellow","percent":{"state":"someRemaining"}},{"index":"1.5","description":"Waste Toner Box","type":"wasteToner","class":"receptacleThatIsFilled","percent":{"state":"unknown"}}]'),
       ('firmware', '{"system":{"state":"measured","value":"S310SY0J1650"}}'),
       ('network', '{"interfaces":[{"ipAddress":{"state":"measured","value":"10.24.18.61"},"macAddress":{"state":"measured","value":"00:80:91:B4:1C:7E"}}]}')
     ) s(section, body)
     where d.device_id <= ('01900000-0000-7000-8000-' || lpad(to_hex($1::int), 12, '0'))::uuid`,
    [withSections],
  );
  await client.query(
    `insert into counter_day (device_id, day, observed_at, total, color, black)
     select device_id, day, day + time '20:00', 1000000 + (day::date - current_date) * 40, 400000, 600000
     from device, generate_series(current_date - $1::int + 1, current_date, interval '1 day') day`,
    [days],
  );
  await client.query('vacuum analyze');
}

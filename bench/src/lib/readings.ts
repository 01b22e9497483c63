import type { Store } from '@platen/server/store/open-store';
import { addMonths, ensurePartitions, toMonth } from '@platen/server/store/partitions';
import { toSensorKey } from '@platen/server/store/report-format/lists';
import { Client } from 'pg';

const families = ['WEISS4_HHH', 'SHASTA3'];
const chunk = 500;

/**
 * Gives every device of a store filled by `fillFleet` `days` of full readings, straight in SQL: what a colour
 * MFP with four cassettes measures, with parts that wear and are replaced, in the packed form that the ingest
 * writes. Deterministic but for the day.
 */
export async function fillReadings(store: Store, devices: number, days: number, onDevices: (done: number) => void) {
  const months = Array.from({ length: Math.ceil(days / 28) + 1 }, (_, back) => addMonths(toMonth(new Date()), -back));
  await ensurePartitions(
    store.db,
    months.flatMap((month) =>
      (['counter_day', 'reading_day', 'device_error'] as const).map((table) => ({ table, month })),
    ),
  );
  const client = new Client({ connectionString: store.migrationUrl ?? store.url });
  await client.connect();
  try {
    await client.query(`update device set series = ($1::text[])[1 + (hashtext(serial) & 1)]`, [families]);
    for (let from = 1; from <= devices; from += chunk) {
      await client.query(readings, [from, Math.min(devices, from + chunk - 1), days]);
      onDevices(Math.min(devices, from + chunk - 1));
    }
    await client.query(codes, [days]);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

const noise = (seed: number) => `(abs(hashint8(n * 100003 + d * 31 + ${seed})) % 1000) / 1000.0`;

/** Pages follow the week; every part counts them since its last change, toner since the last cartridge. */
const readings = `
  with named as (
    select n, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as device_id, 30 + n * 37 % 900 as pace
    from generate_series($1::bigint, $2::bigint) n
  ), used as (
    select *, current_date - $3::int + d::int as day,
      floor(pace * case when extract(isodow from current_date - $3::int + d::int) < 6 then 1 else 0.05 end * (0.5 + ${noise(1)})) as pages
    from named, generate_series(1, $3::int) d
  ), counted as (
    select *, 50000 + n * 991 % 400000 + sum(pages) over (partition by n order by d) as total from used
  ), pages as (
    insert into counter_day (device_id, day, observed_at, total, color, black)
    select device_id, day, day + time '20:00', total, floor(total * 0.4), total - floor(total * 0.4) from counted
    on conflict (device_id, day) do update set total = excluded.total, color = excluded.color, black = excluded.black
  ), jams as (
    insert into device_error (device_id, occurred_at, code, category, counter, conditions)
    select device_id, day + time '11:00' + n % 3000 * interval '1 second', 'E010', 'jam', total, '{"paperSource": "2"}'
    from counted where ${noise(2)} < pages / 4000
  )
  insert into reading_day (device_id, day, counters_at, counters, supplies_at, supplies, parts_at, parts, sensors_at, sensors, storage_at, storage)
  select device_id, day, at,
    json_build_object('sources', json_build_object('CST1', floor(total * 0.5), 'CST2', floor(total * 0.3), 'CST3', floor(total * 0.15), 'bypass', floor(total * 0.05)),
      'scanLarge', floor(total * 0.02), 'scanSmall', floor(total * 0.6)),
    at, json_build_object('black', array[100 - floor(total % 20000 / 200)], 'cyan', array[100 - floor(total % 31000 / 310)],
      'magenta', array[100 - floor(total % 29000 / 290)], 'yellow', array[100 - floor(total % 33000 / 330)]),
    at, (select json_object_agg(code, array[floor((total + n * 7) % life), floor((total + n * 7) % life / 40), floor((total + n * 7) % life * 3),
        floor((total + n * 7) % life * 100 / life), life])
      from (values ('6250', 180000), ('6251', 150000), ('6252', 150000), ('6253', 150000), ('6274', 400000), ('6275', 300000), ('6276', 300000),
        ('6277', 300000), ('6321', 450000), ('6342', 380000), ('6450', 80000), ('6460', 80000)) part(code, life)),
    at, json_build_object('${toSensorKey('secondTransferVoltage')}', round((2200 - total % 450000 / 900 + 60 * ${noise(3)})::numeric, 1),
      '${toSensorKey('fuserWarmUp')}', round((22 + 3 * ${noise(4)})::numeric, 1),
      '${toSensorKey('autoTonerSensor.black')}', round((2.4 + 0.2 * ${noise(5)})::numeric, 3), '${toSensorKey('autoTonerSensor.cyan')}', round((2.4 + 0.2 * ${noise(6)})::numeric, 3),
      '${toSensorKey('autoTonerSensor.magenta')}', round((2.4 + 0.2 * ${noise(7)})::numeric, 3), '${toSensorKey('autoTonerSensor.yellow')}', round((2.4 + 0.2 * ${noise(8)})::numeric, 3),
      '${toSensorKey('imageQualitySensor.black')}', floor(600 - d / 10 + 30 * ${noise(9)}), '${toSensorKey('imageQualitySensor.cyan')}', floor(610 - d / 10 + 30 * ${noise(10)}),
      '${toSensorKey('imageQualitySensor.magenta')}', floor(620 - d / 10 + 30 * ${noise(11)}), '${toSensorKey('imageQualitySensor.yellow')}', floor(630 - d / 10 + 30 * ${noise(12)}),
      '${toSensorKey('chargingVoltage.black')}', floor(650 + total % 180000 / 3000 + 10 * ${noise(13)}), '${toSensorKey('chargingVoltage.cyan')}', floor(650 + 10 * ${noise(14)}),
      '${toSensorKey('chargingVoltage.magenta')}', floor(650 + 10 * ${noise(15)}), '${toSensorKey('chargingVoltage.yellow')}', floor(650 + 10 * ${noise(16)}),
      '${toSensorKey('pixelCount.black')}', round((4 + 3 * ${noise(17)})::numeric, 1), '${toSensorKey('pixelCount.cyan')}', round((4 + 3 * ${noise(18)})::numeric, 1),
      '${toSensorKey('polygonalMotorCount.black')}', floor(total / 8), '${toSensorKey('polygonalMotorCount.cyan')}', floor(total / 20),
      '${toSensorKey('countCE20')}', floor(total / 90000), '${toSensorKey('countCE40')}', floor(total / 70000),
      'feedRetries.CST1', floor(total / 3000), 'feedRetries.CST2', floor(total / 4000)),
    at, json_build_object('0', json_build_array(1, null, null, json_build_object('5', 0, '187', 0, '188', d / 90, '197', 0, '198', 0)))
  from counted, lateral (select day + time '20:00' as at) heard
  on conflict do nothing`;

/** One table of 400 codes a device, changed once. */
const codes = `
  with tables as (
    select device_id, version, (select json_object_agg(case when c % 2 = 0 then '05-' else '08-' end || 3000 + c || '-0', (c * 7 + version) % 50)
      from generate_series(1, 400) c) as body
    from device, (values (1), (2)) v(version)
  ), kept as (
    insert into section_version (device_id, section, digest, body) select device_id, 'codes', version, body from tables
  )
  update reading_day set codes_at = day + time '20:00', codes_digest = case when day < current_date - $1::int / 2 then 1 else 2 end
  where extract(isodow from day) = 1`;

import { performance } from 'node:perf_hooks';
import { toFleetCodes } from '@platen/diagnosis/codes/fleet-codes';
import { toFleetBody } from '@platen/server/device/fleet-line';
import type { Store } from '@platen/server/store/open-store';
import { addMonths, ensurePartitions, type PartitionedTable, toMonth } from '@platen/server/store/partitions';
import { Client } from 'pg';
import { codeTable, sections, toJudgement } from './full-device.ts';

export interface HistorySize {
  /** Devices 1 to this one are given a past. */
  devices: number;
  days: number;
  /** Called with what is being filled and the progress. */
  onStep: (step: string) => void;
}

const tables: readonly PartitionedTable[] = ['counter_day', 'reading_day', 'device_error'];
const ids = `generate_series(1, $1::int) n, lateral (select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id) named`;

/** Rules later than any: nothing is judged while the calls are measured. */
const notDue = 2_147_483_647;
const nothingJudged = { toner: {}, pmParts: null, predictions: {}, signs: [], bring: [], reasons: [] };

/**
 * Gives devices of `fillFleet` a past and all that the tabs show: a row of counters and one of readings a
 * day, an error every ninth day, full sections, cartridges, a judgement. Days are written one after the
 * other, as they come in real life: the rows of one device lie far apart.
 */
export async function fillHistory(store: Store, { devices, days, onStep }: HistorySize): Promise<void> {
  const months = Array.from({ length: Math.ceil(days / 28) + 1 }, (_, back) => addMonths(toMonth(new Date()), -back));
  await ensurePartitions(
    store.db,
    tables.flatMap((table) => months.map((month) => ({ table, month }))),
  );
  const client = new Client({ connectionString: store.migrationUrl ?? store.url });
  await client.connect();
  const step = async (name: string, text: string, values: unknown[] = []) => {
    const began = performance.now();
    await client.query(text, values);
    onStep(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  };
  try {
    await client.query('set synchronous_commit = off');
    await fillDays(client, devices, days, onStep);
    for (const [section, body] of Object.entries(sections))
      await step(
        section,
        `insert into device_section (device_id, section, observed_at, received_at, source_name, body)
         select id, $2, now(), now(), 'Bench collector', $3::jsonb from ${ids}
         on conflict (device_id, section) do update set body = excluded.body`,
        [devices, section, JSON.stringify(body)],
      );
    await step(
      'cartridges',
      `insert into device_replacement (device_id, item, replaced_on, origin, counter, average_pixel_count)
       select id, 'toner.' || color, current_date - ago * 15 - n % 15, 'seen', 1000000 - ago * 600, 5.2
       from ${ids}, unnest(array['black', 'yellow', 'magenta', 'cyan']) color, generate_series(0, 11) ago`,
      [devices],
    );
    await step(
      'judgements',
      `insert into device_judgement (device_id, judged_at, through, rules, result, summary)
       select d.device_id, now(), d.received_at, ${notDue}, case when p.id is null then $3::json else $2::json end, '{}'
       from device d left join (select id from ${ids}) p on p.id = d.device_id`,
      [devices, JSON.stringify(toJudgement(new Date())), JSON.stringify(nothingJudged)],
    );
    await step(
      'thresholds',
      `insert into code_setting (device_id, kind, main, sub, alert_threshold, clear_threshold, changed_by, changed_at)
       select id, '05', 2000, 0, 140, 130, 'service', now() from ${ids}`,
      [devices],
    );
    await fillFleetCodes(client);
    await step('vacuum', 'vacuum analyze');
  } finally {
    await client.end();
  }
}

async function fillDays(client: Client, devices: number, days: number, onStep: (step: string) => void): Promise<void> {
  let began = performance.now();
  for (let ago = days - 1; ago >= 0; ago--) {
    await client.query(
      `insert into counter_day (device_id, day, observed_at, total, color, black)
       select id, current_date - $2::int, (current_date - $2::int) + time '20:00', 1000000 - $2::int * 40, 400000 - $2::int * 16, 600000 - $2::int * 24
       from ${ids}`,
      [devices, ago],
    );
    // The calls ask only whether there were readings on a day, so their bodies are left out.
    await client.query(
      `insert into reading_day (device_id, day, counters_at)
       select id, current_date - $2::int, (current_date - $2::int) + time '20:00' from ${ids}`,
      [devices, ago],
    );
    await client.query(
      `insert into device_error (device_id, occurred_at, code, category, counter, conditions)
       select id, (current_date - $2::int) + time '08:00' + n % 3600 * interval '1 second', 'E010', 'jamPrint', 1000000 - $2::int * 40,
         '{"paperSource":"3","paperSize":"1","duplex":"0"}' from ${ids} where (n + $2::int) % 9 = 0`,
      [devices, ago],
    );
    if (ago % 50 !== 0) continue;
    onStep(`days up to ${ago} ago: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    began = performance.now();
  }
}

/** One body a scope for all: values of 200 devices over the codes that every device reports. */
async function fillFleetCodes(client: Client): Promise<void> {
  for (const kind of ['05', '08'] as const) {
    const table = codeTable(kind);
    const fleet = toFleetCodes(
      Array.from(
        { length: 200 },
        (_, n) => new Map(table.map(({ main, sub, value }) => [`${main}.${sub}`, String(Number(value) + (n % 20))])),
      ),
      (n) => `D-${n % 5}`,
    );
    await client.query(
      `insert into fleet_code (scope, name, kind, fitted_at, devices, body)
       select scope, name, $1, now(), 200, body::json from (
         select distinct 'model' as scope, model as name, $2 as body from device
         union all select distinct 'line', series || ' ' || firmware_version, $3 from device) named where name is not null`,
      [kind, ...(['usual', 'levels'] as const).map((use) => JSON.stringify(toFleetBody(use, fleet)))],
    );
  }
}

// npm run bench:ingest [reports] [batch]: reports a second over HTTP, against a bare multi-row upsert of the same rows.
import { performance } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import type { DeviceReport } from '@platen/contract/report';
import { Client } from 'pg';
import { HttpLane } from './lib/http-lane.ts';
import { startServer } from './lib/running-server.ts';

const reports = Number(process.argv[2] ?? 10_000);
const batch = Number(process.argv[3] ?? 200);
const devices = Math.ceil(reports / 5);

const server = await startServer(async () => {});
try {
  const { key } = await server.admin(['collectors', 'add', 'Bench']);
  const lane = new HttpLane(server.url, String(key));
  const start = Date.now() - 6 * 86_400_000;

  // Made beforehand, as the rows of the bare upsert are: what a collector's own work costs is not the server's.
  const deliveries = Array.from({ length: Math.ceil(reports / batch) }, (_, number) => {
    const first = number * batch;
    const lines = Array.from({ length: Math.min(batch, reports - first) }, (_, i) =>
      JSON.stringify(toReport(first + i, start)),
    );
    return gzipSync(lines.join('\n'), { level: 1 });
  });
  const seconds = await timed(async () => {
    for (const delivery of deliveries) {
      const answer = await lane.request('POST', '/v1/ingest/reports', delivery, {
        'content-type': 'application/x-ndjson',
        'content-encoding': 'gzip',
      });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.slice(0, 500)}`);
    }
  });
  lane.close();

  const client = new Client({ connectionString: server.store.url });
  await client.connect();
  const kept = await client.query('select count(*)::int as n from device_report');
  const bareSeconds = await bareUpsert(client);
  await client.end();

  console.log(`${reports} reports of ${devices} devices, ${batch} a batch; ${kept.rows[0]?.n} kept`);
  console.log(`ingest       ${(reports / seconds).toFixed(0)} reports/s`);
  console.log(
    `bare upsert  ${(reports / bareSeconds).toFixed(0)} reports/s (the same rows, multi-row, one transaction a batch)`,
  );
  console.log(`ratio        ${(seconds / bareSeconds).toFixed(2)} times the bare upsert's time`);
} finally {
  await server.stop();
}

/** Writes again, into tables of the same form, exactly the rows that the ingest left, batch by batch. */
async function bareUpsert(client: Client): Promise<number> {
  const tables: { name: string; key: string; columns: string[]; rows: unknown[][]; types: string[] }[] = [];
  for (const [name, key] of [
    ['device', 'device_id'],
    ['device_section', 'device_id, section'],
    ['device_report', 'device_id, observed_at'],
    ['counter_day', 'device_id, day'],
  ] as const) {
    const info = await client.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [name],
    );
    const stored = await client.query<{ options: string | null }>(
      `select array_to_string(reloptions, ', ') as options from pg_class where oid = $1::regclass`,
      [name],
    );
    const options = stored.rows[0]?.options;
    await client.query(
      `create table bare_${name} (like ${name} including indexes including generated including defaults)${options ? ` with (${options})` : ''}`,
    );
    const rows = await client.query<unknown[]>({
      text: `select ${info.rows.map((c) => `${c.name}::text`).join(', ')} from ${name}`,
      rowMode: 'array',
    });
    tables.push({
      name,
      key,
      columns: info.rows.map((c) => c.name),
      types: info.rows.map((c) => c.type),
      rows: rows.rows,
    });
  }
  const batches = Math.ceil(reports / batch);
  return timed(async () => {
    for (let index = 0; index < batches; index++) {
      await client.query('begin');
      for (const { name, key, columns, types, rows } of tables) {
        // Each batch touches a batch of devices; tables with a row a device are written once a report, as the ingest does.
        const perBatch =
          name === 'device_report' ? Math.ceil(rows.length / batches) : Math.ceil((rows.length / devices) * batch);
        const from = (index * perBatch) % rows.length;
        const part = rows.slice(from, from + perBatch);
        if (part.length === 0) continue;
        const columnar = columns.map((_, i) => part.map((row) => row[i] ?? null));
        await client.query({
          name: `bare-${name}`,
          text: `insert into bare_${name} (${columns.join(', ')})
            select ${columns.map((column, i) => `${column}::${types[i]}`).join(', ')}
            from unnest(${columns.map((_, i) => `$${i + 1}::text[]`).join(', ')}) r(${columns.join(', ')})
            on conflict (${key}) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
          values: columnar,
        });
      }
      await client.query('commit');
    }
  });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** Report number n: an ordinary colour MFP, as a collector reads it. */
function toReport(n: number, start: number): DeviceReport {
  const device = n % devices;
  const round = Math.floor(n / devices);
  const evidence = (source: string, name: string, raw: string) => ({
    protocol: 'snmp' as const,
    source,
    name,
    raw,
    rule: 'asReported' as const,
  });
  const measured = (value: number, source: string, name: string) => ({
    state: 'measured' as const,
    value,
    evidence: evidence(source, name, String(value)),
  });
  return {
    version: '1.0',
    observedAt: new Date(start + round * 86_400_000 + device).toISOString(),
    source: { kind: 'collector', name: 'Bench', version: '0.1.0', address: `10.0.${device >> 8}.${device & 255}` },
    site: {
      customerNumber: `C-${device % 400}`,
      customerName: `Customer ${device % 400}`,
      dealerNumber: `D-${device % 20}`,
      dealerName: `Dealer ${device % 20}`,
    },
    identity: {
      serial: { state: 'measured', value: `BENCH${device}` },
      enterprise: 1347,
      manufacturer: { state: 'measured', value: 'Bench' },
      model: { state: 'measured', value: `MFP ${3000 + (device % 20) * 25}` },
    },
    status: {
      hrDeviceStatus: 'running',
      hrPrinterStatus: 'idle',
      detectedErrorStateHex: device % 9 === 0 ? '20' : '00',
      detectedErrors: device % 9 === 0 ? ['lowToner'] : [],
    },
    counters: {
      total: {
        unit: 'impressions',
        reading: measured(100_000 + n * 13, '1.3.6.1.2.1.43.10.2.1.4.1.1', 'prtMarkerLifeCount.1.1'),
      },
    },
    supplies: (['black', 'cyan', 'magenta', 'yellow'] as const).map((color, i) => ({
      index: `1.${i + 1}`,
      description: `${color} toner`,
      class: 'supplyThatIsConsumed' as const,
      type: 'toner',
      tonerColor: color,
      capacity: measured(100, `1.3.6.1.2.1.43.11.1.1.8.1.${i + 1}`, `prtMarkerSuppliesMaxCapacity.1.${i + 1}`),
      level: measured(90 - round - i, `1.3.6.1.2.1.43.11.1.1.9.1.${i + 1}`, `prtMarkerSuppliesLevel.1.${i + 1}`),
      percent: measured(90 - round - i, `1.3.6.1.2.1.43.11.1.1.9.1.${i + 1}`, `prtMarkerSuppliesLevel.1.${i + 1}`),
    })),
    inputs: [1, 2, 3].map((i) => ({
      index: `1.${i}`,
      name: `Tray ${i}`,
      percent: { state: 'someRemaining' as const },
    })),
    firmware: { system: { state: 'measured', value: `T${1000 + (device % 50)}` } },
    network: { interfaces: [{ ipAddress: { state: 'measured', value: `10.0.${device >> 8}.${device & 255}` } }] },
  };
}

import type { Client } from 'pg';

/** Sections in which the newest report of a device differs from the one before. */
const changed = 'where observed_at = (select updated_at from device d where d.device_id = device_section.device_id)';

/**
 * Writes again, into tables of the same form, the rows that the newest report of each device changed, batch
 * by batch.
 */
export async function bareUpsert(
  client: Client,
  { reports, devices, batch }: { reports: number; devices: number; batch: number },
): Promise<void> {
  const tables: { name: string; key: string; columns: string[]; rows: unknown[][]; types: string[] }[] = [];
  for (const [name, key] of [
    ['device', 'device_id'],
    ['section_provenance', 'device_id'],
    ['device_section', 'device_id, section'],
    ['device_report', 'device_id, observed_at, digest'],
    ['counter_day', 'device_id, day'],
    ['reading_day', 'device_id, day'],
    ['section_version', 'device_id, section, digest'],
  ] as const) {
    const info = await client.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [name],
    );
    const stored = await client.query<{ options: string | null }>(
      `select array_to_string(reloptions, ', ') as options from pg_class where reloptions is not null
        and (oid = $1::regclass or oid in (select inhrelid from pg_inherits where inhparent = $1::regclass)) limit 1`,
      [name],
    );
    const options = stored.rows[0]?.options;
    await client.query(
      `create table bare_${name} (like ${name} including indexes including generated including defaults)${options ? ` with (${options})` : ''}`,
    );
    const rows = await client.query<unknown[]>({
      text: `select ${info.rows.map((c) => `${c.name}::text`).join(', ')} from ${name} ${name === 'device_section' ? changed : ''}`,
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
  for (let index = 0; index < batches; index++) {
    await client.query('begin');
    for (const { name, key, columns, types, rows } of tables) {
      // Each batch touches a batch of devices; tables with a row a device are written once a report, as the
      // ingest does.
      const onceEach = new Set(['device_report', 'counter_day', 'reading_day', 'section_version']);
      const perBatch = onceEach.has(name)
        ? Math.ceil(rows.length / batches)
        : Math.ceil((rows.length / devices) * batch);
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
}

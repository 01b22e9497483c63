import { sql } from 'kysely';
import { joinRecorded } from '../../../history/join-recorded.ts';
import { bigints, dates, jsons, texts, times, uuids } from '../../../store/binary-array.ts';
import {
  type CounterRow,
  type DayRows,
  type ErrorRow,
  type Quarter,
  quarters,
  type ReadingRow,
  type ReplacementRow,
  readingColumns,
  type VersionRow,
} from '../merge/day-rows.ts';
import type { Trx } from './device-store.ts';

/** Writes what reports add to the history of their devices, whose rows are locked. */
export async function writeDayRows(trx: Trx, rows: DayRows): Promise<void> {
  await writeCounters(trx, rows.counters);
  await writeErrors(trx, rows.errors);
  await writeReadings(trx, rows.readings);
  await writeVersions(trx, rows.versions);
  await writeReplacements(trx, rows.replacements);
}

/** Of a day or a quarter the newer counters count; at the same time the greater, as in `toDayRows`. */
function toNewer(timeColumn: string, prefix: string): string {
  const [stored, added] = [`counter_day.${timeColumn}`, `excluded.${timeColumn}`];
  const isNewer = `${stored} is null or ${added} > ${stored}`;
  const columns = ['total', 'color', 'black'].map((name) => {
    const column = `${prefix}${name}`;
    return `${column} = case when ${isNewer} then excluded.${column} when ${added} = ${stored}
      then greatest(counter_day.${column}, excluded.${column}) else counter_day.${column} end`;
  });
  return [`${timeColumn} = greatest(${stored}, ${added})`, ...columns].join(', ');
}

/**
 * Writes the last counters of each day and of its first three quarters; the counters of the last quarter are
 * those of the day. One statement for each quarter: a statement must not meet a row twice, and current
 * reports all fall into one quarter.
 */
async function writeCounters(trx: Trx, readings: readonly CounterRow[]): Promise<void> {
  for (const quarter of quarters) {
    const rows = readings.filter((reading) => reading.quarter === quarter);
    if (rows.length > 0) await writeCountersOf(trx, quarter, rows);
  }
}

async function writeCountersOf(trx: Trx, quarter: Quarter, rows: readonly CounterRow[]): Promise<void> {
  const prefix = `q${quarter}_`;
  const isLast = quarter === 4;
  const columns = isLast ? '' : `, ${['at', 'total', 'color', 'black'].map((name) => prefix + name).join(', ')}`;
  const newer = [toNewer('observed_at', ''), ...(isLast ? [] : [toNewer(`${prefix}at`, prefix)])].join(', ');
  const storedAt = isLast ? 'counter_day.observed_at' : `coalesce(counter_day.${prefix}at, '-infinity')`;
  await sql`
    insert into counter_day (device_id, day, observed_at, total, color, black${sql.raw(columns)})
    select r.*${sql.raw(isLast ? '' : ', r.observed_at, r.total, r.color, r.black')}
    from unnest(${uuids(rows.map((row) => row.device_id))}, ${dates(rows.map((row) => row.day))},
      ${times(rows.map((row) => row.observed_at))}, ${bigints(rows.map((row) => row.total))},
      ${bigints(rows.map((row) => row.color))}, ${bigints(rows.map((row) => row.black))})
      as r(device_id, day, observed_at, total, color, black)
    on conflict (device_id, day) do update set ${sql.raw(newer)}
    where excluded.observed_at >= ${sql.raw(storedAt)}`.execute(trx);
}

/** If an error is reported twice, the more complete entry counts, as in `toDayRows`. */
async function writeErrors(trx: Trx, rows: readonly ErrorRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into device_error (device_id, occurred_at, code, category, counter, conditions)
    select device_id, occurred_at, code, category, counter, conditions
    from json_populate_recordset(null::device_error, ${JSON.stringify(rows)}::json)
    on conflict (device_id, occurred_at, code) do update set
      counter = greatest(device_error.counter, excluded.counter),
      conditions = greatest(device_error.conditions, excluded.conditions)`.execute(trx);
}

const columns = sql.raw(readingColumns.flatMap(({ at, value }) => [at, value]).join(', '));
/** Not every report has every group of readings: within a day the newer value of each column counts. */
const newer = sql.raw(
  readingColumns
    .flatMap(({ at, value }) => {
      const isNewer = `(excluded.${at} > coalesce(reading_day.${at}, '-infinity') or (excluded.${at} = reading_day.${at}
        and excluded.${value}::text > reading_day.${value}::text collate "C"))`;
      return [at, value].map(
        (name) => `${name} = case when ${isNewer} then excluded.${name} else reading_day.${name} end`,
      );
    })
    .join(', '),
);

function toColumns(rows: readonly ReadingRow[]) {
  return readingColumns.flatMap(({ value, isBody }) => {
    const values = rows.map((row) => row.values.get(value));
    return [
      times(values.map((one) => one?.at ?? null)),
      isBody ? jsons(values.map((one) => one?.value ?? null)) : bigints(values.map((one) => one?.value ?? null)),
    ];
  });
}

async function writeReadings(trx: Trx, rows: readonly ReadingRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into reading_day (device_id, day, ${columns})
    select * from unnest(${uuids(rows.map((row) => row.device_id))}, ${dates(rows.map((row) => row.day))}, ${sql.join(toColumns(rows))})
    on conflict (device_id, day) do update set ${newer}`.execute(trx);
}

/** Nearly all versions are stored already: only new ones are sent with their bodies. */
async function writeVersions(trx: Trx, versions: readonly VersionRow[]): Promise<void> {
  if (versions.length === 0) return;
  const { rows } = await sql<{ index: number }>`
    select index::int from unnest(
      ${uuids(versions.map((version) => version.device_id))}, ${texts(versions.map((version) => version.section))},
      ${bigints(versions.map((version) => version.digest))}) with ordinality as reported(device_id, section, digest, index)
    join section_version using (device_id, section, digest)`.execute(trx);
  const known = new Set(rows.map(({ index }) => index - 1));
  const unknown = versions.filter((_, index) => !known.has(index));
  if (unknown.length === 0) return;
  await sql`
    insert into section_version (device_id, section, digest, body)
    select * from unnest(${uuids(unknown.map((version) => version.device_id))}, ${texts(unknown.map((version) => version.section))},
      ${bigints(unknown.map((version) => version.digest))}, ${jsons(unknown.map((version) => version.body))})
    on conflict do nothing`.execute(trx);
}

/**
 * Reported replacements take precedence over recorded ones, within 3 days, and over those inferred from
 * readings; they carry what a visit recorded of the piece (VR-04).
 */
async function writeReplacements(trx: Trx, rows: readonly ReplacementRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into device_replacement (device_id, item, replaced_on, origin)
    select device_id, item, replaced_on, 'reported'
    from json_populate_recordset(null::device_replacement, ${JSON.stringify(rows)}::json)
    on conflict (device_id, item, replaced_on) do update set origin = 'reported' where device_replacement.origin <> 'reported'`.execute(
    trx,
  );
  await joinRecorded(trx, [...new Set(rows.map((row) => row.device_id))]);
}

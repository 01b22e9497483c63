import { sql, type Transaction } from 'kysely';
import { bigints, dates, jsons, texts, times, uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import {
  type ReadingDay,
  readingColumns,
  type SectionVersion,
  type Telemetry,
  type ToldReplacement,
} from './to-telemetry.ts';

type Trx = Transaction<Database>;

/** Writes what reports measured. The rows of their devices are locked. */
export async function writeTelemetry(trx: Trx, { days, versions, replacements }: Telemetry): Promise<void> {
  if (days.length > 0) await writeDays(trx, days);
  if (versions.length > 0) await writeVersions(trx, versions);
  if (replacements.length > 0) await writeReplacements(trx, replacements);
}

const columns = sql.raw(readingColumns.flatMap(({ at, value }) => [at, value]).join(', '));
/** A report may hold some kinds of readings and not others: within a day the newer of each kind stays. */
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

function toColumns(rows: readonly ReadingDay[]) {
  return readingColumns.flatMap(({ value, isBody }) => {
    const said = rows.map((row) => row.said.get(value));
    return [
      times(said.map((one) => one?.at ?? null)),
      isBody ? jsons(said.map((one) => one?.value ?? null)) : bigints(said.map((one) => one?.value.toString() ?? null)),
    ];
  });
}

async function writeDays(trx: Trx, rows: readonly ReadingDay[]): Promise<void> {
  await sql`
    insert into reading_day (device_id, day, ${columns})
    select * from unnest(${uuids(rows.map((row) => row.device_id))}, ${dates(rows.map((row) => row.day))}, ${sql.join(toColumns(rows))})
    on conflict (device_id, day) do update set ${newer}`.execute(trx);
}

/** Nearly all versions are known: only those that are not go over with their bodies. */
async function writeVersions(trx: Trx, versions: readonly SectionVersion[]): Promise<void> {
  const { rows } = await sql<{ place: number }>`
    select place::int from unnest(
      ${uuids(versions.map((version) => version.device_id))}, ${texts(versions.map((version) => version.section))},
      ${bigints(versions.map((version) => version.digest))}) with ordinality as said(device_id, section, digest, place)
    where not exists (select from section_version v
      where v.device_id = said.device_id and v.section = said.section and v.digest = said.digest)`.execute(trx);
  const unknown = rows.flatMap(({ place }) => versions[place - 1] ?? []);
  if (unknown.length === 0) return;
  await sql`
    insert into section_version (device_id, section, digest, body)
    select * from unnest(${uuids(unknown.map((version) => version.device_id))}, ${texts(unknown.map((version) => version.section))},
      ${bigints(unknown.map((version) => version.digest))}, ${jsons(unknown.map((version) => version.body))})
    on conflict do nothing`.execute(trx);
}

/** What a device tells of itself stands over what was only seen in its readings. */
async function writeReplacements(trx: Trx, rows: readonly ToldReplacement[]): Promise<void> {
  await sql`
    insert into device_replacement (device_id, item, replaced_on, origin)
    select device_id, item, replaced_on, 'reported'
    from json_populate_recordset(null::device_replacement, ${JSON.stringify(rows)}::json)
    on conflict (device_id, item, replaced_on) do update set origin = 'reported' where device_replacement.origin <> 'reported'`.execute(
    trx,
  );
}

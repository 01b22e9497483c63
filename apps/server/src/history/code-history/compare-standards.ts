import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { Stored } from '../../store/report-format/lists.ts';
import { decodeCodeVersion } from '../../store/report-format/versions.ts';

type Db = Kysely<Database>;

/** Devices read at once; one may have some thousand codes. */
const chunk = 100;
const firstId = '00000000-0000-0000-0000-000000000000';

interface Row {
  readonly deviceId: string;
  readonly body: Stored<'codeVersion'>;
}

/** Compares all devices of its family with a standard (CH-10), by the newest codes of each. */
export async function compareStandard(db: Db, standardId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ family: string; codes: Record<string, string> }>`
    select family, codes from code_standard where standard_id = ${standardId} and deleted_at is null`.execute(db);
  const [standard] = rows;
  if (standard === undefined) return;
  for (let after = firstId; ; ) {
    const devices = await readDevices(db, standard.family, after);
    const last = devices.at(-1);
    if (last === undefined) break;
    after = last.deviceId;
    const compared = devices.map(({ deviceId, body }) => ({
      device_id: deviceId,
      ...toDifference(standard.codes, decodeCodeVersion(body)),
    }));
    await sql`
      insert into code_standard_device (device_id, standard_id, compared, differs, compared_at)
      select device_id, ${standardId}, compared, differs, ${now}
      from json_to_recordset(${JSON.stringify(compared)}::json) as c(device_id uuid, compared int, differs int)
      on conflict (device_id, standard_id) do update set compared = excluded.compared, differs = excluded.differs,
        compared_at = excluded.compared_at`.execute(db);
  }
  await sql`delete from code_standard_device where standard_id = ${standardId} and compared_at < ${now}`.execute(db);
}

/** The same of every standard, daily. */
export async function compareStandards(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ standardId: string }>`
    select standard_id as "standardId" from code_standard where deleted_at is null order by standard_id`.execute(db);
  for (const { standardId } of rows) await compareStandard(db, standardId, now);
  return rows.length;
}

function toDifference(standard: Readonly<Record<string, string>>, codes: ReadonlyMap<string, string>) {
  const found = Object.entries(standard).filter(([code]) => codes.has(code));
  return { compared: found.length, differs: found.filter(([code, value]) => codes.get(code) !== value).length };
}

async function readDevices(db: Db, family: string, after: string): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select d.device_id as "deviceId", v.body
    from device d
    cross join lateral (
      select codes_digest from reading_day r where r.device_id = d.device_id and codes_digest is not null
      order by day desc limit 1
    ) newest
    join section_version v on v.device_id = d.device_id and v.section = 'codes' and v.digest = newest.codes_digest
    where d.series = ${family} and d.held_by is null and d.device_id > ${after}::uuid
    order by d.device_id limit ${sql.lit(chunk)}`.execute(db);
  return rows;
}

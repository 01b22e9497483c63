import type { FirmwareReading } from '@platen/diagnosis/code-history/change-context';
import type { CodeReading } from '@platen/diagnosis/code-history/code-spans';
import { type Kysely, sql } from 'kysely';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import type { Stored } from '../../store/report-format/lists.ts';
import { decodeCodeVersion } from '../../store/report-format/versions.ts';

type Db = Kysely<Database>;
type Dated = 'codes' | 'firmware';

/** Readings of one device at most, the newest: each may have a table of thousands of codes. */
export const mostReadings = 400;

interface Row<Body> {
  readonly device_id: string;
  readonly at: number;
  readonly digest: string;
  readonly body: Body | null;
}

/**
 * The first and the last reading of each stretch with one content, from the last reading before `since` on,
 * ascending; bodies only with the first reading of each content.
 */
async function readStretches<Body>(
  db: Db,
  section: Dated,
  deviceIds: readonly string[],
  { since, until }: { readonly since: Date; readonly until?: Date | undefined },
) {
  const column = (name: 'at' | 'digest') => sql.ref(`r.${section}_${name}`);
  const { rows } = await sql<Row<Body>>`
    with wanted as materialized (
      select d.device_id, coalesce((
        select max(r.day) from reading_day r where r.device_id = d.device_id and ${column('digest')} is not null
          and ${column('at')} <= ${since}
      ), ${since}::timestamptz::date)::timestamp at time zone 'UTC' as since
      from device d where d.device_id = any(${uuids(deviceIds)})
    ), points as (
      select w.device_id, ${column('at')} as at, ${column('digest')} as digest from wanted w join reading_day r
        on r.device_id = w.device_id and r.day >= (w.since at time zone 'UTC')::date and ${column('digest')} is not null
      union
      select w.device_id, s.read_at, s.digest from wanted w join section_reading s
        on s.device_id = w.device_id and s.section = ${section} and s.read_at >= w.since
    ), ends as (
      select device_id, at, digest, lag(digest) over w as before, lead(digest) over w as after
      from points where ${until === undefined ? sql`true` : sql`at <= ${until}`}
      window w as (partition by device_id order by at, digest)
    ), numbered as (
      select device_id, at, digest, row_number() over (partition by device_id order by at desc, digest desc) as place
      from ends where before is distinct from digest or after is distinct from digest
    ), named as (
      select device_id, at, digest, row_number() over (partition by device_id, digest order by at) as nth
      from numbered where place <= ${sql.lit(mostReadings)}
    )
    select n.device_id, round(extract(epoch from n.at) * 1000)::float8 as at, n.digest::text, v.body
    from named n left join section_version v on n.nth = 1 and v.device_id = n.device_id
      and v.section = ${section} and v.digest = n.digest
    order by n.device_id, n.at, n.digest`.execute(db);
  return rows;
}

/**
 * Readings of the codes of these devices that history is made of (CH-01): enough to find every change since
 * an instant and what the device reported then, and none after `until`. At most the newest 400 of each.
 */
export async function loadCodeReadings(
  db: Db,
  deviceIds: readonly string[],
  since: Date,
  until?: Date,
): Promise<Map<string, CodeReading[]>> {
  const result = new Map<string, CodeReading[]>();
  const tables = new Map<string, ReadonlyMap<string, string>>();
  for (const row of await readStretches<Stored<'codeVersion'>>(db, 'codes', deviceIds, { since, until })) {
    const { device_id: id, at, digest, body } = row;
    const key = `${id} ${digest}`;
    if (body !== null) tables.set(key, decodeCodeVersion(body));
    const codes = tables.get(key);
    // A state that was forgotten with its month.
    if (codes === undefined) continue;
    const list = result.get(id) ?? [];
    list.push({ at, digest, codes });
    result.set(id, list);
  }
  return result;
}

/** Readings of the system firmware of a device, as those of codes; those without one are left out. */
export async function loadFirmwareReadings(db: Db, deviceId: string, since: Date): Promise<FirmwareReading[]> {
  const versions = new Map<string, string | undefined>();
  const rows = await readStretches<{ readonly system?: string }>(db, 'firmware', [deviceId], { since });
  return rows.flatMap(({ at, digest, body }): FirmwareReading[] => {
    if (body !== null) versions.set(digest, body.system);
    const version = versions.get(digest);
    return version === undefined ? [] : [{ at, version }];
  });
}

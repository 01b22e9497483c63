import type { DeviceRecord, EntryProof } from '@platen/contract/visit-records';
import { sameWithin } from '@platen/diagnosis/effect/windows';
import { proveRecord } from '@platen/diagnosis/visit-record/prove-record';
import { type Kysely, sql } from 'kysely';
import { dayMs, toDayText } from '../../../base/time.ts';
import { loadCodeReadings } from '../../../history/code-history/load-readings.ts';
import type { Database } from '../../../store/database.ts';

type Db = Kysely<Database>;

/** Days after a visit within which the first reading of codes and of the total is looked for. */
const reachDays = 60;

interface Since {
  readonly reportedAt: Date | null;
  readonly firmware: string | null;
  readonly pagesADay: number | null;
  readonly total: { readonly value: number; readonly at: number } | null;
  readonly replaced: { readonly item: string; readonly day: number }[];
}

/** What a device reported since it was recorded, next to the entries of the record. */
export async function readProofs(
  db: Db,
  record: DeviceRecord,
  open: ReadonlySet<string>,
): Promise<readonly EntryProof[]> {
  const { deviceId } = record;
  const left = new Date(record.leftAt);
  const until = new Date(left.getTime() + reachDays * dayMs);
  const day = Math.floor(Date.parse(record.arrivedAt) / dayMs);
  const { rows } = await sql<Since>`
    select d.firmware_version as firmware, e.pages_a_month::float8 / ${365 / 12} as "pagesADay",
      case when d.updated_at > ${left} then d.updated_at end as "reportedAt",
      (select json_build_object('value', x.value, 'at', round(extract(epoch from x.at) * 1000)::float8)
        from counter_day c cross join lateral (values (c.q1_at, c.q1_total), (c.q2_at, c.q2_total), (c.q3_at, c.q3_total),
          (c.observed_at, c.total)) x(at, value)
        where c.device_id = d.device_id and c.day between ${toDayText(Math.floor(left.getTime() / dayMs))}::date
          and ${toDayText(Math.floor(until.getTime() / dayMs))}::date and x.at > ${left} and x.value is not null
        order by x.at limit 1) as total,
      (select coalesce(json_agg(json_build_object('item', r.item, 'day', r.replaced_on - date '1970-01-01')), '[]')
        from device_replacement r where r.device_id = d.device_id and r.origin = 'reported'
          and r.replaced_on between ${toDayText(day - sameWithin)}::date and ${toDayText(day + sameWithin)}::date) as replaced
    from device d left join evaluation e on e.entity_id = d.device_id where d.device_id = ${deviceId}`.execute(db);
  const [since] = rows;
  // The device is gone: nothing is reported of it any more.
  if (since === undefined) return [];
  const hasCodes = record.done.some(({ done }) => done === 'codeSet');
  const readings = hasCodes ? ((await loadCodeReadings(db, [deviceId], left, until)).get(deviceId) ?? []) : [];
  return proveRecord(record, { ...since, reportedAt: since.reportedAt?.getTime() ?? null, readings, open });
}

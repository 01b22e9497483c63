import { sql } from 'kysely';
import { bigints, texts, times, uuids } from '../../../store/binary-array.ts';
import type { SectionReading } from '../merge/section-readings.ts';
import type { Trx } from './device-store.ts';

/**
 * Writes readings on both sides of changes (CH-02); no statement without one. Call it before the days are
 * written: a reading without a digest has that which is stored as the last one of its day.
 */
export async function writeSectionReadings(trx: Trx, readings: readonly SectionReading[]): Promise<void> {
  if (readings.length === 0) return;
  const column = (section: SectionReading['section']) => `day.${section}`;
  const found = (['codes', 'firmware'] as const)
    .map((name) => `when section = '${name}' and ${column(name)}_at = r.read_at then ${column(name)}_digest`)
    .join(' ');
  await sql`
    insert into section_reading as s (device_id, section, read_at, digest)
    select device_id, section, read_at, max(digest) from (
      select r.device_id, r.section, r.read_at, coalesce(r.digest, case ${sql.raw(found)} end) as digest
      from unnest(${uuids(readings.map(({ deviceId }) => deviceId))}, ${texts(readings.map(({ section }) => section))},
        ${times(readings.map(({ at }) => at))}, ${bigints(readings.map(({ digest }) => digest))})
        as r(device_id, section, read_at, digest)
      left join reading_day day on r.digest is null and day.device_id = r.device_id
        and day.day = (r.read_at at time zone 'UTC')::date
    ) read where digest is not null
    group by 1, 2, 3
    on conflict (device_id, section, read_at) do update set digest = greatest(s.digest, excluded.digest)`.execute(trx);
}

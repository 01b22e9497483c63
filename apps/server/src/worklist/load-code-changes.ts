import { noModelValues } from '@platen/diagnosis/code-history/model-values';
import { watchedChanges } from '@platen/diagnosis/code-history/watched-changes';
import type { DeviceFacts } from '@platen/diagnosis/conditions/evaluation';
import { type Kysely, sql } from 'kysely';
import { dayMs } from '../base/time.ts';
import { loadAdjusting } from '../history/code-history/load-model-values.ts';
import { loadPastVisits } from '../history/code-history/load-past.ts';
import { loadCodeReadings } from '../history/code-history/load-readings.ts';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';

type Db = Kysely<Database>;

/** Days within which a change of a watched code is a matter. */
const watchedDays = 90;

interface Row {
  readonly deviceId: string;
  readonly family: string | null;
  readonly codes: readonly string[];
  readonly accepted: readonly { readonly code: string; readonly at: number }[] | null;
}

/**
 * Watched codes of these devices that changed without a known cause (WL-13): those of the family's list and
 * those with an alert threshold (CH-07). One statement for all; readings are loaded only of devices with a
 * watched code on which something changed within 90 days.
 */
export async function loadCodeChanges(
  db: Db,
  deviceIds: readonly string[],
  now: Date,
): Promise<Map<string, NonNullable<DeviceFacts['codeChanges']>>> {
  const since = new Date(now.getTime() - watchedDays * dayMs);
  const { rows } = await sql<Row>`
    select d.device_id as "deviceId", d.series as family, watched.codes,
      (select json_agg(json_build_object('code', n.code, 'at', round(extract(epoch from n.first_after) * 1000)))
        from code_note n where n.device_id = d.device_id and n.is_accepted) as accepted
    from device d
    cross join lateral (
      select array_agg(code) as codes from (
        select jsonb_array_elements_text(w.codes) as code from code_watch w where w.family = d.series
        union
        select c.kind || '-' || c.main || '-' || c.sub from code_setting c
        where c.device_id = d.device_id and c.alert_threshold is not null
      ) one
    ) watched
    where d.device_id = any(${uuids(deviceIds)}) and watched.codes is not null and exists (
      select from section_reading s where s.device_id = d.device_id and s.section = 'codes' and s.read_at >= ${since})`.execute(
    db,
  );
  const result = new Map<string, NonNullable<DeviceFacts['codeChanges']>>();
  if (rows.length === 0) return result;
  const readings = await loadCodeReadings(
    db,
    rows.map(({ deviceId }) => deviceId),
    since,
  );
  const adjusting = await loadAdjusting(db, [...new Set(rows.flatMap(({ family }) => family ?? []))]);
  for (const { deviceId, family, codes, accepted } of rows) {
    const past = {
      readings: readings.get(deviceId) ?? [],
      values: noModelValues,
      adjusting: adjusting.get(family ?? '') ?? new Set<string>(),
      visits: await loadPastVisits(db, deviceId, since),
      firmware: [],
      breaks: [],
    };
    const notes = (accepted ?? []).map(({ code, at }) => ({ code, firstAfter: at }));
    result.set(deviceId, watchedChanges(past, new Set(codes), notes));
  }
  return result;
}

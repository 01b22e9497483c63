import type { VisitEffect } from '@platen/contract/visit-effects';
import type { DeviceRecord } from '@platen/contract/visit-records';
import { toUnit } from '@platen/diagnosis/effect/target';
import { windowDays } from '@platen/diagnosis/effect/windows';
import { type Kysely, sql } from 'kysely';
import { dayMs } from '../base/time.ts';
import type { Database } from '../store/database.ts';
import { readEffects } from './visit-effects.ts';

type Db = Kysely<Database>;

/** Devices whose visits are counted in one run: the next run goes on. */
const batch = 500;

interface Uncounted {
  readonly deviceId: string;
  readonly visitId: string;
  readonly revision: number;
  readonly day: number;
  readonly body: DeviceRecord;
  readonly subjects: readonly string[];
  readonly pages: string | null;
}

/**
 * Counts what visits brought: of new and corrected records, and once a day of those whose days after the
 * visit still count. Returns the number of visits counted. A repeated run changes nothing.
 */
export async function countOutcomes(db: Db, now: Date): Promise<number> {
  const { rows: devices } = await sql<{ id: string }>`
    select distinct x.device_id as id from visit_record x
    where x.body ? 'arrivedAt' and exists (select from device d where d.device_id = x.device_id) and ${isDue(now)}
    order by id limit ${sql.lit(batch)}`.execute(db);
  let counted = 0;
  for (const { id } of devices) counted += await countDevice(db, id, now);
  return counted;
}

/** The condition on `visit_record x`: the newest revision, not counted yet, or not today. */
const isDue = (now: Date) => sql<boolean>`
  not exists (select from visit_record n where n.device_id = x.device_id and n.visit_id = x.visit_id and n.revision > x.revision)
  and not exists (select from visit_outcome o where o.device_id = x.device_id and o.visit_id = x.visit_id
    and o.revision = x.revision and (o.is_over or o.counted_at >= ${new Date(Math.floor(now.getTime() / dayMs) * dayMs)}))`;

async function countDevice(db: Db, deviceId: string, now: Date): Promise<number> {
  const { rows } = await sql<Uncounted>`
    select x.device_id as "deviceId", x.visit_id as "visitId", x.revision, x.body, at.day - date '1970-01-01' as day,
      array(select distinct c.subject from visit_condition vc join condition c
        on c.entity_id = vc.device_id and c.condition_id = vc.condition_id
        where vc.device_id = x.device_id and vc.visit_id = x.visit_id) as subjects,
      (select total from counter_day t where t.device_id = x.device_id and t.day <= at.day and t.total is not null
        order by t.day desc limit 1)::text as pages
    from visit_record x cross join lateral (select ((x.body ->> 'arrivedAt')::timestamptz at time zone 'utc')::date as day) at
    where x.device_id = ${deviceId} and x.body ? 'arrivedAt' and ${isDue(now)}`.execute(db);
  const effects = await readEffects(db, deviceId, now);
  for (const row of rows)
    await saveOutcome(
      db,
      row,
      effects.filter(({ visitId }) => visitId === row.visitId),
      now,
    );
  return rows.length;
}

async function saveOutcome(db: Db, row: Uncounted, effects: readonly VisitEffect[], now: Date): Promise<void> {
  const { parts, done } = row.body;
  const items = [
    ...parts.flatMap(({ answer, item }) => (answer === 'replaced' ? item : [])),
    ...done.flatMap((entry) => ('item' in entry && entry.item !== undefined ? entry.item : [])),
  ];
  const sum = (which: (part: DeviceRecord['parts'][number]) => boolean) =>
    parts.filter(which).reduce((pieces, part) => pieces + (part.pieces ?? 1), 0);
  const unused = sum(({ isUnused }) => isUnused === true);
  const today = Math.floor(now.getTime() / dayMs);
  const isOver = today > row.day + windowDays || (effects.length > 0 && effects.every((effect) => effect.isOver));
  await sql`
    insert into visit_outcome (device_id, visit_id, revision, day, units, pages, brought, unused, effects, is_over, counted_at)
    values (${row.deviceId}, ${row.visitId}, ${row.revision}, date '1970-01-01' + ${row.day}::int,
      ${[...new Set([...items.map(toUnit), ...row.subjects])]}::text[], ${row.pages}::bigint,
      ${unused + sum(({ answer }) => answer === 'replaced')}, ${unused}, ${JSON.stringify(effects)}, ${isOver}, ${now})
    on conflict (device_id, visit_id) do update set revision = excluded.revision, day = excluded.day, units = excluded.units,
      pages = excluded.pages, brought = excluded.brought, unused = excluded.unused, effects = excluded.effects,
      is_over = excluded.is_over, counted_at = excluded.counted_at`.execute(db);
}

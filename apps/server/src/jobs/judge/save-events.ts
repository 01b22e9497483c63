import { type Day, type DeviceHistory, keysOf, seriesOf } from '@platen/diagnosis/history/day-reading';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';

/** Something that happened to one item or counter of a device on a day: a replacement, a break. */
interface DatedEvent {
  /** `toner.black`, `part.6250`, or a telemetry key. */
  name: string;
  day: Day;
}

/**
 * Of the events stored by earlier judgements, those that the readings now contradict: their day is later than
 * the first reading of the item, and they are not found any more (a late report filled a gap). `firstDays`:
 * the day of the first reading by telemetry key. Events before the first reading of the item stay: the
 * readings that showed them are past their retention.
 */
export function toStaleEvents<T extends DatedEvent>(
  stored: readonly T[],
  found: readonly DatedEvent[],
  firstDays: ReadonlyMap<string, Day>,
): T[] {
  const there = new Set(found.map(toKey));
  return stored.filter((event) => {
    if (there.has(toKey(event))) return false;
    const first = findFirst(firstDays, event.name);
    return first !== undefined && event.day > first;
  });
}

const toKey = ({ name, day }: DatedEvent): string => `${name} ${day}`;

/** The first day of each telemetry key: all that is needed of a history after it is judged. */
export const toFirstDays = (history: Pick<DeviceHistory, 'days'>): ReadonlyMap<string, Day> =>
  new Map(
    [...keysOf(history)].flatMap((key) =>
      seriesOf(history, key)
        .slice(0, 1)
        .map(({ day }) => [key, day]),
    ),
  );

function findFirst(firstDays: ReadonlyMap<string, Day>, name: string): Day | undefined {
  const firsts = [...firstDays].flatMap(([key, day]) => (key === name || key.startsWith(`${name}.`) ? day : []));
  return firsts.length === 0 ? undefined : Math.min(...firsts);
}

type Trx = Transaction<Database>;

/** What a judgement found in the past of one device. */
interface FoundEvents {
  deviceId: string;
  /** The first reading by telemetry key. */
  firstDays: ReadonlyMap<string, Day>;
  judgement: Pick<DeviceJudgement, 'replacements' | 'breaks'>;
}

interface StoredEvent {
  deviceId: string;
  name: string;
  day: number;
}

/** The first of these stays (VR-04). */
const origins = sql`array['reported', 'recorded', 'seen']`;
const isBefore = (one: string, other: string) =>
  sql`array_position(${origins}, ${sql.ref(`${one}.origin`)}) < array_position(${origins}, ${sql.ref(`${other}.origin`)})`;

/** Replacements inferred from readings are those of the newest judgement; reported ones stay. */
export async function saveReplacements(trx: Trx, found: readonly FoundEvents[]): Promise<void> {
  const { rows: stored } = await sql<StoredEvent>`
    select device_id as "deviceId", item as name, replaced_on - date '1970-01-01' as day from device_replacement
    where device_id = any(${found.map(({ deviceId }) => deviceId)}::uuid[]) and origin = 'seen'`.execute(trx);
  const stale = findStale(stored, found, ({ judgement }) =>
    judgement.replacements.map(({ item, day }) => ({ name: item, day })),
  );
  if (stale.length > 0)
    await sql`
      delete from device_replacement k using json_to_recordset(${JSON.stringify(stale)}::json) as r("deviceId" uuid, name text, day int)
      where k.device_id = r."deviceId" and k.item = r.name and k.replaced_on = date '1970-01-01' + r.day`.execute(trx);
  const rows = found.flatMap(({ deviceId, judgement }) =>
    judgement.replacements.map(({ item, day, origin, counter, averagePixelCount }) => ({
      device_id: deviceId,
      item,
      day,
      origin,
      counter: counter === null ? null : Math.round(counter),
      pixels: averagePixelCount,
    })),
  );
  if (rows.length === 0) return;
  // Only changes are written. A figure stays after the readings that it was computed from are deleted.
  await sql`
    insert into device_replacement (device_id, item, replaced_on, origin, counter, average_pixel_count)
    select distinct on (r.device_id, r.item, r.day) r.device_id, r.item, date '1970-01-01' + r.day,
      case when ${isBefore('r', 'k')} or k.origin is null then r.origin else k.origin end, coalesce(r.counter, k.counter), coalesce(r.pixels, k.average_pixel_count)
    from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(device_id uuid, item text, day int, origin text, counter bigint, pixels real)
      left join device_replacement k
        on k.device_id = r.device_id and k.item = r.item and k.replaced_on = date '1970-01-01' + r.day
    where k.device_id is null or ${isBefore('r', 'k')} or coalesce(r.counter, k.counter) is distinct from k.counter
      or coalesce(r.pixels, k.average_pixel_count) is distinct from k.average_pixel_count
    order by r.device_id, r.item, r.day, array_position(${origins}, r.origin)
    on conflict (device_id, item, replaced_on) do update set
      origin = excluded.origin, counter = excluded.counter, average_pixel_count = excluded.average_pixel_count`.execute(
    trx,
  );
}

/**
 * Breaks of counters, without those that healed: no cause of them is asked for (LG-11). An explained cause is
 * never deleted, even if the break is no longer found.
 */
export async function saveBreaks(trx: Trx, judged: readonly FoundEvents[]): Promise<void> {
  const found = judged.map((one) => ({
    ...one,
    judgement: { ...one.judgement, breaks: one.judgement.breaks.filter(({ isHealed }) => isHealed !== true) },
  }));
  const { rows: stored } = await sql<StoredEvent>`
    select device_id as "deviceId", key as name, day - date '1970-01-01' as day from counter_break
    where device_id = any(${found.map(({ deviceId }) => deviceId)}::uuid[]) and cause is null`.execute(trx);
  const stale = findStale(stored, found, ({ judgement }) =>
    judgement.breaks.map(({ key, day }) => ({ name: key, day })),
  );
  if (stale.length > 0)
    await sql`
      delete from counter_break k using json_to_recordset(${JSON.stringify(stale)}::json) as r("deviceId" uuid, name text, day int)
      where k.device_id = r."deviceId" and k.key = r.name and k.day = date '1970-01-01' + r.day and k.cause is null`.execute(
      trx,
    );
  const rows = found.flatMap(({ deviceId, judgement }) =>
    judgement.breaks.map(({ key, day, kind, before, after }) => ({
      device_id: deviceId,
      key,
      day,
      kind,
      before,
      after,
    })),
  );
  if (rows.length === 0) return;
  await sql`
    insert into counter_break (device_id, key, day, kind, value_before, value_after)
    select distinct on (r.device_id, r.key, r.day) r.device_id, r.key, date '1970-01-01' + r.day, r.kind, r.before, r.after
    from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(device_id uuid, key text, day int, kind text, before double precision, after double precision)
      left join counter_break k on k.device_id = r.device_id and k.key = r.key and k.day = date '1970-01-01' + r.day
    where k.device_id is null or (k.kind, k.value_before, k.value_after) is distinct from (r.kind, r.before, r.after)
    order by r.device_id, r.key, r.day
    on conflict (device_id, key, day) do update set
      kind = excluded.kind, value_before = excluded.value_before, value_after = excluded.value_after`.execute(trx);
}

function findStale(
  stored: readonly StoredEvent[],
  found: readonly FoundEvents[],
  toEvents: (found: FoundEvents) => { name: string; day: number }[],
): StoredEvent[] {
  return found.flatMap((one) =>
    toStaleEvents(
      stored.filter(({ deviceId }) => deviceId === one.deviceId),
      toEvents(one),
      one.firstDays,
    ),
  );
}

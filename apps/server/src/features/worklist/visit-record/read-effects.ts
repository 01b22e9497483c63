import type { VisitEffect } from '@platen/contract/visit-effects';
import type { DeviceRecord } from '@platen/contract/visit-records';
import { countTarget } from '@platen/diagnosis/effect/count-target';
import { type Effect, effectOf, usualRate } from '@platen/diagnosis/effect/effect-of';
import { type Target, targetsOfDone, targetsOfItem } from '@platen/diagnosis/effect/target';
import { windowDays } from '@platen/diagnosis/effect/windows';
import type { DeviceHistory } from '@platen/diagnosis/history/day-reading';
import { findReplacements } from '@platen/diagnosis/history/replacements';
import { toStoredItems } from '@platen/diagnosis/visit-record/part-items';
import { type Kysely, sql } from 'kysely';
import { dayMs, toDayText } from '../../../base/time.ts';
import { loadHistories } from '../../../history/load-histories.ts';
import type { Database } from '../../../store/database.ts';

type Db = Kysely<Database>;

/** Visits looked at, and devices of the model whose rate is the usual one, at most. */
const mostVisits = 10;
const mostAlike = 30;
const usualDays = 90;

interface VisitRow {
  readonly visitId: string;
  readonly day: number;
  readonly body: DeviceRecord;
}

/** What the last visits of a device changed, the newest first (VE-01 to VE-05). */
export async function readEffects(db: Db, deviceId: string, now: Date): Promise<VisitEffect[]> {
  const visits = await readRecorded(db, deviceId);
  const oldest = visits.at(-1);
  if (oldest === undefined) return [];
  const today = Math.floor(now.getTime() / dayMs);
  const histories = await loadHistories(db, [deviceId], oldest.day - windowDays - 1);
  const history = histories.get(deviceId)?.();
  if (history === undefined) return [];
  const entries = visits.flatMap(toEntries);
  const usual = await readUsual(
    db,
    deviceId,
    entries.map(({ target }) => target),
    today,
  );
  const replacements = findReplacements(history);
  return entries.flatMap(({ visit, done, item, target }): VisitEffect[] => {
    const items = item === null ? [] : toStoredItems(item);
    const around = {
      visit: visit.day,
      today,
      replaced: replacements.flatMap((one) => (items.includes(one.item) ? one.day : [])),
      visits: visits.map(({ day }) => day),
    };
    const effect = effectOf(history, target, around, usual.get(keyOf(target)) ?? null);
    return effect === undefined ? [] : [toAnswer(effect, { visit, done, item })];
  });
}

async function readRecorded(db: Db, deviceId: string): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    select "visitId", body, floor(extract(epoch from (body ->> 'arrivedAt')::timestamptz) / 86400)::int as day from (
      select distinct on (visit_id) visit_id as "visitId", body from visit_record
      where device_id = ${deviceId} order by visit_id, revision desc
    ) newest where body ? 'arrivedAt' order by (body ->> 'arrivedAt')::timestamptz desc limit ${mostVisits}`.execute(
    db,
  );
  return rows;
}

interface Entry {
  readonly visit: VisitRow;
  readonly done: VisitEffect['done'];
  readonly item: string | null;
  readonly target: Target;
}

/** What was done on a visit, each with the rates that it should have changed; one rate once a visit. */
function toEntries(visit: VisitRow): Entry[] {
  const { parts, done } = visit.body;
  const entries = [
    ...parts.flatMap(({ answer, item }) =>
      answer === 'replaced'
        ? targetsOfItem(item).map((target): Entry => ({ visit, done: 'replaced', item, target }))
        : [],
    ),
    ...done.flatMap((entry) =>
      targetsOfDone(entry).map(
        (target): Entry => ({ visit, done: entry.done, item: 'item' in entry ? (entry.item ?? null) : null, target }),
      ),
    ),
  ];
  return [...new Map(entries.toReversed().map((entry) => [keyOf(entry.target), entry])).values()].toReversed();
}

const keyOf = (target: Target): string =>
  `${target.measure} ${'source' in target ? target.source : 'unit' in target ? target.unit : ''}`;

/** Rates of other devices of the same model in the last 90 days, by target. */
async function readUsual(
  db: Db,
  deviceId: string,
  targets: readonly Target[],
  today: number,
): Promise<ReadonlyMap<string, number | null>> {
  if (targets.length === 0) return new Map();
  const { rows } = await sql<{ id: string }>`
    select o.device_id as id from device d join device o on o.model = d.model and o.device_id <> d.device_id
    where d.device_id = ${deviceId} and o.held_by is null order by o.device_id limit ${mostAlike}`.execute(db);
  const span = { from: today - usualDays, to: today };
  const makers = await loadHistories(
    db,
    rows.map(({ id }) => id),
    span.from,
  );
  const alike: DeviceHistory[] = [...makers.values()].map((make) => make());
  return new Map(
    targets.map((target) => [
      keyOf(target),
      usualRate(alike.flatMap((history) => countTarget(history, target, span) ?? [])),
    ]),
  );
}

function toAnswer(
  { target, before, after, ...rest }: Effect,
  { visit, done, item }: Pick<Entry, 'visit' | 'done' | 'item'>,
): VisitEffect {
  const side = ({ from, to, ...counted }: Effect['before']) => ({
    ...counted,
    from: toDayText(from),
    to: toDayText(Math.max(from, to)),
  });
  return {
    ...rest,
    visitId: visit.visitId,
    day: toDayText(visit.day),
    done,
    item,
    measure: target.measure,
    of: 'source' in target ? target.source : 'unit' in target ? target.unit : null,
    before: side(before),
    after: side(after),
  };
}

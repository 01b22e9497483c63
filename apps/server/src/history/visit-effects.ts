import type { VisitEffect } from '@platen/contract/visit-effects';
import type { DeviceRecord } from '@platen/contract/visit-records';
import { type Effect, effectOf } from '@platen/diagnosis/effect/effect-of';
import { keyOfTarget, ofTarget, type Target, targetsOfDone, targetsOfItem } from '@platen/diagnosis/effect/target';
import { pastDays, windowDays } from '@platen/diagnosis/effect/windows';
import { findReplacements } from '@platen/diagnosis/history/replacements';
import { toStoredItems } from '@platen/diagnosis/visit-record/part-items';
import { type Kysely, sql } from 'kysely';
import { dayMs, toDayText } from '../base/time.ts';
import type { Database } from '../store/database.ts';
import { loadHistories } from './load-histories.ts';
import { readUsual } from './usual-effects.ts';

type Db = Kysely<Database>;

/** Visits looked at, at most. */
const mostVisits = 10;

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
  const histories = await loadHistories(db, [deviceId], oldest.day - windowDays - pastDays - 1);
  const history = histories.get(deviceId)?.();
  if (history === undefined) return [];
  const entries = visits.flatMap(toEntries);
  if (entries.length === 0) return [];
  const usual = await readUsual(db, { deviceId, model: history.model, today });
  const replacements = findReplacements(history);
  return entries.flatMap(({ visit, done, item, target }): VisitEffect[] => {
    const items = item === null ? [] : toStoredItems(item);
    const around = {
      visit: visit.day,
      today,
      replaced: replacements.flatMap((one) => (items.includes(one.item) ? one.day : [])),
      visits: visits.map(({ day }) => day),
      lines: entries.filter((one) => one.visit === visit).length,
    };
    const effect = effectOf(history, target, around, usual(target));
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
  return [...new Map(entries.toReversed().map((entry) => [keyOfTarget(entry.target), entry])).values()].toReversed();
}

function toAnswer(
  { target, before, after, past, ...rest }: Effect,
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
    of: ofTarget(target),
    before: side(before),
    after: side(after),
    past: past === null ? null : side(past),
  };
}

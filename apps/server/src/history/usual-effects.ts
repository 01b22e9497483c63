import { hourMs } from '@platen/contract/constants';
import { countTarget } from '@platen/diagnosis/effect/count-target';
import { usualRate } from '@platen/diagnosis/effect/effect-of';
import type { Side } from '@platen/diagnosis/effect/rate-ratio';
import { keyOfTarget, knownTargets, type Target } from '@platen/diagnosis/effect/target';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { loadHistories } from './load-histories.ts';

type Db = Kysely<Database>;
/** What devices of one model counted in the last days, by device, and by the key of each target. */
type Counted = ReadonlyMap<string, ReadonlyMap<string, Side>>;

/** Devices of a model that are counted, days back, hours for which that holds, and models known at once. */
const sample = { devices: 30, days: 90, hours: 6, models: 200 };

const known = new WeakMap<Db, Map<string, { readonly until: number; readonly counted: Promise<Counted> }>>();

/**
 * The usual rate of a target for a device: that of the others of its model together, in the last 90 days.
 * They are sums over many devices and name none. What a model counted is kept in memory for 6 hours.
 */
export async function readUsual(
  db: Db,
  { deviceId, model, today }: { readonly deviceId: string; readonly model: string | null; readonly today: number },
): Promise<(target: Target) => number | null> {
  const counted = model === null ? new Map<string, never>() : await countedOf(db, model, today);
  const others = [...counted].flatMap(([id, sides]) => (id === deviceId ? [] : [sides]));
  return (target) => usualRate(others.flatMap((sides) => sides.get(keyOfTarget(target)) ?? []));
}

async function countedOf(db: Db, model: string, today: number): Promise<Counted> {
  const models = known.get(db) ?? new Map<string, { readonly until: number; readonly counted: Promise<Counted> }>();
  known.set(db, models);
  const now = Date.now();
  const found = models.get(model);
  if (found !== undefined && found.until > now) return await found.counted;
  const counted = countModel(db, model, today);
  models.delete(model);
  models.set(model, { until: now + sample.hours * hourMs, counted });
  for (const oldest of models.keys()) {
    if (models.size <= sample.models) break;
    models.delete(oldest);
  }
  // What failed is asked again.
  counted.catch(() => models.delete(model));
  return await counted;
}

async function countModel(db: Db, model: string, today: number): Promise<Counted> {
  const { rows } = await sql<{ id: string }>`
    select device_id as id from device where model = ${model} and held_by is null
    order by device_id limit ${sql.lit(sample.devices)}`.execute(db);
  const span = { from: today - sample.days, to: today };
  const histories = await loadHistories(
    db,
    rows.map(({ id }) => id),
    {
      readings: { since: span.from, groups: ['counters', 'sensors'] },
      pages: span.from,
      errors: span.from,
      replacements: false,
    },
  );
  return new Map(
    [...histories].map(([id, make]) => {
      const history = make();
      const sides = knownTargets.flatMap((target) => {
        const side = countTarget(history, target, span);
        return side === undefined ? [] : [[keyOfTarget(target), side] as const];
      });
      return [id, new Map(sides)];
    }),
  );
}

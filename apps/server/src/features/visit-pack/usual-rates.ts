import { dayMs, hourMs } from '@platen/contract/constants';
import { countFed, toUsualRates } from '@platen/diagnosis/pack/feed-rates';
import { type Kysely, sql } from 'kysely';
import { loadHistories } from '../../history/load-histories.ts';
import type { Database } from '../../store/database.ts';

type Rates = ReadonlyMap<string, number>;

/** Devices of a model whose feeds are counted, days back, and for how long the rates are known. */
const sample = { devices: 40, days: 90, hours: 6 };
const mostModels = 200;

/**
 * Usual jams per 1,000 feeds of a model by paper source, from its devices that reported last. They are sums
 * over many devices and name none, as what is learned of a family. Stored in memory for 6 hours a model.
 */
export function createUsualRates(db: Kysely<Database>): (model: string | null) => Promise<Rates> {
  const known = new Map<string, { readonly until: number; readonly rates: Promise<Rates> }>();
  return async (model) => {
    if (model === null) return new Map();
    const now = Date.now();
    const found = known.get(model);
    if (found !== undefined && found.until > now) return await found.rates;
    const rates = readRates(db, model);
    known.delete(model);
    known.set(model, { until: now + sample.hours * hourMs, rates });
    for (const oldest of known.keys()) {
      if (known.size <= mostModels) break;
      known.delete(oldest);
    }
    // What failed is asked again.
    rates.catch(() => known.delete(model));
    return await rates;
  };
}

async function readRates(db: Kysely<Database>, model: string): Promise<Rates> {
  const { rows } = await sql<{ id: string }>`
    select device_id as id from device where model = ${model} and held_by is null
    order by updated_at desc limit ${sql.lit(sample.devices)}`.execute(db);
  const today = Math.floor(Date.now() / dayMs);
  const since = today - sample.days;
  const histories = await loadHistories(
    db,
    rows.map(({ id }) => id),
    { readings: { since, groups: ['counters'] }, pages: null, errors: since, replacements: false },
  );
  return toUsualRates([...histories.values()].map((make) => countFed(make(), since, today)));
}

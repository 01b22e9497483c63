import { familyOfSeries } from '@platen/catalogue/families/models';
import type { DeviceSummary, FamilyModel } from '@platen/diagnosis/judge/models';
import { fitWarningLimit } from '@platen/diagnosis/risk/warning-limit';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { Diagnosis } from '../diagnosis.ts';

/**
 * A family model is fitted to this number of devices at most, always the same ones: more add nothing and fill
 * the memory.
 */
const sampleSize = 5000;

/**
 * Fits the model of all devices, then each family model shrunk towards it. Returns the names of the families.
 * `onFamily` gets the number of devices behind each; `''` is the model of all devices.
 */
export async function fitModels(
  db: Kysely<Database>,
  fit: Diagnosis['fit'],
  onFamily: (devices: number) => Promise<void>,
): Promise<void> {
  const families = await readFamilies(db);
  const all = [...families.values()].reduce((sum, { devices }) => sum + devices, 0);
  if (all === 0) return;
  const warnFrom = fitWarningLimit(await readSignRisks(db));
  const limit = warnFrom > 0 ? { warnFrom } : {};
  const common = { ...fit(await readSample(db, undefined), undefined), ...limit };
  await saveModel(db, '', all, common);
  for (const [family, { series, devices }] of families) {
    if (family !== '')
      await saveModel(db, family, devices, {
        ...fit(await readSample(db, series), common),
        ...limit,
      });
    await onFamily(devices);
  }
  await sql`delete from family_model where family <> all(${['', ...families.keys()]}::text[])`.execute(db);
}

interface Family {
  series: string[];
  devices: number;
}

/** Judged devices by family, as their histories name it; `''` for those without one. */
async function readFamilies(db: Kysely<Database>): Promise<Map<string, Family>> {
  const { rows } = await sql<{ series: string | null; devices: number }>`
    select series, count(*) as devices from device join device_judgement using (device_id) where held_by is null group by series order by series`.execute(
    db,
  );
  const families = new Map<string, Family>();
  for (const { series, devices } of rows) {
    const family = (series === null ? undefined : familyOfSeries(series)) ?? '';
    const known = families.get(family) ?? { series: [], devices: 0 };
    families.set(family, { series: [...known.series, series ?? ''], devices: known.devices + devices });
  }
  return families;
}

/** Ordered by a hash of the id, which is independent of the device: a sample represents all. */
async function readSample(db: Kysely<Database>, series: readonly string[] | undefined): Promise<DeviceSummary[]> {
  const { rows } = await sql<{ summary: DeviceSummary }>`
    select summary from device_judgement
    where device_id in (
      select device_id from device join device_judgement using (device_id)
      where held_by is null ${series === undefined ? sql`` : sql`and series = any(${series}::text[])`}
      order by hashtext(device_id::text), device_id limit ${sampleSize})
    order by device_id`.execute(db);
  return rows.map((row) => row.summary);
}

/** The greatest risk of the signs of each device of the sample that ask for a visit; null without one. */
async function readSignRisks(db: Kysely<Database>): Promise<(number | null)[]> {
  const { rows } = await sql<{ risk: number | null }>`
    select (result->>'signRisk')::float8 as risk from device_judgement
    where device_id in (
      select device_id from device join device_judgement using (device_id)
      where held_by is null order by hashtext(device_id::text), device_id limit ${sampleSize})
    order by device_id`.execute(db);
  return rows.map((row) => row.risk);
}

async function saveModel(db: Kysely<Database>, family: string, devices: number, model: FamilyModel): Promise<void> {
  await sql`
    insert into family_model (family, fitted_at, devices, body)
    values (${family}, clock_timestamp(), ${devices}, ${JSON.stringify(model)}::json)
    on conflict (family) do update set fitted_at = excluded.fitted_at, devices = excluded.devices, body = excluded.body`.execute(
    db,
  );
}

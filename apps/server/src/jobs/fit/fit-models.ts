import { familyOfSeries } from '@platen/catalogue/families/models';
import type { DeviceSummary, FamilyModel } from '@platen/diagnosis/judge/models';
import type { PastRisk } from '@platen/diagnosis/risk/past-risks';
import { fitRiskCurves } from '@platen/diagnosis/risk/risk-curves';
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
  const ofAll = await fitRisks(db);
  const common = { ...fit(await readSample(db, undefined), undefined), ...ofAll };
  await saveModel(db, '', all, common);
  for (const [family, { series, devices }] of families) {
    if (family !== '')
      await saveModel(db, family, devices, {
        ...fit(await readSample(db, series), common),
        ...ofAll,
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

/** What is learned from the judgements of all families together, and is the same for each of them. */
async function fitRisks(db: Kysely<Database>): Promise<Pick<FamilyModel, 'warnFrom' | 'riskCurves'>> {
  const judged = await readRisks(db);
  const warnFrom = fitWarningLimit(judged.map(({ risk }) => risk));
  const riskCurves = fitRiskCurves(judged.map(({ past }) => past ?? []));
  return { ...(warnFrom > 0 && { warnFrom }), ...(Object.keys(riskCurves).length > 0 && { riskCurves }) };
}

interface JudgedRisks {
  /** The greatest risk of its signs that ask for a visit; null without one. */
  readonly risk: number | null;
  /** Null: last judged by rules that stored none. */
  readonly past: readonly PastRisk[] | null;
}

/** Of each device of the sample. */
async function readRisks(db: Kysely<Database>): Promise<JudgedRisks[]> {
  const { rows } = await sql<JudgedRisks>`
    select (result->>'signRisk')::float8 as risk, result->'pastRisks' as past from device_judgement
    where device_id in (
      select device_id from device join device_judgement using (device_id)
      where held_by is null order by hashtext(device_id::text), device_id limit ${sampleSize})
    order by device_id`.execute(db);
  return rows;
}

async function saveModel(db: Kysely<Database>, family: string, devices: number, model: FamilyModel): Promise<void> {
  await sql`
    insert into family_model (family, fitted_at, devices, body)
    values (${family}, clock_timestamp(), ${devices}, ${JSON.stringify(model)}::json)
    on conflict (family) do update set fitted_at = excluded.fitted_at, devices = excluded.devices, body = excluded.body`.execute(
    db,
  );
}

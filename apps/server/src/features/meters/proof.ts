import type { MeterProof } from '@platen/contract/meters';
import { readMeterAt } from '@platen/diagnosis/meters/read-meter';
import { type Kysely, sql } from 'kysely';
import { hashReport, toMetersOf } from '../../ledger/pack-format.ts';
import { type MeterPast, toAt, toBreaks, toCorrection, toEpoch, toReading, unitOf } from '../../ledger/to-answers.ts';
import type { Database } from '../../store/database.ts';

/** What a proof states of a device besides its meters. */
export interface MeteredDevice {
  readonly serial: string | null;
  readonly model: string | null;
  readonly customerName: string | null;
  /** As people entered it (OA-40). */
  readonly assetNumber: string | null;
}

interface Subject {
  readonly deviceId: string;
  readonly device: MeteredDevice;
  readonly past: MeterPast;
  readonly zone: string;
  readonly instant: number;
}

/** All that stands behind a reading (LG-17). */
export async function toProof(
  db: Kysely<Database>,
  { deviceId, device, past, zone, instant }: Subject,
): Promise<MeterProof> {
  const { run, meter } = past;
  const { used } = readMeterAt(run, instant);
  const counted = run.rows.filter(({ state }) => state !== 'excluded');
  const before = used === null ? undefined : counted[counted.indexOf(used) - 1];
  const epoch = used === null ? null : toEpoch(past, used.epoch);
  const report =
    used === null ? undefined : past.device.reports.find(({ at, values }) => at === used.at && values.has(meter));
  const from = report === undefined ? null : toMetersOf(report);
  const since = epoch === null ? Number.POSITIVE_INFINITY : Date.parse(epoch.from);
  return {
    zone,
    meter,
    unit: unitOf(meter),
    ...device,
    ...toAt(past, instant),
    epoch,
    begunBy: toBreaks(past).find(({ after }) => after.at === epoch?.from) ?? null,
    before: before === undefined ? null : toReading(past, before),
    collector: from?.collector ?? null,
    address: from?.address ?? null,
    evidence: from?.meters.find((one) => one.meter === meter)?.evidence ?? null,
    corrections: past.device.corrections
      .filter((one) => one.meter === meter && one.state === 'inForce' && one.at >= since && one.at <= instant)
      .map(toCorrection),
    hash: report === undefined || report.text === null ? null : hashReport(device.serial, report),
    pack:
      report === undefined || report.place === null
        ? null
        : await readPack(db, report.of?.deviceId ?? deviceId, report.place),
  };
}

async function readPack(db: Kysely<Database>, deviceId: string, place: number): Promise<MeterProof['pack']> {
  const { rows } = await sql<{ month: string; hash: string }>`
    select to_char(month, 'YYYY-MM') as month, encode(hash, 'hex') as hash from meter_pack
    where device_id = ${deviceId} and place = ${place}`.execute(db);
  const [pack] = rows;
  return pack === undefined ? null : { place, ...pack };
}

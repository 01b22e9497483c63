import type { CorrectionKind, CorrectionReason, CorrectionState } from '@platen/contract/meter-values';
import type { Person } from '@platen/contract/worklist-item';
import { remembered } from '@platen/diagnosis/history/remembered';
import {
  type BreakCause,
  continueMeter,
  type MeterPoint,
  type MeterRun,
  type StatedCause,
} from '@platen/diagnosis/meters/continue-meter';
import { toMeterPoints } from '@platen/diagnosis/meters/meter-points';
import { toStatedCause } from '@platen/diagnosis/meters/page-series';
import { type Kysely, sql } from 'kysely';
import { pagesPerMinute } from '../device/model-speed.ts';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { sqlPerson } from '../store/person-of.ts';
import { sqlMs } from '../store/sql-ms.ts';
import { readJoined } from './joined-records.ts';
import { type LedgerZone, loadLedger } from './load-ledger.ts';
import type { JoinedRecord, LedgerReport } from './pack-format.ts';

/** What people learned of a meter later, as stored, with what became of it. Instants in milliseconds. */
export interface StoredCorrection {
  readonly correctionId: string;
  readonly meter: string;
  readonly kind: CorrectionKind;
  readonly at: number;
  readonly until: number | null;
  readonly cause: BreakCause | null;
  readonly pages: number | null;
  readonly value: number | null;
  readonly source: 'visit' | 'customer' | null;
  readonly reason: CorrectionReason;
  readonly note: string | null;
  readonly visitId: string | null;
  readonly state: CorrectionState;
  readonly madeBy: Person | null;
  readonly madeAt: number;
  readonly decidedBy: Person | null;
  readonly decidedAt: number | null;
  /** The merged record that it was made for; left out: the device itself. */
  readonly of?: string;
}

/** A cause that was stated for the page counters of a day: on the counter screen, or by a visit (VR-06). */
export interface DayCause {
  readonly key: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly cause: BreakCause;
  readonly by: string | null;
  readonly at: number | null;
}

/** Counters that were typed at a visit, and the test prints that were made. */
export interface VisitCounters {
  readonly visitId: string;
  readonly at: number;
  readonly by: string | null;
  readonly typed: readonly { readonly counter: string; readonly value: number }[];
  readonly testPages: number | null;
}

export interface DeviceMeters {
  /** Ascending. */
  readonly reports: readonly LedgerReport[];
  /** In the order in which they were made. */
  readonly corrections: readonly StoredCorrection[];
  readonly dayCauses: readonly DayCause[];
  readonly visits: readonly VisitCounters[];
  /** What the model prints a minute; left out: not known. */
  readonly perMinute?: number;
  /** Records that were merged into the device; left out: none. */
  readonly joined?: readonly JoinedRecord[];
}

export async function loadMeters(
  db: Kysely<Database>,
  deviceIds: readonly string[],
  zone: LedgerZone,
): Promise<Map<string, DeviceMeters>> {
  if (deviceIds.length === 0) return new Map();
  const joined = await readJoined(db, deviceIds);
  const ids = uuids([...new Set([...deviceIds, ...[...joined.values()].flat().map(({ deviceId }) => deviceId)])]);
  const [ledgers, corrections, causes, visits, speeds] = await Promise.all([
    loadLedger(db, deviceIds, zone, joined),
    readCorrections(db, ids),
    readDayCauses(db, ids),
    readVisits(db, ids),
    readSpeeds(db, ids),
  ]);
  return new Map(
    deviceIds.map((id) => {
      const records = joined.get(id) ?? [];
      const own = {
        reports: ledgers.get(id) ?? [],
        corrections: corrections.get(id) ?? [],
        dayCauses: causes.get(id) ?? [],
        visits: visits.get(id) ?? [],
        ...speeds.get(id),
      };
      return [id, records.length === 0 ? own : withStated(own, records, { corrections, causes })];
    }),
  );
}

interface Stated {
  readonly corrections: ReadonlyMap<string, readonly StoredCorrection[]>;
  readonly causes: ReadonlyMap<string, readonly DayCause[]>;
}

/** What people stated of merged records holds for their readings in the ledger of the device too. */
function withStated(own: DeviceMeters, joined: readonly JoinedRecord[], { corrections, causes }: Stated): DeviceMeters {
  const stated = joined.flatMap(({ deviceId: of }) => (corrections.get(of) ?? []).map((one) => ({ ...one, of })));
  return {
    ...own,
    joined,
    corrections: [...own.corrections, ...stated].toSorted((a, b) => a.madeAt - b.madeAt),
    // Of several for one break the last one counts: that of the device itself.
    dayCauses: [...joined.flatMap(({ deviceId }) => causes.get(deviceId) ?? []), ...own.dayCauses],
  };
}

/** Of devices whose model is in a model table. */
async function readSpeeds(
  db: Kysely<Database>,
  ids: ReturnType<typeof uuids>,
): Promise<Map<string, { readonly perMinute: number }>> {
  const { rows } = await sql<{ id: string; perMinute: number | null }>`
    select d.device_id as id, ${pagesPerMinute} as "perMinute" from device d
    where d.device_id = any(${ids}) and exists (select from model_speed)`.execute(db);
  return new Map(rows.flatMap(({ id, perMinute }) => (perMinute === null ? [] : [[id, { perMinute }] as const])));
}

export async function readCorrections(
  db: Kysely<Database>,
  ids: ReturnType<typeof uuids>,
): Promise<Map<string, StoredCorrection[]>> {
  const { rows } = await sql<{ id: string; list: StoredCorrection[] }>`
    select c.device_id as id, json_agg(json_build_object('correctionId', c.correction_id, 'meter', c.meter, 'kind', c.kind,
      'at', ${sqlMs('c.at')}, 'until', ${sqlMs('c.until')}, 'cause', c.cause, 'pages', c.pages, 'value', c.value,
      'source', c.source, 'reason', c.reason, 'note', c.note, 'visitId', c.visit_id,
      'state', case d.decision when 'withdraw' then 'withdrawn' when 'refuse' then 'refused' when 'confirm' then 'inForce'
        else case when c.needs_second then 'waiting' else 'inForce' end end,
      'madeBy', ${sqlPerson('c.made_by')}, 'madeAt', ${sqlMs('c.made_at')}, 'decidedBy', ${sqlPerson('d.decided_by')},
      'decidedAt', ${sqlMs('d.decided_at')}) order by c.made_at, c.correction_id) as list
    from meter_correction c left join lateral (
      select * from meter_correction_decision d where d.device_id = c.device_id and d.correction_id = c.correction_id
      order by d.decided_at desc limit 1
    ) d on true
    where c.device_id = any(${ids}) group by c.device_id`.execute(db);
  return new Map(rows.map(({ id, list }) => [id, list]));
}

async function readDayCauses(db: Kysely<Database>, ids: ReturnType<typeof uuids>): Promise<Map<string, DayCause[]>> {
  const { rows } = await sql<{ id: string; list: DayCause[] }>`
    select b.device_id as id, json_agg(json_build_object('key', b.key, 'day', b.day, 'cause', b.cause,
      'by', coalesce(u.name, b.answered_by), 'at', ${sqlMs('b.answered_at')}) order by b.day, b.key) as list
    from counter_break b left join app_user u on u.subject = b.answered_by
    where b.device_id = any(${ids}) and b.cause is not null and b.key like 'pages.%' group by b.device_id`.execute(db);
  return new Map(rows.map(({ id, list }) => [id, list]));
}

/** The newest revision of each record. A typed counter was read at the end of the visit. */
async function readVisits(db: Kysely<Database>, ids: ReturnType<typeof uuids>): Promise<Map<string, VisitCounters[]>> {
  const { rows } = await sql<{ id: string; list: VisitCounters[] }>`
    select r.device_id as id, json_agg(json_build_object('visitId', r.visit_id, 'at', ${sqlMs("(r.body ->> 'leftAt')::timestamptz")},
      'by', (select name from app_user u where u.user_id = r.recorded_by), 'testPages', (r.body ->> 'testPages')::int,
      'typed', (select coalesce(json_agg(json_build_object('counter', c ->> 'counter', 'value', (c ->> 'typed')::bigint)), '[]')
        from jsonb_array_elements(r.body -> 'counters') c where c ->> 'typed' is not null)) order by r.recorded_at) as list
    from (
      select distinct on (device_id, visit_id) * from visit_record where device_id = any(${ids})
      order by device_id, visit_id, revision desc
    ) r where r.body ? 'leftAt' group by r.device_id`.execute(db);
  return new Map(rows.map(({ id, list }) => [id, list]));
}

const pageKeys: Readonly<Record<string, string>> = { total: 'pages.total', black: 'pages.black', color: 'pages.color' };

/** What people changed about the readings of a device, by page counter. */
export const toChangedPages = (all: readonly StoredCorrection[]): Map<string, ChangedReadings> =>
  new Map(Object.entries(pageKeys).map(([meter, key]) => [key, toChangedReadings(all, meter)]));

/** The key of a meter among the page counters; undefined: it is none of them. */
export const pageKeyOf = (meter: string): string | undefined => pageKeys[meter];

/** Meters that a device ever reported, in the order of their names. */
export const meterNames = ({ reports }: DeviceMeters): string[] => [...pointsOf(reports).keys()].toSorted();

const ofMeter = (corrections: readonly StoredCorrection[], meter: string): StoredCorrection[] =>
  corrections.filter((one) => one.meter === meter && one.state === 'inForce');

/** Readings that people excluded, ends included, and that they entered. */
export interface ChangedReadings {
  readonly excluded: readonly { readonly from: number; readonly to: number }[];
  readonly entered: readonly MeterPoint[];
}

/** What people changed about the readings of a meter, as far as it is in force (LG-19). */
export function toChangedReadings(all: readonly StoredCorrection[], meter: string): ChangedReadings {
  const own = ofMeter(all, meter);
  return {
    excluded: own.flatMap(({ kind, at, until }) => (kind === 'exclude' ? [{ from: at, to: until ?? at }] : [])),
    entered: own.flatMap(({ kind, at, value }) => (kind === 'reading' && value !== null ? [{ at, value }] : [])),
  };
}

/**
 * What a meter ran through, with all that people stated of it and what is in force. `closed`: readings by
 * which periods were closed; they count even where the ledger stores another one of their time.
 */
export function runMeter(device: DeviceMeters, meter: string, closed: readonly MeterPoint[] = []): MeterRun {
  const corrections = ofMeter(device.corrections, meter);
  const key = pageKeyOf(meter);
  const causes: StatedCause[] = [
    ...device.dayCauses.flatMap((one) => (one.key === key ? [toStatedCause(one.day, one.cause)] : [])),
    ...corrections.flatMap(({ kind, at, cause }) =>
      kind === 'cause' && cause !== null ? [{ from: at, to: at, cause }] : [],
    ),
  ];
  const { excluded, entered } = toChangedReadings(
    device.corrections.flatMap((one) => toOwnExclusions(device, one)),
    meter,
  );
  const points = pointsOf(device.reports).get(meter) ?? [];
  const stored = closed.length === 0 ? new Set<number>() : new Set(points.map(({ at }) => at));
  const missing = closed.filter(({ at }) => !stored.has(at));
  const { perMinute } = device;
  return continueMeter([...points, ...missing, ...entered], {
    causes,
    excluded,
    ...(perMinute !== undefined && { perMinute }),
  });
}

/** An exclusion of a merged record concerns its own readings alone: here one for each of them. */
function toOwnExclusions({ reports }: DeviceMeters, one: StoredCorrection): StoredCorrection[] {
  if (one.of === undefined || one.kind !== 'exclude') return [one];
  const until = one.until ?? one.at;
  return reports.flatMap(({ at, of }) =>
    of?.deviceId === one.of && at >= one.at && at <= until ? [{ ...one, at, until: at }] : [],
  );
}

/** The readings of all meters, made once for each ledger. */
const pointsOf = remembered((reports: readonly LedgerReport[]) => toMeterPoints(reports));

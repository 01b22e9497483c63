import type { ReportIssue } from '@platen/contract/report';
import { type Kysely, sql } from 'kysely';
import { isInScope, type Sender } from '../../identity/collector-scope.ts';
import { type Change, recordChanges } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { refreshGroups } from '../../store/group-membership.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import { locks } from '../../store/locks.ts';
import { ensurePartitions, type Partition, toMonth } from '../../store/partitions.ts';
import type { Accepted } from './check-report.ts';
import { cutHistory, isTooOld, toTooOldWarning } from './history-from.ts';
import { isSameIdentity, mergeReport, type Section, type Sections } from './merge-sections.ts';
import { decideOwner, toHomeSection, toMove } from './ownership.ts';
import { toHomeSite } from './place-report.ts';
import { toOwner } from './read-identity.ts';
import { findDevices, Overtaken } from './registration.ts';
import type { Resolution } from './resolve-devices.ts';
import * as store from './store.ts';
import { writeTelemetry } from './store-telemetry.ts';
import { type RowRules, rowSections, toDeviceValues } from './to-device-row.ts';
import { toCounterReadings, toDeviceErrors } from './to-readings.ts';
import { toTelemetry } from './to-telemetry.ts';

export interface Arrival extends RowRules, Sender {
  now: Date;
  /** Seconds that the sender's clock is ahead of ours. */
  clockOffset?: number;
}
export interface Kept {
  index: number;
  result: 'stored' | 'repeated';
  /** What was left out because of the device it belongs to. */
  warnings: ReportIssue[];
}
/** What a delivery did beside keeping its reports; for figures and log, never for the sender. */
export interface SideEffects {
  /** Reports held because they are of devices outside the sender's scope. */
  held: number;
  /** Devices whose numbers of dealer or customer changed. */
  moved: number;
}
interface Placed extends Accepted {
  deviceId: string;
}

/**
 * Keeps reports in one transaction: all or none. When this returns they are committed. What fails with 40001 or 40P01 is to be
 * tried again, registering `alone`.
 */
export async function keepReports(
  db: Kysely<Database>,
  reports: readonly Accepted[],
  arrival: Arrival,
  { alone }: { alone: boolean },
): Promise<{ kept: Kept[]; effects: SideEffects }> {
  await ensurePartitions(db, toPartitions(reports));
  return await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(${locks.groups})`.execute(trx);
    const { deviceIds, created, held } = await findDevices(trx, reports, arrival, { alone });
    const placed = reports.map((report, place): Placed => ({ ...report, deviceId: deviceIds[place] ?? '' }));
    const before = await store.lockDevices(
      trx,
      [...new Set(deviceIds)].filter((id) => !created.has(id)),
    );
    // A person or another delivery may have moved one between reading its keys and locking its row.
    for (const row of before.values())
      if (!isInScope(arrival, toOwner(row))) throw new Overtaken('a device was moved meanwhile');
    const wanted = placed.filter((report) => !isTooOld(report, before.get(report.deviceId)));
    const fresh = await store.noteReports(trx, wanted, arrival);
    // The first of equal ones in a delivery is the one that is kept.
    const news = new Set(wanted.filter((report) => fresh.delete(store.toReportKey(report))));
    const moved = news.size > 0 ? await apply(trx, [...news], before, held, arrival) : 0;
    await store.noteContact(trx, arrival.collectorId, reports[0]?.said.source.version);
    const isHeld = ({ deviceId }: Placed) => held.has(deviceId) || (before.get(deviceId)?.held_by ?? null) !== null;
    return {
      kept: placed.map((report): Kept => {
        const from = before.get(report.deviceId);
        const warnings = isTooOld(report, from) ? [toTooOldWarning(from)] : [];
        return { index: report.index, result: news.has(report) ? 'stored' : 'repeated', warnings };
      }),
      effects: { held: [...news].filter(isHeld).length, moved },
    };
  });
}

/** Writes what is new; returns the number of devices whose dealer or customer number changed. */
async function apply(
  trx: Parameters<typeof store.lockDevices>[0],
  arrived: readonly Placed[],
  kept: ReadonlyMap<string, store.KeptDevice>,
  held: Resolution['held'],
  arrival: Arrival,
): Promise<number> {
  const news = arrived.map((report) => cutHistory(report, kept.get(report.deviceId)));
  const byDevice = groupByDevice(news);
  const home = toHomeSite(arrival.scope);
  const moves: Change[] = [];
  const ids = [...byDevice.keys()].sort();
  const stored = kept.size === 0 ? new Map<string, Map<string, Section>>() : await store.readTellings(trx, ids);
  const needed = ids.flatMap((id) => toNeeded(id, byDevice.get(id) ?? [], kept.get(id), stored.get(id)));
  await store.readBodies(trx, needed, stored);
  const bodies: store.NewBody[] = [];
  const told: { deviceId: string; sections: Sections }[] = [];
  const rows: store.DeviceRow[] = [];
  const regroup: string[] = [];
  for (const deviceId of ids) {
    const reports = byDevice.get(deviceId) ?? [];
    const sections = stored.get(deviceId) ?? new Map<string, Section>();
    for (const report of reports) mergeReport(sections, report, arrival.now);
    if (home !== undefined && !sections.has('site')) sections.set('site', toHomeSection(home, sections, arrival.now));
    for (const [name, section] of sections)
      if (section.text !== undefined && section.digest !== section.keptDigest)
        bodies.push({ deviceId, name, section, text: section.text });
    told.push({ deviceId, sections });
    const before = kept.get(deviceId);
    const updatedAt = new Date(
      Math.max(...[...reports.map((report) => report.observedAt), before?.updated_at ?? new Date(0)].map(Number)),
    );
    const values = toDeviceValues(sections, updatedAt, arrival.now, arrival, before?.sign_reasons);
    rows.push({
      ...values,
      device_id: deviceId,
      owner_id: decideOwner(before, values, arrival.collectorId),
      collector_id: before === undefined || updatedAt > before.updated_at ? arrival.collectorId : before.collector_id,
      held_by: before === undefined && held.has(deviceId) ? arrival.collectorId : (before?.held_by ?? null),
      updated_at: updatedAt,
      received_at: arrival.now,
    });
    const move = before && toMove(before, values, arrival.collectorId);
    if (move !== undefined) moves.push(move);
    if (before === undefined || groupFields.some((field) => before[field] !== values[field])) regroup.push(deviceId);
  }
  await store.writeDevices(trx, rows, arrival.now);
  await store.writeSections(trx, bodies);
  await store.writeTellings(trx, told);
  await store.writeCounterReadings(trx, toCounterReadings(news));
  await store.writeDeviceErrors(trx, toDeviceErrors(news));
  await writeTelemetry(trx, toTelemetry(news));
  if (regroup.length > 0) await refreshGroups(trx, regroup);
  await recordChanges(trx, moves);
  return moves.length;
}

/** The kept bodies that are needed: of the sections that no new report newer than all before says anew, and an identity to be merged. */
function toNeeded(
  deviceId: string,
  reports: readonly Placed[],
  before: store.KeptDevice | undefined,
  stored: Sections | undefined,
): { deviceId: string; name: string }[] {
  if (before === undefined || stored === undefined) return [];
  const newer = reports.filter((report) => report.observedAt > before.updated_at);
  const names: string[] = [...rowSections, 'site', 'source'].filter((name) =>
    newer.every(({ said }) => !said.sections.has(name)),
  );
  const isSame = newer.length === reports.length && reports.every(({ said }) => isSameIdentity(stored, said));
  if (!isSame) names.push('identity');
  return names.map((name) => ({ deviceId, name }));
}

function groupByDevice(reports: readonly Placed[]): Map<string, Placed[]> {
  const result = new Map<string, Placed[]>();
  for (const report of reports) {
    const list = result.get(report.deviceId);
    if (list === undefined) result.set(report.deviceId, [report]);
    else list.push(report);
  }
  return result;
}

/** What group rules look at. */
const groupFields = ['serial', 'model', 'customer_number', 'dealer_number'] as const;

function toPartitions(reports: readonly Accepted[]): Partition[] {
  const months = new Set(reports.map((report) => toMonth(report.observedAt)));
  const errorMonths = new Set(
    reports.flatMap((report) => report.said.errors.map((error) => error.occurred_at.slice(0, 7))),
  );
  return [
    ...[...new Set(reports.map((report) => toMonth(report.notedAt)))].map(
      (month): Partition => ({ table: 'device_report', month }),
    ),
    ...[...months].flatMap((month): Partition[] => [
      { table: 'counter_day', month },
      { table: 'reading_day', month },
    ]),
    ...[...errorMonths].map((month): Partition => ({ table: 'device_error', month })),
  ];
}

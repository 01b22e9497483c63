import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { refreshGroups } from '../../store/group-membership.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import { locks } from '../../store/locks.ts';
import { ensurePartitions, type Partition, toMonth } from '../../store/partitions.ts';
import type { Accepted } from './check-report.ts';
import { isSameIdentity, mergeReport, type Section, type Sections } from './merge-sections.ts';
import { findDevices } from './registration.ts';
import * as store from './store.ts';
import { writeTelemetry } from './store-telemetry.ts';
import { type RowRules, rowSections, toDeviceValues } from './to-device-row.ts';
import { toCounterDays, toDeviceErrors } from './to-readings.ts';
import { toTelemetry } from './to-telemetry.ts';

export interface Arrival extends RowRules {
  collectorId: string;
  now: Date;
  /** Seconds that the sender's clock is ahead of ours. */
  clockOffset?: number;
}
export interface Kept {
  index: number;
  result: 'stored' | 'repeated';
  deviceId: string;
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
): Promise<Kept[]> {
  await ensurePartitions(db, toPartitions(reports));
  return await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(${locks.groups})`.execute(trx);
    const { deviceIds, created } = await findDevices(trx, reports, { alone });
    const placed = reports.map((report, place): Placed => ({ ...report, deviceId: deviceIds[place] ?? '' }));
    const kept = await store.lockDevices(
      trx,
      [...new Set(deviceIds)].filter((id) => !created.has(id)),
    );
    const fresh = await store.noteReports(trx, placed, arrival);
    const results = placed.map(({ index, deviceId, notedAt }): Kept & { report: string } => ({
      index,
      deviceId,
      result: 'repeated',
      report: store.toReportKey({ deviceId, notedAt }),
    }));
    // The first of equal ones in a delivery is the one that is kept.
    const news = placed.filter((_, place) => {
      const result = results[place];
      if (result === undefined || !fresh.delete(result.report)) return false;
      result.result = 'stored';
      return true;
    });
    if (news.length > 0) await apply(trx, news, kept, arrival);
    await store.noteContact(trx, arrival.collectorId, reports[0]?.said.source.version);
    return results.map(({ index, result, deviceId }) => ({ index, result, deviceId }));
  });
}

async function apply(
  trx: Parameters<typeof store.lockDevices>[0],
  news: readonly Placed[],
  kept: ReadonlyMap<string, store.KeptDevice>,
  arrival: Arrival,
): Promise<void> {
  const byDevice = groupByDevice(news);
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
    for (const [name, section] of sections)
      if (section.text !== undefined && section.digest !== section.keptDigest)
        bodies.push({ deviceId, name, section, text: section.text });
    told.push({ deviceId, sections });
    const before = kept.get(deviceId);
    const updatedAt = new Date(
      Math.max(...[...reports.map((report) => report.observedAt), before?.updated_at ?? new Date(0)].map(Number)),
    );
    const values = toDeviceValues(sections, updatedAt, arrival.now, arrival, before?.sign_reasons);
    rows.push({ ...values, device_id: deviceId, updated_at: updatedAt, received_at: arrival.now });
    if (before === undefined || groupFields.some((field) => before[field] !== values[field])) regroup.push(deviceId);
  }
  await store.writeDevices(trx, rows, arrival.now);
  await store.writeSections(trx, bodies);
  await store.writeTellings(trx, told);
  await store.writeCounterDays(trx, toCounterDays(news));
  await store.writeDeviceErrors(trx, toDeviceErrors(news));
  await writeTelemetry(trx, toTelemetry(news));
  if (regroup.length > 0) await refreshGroups(trx, regroup);
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
  const names: string[] = [...rowSections, 'site'].filter((name) =>
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

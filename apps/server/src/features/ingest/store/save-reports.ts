import type { IngestResult } from '@platen/contract/ingest';
import { type Kysely, sql } from 'kysely';
import { isInScope, type Sender } from '../../../identity/collector-scope.ts';
import { type Change, recordChanges } from '../../../store/audit.ts';
import type { Database } from '../../../store/database.ts';
import { refreshGroups } from '../../../store/group-membership.ts';
import { ensurePartitions, type Partition, toMonth } from '../../../store/partitions.ts';
import { inTransaction, locks } from '../../../store/transactions.ts';
import { addDeviceEvents, type DeviceChange } from '../../../worklist/outbox/add-device-events.ts';
import { toDayRows } from '../merge/day-rows.ts';
import { type RowRules, toDeviceValues } from '../merge/device-row.ts';
import {
  type DeviceSection,
  type DeviceSections,
  isSameIdentity,
  mergeReport,
  toHomeSection,
} from '../merge/device-sections.ts';
import { cutHistory, decideOwner, isTooOld, toMove, toMoved, toTooOldWarning } from '../merge/ownership.ts';
import type { IdentifiedReport } from '../merge/resolve-devices.ts';
import { type SectionReading, toSectionReadings } from '../merge/section-readings.ts';
import { toHomeSite } from '../merge/site.ts';
import type { ParsedReport } from '../parse/parse-line.ts';
import { bodySections, type ParsedSection } from '../parse/report-content.ts';
import { beginCounting } from './counting.ts';
import { writeDayRows } from './day-store.ts';
import * as store from './device-store.ts';
import { ConcurrentChange, findDevices, toOwner } from './find-devices.ts';
import { writeSectionReadings } from './section-readings.ts';

/** Who delivers, when, and the rules of the site. */
export interface DeliveryRules extends RowRules, Sender {
  now: Date;
}

/** What a delivery did besides storing its reports; for metrics and log, never for the sender. */
export interface SideEffects {
  /** Reports of devices outside the sender's scope, which are held. */
  held: number;
  /** Devices whose dealer or customer number changed. */
  moved: number;
}

/**
 * Stores reports in one transaction: all or none. They are committed when this returns. Warnings name what
 * was left out because of the device it belongs to. If it fails with 40001 or 40P01, retry it `alone` (see
 * `findDevices`).
 */
export async function saveReports(
  db: Kysely<Database>,
  reports: readonly ParsedReport[],
  rules: DeliveryRules,
  { alone }: { alone: boolean },
): Promise<{ results: IngestResult[]; effects: SideEffects }> {
  await ensurePartitions(db, toPartitions(reports));
  return await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(${locks.groups})`.execute(trx);
    const { deviceIds, created, held } = await findDevices(trx, reports, rules, { alone });
    const identified = reports.map((report, i): IdentifiedReport => ({ ...report, deviceId: deviceIds[i] ?? '' }));
    const devices = await store.readLocked(
      trx,
      [...new Set(deviceIds)].filter((id) => !created.has(id)),
    );
    // A person or another delivery may have moved a device between reading its keys and locking its row.
    for (const row of devices.values())
      if (!isInScope(rules, toOwner(row))) throw new ConcurrentChange('a device was moved meanwhile');
    const wanted = identified.filter((report) => !isTooOld(report, devices.get(report.deviceId)));
    const recorded = await store.recordReports(trx, wanted, rules);
    // Of equal reports in a delivery the first one is stored.
    const fresh = new Set(wanted.filter((report) => recorded.delete(store.toReportKey(report))));
    const moved = fresh.size > 0 ? await saveDevices(trx, [...fresh], { devices, held, rules }) : 0;
    await store.recordContact(trx, rules.collectorId, reports[0]?.source.version);
    const isHeld = ({ deviceId }: IdentifiedReport) =>
      held.has(deviceId) || (devices.get(deviceId)?.held_by ?? null) !== null;
    return {
      results: identified.map((report): IngestResult => {
        const device = devices.get(report.deviceId);
        const result = fresh.has(report) ? 'stored' : 'repeated';
        const { index } = report;
        return isTooOld(report, device) ? { index, result, warnings: [toTooOldWarning(device)] } : { index, result };
      }),
      effects: { held: [...fresh].filter(isHeld).length, moved },
    };
  });
}

interface Known {
  /** Rows of the devices that were registered before. */
  devices: ReadonlyMap<string, store.StoredDevice>;
  /** New devices that are held. */
  held: ReadonlySet<string>;
  rules: DeliveryRules;
}

/**
 * Merges new reports into their devices and writes what changed; returns the number of devices that moved.
 */
async function saveDevices(trx: store.Trx, arrived: readonly IdentifiedReport[], known: Known): Promise<number> {
  const reports = arrived.map((report) => cutHistory(report, known.devices.get(report.deviceId)));
  const byDevice = groupByDevice(reports);
  const ids = [...byDevice.keys()].sort();
  const stored =
    known.devices.size === 0 ? new Map<string, Map<string, DeviceSection>>() : await store.readProvenance(trx, ids);
  const needed = ids.flatMap((id) =>
    toNeededBodies(byDevice.get(id) ?? [], known.devices.get(id), stored.get(id)).map((name) => ({
      deviceId: id,
      name,
    })),
  );
  await store.readBodies(trx, needed, stored);
  const home = toHomeSite(known.rules.scope);
  const changes = ids.map((id) => toChanges(id, byDevice.get(id) ?? [], stored.get(id) ?? new Map(), home, known));
  const rows = changes.map(({ row }) => row);
  const counted = await beginCounting(trx, rows, known.devices);
  await store.writeDevices(trx, rows, known.rules.now);
  await counted.end();
  await store.writeSections(
    trx,
    changes.flatMap(({ changed }) => changed),
  );
  await store.writeProvenance(trx, changes);
  await writeSectionReadings(
    trx,
    changes.flatMap(({ readings }) => readings),
  );
  await writeDayRows(trx, toDayRows(reports));
  const regroup = changes.filter(({ isRegrouped }) => isRegrouped);
  if (regroup.length > 0)
    await refreshGroups(
      trx,
      regroup.map(({ deviceId }) => deviceId),
    );
  const moves = changes.flatMap(({ move }) => move ?? []);
  await recordChanges(trx, moves);
  await addDeviceEvents(
    trx,
    changes.flatMap(({ event }) => event ?? []),
    known.rules.now,
  );
  return moves.length;
}

/** What the reports of one device change. */
interface DeviceChanges {
  deviceId: string;
  row: store.DeviceRow;
  sections: DeviceSections;
  changed: store.ChangedSection[];
  /** On both sides of changed codes and firmware. */
  readings: SectionReading[];
  /** A column that group rules depend on has changed. */
  isRegrouped: boolean;
  move: Change | undefined;
  /** What subscriptions may ask for (DE-27): of a known device that stays where it is nothing. */
  event: DeviceChange | undefined;
}

/** Merges the reports into `sections`, those stored of the device. */
function toChanges(
  deviceId: string,
  reports: readonly IdentifiedReport[],
  sections: Map<string, DeviceSection>,
  home: ParsedSection | undefined,
  { devices, held, rules }: Known,
): DeviceChanges {
  const readings = toSectionReadings(deviceId, reports, sections);
  for (const report of reports) mergeReport(sections, report, rules.now);
  if (home !== undefined && !sections.has('site')) sections.set('site', toHomeSection(home, sections, rules.now));
  const changed = [...sections].flatMap(([name, section]) =>
    section.text !== undefined && section.digest !== section.storedDigest
      ? { deviceId, name, section, text: section.text }
      : [],
  );
  const before = devices.get(deviceId);
  const updatedAt = new Date(
    Math.max(...[...reports.map((report) => report.observedAt), before?.updated_at ?? new Date(0)].map(Number)),
  );
  const values = toDeviceValues(sections, updatedAt, rules.now, rules, before?.sign_reasons);
  const row: store.DeviceRow = {
    ...values,
    device_id: deviceId,
    owner_id: decideOwner(before, values, rules.collectorId),
    collector_id: before === undefined || updatedAt > before.updated_at ? rules.collectorId : before.collector_id,
    held_by: before === undefined && held.has(deviceId) ? rules.collectorId : (before?.held_by ?? null),
    updated_at: updatedAt,
    received_at: rules.now,
    late_at:
      before !== undefined && reports.some(({ observedAt }) => observedAt <= before.updated_at)
        ? rules.now
        : (before?.late_at ?? null),
  };
  const move = before && toMove(before, values, rules.collectorId);
  return {
    deviceId,
    row,
    sections,
    changed,
    readings,
    isRegrouped: before === undefined || groupFields.some((field) => before[field] !== values[field]),
    move,
    event: before === undefined ? { deviceId, event: 'deviceAdded' } : move && { deviceId, ...toMoved(before) },
  };
}

/**
 * The stored bodies that merging needs: of the device row's sections that no report newer than the stored
 * state contains, and of an identity that changed.
 */
function toNeededBodies(
  reports: readonly IdentifiedReport[],
  before: store.StoredDevice | undefined,
  stored: DeviceSections | undefined,
): string[] {
  if (before === undefined || stored === undefined) return [];
  const newer = reports.filter((report) => report.observedAt > before.updated_at);
  const isSame = newer.length === reports.length && reports.every((report) => isSameIdentity(stored, report));
  return bodySections.filter((name) =>
    name === 'identity' ? !isSame : newer.every((report) => !report.sections.has(name)),
  );
}

function groupByDevice(reports: readonly IdentifiedReport[]): Map<string, IdentifiedReport[]> {
  const result = new Map<string, IdentifiedReport[]>();
  for (const report of reports) {
    const list = result.get(report.deviceId);
    if (list === undefined) result.set(report.deviceId, [report]);
    else list.push(report);
  }
  return result;
}

/** The columns that group rules depend on. */
const groupFields = ['serial', 'model', 'customer_number', 'dealer_number'] as const;

function toPartitions(reports: readonly ParsedReport[]): Partition[] {
  const toPartitionsOf = (table: Partition['table'], months: readonly string[]) =>
    [...new Set(months)].map((month): Partition => ({ table, month }));
  const months = reports.map((report) => toMonth(report.observedAt));
  return [
    ...toPartitionsOf(
      'device_report',
      reports.map((report) => toMonth(report.claimedAt)),
    ),
    ...toPartitionsOf('counter_day', months),
    ...toPartitionsOf('reading_day', months),
    ...toPartitionsOf(
      'device_error',
      reports.flatMap((report) => report.errors.map((error) => error.occurred_at.slice(0, 7))),
    ),
  ];
}

import type { DeviceReport } from '@platen/contract/report';
import { v7 } from 'uuid';
import { afterAll, beforeEach } from 'vitest';
import { evaluateDue } from '../src/jobs/conditions/evaluate-due.ts';
import { createTestDatabase } from './database.ts';
import { takeIn } from './deliver-reports.ts';
import { findDeviceId } from './device-ids.ts';
import { toReport } from './reports.ts';

export const minute = 60_000;
export const hour = 60 * minute;
/** A Monday, 08:00 UTC. */
export const start = Date.parse('2026-11-16T08:00:00Z');
/** A service call, which opens a condition in two reports. */
export const fault: Partial<DeviceReport> = {
  status: { hrDeviceStatus: 'down', detectedErrors: [], deviceCode: 'C371' },
};

/** A database of the test file, empty before each test, with devices whose conditions are evaluated. */
export async function createWorklistDevices() {
  const database = await createTestDatabase();
  const { db } = database;
  const collectorId = v7();
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.owner.query(
      `truncate device, device_identity, device_report, condition, condition_event, evaluation, worklist_row,
        collector cascade`,
    );
  });
  /** Delivers what a device reported at these times, all at once at `now`. */
  const send = async (
    serial: string,
    now: number,
    reports: readonly (readonly [at: number, more?: Partial<DeviceReport>])[],
  ): Promise<string> => {
    const values = reports.map(([at, more]) => toReport(serial, new Date(at), more));
    await takeIn(db, values, { now: new Date(now), collectorId });
    return await findDeviceId(database, values[0] ?? toReport(serial, new Date(now)));
  };
  /** Evaluates what is due at an instant; returns the number of entities. */
  const run = (at: number) => evaluateDue(db, { now: () => new Date(at), offlineHours: 48 });
  return {
    database,
    collectorId,
    send,
    run,
    /** A device that is down from an instant on, with its condition 16 min later. */
    breakDown: async (serial: string, customer = 'C-1', at = start): Promise<string> => {
      const site = { customerNumber: customer, customerName: customer, dealerNumber: 'D-7' };
      const deviceId = await send(serial, at + 15 * minute, [
        [at, { ...fault, site }],
        [at + 15 * minute, { ...fault, site }],
      ]);
      await run(at + 16 * minute);
      return deviceId;
    },
    conditions: (entityId: string) =>
      db
        .selectFrom('condition')
        .select(['kind', 'subject', 'work', 'signal', 'opened_at', 'resolved_at', 'resolution', 'version', 'serial'])
        .where('entity_id', '=', entityId)
        .orderBy('opened_at')
        .execute(),
    /** Entries of the history, of the server and of people. */
    steps: (entityId: string) =>
      db
        .selectFrom('condition_event')
        .select(['at', 'change', 'work_from', 'work_to'])
        .where('entity_id', '=', entityId)
        .orderBy('at')
        .execute(),
    openings: async () =>
      (await db.selectFrom('condition_event').select('change').where('change', '=', 'opened').execute()).length,
    rows: () => db.selectFrom('worklist_row').select(['entity', 'entity_id', 'conditions', 'priority']).execute(),
    row: (entityId: string) =>
      db.selectFrom('worklist_row').selectAll().where('entity_id', '=', entityId).executeTakeFirst(),
  };
}

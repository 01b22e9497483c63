import type { StatusReason } from '@platen/contract/devices';
import type { DeviceReport } from '@platen/contract/report';
import { summariseDevice } from '@platen/diagnosis/judge/fit-family';
import { judgeDevice } from '@platen/diagnosis/judge/judge-device';
import type { Kysely } from 'kysely';
import { afterAll, beforeEach } from 'vitest';
import type { Diagnosis } from '../src/jobs/diagnosis.ts';
import { judgeDue } from '../src/jobs/judge/judge-due.ts';
import type { Database } from '../src/store/database.ts';
import { createTestDatabase } from './database.ts';
import { takeIn } from './deliver-reports.ts';
import { findDeviceId } from './device-ids.ts';
import { hoursAgo, toReport } from './reports.ts';

export const daysAgo = (days: number) => hoursAgo(24 * days + 1);
export const pages = (value: number): Partial<DeviceReport> => ({
  counters: { total: { unit: 'impressions', reading: { state: 'measured', value } } },
});

/**
 * The real rules, with a sign for a device whose counter passes 5,000 pages: what a part's own rules do is
 * theirs to prove.
 */
export const sign: StatusReason = { source: 'sign', code: '04010002', severity: 'warning' };
export const withSign: Diagnosis['judge'] = (history, context) => {
  const total = history.days.at(-1)?.values.get('pages.total') ?? 0;
  return { ...judgeDevice(history, context), reasons: total > 5000 ? [sign] : [] };
};

/** Judges what is due by the real rules and with this sign for each device. */
export const judgeAs = (db: Kysely<Database>, code: string) =>
  judgeDue(db, {
    now: () => new Date(),
    offlineHours: 480,
    diagnosis: {
      judge: (history, context) => ({
        ...judgeDevice(history, context),
        reasons: [{ source: 'sign', code, severity: 'warning' }],
      }),
      summarise: summariseDevice,
      fit: (summaries) => ({ devices: summaries.length }),
    },
  });

/** A database of the calling test file, with devices that report and are judged; emptied before each test. */
export async function createJudgedDevices() {
  const database = await createTestDatabase();
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.owner.query(
      'truncate device, device_identity, device_report, counter_day, reading_day, device_error, family_model, job_run cascade',
    );
  });
  return {
    database,
    send: async (serial: string, observedAt: Date, more: Partial<DeviceReport> = {}) => {
      const value = toReport(serial, observedAt, more);
      await takeIn(database.db, [value]);
      return await findDeviceId(database, value);
    },
    run: (judge: Diagnosis['judge'] = withSign, db = database.db) =>
      judgeDue(db, {
        now: () => new Date(),
        offlineHours: 48,
        diagnosis: { judge, summarise: summariseDevice, fit: (summaries) => ({ devices: summaries.length }) },
      }),
    device: (deviceId: string) =>
      database.db.selectFrom('device').selectAll().where('device_id', '=', deviceId).executeTakeFirstOrThrow(),
    judgement: (deviceId: string) =>
      database.db.selectFrom('device_judgement').selectAll().where('device_id', '=', deviceId).executeTakeFirst(),
    breaks: (deviceId: string) =>
      database.db.selectFrom('counter_break').selectAll().where('device_id', '=', deviceId).orderBy('day').execute(),
  };
}

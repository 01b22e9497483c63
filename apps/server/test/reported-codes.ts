import { v7 } from 'uuid';
import { deliver } from '../src/features/ingest/receive/deliver.ts';
import { everywhere } from './collectors.ts';
import type { TestDatabase } from './database.ts';
import { toItems, toReport } from './reports.ts';
import type { TestApp } from './test-app.ts';

const collectorId = v7();
const measured = (value: string) => ({ state: 'measured' as const, value });

/** Instant of November, codes of kind 08 by main code, and firmware. */
export type CodeReadings = readonly (readonly [
  at: string,
  codes: Readonly<Record<string, string>>,
  firmware?: string,
])[];

/** Delivers reports of one device of the group 1; resolves to its id. */
export async function reportCodes(
  platen: TestApp,
  serial: string,
  readings: CodeReadings,
  model = 'Example 4500',
): Promise<string> {
  const { database } = platen;
  for (const [at, codes, system = 'T100'] of readings) {
    const observed = new Date(`2026-11-${at}:00Z`);
    const code08 = Object.entries(codes).map(([main, value]) => ({ main: Number(main), sub: 0, value }));
    const body = toReport(serial, observed, { firmware: { system: measured(system) }, codes: { code08 } });
    const identity = { ...body.identity, model: measured(model) };
    await deliver(database.db, toItems([{ ...body, identity }]), {
      collectorId,
      scope: everywhere,
      now: new Date(observed.getTime() + 60_000),
      clockOffset: 0,
      offlineHours: 48,
      readingMonths: 13,
      eventMonths: 24,
    });
  }
  const { rows } = await database.pool.query<{ device_id: string }>('select device_id from device where serial = $1', [
    serial,
  ]);
  const id = rows[0]?.device_id ?? '';
  await database.pool.query(`update device set group_ids = '{1}', series = 'EIFEL' where device_id = $1`, [id]);
  return id;
}

/** A call as a user, with a JSON body where there is one. */
export const callAs = async (app: TestApp, method: string, subject: string, path: string, body?: unknown) => {
  return await fetch(`${app.url}${path}`, {
    method,
    headers: { ...(await app.bearer(subject)), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
};

/** Device, arrival and departure of a visit, and what its record answers to proposals. */
export type VisitTimes = [deviceId: string, arrivedAt: string, leftAt: string, proposals?: readonly object[]];

/** A visit that was recorded with its times. */
export async function addRecordedVisit(
  { pool }: Pick<TestDatabase, 'pool'>,
  ...[deviceId, arrivedAt, leftAt, proposals = []]: VisitTimes
): Promise<void> {
  const visitId = v7();
  await pool.query(
    `insert into visit (visit_id, state, planned_day, done_at) values ($1, 'done', $2::timestamptz::date, $3)`,
    [visitId, arrivedAt, leftAt],
  );
  await pool.query('insert into visit_device (device_id, visit_id) values ($1, $2)', [deviceId, visitId]);
  const record = {
    deviceId,
    arrivedAt,
    leftAt,
    result: 'fixed',
    done: [],
    parts: [],
    counters: [],
    conditions: [],
    proposals,
  };
  await pool.query(
    `insert into visit_record (device_id, visit_id, revision, body, recorded_at, is_on_older_plan)
     values ($1, $2, 1, $3, $4, false)`,
    [deviceId, visitId, JSON.stringify(record), leftAt],
  );
}

import type { DeviceReport } from '@platen/contract/report';
import type { DeviceJudgement, Judged } from '@platen/diagnosis/judge/judgement';
import { sql } from 'kysely';
import { ensurePartitions, type PartitionedTable, toMonth } from '../src/store/partitions.ts';
import type { TestDatabase } from './database.ts';

type Db = Pick<TestDatabase, 'db'>;

export async function ensureMonths({ db }: Db, table: PartitionedTable, times: readonly Date[]): Promise<void> {
  await ensurePartitions(
    db,
    times.map((time) => ({ table, month: toMonth(time) })),
  );
}

/** Counters at the end of days (`YYYY-MM-DD`): total, color, black. */
export async function addCounterDays(
  database: Db,
  deviceId: string,
  days: Readonly<Record<string, readonly [total: number | null, color?: number | null, black?: number | null]>>,
): Promise<void> {
  const rows = Object.entries(days).map(([day, [total, color = null, black = null]]) => ({
    device_id: deviceId,
    day,
    observed_at: new Date(`${day}T20:00:00Z`),
    total,
    color,
    black,
  }));
  await ensureMonths(
    database,
    'counter_day',
    rows.map((row) => row.observed_at),
  );
  await database.db.insertInto('counter_day').values(rows).execute();
}

/** Times at which the device was heard, by a sender whose clock was right. */
export async function addReports(database: Db, deviceId: string, ...times: string[]): Promise<void> {
  const dates = times.map((time) => new Date(time));
  await ensureMonths(database, 'device_report', dates);
  for (const at of dates)
    await database.db
      .insertInto('device_report')
      .values({ device_id: deviceId, observed_at: at, received_at: at, collector_id: null })
      .execute();
}

/** One report, by its own time of observation and of receipt. */
export async function addReport(database: Db, deviceId: string, observedAt: string, receivedAt: string): Promise<void> {
  const observed = new Date(observedAt);
  await ensureMonths(database, 'device_report', [observed]);
  await database.db
    .insertInto('device_report')
    .values({ device_id: deviceId, observed_at: observed, received_at: new Date(receivedAt), collector_id: null })
    .execute();
}

/** Supplies as stored of a day (`YYYY-MM-DD`): by colour percent, and 1 where it is coarse. */
export async function addSupplyDay(
  database: Db,
  deviceId: string,
  day: string,
  supplies: Readonly<Record<string, readonly number[]>>,
): Promise<void> {
  await ensureMonths(database, 'reading_day', [new Date(`${day}T20:00:00Z`)]);
  await sql`insert into reading_day (device_id, day, supplies) values (${deviceId}, ${day}, ${JSON.stringify(supplies)})`.execute(
    database.db,
  );
}

/** What the device last reported of some things. */
export async function addSections(
  { db }: Db,
  deviceId: string,
  sections: Partial<Omit<DeviceReport, 'version' | 'observedAt'>>,
  at = new Date(),
): Promise<void> {
  for (const [section, body] of Object.entries(sections))
    await db
      .insertInto('device_section')
      .values({
        device_id: deviceId,
        section,
        observed_at: at,
        received_at: at,
        source_name: 'North site',
        body: JSON.stringify(body),
      })
      .execute();
}

/** A judgement that says nothing but what is given. */
export async function addJudgement(
  { db }: Db,
  deviceId: string,
  judgedAt: Date,
  {
    predictions,
    ...result
  }: Partial<Omit<DeviceJudgement, 'predictions'>> & {
    predictions?: Partial<DeviceJudgement['predictions']>;
  },
): Promise<void> {
  const whole: DeviceJudgement = {
    toner: {},
    pmParts: null,
    signs: [],
    bring: [],
    reasons: [],
    replacements: [],
    breaks: [],
    ...result,
    predictions: {
      fuser: null,
      drum: null,
      secondTransfer: null,
      feedRoller: null,
      developer: null,
      imageQualitySensor: null,
      imageControlError: null,
      polygonalMotor: null,
      hdd: null,
      ...predictions,
    },
  };
  await sql`
    insert into device_judgement (device_id, judged_at, through, rules, result, summary)
    values (${deviceId}, ${judgedAt}, ${judgedAt}, 1, ${JSON.stringify(whole)}::json, '{}')`.execute(db);
}

export const basis = (rule: string, readings = 60) => ({
  rule,
  readings,
  neededReadings: 14,
  from: '2026-09-01',
  to: '2026-11-20',
});
export const judged = <T>(rule: string, value: T): Judged<T> => ({ state: 'judged', value, basis: basis(rule) });

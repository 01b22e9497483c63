import { setImmediate as rest } from 'node:timers/promises';
import { defaultCalendar, toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { inTransaction } from '../store/transactions.ts';
import type { CloseRow } from './close-row.ts';
import { loadCloseDevices } from './load-close.ts';
import { makeLines } from './make-lines.ts';
import { saveLines } from './save-lines.ts';

/** Devices whose lines are worked out in one transaction. */
export const devicesAtOnce = 50;

/** SQL over `meter_close_device x` and its `device d`: something was reported or stated since. */
const isDue = sql<boolean>`(x.computed_at is null or x.is_due
  or greatest(d.received_at, d.late_at) is distinct from x.seen_at and d.device_id is not null)`;

interface DueDevice {
  readonly id: string;
  /** As PostgreSQL writes it: a date of JavaScript has no microseconds. */
  readonly seenAt: string | null;
}

interface RefreshOptions {
  readonly limit?: number;
  /** Of the devices `x` that are due. */
  readonly which?: RawBuilder<boolean>;
  /** Waits for others who work on the close; left out: leaves to them what they are at. */
  readonly waits?: boolean;
}

/** What is due of a close and meets a condition. */
const dueOf = (closeId: string, condition: RawBuilder<boolean>) => sql`
  meter_close_device x left join device d on d.device_id = x.device_id
  where x.close_id = ${closeId} and ${isDue} and ${condition}`;

/** Devices of a close whose lines have to be worked out. */
export async function countDue(db: Kysely<Database>, closeId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${dueOf(closeId, sql<boolean>`true`)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Works out the lines of some devices of an open close whose facts changed; returns their number. The rows of
 * the devices are locked, so what is stated meanwhile marks them again afterwards. Lines of a closed one are
 * left alone.
 */
export async function refreshSome(
  trx: Transaction<Database>,
  close: CloseRow,
  { limit = devicesAtOnce, which = sql<boolean>`true`, waits = false }: RefreshOptions = {},
): Promise<number> {
  if (!(await isOpen(trx, close, waits))) return 0;
  const due = await lockDue(trx, close.closeId, { limit, which, waits });
  if (due.length === 0) return 0;
  const ids = due.map(({ id }) => id);
  // The zone of the close decides where its days end (GE-08).
  const days = toWorkTime(calendarOf(close.zone));
  const devices = await loadCloseDevices(trx, close, ids, days);
  const lines = [];
  for (const device of devices) {
    lines.push(...makeLines(close, device, days));
    // Other calls are answered in between.
    await rest();
  }
  await saveLines(
    trx,
    close.closeId,
    devices.map(({ device }) => device.deviceId),
    lines,
  );
  await sql`
    update meter_close_device x set is_due = false, computed_at = now(), seen_at = w."seenAt"
    from json_to_recordset(${JSON.stringify(due)}::json) as w(id uuid, "seenAt" timestamptz)
    where x.close_id = ${close.closeId} and x.device_id = w.id`.execute(trx);
  return due.length;
}

/** Keeps the close from being closed or discarded until the transaction ends, unless somebody is at it. */
async function isOpen(trx: Transaction<Database>, { closeId }: CloseRow, waits: boolean): Promise<boolean> {
  const { rows } = await sql`
    select 1 from meter_close where close_id = ${closeId} and state = 'open'
    for key share ${waits ? sql`` : sql`skip locked`}`.execute(trx);
  return rows.length > 0;
}

/** Locks devices that are due, each by a statement of its own (0968). */
async function lockDue(
  trx: Transaction<Database>,
  closeId: string,
  { limit, which, waits }: Required<RefreshOptions>,
): Promise<readonly DueDevice[]> {
  for (;;) {
    const { rows: found } = await sql<{ id: string }>`
      select x.device_id as id from ${dueOf(closeId, which)} order by x.device_id limit ${sql.lit(limit)}`.execute(trx);
    if (found.length === 0) return [];
    const { rows: locked } = await sql<{ id: string }>`
      select id from lock_close_devices(${closeId}, ${uuids(found.map(({ id }) => id))}, ${waits}) as locked(id)`.execute(
      trx,
    );
    // As they are behind the lock: others may have worked them out.
    const { rows: due } = await sql<DueDevice>`
      select x.device_id as id, greatest(d.received_at, d.late_at)::text as "seenAt"
      from ${dueOf(closeId, sql<boolean>`${which} and x.device_id = any(${uuids(locked.map(({ id }) => id))})`)}
      order by x.device_id`.execute(trx);
    if (due.length > 0 || !waits) return due;
  }
}

const calendars = new Map<string, typeof defaultCalendar>();
/** Working time is made once for each calendar object. */
function calendarOf(zone: string): typeof defaultCalendar {
  const known = calendars.get(zone) ?? { ...defaultCalendar, zone };
  calendars.set(zone, known);
  return known;
}

/** Works out what is due of an open close, at most `most` devices; returns their number. */
export async function refreshClose(
  db: Kysely<Database>,
  close: CloseRow,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  for (let done = 0; ; ) {
    const limit = Math.min(devicesAtOnce, most - done);
    const some = limit <= 0 ? 0 : await inTransaction(db, (trx) => refreshSome(trx, close, { limit }));
    done += some;
    if (some === 0) return done;
  }
}

import type { BodyOf } from '@platen/contract/endpoint';
import { secondPersonShare } from '@platen/contract/meter-values';
import type { correctMeter, decideCorrection, MeterCorrection } from '@platen/contract/meters';
import { readMeterAt } from '@platen/diagnosis/meters/read-meter';
import { dayMs } from '@platen/diagnosis/meters/suspicious-rise';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../base/errors.ts';
import { clearBreakHints } from '../history/exchanges.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { type DeviceMeters, loadMeters, pageKeyOf, readCorrections, runMeter } from '../ledger/load-meters.ts';
import { type Days, toCorrection, toMonthSpan } from '../ledger/to-answers.ts';
import { hiddenText, recordChange } from '../store/audit.ts';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { markMetersDue } from '../store/mark-meters-due.ts';
import { markUnjudged } from '../store/mark-unjudged.ts';
import { makeDue } from '../worklist/make-due.ts';
import { addDeviceEvents } from '../worklist/outbox/add-device-events.ts';

type Trx = Transaction<Database>;

interface Caller {
  readonly user: SignedInUser;
  readonly now: Date;
  readonly days: Days;
  /** Pages above which a second person confirms; 0: never (LG-21). */
  readonly limit: number;
}

interface Subject {
  readonly deviceId: string;
  readonly meter: string;
}

/** A typed reading counts only where no report lies so near (LG-33). */
const nearMs = 3 * dayMs;

/** Adds a correction (LG-19); it waits for a second person above the limit (LG-21). */
export async function addCorrection(
  trx: Trx,
  { user, now, days, limit }: Caller,
  { deviceId, meter }: Subject,
  body: BodyOf<typeof correctMeter>,
): Promise<MeterCorrection> {
  const { rows } = await sql<{ serial: string | null; model: string | null }>`
    select serial, model from device where device_id = ${deviceId} for no key update`.execute(trx);
  const device = (await loadMeters(trx, [deviceId], days)).get(deviceId);
  const run = device && runMeter(device, meter);
  if (device === undefined || run === undefined || run.rows.length === 0)
    throw new Refusal(204001, 'the device has no such meter');
  const at = Date.parse(body.at);
  if (at > now.getTime()) throw new Refusal(202001, 'body.at: later than now');
  check(device, run, body, at);
  const needsSecond = body.kind === 'pages' && limit > 0 && isAboveLimit(run, body.pages, at, { days, limit });
  const correctionId = newId();
  await sql`
    insert into meter_correction (device_id, correction_id, meter, kind, at, until, cause, pages, value, source, reason,
      note, visit_id, needs_second, made_by, made_at, serial, model)
    values (${deviceId}, ${correctionId}, ${meter}, ${body.kind}, ${body.at}, ${body.kind === 'exclude' ? body.until : null},
      ${body.kind === 'cause' ? body.cause : null}, ${body.kind === 'pages' ? body.pages : null},
      ${body.kind === 'reading' ? body.value : null}, ${body.kind === 'reading' ? body.source : null}, ${body.reason},
      ${body.note ?? null}, ${body.kind === 'pages' ? (body.visitId ?? null) : null}, ${needsSecond}, ${user.userId}, ${now},
      ${rows[0]?.serial ?? null}, ${rows[0]?.model ?? null})`.execute(trx);
  const key = pageKeyOf(meter);
  if (body.kind === 'cause' && key !== undefined)
    await stateCause(trx, { deviceId, key, actor: user.subject, now }, breakAt(run, at), body.cause);
  await recordChange(trx, {
    actor: user,
    action: 'meter corrected',
    subject: `device:${deviceId}`,
    detail: { meter, ...body, ...(body.note !== undefined && { note: hiddenText }), correctionId },
  });
  await markMetersDue(trx, [deviceId]);
  const correction = await readCorrection(trx, deviceId, correctionId);
  await addDeviceEvents(trx, [{ deviceId, event: 'meterCorrected', meter, correction, version: 1 }], now);
  return correction;
}

type Run = ReturnType<typeof runMeter>;
const breakAt = ({ breaks }: Run, at: number) => breaks.find(({ after }) => after.at === at);

function check(device: DeviceMeters, run: Run, body: BodyOf<typeof correctMeter>, at: number): void {
  if (body.kind === 'cause') {
    const found = breakAt(run, at);
    if (found === undefined) throw new Refusal(202001, 'body.at: the meter has no break there');
    if (body.cause === 'printed' && found.kind === 'fell')
      throw new Refusal(202001, 'body.cause: what was printed cannot make a counter fall');
  }
  if (body.kind === 'exclude' && !(Date.parse(body.until) >= at))
    throw new Refusal(202001, 'body.until: before body.at');
  if (body.kind === 'pages' && body.pages === 0) throw new Refusal(202001, 'body.pages: 0 corrects nothing');
  if (body.kind === 'pages' && device.corrections.some((one) => isSameVisit(one, body.visitId)))
    throw new Refusal(202003, 'the test prints of this visit were taken already');
  if (body.kind === 'reading' && run.rows.some((row) => row.state !== 'excluded' && Math.abs(row.at - at) < nearMs))
    throw new Refusal(202003, 'the device itself reported within three days of then');
}

const isSameVisit = (one: DeviceMeters['corrections'][number], visitId: string | undefined): boolean =>
  visitId !== undefined && one.visitId === visitId && (one.state === 'inForce' || one.state === 'waiting');

/** LG-21: more pages than the limit, or than that share of the use of the month. */
function isAboveLimit(run: Run, pages: number, at: number, { days, limit }: Pick<Caller, 'days' | 'limit'>): boolean {
  if (Math.abs(pages) > limit) return true;
  const month = new Date(days.dayOf(at) * dayMs).toISOString().slice(0, 7);
  const { from, to } = toMonthSpan(month, days);
  const [first] = run.rows;
  const start = readMeterAt(run, from - 1).used ?? first;
  const end = readMeterAt(run, to - 1).used;
  const use = start === undefined || end === null ? 0 : end.used - start.used;
  return Math.abs(pages) > secondPersonShare * use;
}

/**
 * States the cause among the breaks of the day too, so that the counter screen, its months and every forecast
 * follow (LG-10).
 */
async function stateCause(
  trx: Trx,
  { deviceId, key, actor, now }: { deviceId: string; key: string; actor: string; now: Date },
  found: Run['breaks'][number] | undefined,
  cause: string,
): Promise<void> {
  if (found === undefined) return;
  const day = new Date(found.after.at).toISOString().slice(0, 10);
  await sql`
    insert into counter_break as b (device_id, key, day, kind, value_before, value_after, cause, answered_by, answered_at)
    values (${deviceId}, ${key}, ${day}::date, ${found.kind}, ${found.before.value}, ${found.after.value}, ${cause}, ${actor}, ${now})
    on conflict (device_id, key, day) do update set cause = excluded.cause, answered_by = excluded.answered_by,
      answered_at = excluded.answered_at`.execute(trx);
  await markUnjudged(trx, [deviceId]);
  await clearBreakHints(trx, [deviceId]);
  await makeDue(trx, [deviceId], now);
}

async function readCorrection(trx: Trx, deviceId: string, correctionId: string): Promise<MeterCorrection> {
  const all = (await readCorrections(trx, uuids([deviceId]))).get(deviceId) ?? [];
  const found = all.find((one) => one.correctionId === correctionId);
  if (found === undefined) throw new Refusal(204001, 'there is no such correction');
  return toCorrection(found);
}

/** How often a correction changed: when it was made, and with each decision. */
async function countSteps(trx: Trx, deviceId: string, correctionId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select 1 + count(*)::int as n from meter_correction_decision
    where device_id = ${deviceId} and correction_id = ${correctionId}`.execute(trx);
  return rows[0]?.n ?? 1;
}

/**
 * Confirms or refuses what waits, by a second person; withdraws what is in force or waits, by any user who
 * may correct (LG-21). A cause is not withdrawn: another one replaces it.
 */
export async function decideOnCorrection(
  trx: Trx,
  { user, now }: Omit<Caller, 'days' | 'limit'>,
  { deviceId, meter, correctionId }: Subject & { readonly correctionId: string },
  { decision }: BodyOf<typeof decideCorrection>,
): Promise<MeterCorrection> {
  await sql`select from device where device_id = ${deviceId} for no key update`.execute(trx);
  const all = (await readCorrections(trx, uuids([deviceId]))).get(deviceId) ?? [];
  const found = all.find((one) => one.correctionId === correctionId && one.meter === meter);
  if (found === undefined) throw new Refusal(204001, 'there is no such correction');
  const isOpen = found.state === 'waiting' || (decision === 'withdraw' && found.state === 'inForce');
  if (!isOpen || (decision === 'withdraw' && found.kind === 'cause'))
    throw new Refusal(202003, `the correction is ${found.state}`);
  if (decision === 'confirm' && found.madeBy?.userId === user.userId)
    throw new Refusal(202003, 'a second person has to confirm it');
  await sql`
    insert into meter_correction_decision (device_id, correction_id, decision, decided_by, decided_at)
    values (${deviceId}, ${correctionId}, ${decision}, ${user.userId}, ${now})`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: 'meter correction decided',
    subject: `device:${deviceId}`,
    detail: { meter, correctionId, before: found.state, decision },
  });
  await markMetersDue(trx, [deviceId]);
  const correction = await readCorrection(trx, deviceId, correctionId);
  const version = await countSteps(trx, deviceId, correctionId);
  await addDeviceEvents(trx, [{ deviceId, event: 'meterCorrected', meter, correction, version }], now);
  return correction;
}

import type { BodyOf } from '@platen/contract/endpoint';
import { secondPersonPages } from '@platen/contract/meter-values';
import * as contract from '@platen/contract/meters';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { goesApart, pagesBetween } from '@platen/diagnosis/meters/read-meter';
import { dayMs } from '@platen/diagnosis/meters/suspicious-rise';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { addCorrection, decideOnCorrection } from '../../closes/correct-meter.ts';
import { readDevice } from '../../device/read-device.ts';
import type { Actor, SignedInUser } from '../../identity/signed-in-user.ts';
import { once } from '../../kit/idempotency.ts';
import { serve } from '../../kit/serve.ts';
import { readRemaining } from '../../ledger/joined-records.ts';
import { type DeviceMeters, loadMeters, meterNames, runMeter } from '../../ledger/load-meters.ts';
import {
  type MeterPast,
  toAt,
  toBreaks,
  toCorrection,
  toEpoch,
  toPeriods,
  toReading,
  unitOf,
} from '../../ledger/to-answers.ts';
import { type Change, recordChange } from '../../store/audit.ts';
import { inTransaction } from '../../store/transactions.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import { type MeteredDevice, toProof } from './proof.ts';

type Reading = BodyOf<typeof contract.readMeterProofs>['readings'][number];

/** Days for which black, color and total are compared with those before (LG-14). */
const comparedMs = 31 * dayMs;

type Days = ReturnType<typeof toWorkTime>;

/** The ledger of one device (LG-15, LG-17 to LG-22). */
export function registerMeters(app: FastifyInstance): void {
  registerReadings(app);
  registerProofs(app);
  registerCorrections(app);
}

/** The device, if the user sees it, and the settings of its organisation. */
async function readMetered({ store }: FastifyInstance['platform'], user: SignedInUser, deviceId: string) {
  const device = await readDevice<MeteredDevice & { readonly organisationId: string | null }>(store, user, deviceId, {
    name: 'metered',
    columns: sql`d.serial, d.model, d.customer_name as "customerName",
      d.organisation_id as "organisationId", (select f.asset_number from device_fact f where f.device_id = d.device_id) as "assetNumber"`,
  });
  const { settings, form } = await readOrganisation(store.db, device.organisationId);
  const days = toWorkTime(settings.calendar);
  return { device, days, zone: days.zone, limit: form.secondPersonPages ?? secondPersonPages };
}

async function loadPast({ store }: FastifyInstance['platform'], deviceId: string, meter: string, days: Days) {
  const device = (await loadMeters(store.db, [deviceId], days)).get(deviceId);
  if (device === undefined || !meterNames(device).includes(meter))
    throw new Refusal(204001, 'the device has no such meter');
  return { device, meter, run: runMeter(device, meter) } satisfies MeterPast;
}

/** States and readings of meters. */
function registerReadings(app: FastifyInstance): void {
  const { platform } = app;
  const { db } = platform.store;

  serve(app, contract.readMeters, async ({ user, params: { id }, query }) => {
    const { days, zone } = await readMetered(platform, user, id);
    const device = (await loadMeters(db, [id], days)).get(id);
    const instant = query.instant === undefined ? Date.now() : Date.parse(query.instant);
    return {
      zone,
      meters: device === undefined ? [] : toStates(device, instant),
      mergedInto: await readRemaining(db, user, id),
      joined: (device?.joined ?? []).flatMap(({ serial }) => serial ?? []),
    };
  });

  serve(app, contract.readMeterReadings, async ({ user, params: { id, meter }, query }) => {
    const { days, zone } = await readMetered(platform, user, id);
    const past = await loadPast(platform, id, meter, days);
    const from = query.from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(query.from);
    const to = query.to === undefined ? Number.POSITIVE_INFINITY : Date.parse(query.to);
    const { device, run } = past;
    return {
      zone,
      meter,
      unit: unitOf(meter),
      readings: run.rows.filter(({ at }) => at >= from && at <= to).map((row) => toReading(past, row)),
      epochs: run.epochs.flatMap((_, index) => toEpoch(past, index) ?? []),
      breaks: toBreaks(past),
      corrections: device.corrections
        .filter((one) => one.meter === meter && one.of === undefined)
        .toReversed()
        .map(toCorrection),
      ...toVisitEntries(device, meter),
      periods: toPeriods(past, Date.now(), days),
    };
  });

  serve(app, contract.readMeterAt, async ({ user, params: { id, meter }, query }) => {
    const { days, zone } = await readMetered(platform, user, id);
    const past = await loadPast(platform, id, meter, days);
    return { zone, meter, unit: unitOf(meter), ...toAt(past, Date.parse(query.instant)) };
  });
}

/** What was entered at visits: readings, and test prints that no correction takes off yet. */
function toVisitEntries({ corrections, visits }: DeviceMeters, meter: string) {
  const taken = new Set(
    corrections.flatMap(({ visitId, state }) => (state === 'inForce' || state === 'waiting' ? (visitId ?? []) : [])),
  );
  const ofVisit = ({ at, by, visitId }: DeviceMeters['visits'][number]) => ({
    at: new Date(at).toISOString(),
    by,
    visitId,
  });
  return {
    typed: visits.flatMap((visit) =>
      visit.typed.flatMap(({ counter, value }) => (counter === meter ? [{ ...ofVisit(visit), value }] : [])),
    ),
    testPrints: visits.flatMap((visit) =>
      meter === 'total' && (visit.testPages ?? 0) > 0 && !taken.has(visit.visitId)
        ? [{ ...ofVisit(visit), pages: visit.testPages ?? 0 }]
        : [],
    ),
  };
}

/** Proofs of readings; who had one stands in the audit (OA-52). */
function registerProofs(app: FastifyInstance): void {
  const { platform } = app;
  const { db } = platform.store;

  const prove = async (user: SignedInUser, { deviceId, meter, instant }: Reading) => {
    const { device: found, days, zone } = await readMetered(platform, user, deviceId);
    const { organisationId: _own, ...device } = found;
    const past = await loadPast(platform, deviceId, meter, days);
    return await toProof(db, { deviceId, device, past, zone, instant: Date.parse(instant) });
  };
  const recordProofs = async (actor: Actor, subject: string, detail: NonNullable<Change['detail']>): Promise<void> => {
    await recordChange(db, { actor, action: 'meter proof', subject, detail });
  };

  serve(app, contract.readMeterProof, async ({ user, params: { id: deviceId, meter }, query }) => {
    const proof = await prove(user, { deviceId, meter, ...query });
    await recordProofs(user, `device:${deviceId}`, { meter, ...query });
    return proof;
  });

  serve(app, contract.readMeterProofs, async ({ user, body: { readings } }) => {
    const proofs: contract.MeterProof[] = [];
    for (const reading of readings) proofs.push(await prove(user, reading));
    await recordProofs(user, 'meters', { readings: readings.length });
    return { proofs };
  });
}

/** Corrections of meters, and the decision of a second person on them. */
function registerCorrections(app: FastifyInstance): void {
  const { platform } = app;
  const { db } = platform.store;

  serve(app, contract.correctMeter, async ({ user, request, params: { id, meter }, body }) => {
    const { days, limit } = await readMetered(platform, user, id);
    const caller = { user, now: new Date(), days, limit };
    return await once(db, user, request, (trx) => addCorrection(trx, caller, { deviceId: id, meter }, body));
  });

  serve(app, contract.decideCorrection, async ({ user, params: { id, meter, correctionId }, body }) => {
    await readMetered(platform, user, id);
    const caller = { user, now: new Date() };
    return await inTransaction(db, (trx) =>
      decideOnCorrection(trx, caller, { deviceId: id, meter, correctionId }, body),
    );
  });
}

/** The state of all meters of a device at an instant. */
function toStates(device: DeviceMeters, instant: number) {
  const pasts = meterNames(device).map((meter): MeterPast => ({ meter, device, run: runMeter(device, meter) }));
  const pagesOf = (meter: string, to: number) => {
    const past = pasts.find((one) => one.meter === meter);
    return past === undefined ? null : pagesBetween(past.run, to - comparedMs, to);
  };
  const kindsUntil = (to: number) => ({
    total: pagesOf('total', to),
    black: pagesOf('black', to),
    color: pagesOf('color', to),
  });
  const isApart = goesApart(kindsUntil(instant - comparedMs), kindsUntil(instant));
  return pasts.map((past) => {
    const { used, ...at } = toAt(past, instant);
    const row = past.run.rows.findLast((one) => one.state !== 'excluded' && one.at <= instant);
    return {
      meter: past.meter,
      unit: unitOf(past.meter),
      ...at,
      used,
      epoch: row === undefined ? null : toEpoch(past, row.epoch),
      readings: past.run.rows.length,
      ...(isApart && ['total', 'black', 'color'].includes(past.meter) && { goesApart: true as const }),
    };
  });
}

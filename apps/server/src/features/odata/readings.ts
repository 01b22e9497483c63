import { splitMeter } from '@platen/contract/meter-names';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { toClock, toMomentsOf } from '../../files/cells.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import { type DeviceMeters, loadMeters, meterNames, runMeter } from '../../ledger/load-meters.ts';
import type { Database } from '../../store/database.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import type { ReadingProperty } from './entity-sets.ts';
import type { Entity } from './evaluate.ts';
import type { Filter } from './filter.ts';
import { toCondition } from './sql-condition.ts';

type Db = Kysely<Database>;

/** A device whose readings are given. */
interface FedDevice {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly model: string | null;
  readonly description: string | null;
  readonly customerNumber: string | null;
  readonly customerName: string | null;
  readonly dealerNumber: string | null;
  readonly assetNumber: string | null;
}

const columns: Partial<Record<ReadingProperty, RawBuilder<string | null>>> = {
  Serial: sql`d.serial`,
  Model: sql`d.model`,
  CustomerNumber: sql`d.customer_number`,
  CustomerName: sql`d.customer_name`,
  DealerNumber: sql`d.dealer_number`,
  AssetNumber: sql`f.asset_number`,
};

/** A condition on `device d`, `device_fact f`: what is not about the device counts as met. */
const toDeviceCondition = (filter: Filter | undefined) =>
  toCondition(filter, ({ name, comparison, value }) => {
    const column = Object.entries(columns).find(([known]) => known === name)?.[1];
    // By which order the database compares texts does not matter so.
    if (column === undefined || comparison !== 'eq') return undefined;
    return value === null ? sql<boolean>`${column} is null` : sql<boolean>`${column} = ${String(value)}`;
  });

/** Devices that may have readings of the filter, after one of them, in the order of their ids. */
export async function readFedDevices(
  db: Db,
  user: SignedInUser,
  filter: Filter | undefined,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<FedDevice[]> {
  const { rows } = await sql<FedDevice>`
    select d.device_id as "deviceId", d.serial, d.model, d.description, d.customer_number as "customerNumber",
      d.customer_name as "customerName", d.dealer_number as "dealerNumber", f.asset_number as "assetNumber"
    from device d left join device_fact f on f.device_id = d.device_id
    where ${visibleTo(user)} and ${toDeviceCondition(filter)}
      and ${after === null ? sql`true` : sql`d.device_id > ${after}::uuid`}
    order by d.device_id limit ${limit}`.execute(db);
  return rows;
}

/** The readings of devices as entities, by device; each in the order of meter and time. */
export async function loadReadings(
  db: Db,
  { organisationId }: Pick<SignedInUser, 'organisationId'>,
  devices: readonly FedDevice[],
): Promise<Entity[][]> {
  const days = toWorkTime((await readOrganisation(db, organisationId)).settings.calendar);
  const toMoment = toMomentsOf(days.zone);
  const toDay = (at: number) =>
    toClock(toMoment(new Date(at)))
      .toISOString()
      .slice(0, 10);
  const meters = await loadMeters(
    db,
    devices.map(({ deviceId }) => deviceId),
    days,
  );
  return devices.map((device) => {
    const of = meters.get(device.deviceId);
    return of === undefined ? [] : toEntities(device, of, { zone: days.zone, toDay });
  });
}

function toEntities(
  device: FedDevice,
  of: DeviceMeters,
  { zone, toDay }: { readonly zone: string; readonly toDay: (at: number) => string },
): Entity[] {
  const received = new Map(of.reports.map(({ at, receivedAt }) => [at, receivedAt]));
  return meterNames(of).flatMap((meter) => {
    const { unit } = splitMeter(meter);
    const run = runMeter(of, meter);
    const entered = new Map(
      of.corrections.flatMap((one) =>
        one.kind === 'reading' && one.state === 'inForce' && one.meter === meter ? [[one.at, one.source] as const] : [],
      ),
    );
    return run.rows.map((row) => {
      const receivedAt = received.get(row.at) ?? null;
      return {
        Id: `${device.deviceId}/${meter}/${row.at}`,
        CustomerNumber: device.customerNumber,
        CustomerName: device.customerName,
        DealerNumber: device.dealerNumber,
        AssetNumber: device.assetNumber,
        Serial: device.serial,
        Model: device.model,
        Description: device.description,
        Meter: meter,
        Unit: unit,
        Zone: zone,
        Date: toDay(row.at),
        ReadAt: new Date(row.at).toISOString(),
        ReceivedAt: receivedAt === null ? null : new Date(receivedAt).toISOString(),
        Raw: row.value,
        Offset: row.billed === null ? null : (run.epochs[row.epoch]?.offset ?? 0),
        Billed: row.billed,
        Source: received.has(row.at) ? 'report' : (entered.get(row.at) ?? 'report'),
        State: row.state === 'excluded' ? (row.exclusion ?? 'stated') : row.state,
      };
    });
  });
}

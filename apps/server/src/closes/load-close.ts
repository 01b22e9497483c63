import { type Kysely, sql } from 'kysely';
import { type DeviceMeters, loadMeters } from '../ledger/load-meters.ts';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { sqlMs } from '../store/sql-ms.ts';
import type { CloseRow } from './close-row.ts';
import { type CustomerSince, readCustomers } from './customer-history.ts';
import type { LineBody, StoredSettlement } from './line-body.ts';

type Db = Kysely<Database>;

/** What a line states of its device. */
export interface ClosedDevice {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly model: string | null;
  readonly description: string | null;
  readonly customerNumber: string | null;
  readonly customerName: string | null;
  readonly dealerNumber: string | null;
  readonly assetNumber: string | null;
  readonly contract: string | null;
  /** `YYYY-MM-DD`: the day from which it is out (OA-41). */
  readonly retiredOn: string | null;
  readonly groupIds: readonly number[];
}

/** A line of a closed period. */
export interface FrozenLine {
  readonly closeId: string;
  readonly planId: string | null;
  readonly closeName: string;
  readonly closedAt: number;
  readonly from: number;
  readonly to: number;
  readonly body: LineBody;
}

/** All that the lines of a device are made of. */
export interface CloseDevice {
  readonly device: ClosedDevice;
  readonly meters: DeviceMeters;
  readonly customers: readonly CustomerSince[];
  readonly settled: readonly StoredSettlement[];
  /** Of closes that ended before, newest first. */
  readonly frozen: readonly FrozenLine[];
  /** The same of records that were merged into the device. */
  readonly frozenElsewhere: readonly FrozenLine[];
  /** It was merged into another device, whose lines have what it counts (OA-44). */
  readonly isMerged: boolean;
}

/** What is known of devices of a close; those that are gone are left out. */
export async function loadCloseDevices(
  db: Db,
  close: CloseRow,
  deviceIds: readonly string[],
  zone: { readonly dayOf: (at: number) => number },
): Promise<CloseDevice[]> {
  const ids = uuids(deviceIds);
  const [devices, meters, customers, settled, merged] = await Promise.all([
    readDevices(db, ids),
    loadMeters(db, deviceIds, zone),
    readCustomers(db, ids),
    readSettled(db, close.closeId, ids),
    readMergedAway(db, ids),
  ]);
  const joined = [...meters.values()].flatMap(({ joined: records = [] }) => records.map(({ deviceId }) => deviceId));
  const frozen = await readFrozen(db, close, uuids([...new Set([...deviceIds, ...joined])]));
  return devices.flatMap((device) => {
    const own = meters.get(device.deviceId);
    if (own === undefined) return [];
    return [
      {
        device,
        meters: own,
        customers: customers.get(device.deviceId) ?? [],
        settled: settled.get(device.deviceId) ?? [],
        frozen: frozen.get(device.deviceId) ?? [],
        frozenElsewhere: (own.joined ?? []).flatMap(({ deviceId }) => frozen.get(deviceId) ?? []),
        isMerged: merged.has(device.deviceId),
      },
    ];
  });
}

async function readDevices(db: Db, ids: ReturnType<typeof uuids>): Promise<ClosedDevice[]> {
  const { rows } = await sql<ClosedDevice>`
    select d.device_id as "deviceId", d.serial, d.model, d.description, d.customer_number as "customerNumber",
      d.customer_name as "customerName", d.dealer_number as "dealerNumber", f.asset_number as "assetNumber",
      f.contract, to_char(d.retired_on, 'YYYY-MM-DD') as "retiredOn", d.group_ids as "groupIds"
    from device d left join device_fact f on f.device_id = d.device_id
    where d.device_id = any(${ids}) order by d.device_id`.execute(db);
  return rows;
}

async function readMergedAway(db: Db, ids: ReturnType<typeof uuids>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select merged_id as id from device_merge where merged_id = any(${ids}) and undone_at is null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

async function readSettled(
  db: Db,
  closeId: string,
  ids: ReturnType<typeof uuids>,
): Promise<Map<string, StoredSettlement[]>> {
  const { rows } = await sql<{ id: string; list: StoredSettlement[] }>`
    select device_id as id, json_agg(json_build_object('meter', meter, 'part', part, 'kind', kind, 'reason', reason,
      'note', note, 'userId', made_by, 'at', ${sqlMs('made_at')})) as list
    from meter_close_settlement where close_id = ${closeId} and device_id = any(${ids}) group by device_id`.execute(db);
  return new Map(rows.map(({ id, list }) => [id, list]));
}

/** Years of closed lines that are looked through for corrections. */
const correctedYears = 2;

async function readFrozen(
  db: Db,
  { from }: Pick<CloseRow, 'from'>,
  ids: ReturnType<typeof uuids>,
): Promise<Map<string, FrozenLine[]>> {
  const { rows } = await sql<{ id: string; list: (Omit<FrozenLine, 'body'> & { body: string })[] }>`
    select l.device_id as id, json_agg(json_build_object('closeId', c.close_id, 'planId', c.plan_id,
      'closeName', c.name, 'closedAt', ${sqlMs('c.closed_at')}, 'from', ${sqlMs('c.from_at')}, 'to', ${sqlMs('c.to_at')},
      'body', l.body) order by c.to_at desc, l.part desc) as list
    from meter_close_line l join meter_close c on c.close_id = l.close_id
    where l.device_id = any(${ids}) and c.state in ('closed', 'exported') and c.to_at <= ${new Date(from)}
      and c.to_at > ${new Date(from)}::timestamptz - ${sql.lit(correctedYears)} * interval '1 year'
    group by l.device_id`.execute(db);
  return new Map(
    rows.map(({ id, list }) => [id, list.map((one): FrozenLine => ({ ...one, body: JSON.parse(one.body) }))]),
  );
}

import type { DeviceFacts } from '@platen/contract/device-facts';
import { type Kysely, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import { markMetersDue } from '../../store/mark-meters-due.ts';
import { retireDevice } from '../../store/retire-device.ts';
import { askAgain } from '../../worklist/make-due.ts';

type Db = Kysely<Database>;

export type FactFields = Pick<
  DeviceFacts,
  'assetNumber' | 'place' | 'contact' | 'contract' | 'notes' | 'weight' | 'retiredOn'
>;

interface Written {
  readonly userId: string | null;
  readonly deviceId: string;
  readonly before: FactFields;
  readonly after: FactFields;
}

/** Writes facts of a device; each change has the next version. */
export async function writeFacts(db: Db, { userId, deviceId, before, after: facts }: Written): Promise<void> {
  const values = {
    asset_number: facts.assetNumber,
    place: facts.place,
    contact: facts.contact,
    contract: facts.contract,
    notes: facts.notes,
    changed_by: userId,
    changed_at: new Date(),
  };
  await db
    .insertInto('device_fact')
    .values({ device_id: deviceId, ...values })
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet({ ...values, version: sql`device_fact.version + 1` }),
    )
    .execute();
  await markMetersDue(db, [deviceId]);
  await writeStanding(db, { userId, deviceId, before, after: facts });
}

/** Weight and retirement decide what is work: the device is evaluated again. */
async function writeStanding(db: Db, { userId, deviceId, before, after }: Written): Promise<void> {
  const { weight, retiredOn } = after;
  if (retiredOn !== before.retiredOn) await retireDevice(db, deviceId, retiredOn);
  const isWeighed = weight !== before.weight;
  if (isWeighed && weight === null) await sql`delete from device_weight where device_id = ${deviceId}`.execute(db);
  if (isWeighed)
    await sql`update evaluation set weight_version = weight_version + 1 where entity_id = ${deviceId}`.execute(db);
  if (isWeighed || retiredOn !== before.retiredOn) await askAgain(db, [deviceId]);
  if (isWeighed && weight !== null)
    await sql`
      insert into device_weight (device_id, weight, reason, set_by, version)
      values (${deviceId}, ${weight}, '', ${userId},
        coalesce((select weight_version from evaluation where entity_id = ${deviceId}), 1))
      on conflict (device_id) do update set weight = excluded.weight, reason = excluded.reason,
        set_by = excluded.set_by, version = excluded.version`.execute(db);
}

/** Facts of the devices with these serial numbers that the user sees; a number may be that of several. */
export async function findBySerial(
  db: Db,
  user: SignedInUser,
  serials: readonly string[],
): Promise<(FactFields & { deviceId: string; serial: string })[]> {
  const { rows } = await sql<FactFields & { deviceId: string; serial: string }>`
    select d.device_id as "deviceId", d.serial, f.asset_number as "assetNumber", f.place, f.contact, f.contract, f.notes,
      w.weight, to_char(d.retired_on, 'YYYY-MM-DD') as "retiredOn"
    from device d left join device_fact f on f.device_id = d.device_id
      left join device_weight w on w.device_id = d.device_id
    where d.serial = any(${serials}::text[]) and ${visibleTo(user)}`.execute(db);
  return rows;
}

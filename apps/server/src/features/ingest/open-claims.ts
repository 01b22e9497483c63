import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import type { Resolution } from './resolve-devices.ts';

/** A report of a foreign device that a person has to decide about. */
export interface OpenedClaim {
  claimId: string;
  /** The device that holds the report, and the one that it seems to be. */
  deviceId: string;
  rivalDeviceId: string;
  collectorId: string;
  rivalCollectorId: string | null;
}

/**
 * Opens a claim for each held device. Runs for every delivery that registers devices, with or without held ones, so that both
 * take the same statements.
 */
export async function openClaims(
  trx: Transaction<Database>,
  held: Resolution['held'],
  { collectorId, now }: { collectorId: string; now: Date },
): Promise<OpenedClaim[]> {
  const entries = [...held];
  const { rows } = await sql<OpenedClaim>`
    insert into device_claim (device_id, claim_id, rival_device_id, collector_id, rival_collector_id, opened_at)
    select said.device_id, said.claim_id, rival.device_id, ${collectorId}, rival.owner_id, ${now}
    from unnest(${uuids(entries.map(([deviceId]) => deviceId))}, ${uuids(entries.map(() => newId()))},
      ${uuids(entries.map(([, { rivalId }]) => rivalId))}) as said(device_id, claim_id, rival_id)
    join device rival on rival.device_id = said.rival_id
    order by said.device_id
    returning claim_id as "claimId", device_id as "deviceId", rival_device_id as "rivalDeviceId",
      collector_id as "collectorId", rival_collector_id as "rivalCollectorId"`.execute(trx);
  return rows;
}

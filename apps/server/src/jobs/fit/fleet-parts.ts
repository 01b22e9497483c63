import { type Kysely, sql } from 'kysely';
import { type FleetUse, fleetLine } from '../../device/fleet-line.ts';
import type { Database } from '../../store/database.ts';

/** The smallest groups of devices that are compared: those of a model, or of a family and firmware. */
export interface FleetPart {
  /** Null: devices without model or firmware, which are compared within the family only. */
  readonly name: string | null;
  /** Null: not known, or a model that is reported under several families; it has no part in a family. */
  readonly family: string | null;
  /** Dealer number by device; '' for all that have none, as one dealer. */
  readonly dealers: ReadonlyMap<string, string>;
}

/**
 * All devices with codes by model or line; devices that are held, and those of neither name nor family, are
 * left out.
 */
export async function readFleetParts(db: Kysely<Database>, use: FleetUse): Promise<FleetPart[]> {
  const nameOf = use === 'usual' ? sql`d.model` : sql.raw(fleetLine);
  const { rows } = await sql<{ name: string | null; family: string | null; device_id: string; dealer: string }>`
    select ${nameOf} as name, d.series as family, d.device_id, coalesce(trim(d.dealer_number), '') as dealer
    from device d join device_section s on s.device_id = d.device_id and s.section = 'codes'
    where (${nameOf} is not null or d.series is not null) and d.held_by is null`.execute(db);
  const parts = new Map<string, { name: string | null; family: string | null; dealers: Map<string, string> }>();
  for (const { name, family, device_id, dealer } of rows) {
    const key = name === null ? `family ${family ?? ''}` : `name ${name}`;
    const part = parts.get(key) ?? { name, family, dealers: new Map<string, string>() };
    if (part.family !== family) part.family = null;
    part.dealers.set(device_id, dealer);
    parts.set(key, part);
  }
  return [...parts.values()];
}

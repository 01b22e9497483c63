import {
  addTable,
  dealersNeeded,
  devicesNeeded,
  type FleetTally,
  finishFleetTally,
  startFleetTally,
} from '@platen/diagnosis/codes/fleet-codes';
import { type Kysely, sql } from 'kysely';
import { toFleetBody } from '../../device/fleet-body.ts';
import { fleetLine } from '../../device/fleet-line.ts';
import { toWholeCodes } from '../../device/whole-lists.ts';
import type { Database } from '../../store/database.ts';

const scopes = ['model', 'line'] as const;
const kinds = ['05', '08'] as const;
/** Tables of codes read at once; one may have some thousand codes. */
const chunk = 100;

/**
 * What is usual for each 05 and 08 code: over the devices of a model, and over those of a family and firmware (OQ-75).
 * One model or line after the other, its devices in small parts, so that memory grows with the codes and not with the devices.
 * Fewer than 20 devices, or devices of fewer than 3 dealers, say nothing of what is usual and are left out (docs/decisions/0119).
 */
export async function fitCodes(db: Kysely<Database>, onDevices: (devices: number) => Promise<void>): Promise<void> {
  const started = (await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db)).rows[0]?.at ?? 'now';
  for (const scope of scopes) {
    for (const [name, dealers] of await readGroups(db, scope)) {
      const deviceIds = [...dealers.keys()];
      const tallies = { '05': startFleetTally(), '08': startFleetTally() };
      for (let at = 0; at < deviceIds.length; at += chunk) {
        const part = deviceIds.slice(at, at + chunk);
        await addTables(db, part, dealers, tallies);
        await onDevices(part.length);
      }
      for (const kind of kinds)
        if (tallies[kind].devices >= devicesNeeded) await keepFleet(db, scope, name, kind, tallies[kind]);
    }
  }
  await sql`delete from fleet_code where fitted_at < ${started}::timestamptz`.execute(db);
}

/** Dealer number of each device; '' for all that have none, as one dealer. */
type Dealers = Map<string, string>;

async function readGroups(db: Kysely<Database>, scope: (typeof scopes)[number]): Promise<Map<string, Dealers>> {
  const nameOf = scope === 'model' ? sql`d.model` : sql.raw(fleetLine);
  const { rows } = await sql<{ name: string; device_id: string; dealer: string }>`
    select ${nameOf} as name, d.device_id, coalesce(trim(d.dealer_number), '') as dealer
    from device d join device_section s on s.device_id = d.device_id and s.section = 'codes'
    where ${nameOf} is not null and d.held_by is null`.execute(db);
  const groups = new Map<string, Dealers>();
  for (const { name, device_id, dealer } of rows) {
    const group = groups.get(name) ?? new Map<string, string>();
    groups.set(name, group.set(device_id, dealer));
  }
  return new Map(
    [...groups].filter(
      ([, dealers]) => dealers.size >= devicesNeeded && new Set(dealers.values()).size >= dealersNeeded,
    ),
  );
}

type Table = readonly { main: number; sub: number; value: string }[];

async function addTables(
  db: Kysely<Database>,
  deviceIds: readonly string[],
  dealers: Dealers,
  tallies: Readonly<Record<(typeof kinds)[number], FleetTally>>,
): Promise<void> {
  const { rows } = await sql<Record<(typeof kinds)[number], Table | null> & { device_id: string }>`
    select device_id, body -> 'code05' as "05", body -> 'code08' as "08" from device_section
    where device_id = any(${deviceIds}::uuid[]) and section = 'codes' order by device_id`.execute(db);
  for (const row of rows)
    for (const kind of kinds) {
      const table = row[kind];
      if (table !== null)
        addTable(
          tallies[kind],
          new Map(toWholeCodes(table).map(({ main, sub, value }) => [`${main}.${sub}`, value])),
          dealers.get(row.device_id) ?? '',
        );
    }
}

/** Of a model what is shown of it, of a line what the levels go by. */
async function keepFleet(
  db: Kysely<Database>,
  scope: (typeof scopes)[number],
  name: string,
  kind: string,
  tally: FleetTally,
): Promise<void> {
  const fleet = finishFleetTally(tally);
  const body = toFleetBody(scope, fleet);
  if (Object.keys(Object.values(body)[0] ?? {}).length === 0) return;
  await sql`
    insert into fleet_code (scope, name, kind, fitted_at, devices, body)
    values (${scope}, ${name}, ${kind}, clock_timestamp(), ${fleet.devices}, ${JSON.stringify(body)}::json)
    on conflict (scope, name, kind) do update set
      fitted_at = excluded.fitted_at, devices = excluded.devices, body = excluded.body`.execute(db);
}

import {
  addTable,
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
 * Fewer than 20 devices say nothing of what is usual and are left out.
 */
export async function fitCodes(db: Kysely<Database>, onDevices: (devices: number) => Promise<void>): Promise<void> {
  const started = (await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db)).rows[0]?.at ?? 'now';
  for (const scope of scopes) {
    for (const [name, deviceIds] of await readGroups(db, scope)) {
      const tallies = { '05': startFleetTally(), '08': startFleetTally() };
      for (let at = 0; at < deviceIds.length; at += chunk) {
        const part = deviceIds.slice(at, at + chunk);
        await addTables(db, part, tallies);
        await onDevices(part.length);
      }
      for (const kind of kinds)
        if (tallies[kind].devices >= devicesNeeded) await keepFleet(db, scope, name, kind, tallies[kind]);
    }
  }
  await sql`delete from fleet_code where fitted_at < ${started}::timestamptz`.execute(db);
}

async function readGroups(db: Kysely<Database>, scope: (typeof scopes)[number]): Promise<Map<string, string[]>> {
  const name = scope === 'model' ? sql`d.model` : sql.raw(fleetLine);
  const { rows } = await sql<{ name: string; device_id: string }>`
    select ${name} as name, d.device_id
    from device d join device_section s on s.device_id = d.device_id and s.section = 'codes'
    where ${name} is not null and d.held_by is null`.execute(db);
  const groups = new Map<string, string[]>();
  for (const row of rows) {
    const list = groups.get(row.name);
    if (list === undefined) groups.set(row.name, [row.device_id]);
    else list.push(row.device_id);
  }
  return new Map([...groups].filter(([, deviceIds]) => deviceIds.length >= devicesNeeded));
}

type Table = readonly { main: number; sub: number; value: string }[];

async function addTables(
  db: Kysely<Database>,
  deviceIds: readonly string[],
  tallies: Readonly<Record<(typeof kinds)[number], FleetTally>>,
): Promise<void> {
  const { rows } = await sql<Record<(typeof kinds)[number], Table | null>>`
    select body -> 'code05' as "05", body -> 'code08' as "08" from device_section
    where device_id = any(${deviceIds}::uuid[]) and section = 'codes' order by device_id`.execute(db);
  for (const row of rows)
    for (const kind of kinds) {
      const table = row[kind];
      if (table !== null)
        addTable(tallies[kind], new Map(toWholeCodes(table).map(({ main, sub, value }) => [`${main}.${sub}`, value])));
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
  await sql`
    insert into fleet_code (scope, name, kind, fitted_at, devices, body)
    values (${scope}, ${name}, ${kind}, clock_timestamp(), ${fleet.devices}, ${JSON.stringify(body)}::json)
    on conflict (scope, name, kind) do update set
      fitted_at = excluded.fitted_at, devices = excluded.devices, body = excluded.body`.execute(db);
}

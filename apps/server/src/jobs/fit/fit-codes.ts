import { findFamily, relatedFamilies } from '@platen/catalogue/families/families';
import {
  addTable,
  dealersNeeded,
  devicesNeeded,
  type FleetCodes,
  type FleetTally,
  finishFleetTally,
  startFleetTally,
} from '@platen/diagnosis/codes/fleet-codes';
import {
  addGroup,
  addPart,
  closeGroup,
  type FleetGroup,
  finishLevels,
  finishUsual,
  startFleetGroup,
} from '@platen/diagnosis/codes/fleet-group';
import { type Kysely, sql } from 'kysely';
import { type FleetScope, type FleetUse, fleetLine, fleetScopes, toFleetBody } from '../../device/fleet-line.ts';
import type { Database } from '../../store/database.ts';
import { decodeCodes, type StoredCodes } from '../../store/report-format/lists.ts';

/** The smallest groups of devices that are compared: those of a model, or of a family and firmware. */
interface FleetPart {
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
async function readFleetParts(db: Kysely<Database>, use: FleetUse): Promise<FleetPart[]> {
  const nameOf = use === 'usual' ? sql`d.model` : fleetLine;
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

const uses = ['usual', 'levels'] as const;
const kinds = ['05', '08'] as const;
type Kind = (typeof kinds)[number];
/** Tables of codes read at once; one may have some thousand codes. */
const chunk = 100;

const ofKinds = <T>(make: (kind: Kind) => T): Record<Kind, T> => ({ '05': make('05'), '08': make('08') });

/**
 * What is usual for each 05 and 08 code: over the devices of a model, and over those of a family and firmware
 * (OQ-75); for devices whose model or firmware has too few, over the family and over related families
 * (docs/decisions/0228). Devices are read in small parts and families one after the other, so that memory
 * grows with the codes and not with the devices. Groups of fewer than 20 devices, or of fewer than 3 dealers,
 * are left out (docs/decisions/0119).
 */
export async function fitCodes(db: Kysely<Database>, onDevices: (devices: number) => Promise<void>): Promise<void> {
  const started = (await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db)).rows[0]?.at ?? 'now';
  for (const use of uses) await fitUse(db, use, onDevices);
  await sql`delete from fleet_code where fitted_at < ${started}::timestamptz`.execute(db);
}

/** Parts come by related families and family: a group is finished when the next one begins. */
async function fitUse(
  db: Kysely<Database>,
  use: FleetUse,
  onDevices: (devices: number) => Promise<void>,
): Promise<void> {
  const [partScope, familyScope, relatedScope] = fleetScopes[use];
  const finish = use === 'usual' ? finishUsual : finishLevels;
  const parts = await readFleetParts(db, use);
  for (const [related, families] of toTree(parts)) {
    const wider = ofKinds(startFleetGroup);
    for (const [family, members] of families) {
      const groups = ofKinds(startFleetGroup);
      for (const part of members) {
        const tallies = await readTallies(db, part, onDevices);
        for (const kind of kinds) {
          const fleet = finishFleetTally(tallies[kind]);
          if (part.name !== null && isEnough(part))
            await saveFleet(db, { use, scope: partScope, name: part.name, kind }, fleet);
          addPart(groups[kind], tallies[kind], fleet);
        }
      }
      if (family === null) continue;
      for (const kind of kinds) {
        closeGroup(groups[kind]);
        await saveFleet(db, { use, scope: familyScope, name: family, kind }, finish(groups[kind]));
        addGroup(wider[kind], groups[kind]);
      }
    }
    if (related === null) continue;
    for (const kind of kinds) await saveRelated(db, { use, scope: relatedScope, kind }, related, wider[kind], finish);
  }
}

/** The result is stored under the name of every family it holds for, so that a device finds it by its own. */
async function saveRelated(
  db: Kysely<Database>,
  place: Omit<Place, 'name'>,
  related: readonly string[],
  group: FleetGroup,
  finish: (group: FleetGroup) => FleetCodes,
): Promise<void> {
  closeGroup(group);
  const fleet = finish(group);
  for (const name of related) await saveFleet(db, { ...place, name }, fleet);
}

const isEnough = ({ dealers }: FleetPart): boolean =>
  dealers.size >= devicesNeeded && new Set(dealers.values()).size >= dealersNeeded;

type Families = Map<string | null, FleetPart[]>;

/**
 * Parts by related families (null: a family that no other is related to) and family (null: not known, or
 * several).
 */
function toTree(parts: readonly FleetPart[]): [related: readonly string[] | null, Families][] {
  const tree = new Map<string, [readonly string[] | null, Families]>();
  for (const part of parts) {
    const { family } = part;
    const known = family === null ? undefined : findFamily(family);
    const key = known === undefined ? `family ${family ?? ''}` : `related ${known.related}`;
    const related = known === undefined ? [] : relatedFamilies(known.code);
    const entry = tree.get(key) ?? [related.length > 1 ? related : null, new Map()];
    const members = entry[1].get(family) ?? [];
    entry[1].set(family, [...members, part]);
    tree.set(key, entry);
  }
  return [...tree.values()];
}

async function readTallies(
  db: Kysely<Database>,
  { dealers }: FleetPart,
  onDevices: (devices: number) => Promise<void>,
): Promise<Record<Kind, FleetTally>> {
  const deviceIds = [...dealers.keys()];
  const tallies = ofKinds(startFleetTally);
  for (let at = 0; at < deviceIds.length; at += chunk) {
    const ids = deviceIds.slice(at, at + chunk);
    await addTables(db, ids, dealers, tallies);
    await onDevices(ids.length);
  }
  return tallies;
}

async function addTables(
  db: Kysely<Database>,
  deviceIds: readonly string[],
  dealers: FleetPart['dealers'],
  tallies: Readonly<Record<Kind, FleetTally>>,
): Promise<void> {
  const { rows } = await sql<Record<Kind, StoredCodes | null> & { device_id: string }>`
    select device_id, body -> 'code05' as "05", body -> 'code08' as "08" from device_section
    where device_id = any(${deviceIds}::uuid[]) and section = 'codes' order by device_id`.execute(db);
  for (const row of rows)
    for (const kind of kinds) {
      const table = row[kind];
      if (table !== null)
        addTable(
          tallies[kind],
          new Map(decodeCodes(table).map(({ main, sub, value }) => [`${main}.${sub}`, value])),
          dealers.get(row.device_id) ?? '',
        );
    }
}

interface Place {
  readonly use: FleetUse;
  readonly scope: FleetScope;
  readonly name: string;
  readonly kind: Kind;
}

async function saveFleet(db: Kysely<Database>, { use, scope, name, kind }: Place, fleet: FleetCodes): Promise<void> {
  const body = toFleetBody(use, fleet);
  if (Object.keys(Object.values(body)[0] ?? {}).length === 0) return;
  await sql`
    insert into fleet_code (scope, name, kind, fitted_at, devices, body)
    values (${scope}, ${name}, ${kind}, clock_timestamp(), ${fleet.devices}, ${JSON.stringify(body)}::json)
    on conflict (scope, name, kind) do update set
      fitted_at = excluded.fitted_at, devices = excluded.devices, body = excluded.body`.execute(db);
}

import type { DeviceReport } from '@platen/contract/report';
import type { LevelRules, UsualCodes } from '@platen/diagnosis/codes/stored-codes';
import { toVisibleComparison, type VisibleComparison } from '@platen/diagnosis/codes/visible-devices';
import { sql } from 'kysely';
import { type FleetScope, type FleetUse, fleetOfDevice, nearestFirst } from '../../device/fleet-line.ts';
import { type Pool, readDevice } from '../../device/read-device.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import { decodeCodes, decodeCodes13, type StoredCodes, type StoredCodes13 } from '../../store/report-format/lists.ts';
import { runPrepared, toConstant } from '../../store/statement.ts';

type Codes = NonNullable<DeviceReport['codes']>;
type Code = NonNullable<Codes['code05']>[number];
type Code13 = NonNullable<Codes['code13']>[number];
/** Kinds with values of the fleet and with thresholds. */
export type CodeKind = '05' | '08';

/** Select item: the newest table of one kind; null where the device never reported it. */
const tableOf = (kind: CodeKind | '13') =>
  sql`(select s.body->${sql.lit(`code${kind}`)} from device_section s where s.device_id = d.device_id and s.section = 'codes')`;

/**
 * Select item: the nearest group of devices that the codes can be compared with; null where there is none.
 */
const fleetOf = (use: FleetUse, kind: CodeKind) =>
  sql`(select json_build_object('scope', f.scope, 'name', f.name, 'devices', f.devices, 'codes', f.body->${sql.lit(use)})
    from ${fleetOfDevice} where f.kind = ${sql.lit(kind)} and ${nearestFirst(use)} is not null
    order by ${nearestFirst(use)} limit 1)`;

/** The thresholds of all codes of one kind that have any. */
const thresholdsOf = (kind: CodeKind) =>
  sql`(select json_agg(json_build_object('main', c.main, 'sub', c.sub, 'alertThreshold', c.alert_threshold,
      'clearThreshold', c.clear_threshold)) from code_setting c where c.device_id = d.device_id and c.kind = ${sql.lit(kind)})`;

const toFleetColumns = (kind: CodeKind) =>
  toConstant(sql`${tableOf(kind)} as "table", ${fleetOf('usual', kind)} as usual, ${fleetOf('levels', kind)} as levels,
    ${thresholdsOf(kind)} as thresholds`);
const fleetColumns = { '05': toFleetColumns('05'), '08': toFleetColumns('08') } as const;

/** What codes are compared with. `codes` is null where what is stored has another form. */
export interface Comparison<T> {
  readonly scope: FleetScope;
  readonly name: string;
  readonly devices: number;
  readonly codes: T | null;
}

export interface FleetCodeRow {
  readonly table: readonly Code[] | null;
  /** Over the devices of the same model, else of the family, else of related families. */
  readonly usual: Comparison<UsualCodes> | null;
  /** Over the devices of the same family and firmware, else of the family, else of related families. */
  readonly levels: Comparison<LevelRules> | null;
  /** Null where none was ever set. */
  readonly thresholds:
    | readonly {
        readonly main: number;
        readonly sub: number;
        readonly alertThreshold: number | null;
        readonly clearThreshold: number | null;
      }[]
    | null;
}

export async function readFleetCodes(
  store: Pool,
  user: SignedInUser,
  deviceId: string,
  kind: CodeKind,
): Promise<FleetCodeRow> {
  const row = await readDevice<Omit<FleetCodeRow, 'table'> & { readonly table: StoredCodes | null }>(
    store,
    user,
    deviceId,
    {
      name: `codes-${kind}`,
      columns: fleetColumns[kind],
    },
  );
  return { ...row, table: row.table && decodeCodes(row.table) };
}

export async function readPlainCodes(
  store: Pool,
  user: SignedInUser,
  deviceId: string,
): Promise<readonly Code13[] | null> {
  const { table } = await readDevice<{ readonly table: StoredCodes13 | null }>(store, user, deviceId, {
    name: 'codes-13',
    columns: sql`${tableOf('13')} as "table"`,
  });
  return table && decodeCodes13(table);
}

/** Whether the device has such a code. */
export async function hasCode(
  store: Pool,
  user: SignedInUser,
  deviceId: string,
  kind: CodeKind,
  code: { readonly main: number; readonly sub: number },
): Promise<boolean> {
  const { table } = await readDevice<{ readonly table: StoredCodes | null }>(store, user, deviceId, {
    name: `codes-${kind}-table`,
    columns: sql`${tableOf(kind)} as "table"`,
  });
  return table !== null && decodeCodes(table).some(({ main, sub }) => main === code.main && sub === code.sub);
}

interface Row {
  readonly series: string;
  readonly firmware: string;
  readonly table: StoredCodes | null;
}

/** Devices compared at most, and values read of all of them: a comparison is made while the user waits. */
const bounds = { most: 60, least: 20, values: 40_000 };

export interface OwnComparison extends VisibleComparison {
  readonly family: string;
}

/**
 * Compares the codes of a family among the devices that this user may see, the device itself included; for
 * where the fleet gives nothing. `codes`: those of the device, which bound how many others are read. Null:
 * fewer than 5 devices.
 */
export async function readVisibleComparison(
  store: Pool,
  user: SignedInUser,
  deviceId: string,
  kind: CodeKind,
  codes: number,
): Promise<OwnComparison | null> {
  const limit = Math.max(bounds.least, Math.min(bounds.most, Math.floor(bounds.values / codes)));
  const rows = await runPrepared(
    store,
    `codes-${kind}-visible${user.seesAll ? '' : '-groups'}`,
    sql<Row>`
      select d.series, coalesce(d.firmware_version, '') as firmware, s.body->${sql.lit(`code${kind}`)} as "table"
      from device d join device_section s on s.device_id = d.device_id and s.section = 'codes'
      where d.series = (select o.series from device o where o.device_id = ${deviceId}) and d.held_by is null
        and ${visibleTo(user)}
      order by d.device_id = ${deviceId} desc, d.device_id limit ${limit}`,
  );
  const comparison = toVisibleComparison(
    rows.flatMap(({ firmware, table }) =>
      table === null
        ? []
        : {
            firmware,
            codes: new Map(decodeCodes(table).map(({ main, sub, value }) => [`${main}.${sub}`, value])),
          },
    ),
  );
  const family = rows[0]?.series;
  return comparison === null || family === undefined ? null : { ...comparison, family };
}

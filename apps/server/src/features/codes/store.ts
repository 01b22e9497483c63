import type { DeviceReport } from '@platen/contract/report';
import type { LevelRules, UsualCodes } from '@platen/diagnosis/codes/kept-codes';
import { fleetLine } from '../../device/fleet-line.ts';
import { type Pool, readDevice } from '../../device/read-device.ts';
import { toWholeCodes, toWholeCodes13 } from '../../device/whole-lists.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';

type Codes = NonNullable<DeviceReport['codes']>;
type Code13 = NonNullable<Codes['code13']>[number];
/** Kinds with values of the fleet and with thresholds. */
export type CodeKind = '05' | '08';

/** Select item: the newest table of one kind; null where the device never told it. */
const tableOf = (kind: CodeKind | '13') =>
  `(select s.body->'code${kind}' from device_section s where s.device_id = d.device_id and s.section = 'codes')`;

const fleetOf = (scope: 'model' | 'line', part: 'usual' | 'levels', name: string, kind: CodeKind) =>
  `(select f.body->'${part}' from fleet_code f where f.scope = '${scope}' and f.name = ${name} and f.kind = '${kind}')`;

/** The thresholds of all codes of one kind that have any. */
const thresholdsOf = (kind: CodeKind) =>
  `(select json_agg(json_build_object('main', c.main, 'sub', c.sub, 'alertThreshold', c.alert_threshold,
      'clearThreshold', c.clear_threshold)) from code_setting c where c.device_id = d.device_id and c.kind = '${kind}')`;

export interface FleetCodeRow {
  readonly table: NonNullable<Codes['code05']> | null;
  /** Over the devices of the same model; over those of the same family and firmware. */
  readonly usual: UsualCodes | null;
  readonly levels: LevelRules | null;
  /** Null where nobody ever set one. */
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
  const row = await readDevice<FleetCodeRow>(store, user, deviceId, {
    name: `codes-${kind}`,
    columns: `${tableOf(kind)} as "table", ${fleetOf('model', 'usual', 'd.model', kind)} as usual,
      ${fleetOf('line', 'levels', fleetLine, kind)} as levels, ${thresholdsOf(kind)} as thresholds`,
  });
  return { ...row, table: row.table && toWholeCodes(row.table) };
}

export async function readPlainCodes(
  store: Pool,
  user: SignedInUser,
  deviceId: string,
): Promise<readonly Code13[] | null> {
  const { table } = await readDevice<{ readonly table: readonly Code13[] | null }>(store, user, deviceId, {
    name: 'codes-13',
    columns: `${tableOf('13')} as "table"`,
  });
  return table && toWholeCodes13(table);
}

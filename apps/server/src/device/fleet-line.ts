import { relatedFamilies } from '@platen/catalogue/families/families';
import type { FleetCodes } from '@platen/diagnosis/codes/fleet-codes';
import { type LevelRules, toLevelRules, toUsualCodes, type UsualCodes } from '@platen/diagnosis/codes/stored-codes';
import { type RawBuilder, sql } from 'kysely';

/**
 * Name of the line of a device in `fleet_code`: family and firmware; as SQL over `device d`, null where one
 * is unknown.
 */
export const fleetLine = sql`d.series || ' ' || d.firmware_version`;

/** The same in TypeScript. */
export const toFleetLine = (family: string, firmware: string): string => `${family} ${firmware}`;

/**
 * Groups of devices that codes are compared with, the nearest first: `usual` for mode and average, `levels`
 * for the outlier level. Rows of `fleet_code`; `…Related` rows have the name of each family they apply to
 * (docs/decisions/0228).
 */
export const fleetScopes = {
  usual: ['model', 'usualFamily', 'usualRelated'],
  levels: ['line', 'levelsFamily', 'levelsRelated'],
} as const;
export type FleetUse = keyof typeof fleetScopes;
export type FleetScope = (typeof fleetScopes)[FleetUse][number];

/**
 * SQL over `device d`: the rows `f` of `fleet_code` that the device is compared with, looked up by their key.
 * As one condition with `or` they would be found by a scan wherever the table has no statistics.
 */
export const fleetOfDevice = sql`(values ('model', d.model), ('line', ${fleetLine}), ('usualFamily', d.series),
  ('usualRelated', d.series), ('levelsFamily', d.series), ('levelsRelated', d.series)) k(scope, name)
  join fleet_code f on f.scope = k.scope and f.name = k.name`;

/** SQL: rows `f` of one use, the nearest scope first. */
export const nearestFirst = (use: FleetUse): RawBuilder<number> =>
  sql`array_position(array[${sql.join(fleetScopes[use].map((scope) => sql.lit(scope)))}], f.scope)`;

/**
 * 20, 50, 100, 500, 1000, …: the exact number of other customers' devices is not shown (docs/decisions/0119).
 */
const firstSteps = [100, 50, 20];
export function toDeviceStep(devices: number): number {
  if (devices < 500) return firstSteps.find((step) => devices >= step) ?? 0;
  const power = 10 ** Math.floor(Math.log10(devices));
  return devices >= 5 * power ? 5 * power : power;
}

/** How wide a comparison is, as the contract names it. */
export const comparisonOf = {
  model: 'model',
  line: 'line',
  usualFamily: 'family',
  levelsFamily: 'family',
  usualRelated: 'related',
  levelsRelated: 'related',
} as const satisfies Record<FleetScope, string>;

/** The name shown of a group: of related families all their codes. */
export const toScopeName = (scope: FleetScope, name: string): string =>
  comparisonOf[scope] === 'related' ? relatedFamilies(name).join(', ') : name;

/**
 * The body of a row of `fleet_code`: usual values, or the rules of outlier levels. A body of another form
 * counts as absent.
 */
export type FleetBody = { readonly usual: UsualCodes } | { readonly levels: LevelRules };

export const toFleetBody = (use: FleetUse, fleet: FleetCodes): FleetBody =>
  use === 'usual' ? { usual: toUsualCodes(fleet) } : { levels: toLevelRules(fleet) };

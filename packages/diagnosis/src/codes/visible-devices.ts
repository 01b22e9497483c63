import {
  addTable,
  dealersNeeded,
  devicesNeeded,
  type FleetCodes,
  type FleetTally,
  finishFleetTally,
  startFleetTally,
} from './fleet-codes.ts';
import { addPart, closeGroup, finishLevels, startFleetGroup } from './fleet-group.ts';
import { type LevelRules, toLevelRules, toUsualCodes, type UsualCodes } from './stored-codes.ts';

/**
 * Devices from which mode and average of devices that the user may see are shown: fewer are quicker read one
 * by one.
 */
export const visibleDevicesNeeded = 5;

/** The codes of one device that the user may see: `main.sub` → value. */
export interface VisibleTable {
  readonly firmware: string;
  readonly codes: ReadonlyMap<string, string>;
}
export interface VisibleComparison {
  readonly devices: number;
  readonly usual: UsualCodes;
  /** Null with fewer than 20 devices: one device is then more than the 1 % that may be called unusual. */
  readonly levels: {
    readonly devices: number;
    /** The firmware that all of them have; null: several. */
    readonly firmware: string | null;
    readonly rules: LevelRules;
  } | null;
}

/**
 * What is usual among devices of one family that the user may see anyway, where the fleet gives nothing to
 * compare with: the number of dealers is no matter then (docs/decisions/0228). The first table is that of the
 * device compared: its level is among devices of its firmware where they are 20. Null with fewer than 5
 * devices. A mode is one that at least two devices have.
 */
export function toVisibleComparison(tables: readonly VisibleTable[]): VisibleComparison | null {
  if (tables.length < visibleDevicesNeeded) return null;
  const all = startFleetTally();
  const parts = new Map<string, FleetTally>();
  for (const [at, { firmware, codes }] of tables.entries()) {
    const part = parts.get(firmware) ?? startFleetTally();
    parts.set(firmware, part);
    // Placeholder dealers, enough to meet the rule of 0119, which concerns devices of other dealers.
    for (const tally of [all, part]) addTable(tally, codes, String(at % dealersNeeded));
  }
  return {
    devices: tables.length,
    usual: toUsualCodes(withRepeatedModes(finishFleetTally(all)), { devices: visibleDevicesNeeded, dealers: 1 }),
    levels: toLevels(tables, parts),
  };
}

function toLevels(
  tables: readonly VisibleTable[],
  parts: ReadonlyMap<string, FleetTally>,
): VisibleComparison['levels'] {
  const firmware = tables[0]?.firmware ?? '';
  const own = parts.get(firmware);
  if (own !== undefined && own.devices >= devicesNeeded)
    return { devices: own.devices, firmware, rules: toLevelRules(finishFleetTally(own)) };
  if (tables.length < devicesNeeded) return null;
  const group = startFleetGroup();
  for (const part of parts.values()) addPart(group, part);
  closeGroup(group);
  return { devices: tables.length, firmware: null, rules: toLevelRules(finishLevels(group)) };
}

/** A value that one device has is not the usual one: such a mode counts as one that too few dealers have. */
function withRepeatedModes({ devices, codes }: FleetCodes): FleetCodes {
  const entries = Object.entries(codes).map(([key, stats]) => {
    const isRepeated = (stats.counts[0]?.[1] ?? 0) > 1;
    return [key, { ...stats, modeDealers: isRepeated ? dealersNeeded : 0 }] as const;
  });
  return { devices, codes: Object.fromEntries(entries) };
}

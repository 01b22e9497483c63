import { type CodeTally, mergeTally, startTally } from './code-tally.ts';
import {
  addTally,
  type CodeStats,
  dealersNeeded,
  devicesNeeded,
  type FleetCodes,
  type FleetTally,
  finishFleetTally,
  normal,
  startFleetTally,
} from './fleet-codes.ts';

// Comparison levels wider than one model or line (docs/decisions/0228): families, and families that are
// related.

/** Devices from which the centre of a part of a group is taken into account, if they are of 3 dealers. */
const centreDevices = 5;
/**
 * Parts that must be known before values of a further part are judged: fewer do not show whether a code
 * depends on the version.
 */
const partsNeeded = 3;
/**
 * Devices from which a rare value of a wider group is judged: below, one device is more than the 1 % that may
 * be rare (0194).
 */
const rareDevices = 40;

/**
 * Where the parts of a group (models or lines) have their centres: the mode that all of them share, and the
 * outermost medians.
 */
interface Centres {
  readonly parts: number;
  readonly mode: string | null;
  readonly low: number;
  readonly high: number;
}

/**
 * Devices of which some may be compared: those of parts that satisfy the rule of 0119 for a code, and all
 * others.
 */
interface Side {
  readonly tally: FleetTally;
  readonly centres: Map<string, Centres>;
}

/**
 * A group of devices put together of smaller groups, code by code. A smaller group is taken whole where it
 * rests on 20 devices of 3 dealers; all that do not are taken together, and only if together they do. So the
 * difference of any two published groups rests on 20 devices of 3 dealers too, and no value of fewer can be
 * computed from two levels (docs/decisions/0119, 0228).
 */
export interface FleetGroup {
  readonly shared: Side;
  readonly rest: Side;
}

const startSide = (): Side => ({ tally: startFleetTally(), centres: new Map() });
export const startFleetGroup = (): FleetGroup => ({ shared: startSide(), rest: startSide() });

const satisfies = (code: CodeTally): boolean => code.devices >= devicesNeeded && code.owners.size >= dealersNeeded;

/** Adds the devices of one model or line; `codes` of its finished tally. */
export function addPart(group: FleetGroup, part: FleetTally, { codes }: FleetCodes = finishFleetTally(part)): void {
  for (const [key, code] of part.codes) {
    const side = satisfies(code) ? group.shared : group.rest;
    addTally(side.tally, key, code);
    const stats = codes[key];
    if (stats !== undefined && stats.n >= centreDevices && stats.dealers >= dealersNeeded)
      addCentres(side, key, toCentres(stats));
  }
}

/** Adds a closed group to a wider one: what it shares as a whole, its rest to the rest. */
export function addGroup(wider: FleetGroup, group: FleetGroup): void {
  for (const name of ['shared', 'rest'] as const)
    for (const [key, code] of group[name].tally.codes) move(group[name], wider[name], key, code);
}

/** Shares the codes of the rest that satisfy the rule on their own. To be called once all parts are added. */
export function closeGroup({ shared, rest }: FleetGroup): void {
  for (const [key, code] of rest.tally.codes) {
    if (!satisfies(code)) continue;
    move(rest, shared, key, code);
    rest.tally.codes.delete(key);
    rest.centres.delete(key);
  }
}

function move(from: Side, to: Side, key: string, code: CodeTally): void {
  // A copy: the tally of the narrower group goes on to be finished.
  const copy = startTally();
  mergeTally(copy, code);
  addTally(to.tally, key, copy);
  const centres = from.centres.get(key);
  if (centres !== undefined) addCentres(to, key, centres);
}

/** What is usual in a closed group: mode and average of the codes it shares. */
export const finishUsual = ({ shared }: FleetGroup): FleetCodes => finishFleetTally(shared.tally);

/**
 * By what the values of a closed group are judged. The devices are of several firmware versions, whose own
 * centres differ: the limit is as much wider as the outermost of them lies from the centre of all. A code
 * that goes by rarity is judged only in 40 devices and where all parts agree on the commonest value, as else
 * the usual value of one version would be a rare one of the group. A device whose own version is not in the
 * group is judged too: so three versions must be known, or none that outweighs others.
 */
export function finishLevels({ shared }: FleetGroup): FleetCodes {
  const { devices, codes } = finishFleetTally(shared.tally);
  return {
    devices,
    codes: Object.fromEntries(
      Object.entries(codes).flatMap(([key, stats]) => {
        const judged = toWider(stats, shared.centres.get(key));
        return judged === undefined ? [] : [[key, judged]];
      }),
    ),
  };
}

function toWider(stats: CodeStats, centres: Centres | undefined): CodeStats | undefined {
  const { n, numeric, mad, median, limit } = stats;
  const isRarity = !numeric || mad === 0;
  if (isRarity && n < rareDevices) return undefined;
  if (centres === undefined) return stats;
  if (centres.parts < partsNeeded) return undefined;
  if (isRarity) return centres.mode === stats.mode ? stats : undefined;
  const apart = Math.max(0, centres.high - median, median - centres.low);
  // In whole steps: the limit is shown, and the centre of a few devices is not to be read from it.
  return { ...stats, limit: limit + Math.ceil((normal * apart) / mad) };
}

const toCentres = ({ mode, median }: CodeStats): Centres => ({ parts: 1, mode, low: median, high: median });

function addCentres({ centres }: Side, key: string, more: Centres): void {
  const known = centres.get(key);
  centres.set(
    key,
    known === undefined
      ? more
      : {
          parts: known.parts + more.parts,
          mode: known.mode === more.mode ? known.mode : null,
          low: Math.min(known.low, more.low),
          high: Math.max(known.high, more.high),
        },
  );
}
